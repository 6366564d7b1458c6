import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import relay from 'vite-plugin-relay';
import { pathsOfPages } from './web/page/pathsOfPages.ts';
import { globalStyles, rulesIn } from './web/server/assets.ts';
import * as widths from './web/styles/widths.ts';

const web = resolve(import.meta.dirname, 'web');
const isProduction = process.env['NODE_ENV'] === 'production';
const apiOrigin = `http://localhost:${process.env['PORT'] ?? '4000'}`;

export default defineConfig(({ isSsrBuild }) => ({
  // `vite build --ssr web/entryServer.tsx` names its entry from the project's root.
  root: isSsrBuild ? import.meta.dirname : web,
  // The tiles of the map, from `npm run generate:map`.
  publicDir: resolve(web, 'map/__generated__/public'),
  plugins: [
    leaveOutUnused,
    react(),
    relay,
    pathsOfPages,
    nameWidths,
    keepStyles,
    findFirstPages,
    separateGlobalStyles,
  ],
  css: { modules: { generateScopedName: scopedName } },
  build: {
    outDir: resolve(import.meta.dirname, isSsrBuild ? 'dist/ssr' : 'dist/web'),
    emptyOutDir: true,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    target: 'es2022',
    // One small stylesheet, inlined in the first HTML: painting needs no further request.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 640,
    modulePreload: {
      // Files that a page needs besides its own.
      resolveDependencies: (page, dependencies, { hostType }) =>
        hostType === 'js'
          ? dependencies.filter((file) => file !== page && !needNoPreload.test(file))
          : dependencies,
    },
    rollupOptions: isSsrBuild
      ? { onwarn: refuse, output: { entryFileNames: 'entryServer.js' } }
      : {
          onwarn: refuse,
          input: resolve(web, 'main.tsx'),
          optimization: { inlineConst: { mode: 'all', pass: 2 } },
          // Each first load names most files: seven characters of their hashes tell versions apart.
          output: {
            chunkFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: { groups: sharedChunks },
          },
        },
  },
  ssr: { noExternal: true },
  // Reading the environment takes Node half a microsecond, and Relay does so for each field.
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  server: {
    proxy: { '/graphql': apiOrigin, '/api': apiOrigin, '/pictures': apiOrigin },
  },
}));

/**
 * A warning ends the build: for example, a class that its stylesheet doesn't have. How long parts of
 * the build took depends on the machine.
 */
function refuse({ code, message }: { code?: string; message: string }): void {
  if (code !== 'PLUGIN_TIMINGS') throw new Error(message);
}

const unused = '\0unused';
const noResolvers = '\0no-resolvers';

/** Parts of Relay that we don't use; its entry points export them all. */
const unusedRelay = [
  'EntryPointContainer.react',
  'RelayDeclarativeMutationConfig',
  'RelayQueryResponseCache',
  'applyOptimisticMutation',
  'createFragmentSpecResolver',
  'createUpdatableProxy',
  'fetchQuery_DEPRECATED',
  'loadEntryPoint',
  'observeFragmentExperimental',
  'observeQueryExperimental',
  'relay-hooks/useMutation',
  'useEntryPointLoader',
  'useFragmentInternal_CURRENT',
  'useMutationAction_EXPERIMENTAL',
  'useSubscription',
  'waitForFragmentExperimental',
];

/** Relay's cache for resolvers on the client, of which we have none. */
const emptyCache = `export class LiveResolverCache {
  invalidateDataIDs() {}
  invalidateResolverRecords() {}
  notifyUpdatedSubscribers() {}
  unsubscribeFromLiveResolverRecords() {}
}`;

/**
 * Leaves out unused code, React Router's warnings for developers, and Material's ripples, which the
 * theme turns off.
 */
const leaveOutUnused: Plugin = {
  name: 'leave-out-unused',
  apply: 'build',
  enforce: 'pre',
  resolveId(source, importer = '') {
    const router = /^react-router(\/dom)?$/.exec(source);
    if (router) {
      const file = router[1] === undefined ? 'index' : 'dom-export';
      return resolve(import.meta.dirname, `node_modules/react-router/dist/production/${file}.mjs`);
    }
    if (source.endsWith('/LiveResolverCache')) return noResolvers;
    const isUnused =
      /TouchRipple\.mjs$/.test(source) ||
      (/node_modules.(react-relay|relay-runtime)[\\/]/.test(importer) &&
        unusedRelay.some((name) => source.endsWith(`/${name}`)));
    return isUnused ? unused : undefined;
  },
  // Only Relay's compiler reads fragments that no component uses, and the hashes of documents. A
  // namespace's class names stand where they are used, without an object for each module.
  transform: (code) =>
    /^void graphql`|^\(node as any\)\.hash|\.module\.css'/m.test(code)
      ? {
          code: code
            .replaceAll(/^void graphql`[^`]*`;$/gm, '')
            .replaceAll(/^\(node as any\)\.hash = "\w+";$/gm, '')
            .replaceAll(/^import (\w+) from (?='.+\.module\.css')/gm, 'import * as $1 from '),
          map: null,
        }
      : undefined,
  load: (id) =>
    id === unused ? 'export default () => null;' : id === noResolvers ? emptyCache : undefined,
};

