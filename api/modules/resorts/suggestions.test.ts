import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { createResort } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

const suggestionsQuery = graphql(`
  query Suggestions($text: String!, $first: Int) {
    resortSuggestions(text: $text, first: $first) {
      resorts {
        databaseId
        name
        location
      }
      places {
        kind
        name
      }
      brands
    }
  }
`);

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ database: 'sample' });
});

afterAll(() => server.close());

async function suggest(text: string, first?: number) {
  const answer = await server.graphql(suggestionsQuery, { text, ...(first && { first }) });
  expect(answer.errors).toEqual([]);
  const { resorts = [], places = [], brands = [] } = answer.data?.resortSuggestions ?? {};
  return {
    resorts: resorts.map(({ name }) => name),
    places: places.map(({ kind, name }) => `${kind} ${name}`),
    brands,
    answer,
  };
}

describe('suggestions', () => {
  it.each([
    ['aru', ['DESTINATION Aruba']],
    ['veg', ['DESTINATION Las Vegas']],
    ['las veg', ['DESTINATION Las Vegas']],
    ['cancun', ['TOWN Cancún']],
    ['Cancú', ['TOWN Cancún']],
    ['quint', ['REGION Quintana Roo']],
    ['orlanod', ['TOWN Orlando']],
    ['flo', ['DESTINATION Florida']],
    ['beach', ['TOWN Myrtle Beach', 'TOWN Vero Beach']],
    ['%', []],
    ['_', []],
    ["'; --", []],
  ])('for %j name the places %j', async (text, places) => {
    expect((await suggest(text)).places).toEqual(places);
  });

  it.each([
    ['disn', 'Disney Vacation Club'],
    ['dvc', 'Disney Vacation Club'],
    ['hgv', 'Hilton Grand Vacations'],
    ['vacation club', 'Marriott Vacation Club'],
    ['sheraton', 'Vistana'],
  ])('for %j name the brand %s', async (text, brand) => {
    expect((await suggest(text)).brands).toContain(brand);
  });

  it('find resorts by any of their words, most reviews first', async () => {
    const { resorts, answer } = await suggest('surf cl');
    expect(resorts).toEqual(["Marriott's Aruba Surf Club"]);
    expect(answer.data?.resortSuggestions.resorts[0]?.location).toBe('Palm Beach, Noord, Aruba');
    expect((await suggest('aruba')).resorts).toHaveLength(4);
    expect((await suggest('marriott', 3)).resorts).toHaveLength(3);
  });

  it('take two statements, and two to read the words for the first time', async () => {
    await server.emptyCaches();
    const { answer } = await suggest('hawaii', 10);
    expect(server.statementsOf(answer.requestId)).toHaveLength(4);
    const { answer: other } = await suggest('hawaii', 9);
    expect(server.statementsOf(other.requestId)).toHaveLength(2);
  });

  it('are empty for a blank text, without a database query', async () => {
    for (const text of ['', '   ', '!!!']) {
      const { resorts, places, brands, answer } = await suggest(text);
      expect({ resorts, places, brands }).toEqual({ resorts: [], places: [], brands: [] });
      expect(server.statementsOf(answer.requestId)).toEqual([]);
    }
  });

  it('include a new place at once, and drop it when its last resort is deleted', async () => {
    const { id } = await createResort(server, {
      destination: 'Zanzibar',
      city: 'Zanzibar City',
      brand: 'Zephyr Weeks',
    });
    await server.emptyCaches();
    expect(await suggest('z')).toMatchObject({
      places: ['DESTINATION Zanzibar', 'TOWN Zanzibar City'],
      brands: ['Zephyr Weeks'],
    });
    await server.prisma.resort.delete({ where: { id } });
    await server.emptyCaches();
    expect(await suggest('z')).toMatchObject({ places: [], brands: [] });
  });

  it.each([
    [{ text: 'a'.repeat(201) }, 'text', 'The search text may have at most 200 characters'],
    [{ text: 'a\u0000b' }, 'text', 'The search text has a character that is not allowed'],
    [{ text: 'aruba', first: 0 }, 'first', 'first must be 1 to 10'],
    [{ text: 'aruba', first: 11 }, 'first', 'first must be 1 to 10'],
  ])('name the field of an invalid argument (%#)', async (variables, field, message) => {
    const answer = await server.graphql(suggestionsQuery, variables);
    expect(answer.errors[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fieldErrors: [{ field, message }],
    });
  });
});
