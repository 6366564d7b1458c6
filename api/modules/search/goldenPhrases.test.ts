import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { readSearch } from './resortSearch.ts';
import { readSearchText } from './searchText.ts';

interface Case {
  q: string;
  finds: string | null;
  says: string;
}

const cases = readFileSync(new URL('./testing/phrases.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ database: 'sample' });
});

afterAll(() => server.close());

it('a search text finds what it means, and names the words that it leaves out', async () => {
  const resorts = await server.prisma.resort.findMany();
  const answers = await Promise.all(
    cases.map(async ({ q, finds, says }) => {
      const { leftOut } = await readSearchText(server.deps, q);
      const { text } = await readSearch(server.deps, { text: q });
      const rows =
        text === ''
          ? resorts
          : await server.prisma.$queryRaw<{ name: string }[]>`
              SELECT name FROM resorts WHERE search_vector @@ ${text}::text::tsquery`;
      const pattern = finds === null ? undefined : new RegExp(finds);
      const wanted = resorts.filter(({ name, location, destination }) =>
        pattern?.test(`${name} | ${location} | ${destination}`),
      );
      const names = (list: { name: string }[]) => list.map(({ name }) => name).sort();
      return {
        actual: { q, finds: names(rows), says: leftOut.join(' ') },
        expected: { q, finds: names(wanted), says },
        text,
      };
    }),
  );
  const wrong = answers.filter(
    ({ actual, expected }) =>
      JSON.stringify(actual).toLowerCase() !== JSON.stringify(expected).toLowerCase(),
  );
  for (const { actual, expected, text } of wrong)
    console.log(JSON.stringify({ text, actual, expected }));
  expect(wrong.map(({ actual }) => actual.q)).toEqual([]);
});
