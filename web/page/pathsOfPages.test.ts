import { expect, it } from 'vitest';
import { pathIn } from './pathsOfPages.ts';

it.each([
  ["export const page = definePage<ForumsPageQuery>({\n  path: '/forums',\n  access", "'/forums'"],
  ["export const page: Page = { path: ['/help', '/terms'], load };", "['/help', '/terms']"],
])('the path is read from the source of a page: %j', (source, path) => {
  expect(pathIn(source, 'XPage.tsx')).toBe(path);
});

it.each([
  'export function Page() {}',
  "export const page = definePage<XPageQuery>({ access: 'everyone', path: '/x' });",
  'export const page = definePage<XPageQuery>({ path: `/x`, access });',
  'export const page = definePage<XPageQuery>({ path: somewhere, access });',
])('a page without a literal path at its beginning is refused: %j', (source) => {
  expect(() => pathIn(source, 'web/x/XPage.tsx')).toThrow('web/x/XPage.tsx has no `export const');
});
