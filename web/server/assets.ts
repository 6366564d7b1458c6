interface ManifestEntry {
  file: string;
  src?: string;
  imports?: string[];
  css?: string[];
}

export type Manifest = Record<string, ManifestEntry>;

/** URL paths of files in the first HTML, and styles that can be inlined. */
export interface ClientAssets {
  /** Files of the entry or of a page, by source module. */
  chunks: Record<string, string[]>;
  fonts: string[];
  stylesheets: string[];
  /** The global rules, then the rules of the stylesheets, in order. */
  rules: StyleRule[];
}

/** A top-level rule of a stylesheet, such as a whole media query. */
export interface StyleRule {
  text: string;
  /** Marks of the CSS modules in its selectors; empty for a global rule. */
  modules: string[];
}

export const entryModule = 'main.tsx';

/** The built file with the rules in the head of every document. */
export const globalStyles = '.vite/global.css';

export async function collectAssets(
  manifest: Manifest,
  readText: (file: string) => Promise<string>,
): Promise<ClientAssets> {
  if (manifest[entryModule] === undefined)
    throw new Error(`The client build has no ${entryModule}`);
  const entries = Object.values(manifest);
  const sheets = entries.map(({ file }) => file).filter((file) => file.endsWith('.css'));
  const stylesheets = [...new Set(sheets)];
  const texts = await Promise.all([globalStyles, ...stylesheets].map(readText));
  return {
    chunks: Object.fromEntries(
      Object.keys(manifest).map((module) => [module, filesOf(manifest, module)]),
    ),
    fonts: entries.map(({ file }) => `/${file}`).filter((file) => file.endsWith('.woff2')),
    stylesheets: stylesheets.map((file) => `/${file}`),
    rules: texts.flatMap(rulesIn),
  };
}

/** The styles of a page: the global rules, and the rules of the CSS modules in its markup. */
export function stylesOf(markup: string, rules: readonly StyleRule[]): string {
  const shown = new Set(marksIn(markup));
  return rules
    .filter(({ modules }) => modules.length === 0 || modules.some((mark) => shown.has(mark)))
    .map(({ text }) => text)
    .join('');
}

/** Splits a stylesheet without comments, as the build writes it, into its top-level rules. */
export function rulesIn(stylesheet: string): StyleRule[] {
  const rules: StyleRule[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: found, index } of stylesheet.matchAll(
    /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{};]/g,
  )) {
    if (found === '{') depth += 1;
    if (found === '}') depth -= 1;
    if (depth === 0 && (found === '}' || found === ';')) {
      const text = stylesheet.slice(start, index + 1);
      rules.push({ text, modules: [...new Set(marksIn(text))] });
      start = index + 1;
    }
  }
  return rules;
}

/** The marks of CSS modules that begin class names, as vite.config.ts adds them. */
const marksIn = (text: string): string[] => text.match(/(?<![\w-])_[0-9a-f]{5}/g) ?? [];

function filesOf(manifest: Manifest, module: string, seen = new Set<string>()): string[] {
  const entry = manifest[module];
  if (entry === undefined || seen.has(module)) return [];
  seen.add(module);
  const imported = (entry.imports ?? []).flatMap((name) => filesOf(manifest, name, seen));
  return [...imported, `/${entry.file}`];
}
