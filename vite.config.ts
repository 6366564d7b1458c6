import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import relay from 'vite-plugin-relay';

const web = resolve(import.meta.dirname, 'web');
const apiOrigin = `http://localhost:${process.env['PORT'] ?? '4000'}`;

export default defineConfig(({ isSsrBuild }) => ({
  // `vite build --ssr web/entryServer.tsx` names its entry from the project's root.
  root: isSsrBuild ? import.meta.dirname : web,
  publicDir: false,
  plugins: [react(), relay, leaveOutUnused, findFirstPages],
  css: { modules: { generateScopedName: scopedName } },
  build: {
    outDir: resolve(import.meta.dirname, isSsrBuild ? 'dist/ssr' : 'dist/web'),
    emptyOutDir: true,
    manifest: !isSsrBuild,
    target: 'es2022',
    // One small stylesheet, inlined in the first HTML: no request stands between HTML and paint.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 640,
    modulePreload: {
      // What a page needs besides itself and what every document has loaded.
      resolveDependencies: (page, dependencies, { hostType }) =>
        hostType === 'js'
          ? dependencies.filter((file) => file !== page && !ofEveryPage.test(file))
          : dependencies,
    },
    rollupOptions: isSsrBuild
      ? { output: { entryFileNames: 'entryServer.js' } }
      : { input: resolve(web, 'main.tsx'), output: { codeSplitting: { groups: sharedChunks } } },
  },
  ssr: { noExternal: true },
  server: {
    proxy: { '/graphql': apiOrigin, '/api': apiOrigin, '/pictures': apiOrigin },
  },
}));

const unused = '\0unused';

/** Parts of Material's buttons that ours never show: ripples, which the theme turns off, and progress. */
const leaveOutUnused: Plugin = {
  name: 'leave-out-unused',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer = '') =>
    /TouchRipple\.mjs$|CircularProgress.index\.mjs$/.test(source) &&
    /material.(ButtonBase|Button|IconButton)[\\/]/.test(importer)
      ? unused
      : undefined,
  load: (id) => (id === unused ? 'export default () => null;' : undefined),
};

/** What the pages that most visits begin with import, directly or not; known once all is read. */
const ofFirstPages = new Set<string>();

const firstPages = ['main.tsx', 'pages/home/HomePage.tsx', 'pages/search/SearchPage.tsx'];

const findFirstPages: Plugin = {
  name: 'first-pages',
  buildEnd() {
    const find = (id: string): void => {
      if (ofFirstPages.has(id)) return;
      ofFirstPages.add(id);
      this.getModuleInfo(id)?.importedIds.forEach(find);
    };
    firstPages.forEach((page) => find(resolve(web, page)));
  },
};

const ofEveryPage = /assets.(framework|shared|basics|rolldown-runtime)-/;

const ofForms =
  /web.(ui.(forms|dialogs)|inquiries)[\\/](Form|PropertyForm|PasswordField|StarInput|useForm|useLeaveGuard|useTakeOver|unsavedWork|useAddressDialog|propertyFields)/;

/**
 * A few files for what every page needs, which the browser keeps while pages change, instead of a
 * dozen tiny ones; and one for forms and dialogs, which most pages open without.
 */
const sharedChunks = [
  {
    name: 'framework',
    test: /node_modules.(react|react-dom|scheduler|react-relay|relay-runtime|react-router|fbjs|@emotion|stylis)[\\/]/,
    priority: 3,
  },
  {
    name: 'shared',
    test: (id: string) =>
      /web.(ui|shell|account|resorts|reviews|relay)[\\/]|material.Button[\\/]/.test(id) &&
      ofFirstPages.has(id),
    minShareCount: 2,
    maxModuleSize: 20_000,
    priority: 2,
  },
  // What the entry needs too, and would load the forms for.
  { name: 'basics', test: /@mui.(material.IconButton|system.RtlProvider)[\\/]/, priority: 2 },
  { name: 'forms', test: ofForms, minShareCount: 2, priority: 1 },
];

/** The same class names in both builds, whatever their root. */
function scopedName(name: string, file: string): string {
  const path = file.split('?')[0]?.slice(web.length) ?? file;
  return `${name}_${createHash('sha256').update(path).digest('hex').slice(0, 5)}`;
}
