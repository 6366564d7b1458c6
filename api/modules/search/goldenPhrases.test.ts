import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { utcToday } from '#common/days.ts';
import { graphql } from '#api/generated/operations/gql.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import type { Phrase } from '../phrases/readPhrases.ts';
import { readSearchText, type SearchText } from './searchText.ts';

/** A text as people type it, and what a search must make of it in the sample data. */
interface Golden {
  q: string;
  /** What its words are read as, by kind. Phrases about dates by their words, since years pass. */
  means: Partial<Record<string, string>>;
  /** A pattern over "name | location | destination" of what is found; null if nothing is. */
  finds: string | null;
  /** The words that are told to be left out. */
  says: string;
}

const nextYear = String(Number(utcToday().slice(0, 4)) + 1);

const phrases = readFileSync(new URL('./testing/phrases.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line.replaceAll('{year}', nextYear)) as Golden);

const query = graphql(`
  query GoldenPhrase($q: String) {
    resorts(query: $q, first: 100) {
      edges {
        node {
          name
        }
      }
    }
  }
`);

let server: TestServer;
let resorts: { name: string; location: string; destination: string }[];

beforeAll(async () => {
  server = await startTestServer({ database: 'sample' });
  resorts = await server.prisma.resort.findMany();
});

afterAll(() => server.close());

describe('a search text', () => {
  it('is one of at least 400, each in the list once', () => {
    expect(phrases.length).toBeGreaterThanOrEqual(400);
    expect(new Set(phrases.map(({ q }) => q)).size).toBe(phrases.length);
  });

  it.each(phrases)('means what people mean by it: $q', async ({ q, means, finds, says }) => {
    const read = await readSearchText(server.deps, q);
    const wanted = finds === null ? undefined : new RegExp(finds);
    const names = resorts
      .filter(({ name, location, destination }) =>
        wanted?.test(`${name} | ${location} | ${destination}`),
      )
      .map(({ name }) => name);
    expect({
      means: meaningOf(read),
      finds: (await (read.phrases.length > 0 ? meeting(read.query) : found(q))).sort(),
      says: read.leftOut.join(' ').toLowerCase(),
    }).toEqual({ means, finds: names.sort(), says });
  });
});

/** The names of what a visitor finds. */
async function found(q: string): Promise<string[]> {
  const { data, errors } = await server.graphql(query, { q });
  expect(errors).toEqual([]);
  return data?.resorts.edges.map(({ node }) => node.name) ?? [];
}

/** The names of resorts that the words find. Which of them have a free week differs by the day. */
async function meeting(words: string): Promise<string[]> {
  const rows = await server.prisma.$queryRaw<{ name: string }[]>`
    SELECT name FROM resorts WHERE ${words}::text = '' OR search_vector @@ ${words}::text::tsquery`;
  return rows.map(({ name }) => name);
}

const isDate = ({ meaning }: Phrase): boolean => 'arrival' in meaning || 'oneOfNights' in meaning;

function meaningOf({ phrases, readings }: SearchText): Golden['means'] {
  const asked = [
    ...phrases.map((phrase) => ({ ...phrase, kind: isDate(phrase) ? 'dates' : 'week' })),
    ...readings,
  ];
  const means: Golden['means'] = {};
  for (const { kind, label, words } of asked.sort((one, other) => one.start - other.start)) {
    means[kind] = [means[kind], kind === 'dates' ? words : label].filter(Boolean).join(' + ');
  }
  return means;
}
