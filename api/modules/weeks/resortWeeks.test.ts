import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import type { ResortsWithWeeksQueryVariables } from '#api/generated/operations/graphql.ts';
import { yearsAhead } from '#common/days.ts';
import { createListing, createResort } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

const resortsQuery = graphql(`
  query ResortsWithWeeks($query: String, $filter: ResortFilter) {
    searchPhrases(query: $query) {
      label
      words
      isDate
      guests
      without
      asWords
    }
    resorts(query: $query, filter: $filter) {
      edges {
        node {
          name
        }
        moreWeeks {
          value
        }
        week {
          checkIn
          checkOut
          nights
          total {
            formatted
          }
          listing {
            title
            maxGuests
          }
        }
        alias: week {
          listing {
            description
            resort {
              name
            }
          }
        }
      }
    }
  }
`);

let server: TestServer;

const year = Number(yearsAhead(1).slice(0, 4));

beforeAll(async () => {
  server = await startTestServer();
  const [palm, lake] = await Promise.all([
    createResort(server, { name: 'Palm Bay', rating: 4.9 }),
    createResort(server, { name: 'Lake House', rating: 4.1 }),
  ]);
  const week = (
    resort: { id: string },
    from: string,
    to: string,
    more: Partial<Parameters<typeof createListing>[1]> = {},
  ) =>
    createListing(server, {
      resortId: resort.id,
      title: `From ${from}`,
      availableFrom: new Date(`${year}-${from}`),
      availableTo: new Date(`${year}-${to}`),
      pricePerNightCents: 10_000,
      maxGuests: 2,
      ...more,
    });
  await week(palm, '06-05', '06-12', { maxGuests: 6 });
  await week(palm, '06-12', '06-19', { pricePerNightCents: 9_000 });
  await week(palm, '06-19', '06-26', { currency: 'EUR', pricePerNightCents: 1_000 });
  await week(palm, '09-01', '09-08', { pricePerNightCents: 2_000 });
  await week(lake, '06-01', '06-15');
});

afterAll(() => server.close());

async function found(asked: ResortsWithWeeksQueryVariables) {
  const { data, errors } = await server.graphql(resortsQuery, asked);
  expect(errors).toEqual([]);
  return data;
}

/** "Palm Bay 06-12 7 nights $680.40, 2 more" for each resort. */
const cards = async (asked: ResortsWithWeeksQueryVariables) =>
  (await found(asked))?.resorts.edges.map(({ node, week, moreWeeks }) =>
    week
      ? `${node.name} ${week.checkIn.slice(5)} ${week.nights} nights ${week.total.formatted}, ${moreWeeks?.value} more`
      : node.name,
  );

describe('The week of a resort that a search finds', () => {
  const june = { arrivalFrom: `${year}-06-01`, arrivalTo: `${year}-06-30` };

  it.each<[string, ResortsWithWeeksQueryVariables, string[]]>([
    ['without a stay, none', {}, ['Palm Bay', 'Lake House']],
    ['by words alone, none', { query: 'palm bay' }, ['Palm Bay']],
    [
      'the lowest total, US dollars first',
      { filter: june },
      ['Palm Bay 06-12 7 nights $680.40, 2 more', 'Lake House 06-01 7 nights $756, 0 more'],
    ],
    ['from words', { query: `june ${year} palm` }, ['Palm Bay 06-12 7 nights $680.40, 2 more']],
    ['for enough guests', { filter: { guests: 4 } }, ['Palm Bay 06-05 7 nights $756, 0 more']],
    [
      'the closest to the wanted arrival',
      {
        filter: {
          availableFrom: `${year}-06-05`,
          availableTo: `${year}-06-12`,
          flexibleDays: 7,
        },
      },
      ['Palm Bay 06-05 7 nights $756, 1 more', 'Lake House 06-05 7 nights $756, 0 more'],
    ],
  ])('is %s', async (_what, asked, expected) => {
    expect(await cards(asked)).toEqual(expected);
  });

  it('has its listing, in what each alias selects', async () => {
    const data = await found({ query: 'palm', filter: { guests: 4 } });
    expect(data?.resorts.edges[0]).toMatchObject({
      week: { checkOut: `${year}-06-12`, listing: { title: 'From 06-05', maxGuests: 6 } },
      alias: { listing: { description: expect.any(String), resort: { name: 'Palm Bay' } } },
    });
  });

  it('takes one statement for the weeks of a page, and one for their listings', async () => {
    const { requestId, data, errors } = await server.graphql(
      graphql(`
        query CheapestWeeks($filter: ResortFilter) {
          resorts(filter: $filter) {
            edges {
              node {
                name
              }
              moreWeeks {
                value
              }
              week {
                checkIn
                listing {
                  title
                  bedrooms
                  resort {
                    name
                  }
                }
              }
            }
          }
        }
      `),
      { filter: { ...june, maxNights: 6 } },
    );
    expect(errors).toEqual([]);
    expect(data?.resorts.edges).toHaveLength(2);
    expect(server.statementsOf(requestId)).toHaveLength(3);
  });
});

describe('searchPhrases', () => {
  it('says how each part of a text was read', async () => {
    const data = await found({ query: `aruba june ${year} for 4` });
    expect(data?.searchPhrases).toEqual([
      {
        label: `June ${year}`,
        words: `june ${year}`,
        isDate: true,
        guests: null,
        without: 'aruba for 4',
        asWords: `aruba "june ${year}" for 4`,
      },
      {
        label: '4 guests',
        words: 'for 4',
        isDate: false,
        guests: 4,
        without: `aruba june ${year}`,
        asWords: `aruba june ${year} "for 4"`,
      },
    ]);
  });

  it.each([[''], ['palm bay'], ['"june"']])('is empty for %j', async (query) => {
    expect((await found({ query }))?.searchPhrases).toEqual([]);
  });

  it('keeps words that stand together in the name of a resort as text', async () => {
    await createResort(server, { name: 'Summer Orchard' });
    await server.emptyCaches();
    expect((await found({ query: 'summer orchard' }))?.searchPhrases).toEqual([]);
  });

  it('refuses a text that is too long', async () => {
    const { errors } = await server.graphql(resortsQuery, { query: 'x'.repeat(201) });
    expect(errors?.[0]?.extensions).toMatchObject({
      fieldErrors: [{ field: 'query', message: 'The search text may have at most 200 characters' }],
    });
  });
});
