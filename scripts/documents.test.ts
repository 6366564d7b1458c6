import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const documents = [
  ...readdirSync('.').filter((file) => file.endsWith('.md')),
  ...readdirSync('docs')
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

const namedFile =
  /`((?:api|art|bench|common|docs|examples|packages|prisma|scripts|web)\/[\w./-]+\.(?:ts|tsx|mjs|md|sql|prisma|jsonl?))`/g;

it.each(documents)('every file that %s names exists', (document) => {
  const named = [...readFileSync(document, 'utf8').matchAll(namedFile)].map(([, file]) => file);
  expect(named.filter((file) => file !== undefined && !existsSync(file))).toEqual([]);
});