/**
 * Modules that the pages of most first visits import, directly or not; complete once everything is
 * read.
 */
const ofFirstPages = new Set<string>();

/** Modules that the entry imports, directly or not. */
const ofEntry = new Set<string>();

const firstPages = ['site/home/HomePage.tsx', 'search/results/SearchPage.tsx'];

const findFirstPages: Plugin = {
  name: 'first-pages',
  buildEnd() {
    const find = (id: string, found: Set<string>): void => {
      if (found.has(id)) return;
      found.add(id);
      this.getModuleInfo(id)?.importedIds.forEach((imported) => find(imported, found));
    };
    find(resolve(web, 'main.tsx'), ofEntry);
    ['main.tsx', ...firstPages].forEach((page) => find(resolve(web, page), ofFirstPages));
  },
};

/**
 * Global rules are in the head of every document. If the stylesheet, loaded later, had them too,
 * the browser would lay out the whole page again.
 */
const separateGlobalStyles: Plugin = {
  name: 'separate-global-styles',
  apply: ({ build }) => !build?.ssr,
  enforce: 'post',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
      const rules = rulesIn(String(file.source));
      const textOf = (isGlobal: boolean) =>
        rules
          .flatMap(({ text, modules }) => ((modules.length === 0) === isGlobal ? text : []))
          .join('');
      file.source = textOf(false);
      this.emitFile({ type: 'asset', fileName: globalStyles, source: textOf(true) });
    }
  },
};

/** Custom media for all stylesheets: `(--phone)` is the width that web/styles/widths.ts names. */
const nameWidths: Plugin = {
  name: 'name-widths',
  enforce: 'pre',
  transform: {
    filter: { id: /\.css$/ },
    handler: (styles) =>
      Object.entries(widths).reduce(
        (text, [name, width]) => text.replaceAll(`(--${name})`, width),
        styles,
      ),
  },
};

/** The styles of a module stay although its class names stand where they are used. */
const keepStyles: Plugin = {
  name: 'keep-styles',
  enforce: 'post',
  transform: {
    filter: { id: /\.module\.css$/ },
    handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
  },
};

/** Files that every page has, and modules of class names, which are empty: the names are inlined. */
const needNoPreload = /assets.((framework|shared|basics|rolldown-runtime)-|.+\.module-)/;

const ofForms =
  /web.(ui.(forms|dialogs)|inquiries)[\\/](Form|ConfirmForm|outdated|PropertyForm|PasswordField|StarInput|useForm|useLeaveGuard|useTakeOver|unsavedWork|propertyFields)/;

/**
 * A few shared files that the browser keeps between pages, instead of a dozen tiny files; and a
 * separate file for forms and dialogs, which most pages open without.
 */
const sharedChunks = [
  {
    name: 'framework',
    test: /node_modules.(react|react-dom|scheduler|react-relay|relay-runtime|react-router|fbjs|@babel)[\\/]/,
    priority: 4,
  },
  {
    name: 'material',
    test: /node_modules.(@emotion|stylis|@mui.(system|utils|styled-engine|private-theming|material.(styles|utils)))[\\/]|ui.material.(Material|theme|styleCache)\./,
    priority: 2,
  },
  {
    name: 'shared',
    test: (id: string) =>
      /(common|web.(ui|shell|page|accounts|resorts|reviews|relay|search.(address|box|recent)))[\\/](?!wish|definePage)/.test(
        id,
      ) && ofFirstPages.has(id),
    minShareCount: 2,
    maxModuleSize: 20_000,
    priority: 3,
  },
  {
    name: 'search',
    // The page itself remains a chunk that the server knows by name.
    test: (id: string) =>
      /web.search.(fields|results)[\\/](?!SearchPage\.tsx)/.test(id) && ofFirstPages.has(id),
    priority: 1,
  },
  // Modules that pages without forms need too, which would otherwise load the forms or the search.
  {
    name: 'basics',
    test: (id: string) =>
      /ui.(basics.(useHydrated|IconButton)|dialogs.useAddressDialog)/.test(id) ||
      (/(common|web.(ui|shell|page))[\\/]/.test(id) && ofEntry.has(id)),
    priority: 3,
  },
  { name: 'forms', test: ofForms, minShareCount: 2, priority: 1 },
  {
    name: 'panels',
    test: /web.ui.(panels[\\/]|layout.(DetailSkeleton|PanelsSkeleton|TabLinks)|words.(LocalTime|MaskedText))/,
    minShareCount: 2,
  },
];

const pathOfMark = new Map<string, string>();

/**
 * The same class names in both builds, whatever their root: the mark of their module, then in
 * production their place in it instead of their name.
 */
function scopedName(name: string, file: string, styles: string): string {
  const path = file.split('?')[0]?.slice(web.length) ?? file;
  const mark = `_${createHash('sha256').update(path).digest('hex').slice(0, 5)}`;
  const other = pathOfMark.get(mark);
  if (other !== undefined && other !== path) throw new Error(`${path} has the mark of ${other}`);
  pathOfMark.set(mark, path);
  const names = new Set(styles.match(/(?<=\.|@keyframes )[a-z][\w-]*/gi));
  const place = [...names].indexOf(name);
  return mark + (isProduction && place >= 0 ? place.toString(36) : name);
}
