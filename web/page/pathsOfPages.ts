import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/**
 * Resolves an import of `XPage.tsx?path` to the path of that page, so that the paths of all pages
 * are available without their code.
 */
export const pathsOfPages: Plugin = {
  name: 'paths-of-pages',
  enforce: 'pre',
  load(id) {
    const [file = '', query] = id.split('?');
    if (query !== 'path') return undefined;
    this.addWatchFile(file);
    return `export default ${pathIn(readFileSync(file, 'utf8'), file)};`;
  },
};

/**
 * The path, or the list of paths, in the source of a page.
 * @throws {Error} if the source exports no page whose path comes first, as a literal
 */
export function pathIn(source: string, file: string): string {
  const path = /^export const page\b[^{]*\{\s*path: ('[^']+'|\[[^\]]+\]),/m.exec(source)?.[1];
  if (path !== undefined) return path;
  throw new Error(`${file} has no \`export const page = definePage({ path: '/…', … })\``);
}
