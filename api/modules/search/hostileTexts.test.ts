import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { inDepth } from '#api/testing/depth.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ database: 'sample' });
});

afterAll(() => server.close());

const query = graphql(`
  query HostileText($q: String) {
    searchReading(query: $q) {
      leftOut
    }
    resorts(query: $q, first: 100) {
      edges {
        node {
          name
        }
      }
    }
  }
`);

/** Statements for a text at most: two look-ups of words, three of names in phrases, the choice, the page. */
const mostStatements = 8;

async function search(q: string) {
  const { data, errors, requestId } = await server.graphql(query, { q });
  expect([q, errors]).toEqual([q, []]);
  expect([q, server.statementsOf(requestId).length <= mostStatements]).toEqual([q, true]);
  return {
    leftOut: data?.searchReading.leftOut ?? [],
    found: data?.resorts.edges.map(({ node }) => node.name) ?? [],
  };
}

describe('a search text', () => {
  it('has 200 characters at most', async () => {
    for (const q of ['a'.repeat(10_000), 'pool '.repeat(500), '!'.repeat(201)]) {
      const { errors } = await server.graphql(query, { q });
      expect(errors[0]?.message).toBe('The search text may have at most 200 characters');
    }
  });

  it.each([
    '!@#$%^&*()_+-=[]{}|;:,./<>?~`',
    '"""""""',
    '" " " "',
    "' OR 1=1 --",
    '!zzq & zzr | (zzs <-> zzt):*A',
    '\u0301\u0302\u0303',
    '\u{1F3D6}\u{FE0F}\u{1F334}',
    '\uD83C \uDFD6',
    'ﷺ ﷽ 𓀀 𝔄𝔯𝔲𝔟𝔞',
    '沖縄 リゾート',
    'or or or or',
    'not not not',
    'near near near',
  ])('of marks, signs or unknown words finds nothing: %j', async (q) => {
    expect((await search(q)).found).toEqual([]);
  });

  it('names every word beyond the sixteenth, and requires quoted ones wherever they stand', async () => {
    const q = `${'zzq '.repeat(16)}pool aruba "surf club"`;
    expect(await search(q)).toEqual({
      leftOut: [...Array<string>(16).fill('zzq'), 'pool', 'aruba'],
      found: ["Marriott's Aruba Surf Club"],
    });
  });

  it('of many landmarks and typos takes as few statements as another', async () => {
    const landmarks =
      'near disney world near epcot near universal near seaworld near disneyland maui kauai oahu tahoe cabo';
    expect((await search(landmarks)).found.length).toBeGreaterThan(0);
    await search(
      'arbua floirda carribean hawii cancoon orlndo wyndam marriot westgte scotsdale vagas bahammas',
    );
    await search(
      'pool spa golf tennis gym ski beach marina wifi parking kids dive best cheap not florida no spa',
    );
  });

  it('of any characters is answered, and says what it leaves out in its own words', async () => {
    const word = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.constantFrom(
        ...'aruba "ocean club" not or near disney florida FL 2027 june for 4 | & ! ( :* \' <-> @'.split(
          ' ',
        ),
      ),
    );
    const text = fc
      .array(word, { maxLength: 20 })
      .map((words) => words.join(' ').replaceAll('\u0000', '').slice(0, 200));
    await fc.assert(
      fc.asyncProperty(text, async (q) => {
        const { leftOut } = await search(q);
        expect(
          leftOut.every((words) => q.normalize('NFC').includes(words.replace(/^not /, ''))),
        ).toBe(true);
      }),
      { numRuns: inDepth(20, 2_000) },
    );
  });
});
