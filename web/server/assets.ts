interface ManifestEntry {
  file: string;
  src?: string;
  imports?: string[];
  css?: string[];
}

export type Manifest = Record<string, ManifestEntry>;

/** What the first HTML refers to, by URL path, and the stylesheet that it carries. */
export interface ClientAssets {
  entry: string;
  /** Code that a page needs besides the entry, by the page's source module. */
  chunks: Record<string, string[]>;
  fonts: string[];
  css: string;
}

const entryModule = 'main.tsx';

export async function collectAssets(
  manifest: Manifest,
  readText: (file: string) => Promise<string>,
): Promise<ClientAssets> {
  const entry = manifest[entryModule];
  if (entry === undefined) throw new Error(`The client build has no ${entryModule}`);
  const entries = Object.values(manifest);
  const sheets = entries.map(({ file }) => file).filter((file) => file.endsWith('.css'));
  const css = await Promise.all([...new Set(sheets)].map(readText));
  return {
    entry: `/${entry.file}`,
    chunks: Object.fromEntries(
      Object.keys(manifest).map((module) => [module, filesOf(manifest, module)]),
    ),
    fonts: entries.map(({ file }) => `/${file}`).filter((file) => file.endsWith('.woff2')),
    css: css.join('\n'),
  };
}

function filesOf(manifest: Manifest, module: string, seen = new Set<string>()): string[] {
  const entry = manifest[module];
  if (entry === undefined || seen.has(module)) return [];
  seen.add(module);
  const imported = (entry.imports ?? []).flatMap((name) => filesOf(manifest, name, seen));
  return [...imported, `/${entry.file}`];
}
