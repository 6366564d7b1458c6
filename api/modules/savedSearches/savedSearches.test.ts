import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import {
  createSavedSearch,
  createUnsubscribeLink,
  globalId,
  signedInUser,
} from '#api/testing/factories.ts';
import { memberAreaQuery } from '#api/testing/operations.ts';
import type { ResortFilter } from '../search/resortFilter.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { nameOfSearch } from './savedSearchName.ts';
import { saveSearchMutation, unsubscribeMutation } from './testing/operations.ts';

const updateSavedSearchMutation = graphql(`
  mutation UpdateSavedSearch($input: UpdateSavedSearchInput!) {
    updateSavedSearch(input: $input) {
      __typename
      ... on UpdateSavedSearchPayload {
        savedSearch {
          ...SavedSearchRow
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

const deleteSavedSearchMutation = graphql(`
  mutation DeleteSavedSearch($id: ID!) {
    deleteSavedSearch(id: $id) {
      __typename
      ... on DeleteSavedSearchPayload {
        deletedId
      }
      ... on Error {
        message
      }
    }
  }
`);

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

const later = new Date().getUTCFullYear() + 5;

afterAll(() => server.close());

const searchesOf = (userId: string) => server.prisma.savedSearch.findMany({ where: { userId } });

describe('saving a search', () => {
  it('keeps text and conditions, names it, and turns alerts on', async () => {
    const { user, cookie } = await signedInUser(server);
    const input = {
      query: '  palm ',
      filter: {
        destination: 'Aruba',
        amenities: ['Spa', 'Pool'],
        priceTier: 'UNDER_100' as const,
        isInstant: true,
      },
    };
    const answer = await server.graphql(saveSearchMutation, { input }, { cookie });
    expect(answer.data?.saveSearch).toMatchObject({
      __typename: 'SaveSearchPayload',
      savedSearch: {
        name: 'palm, Aruba, booked at once, under $100, Pool, Spa',
        query: 'palm',
        alerts: true,
        filter: {
          destinations: ['Aruba'],
          brands: [],
          amenities: ['Pool', 'Spa'],
          priceTier: 'UNDER_100',
          guests: null,
        },
      },
    });
    expect(await searchesOf(user.id)).toMatchObject([
      {
        query: 'palm',
        filter: {
          destinations: ['Aruba'],
          amenities: ['Pool', 'Spa'],
          priceTier: 'UNDER_100',
          isInstant: true,
        },
      },
    ]);
  });

  it('20 times at once stores one search', async () => {
    const { user, cookie } = await signedInUser(server);
    const input = { query: 'aruba', filter: { amenities: ['Pool', 'Spa'] } };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.graphql(saveSearchMutation, { input }, { cookie })),
    );
    expect(answers.map(({ data }) => data?.saveSearch?.__typename)).toEqual(
      Array(20).fill('SaveSearchPayload'),
    );
    expect(await searchesOf(user.id)).toHaveLength(1);
  });

  it('recognizes the same search, however it is written', async () => {
    const { user, cookie } = await signedInUser(server);
    for (const filter of [
      { destinations: ['Hawaii', 'Aruba', 'Aruba'], brands: [], brand: 'Divi' },
      { guests: null, brands: [' Divi '], destinations: ['Aruba', 'Hawaii'] },
    ]) {
      const answer = await server.graphql(saveSearchMutation, { input: { filter } }, { cookie });
      expect(answer.data?.saveSearch?.__typename).toBe('SaveSearchPayload');
    }
    expect((await searchesOf(user.id)).map(({ filter }) => filter)).toEqual([
      { brands: ['Divi'], destinations: ['Aruba', 'Hawaii'] },
    ]);
  });

  it('stops at 50, also for concurrent calls', async () => {
    const { user, cookie } = await signedInUser(server);
    await server.prisma.savedSearch.createMany({
      data: Array.from({ length: 48 }, (_, index) => ({
        userId: user.id,
        name: `Search ${index}`,
        query: `search ${index}`,
      })),
    });
    const answers = await Promise.all(
      ['one', 'two', 'three', 'four'].map((query) =>
        server.graphql(saveSearchMutation, { input: { query } }, { cookie }),
      ),
    );
    const refused = answers.flatMap(({ data }) =>
      data?.saveSearch?.__typename === 'ConflictError' ? [data.saveSearch.message] : [],
    );
    const message = 'You can keep 50 searches. Delete one to save another';
    expect(refused).toEqual([message, message]);
    expect(await searchesOf(user.id)).toHaveLength(50);
  });

  it.each([
    [{ name: ' ' }, 'name', 'Name is required'],
    [{ name: 'x'.repeat(101) }, 'name', 'Name may have at most 100 characters'],
    [{ name: 'two\nlines' }, 'name', 'Name has a character that is not allowed'],
    [{ query: 'x'.repeat(201) }, 'query', 'The search text may have at most 200 characters'],
    [{ query: 'a\u0000' }, 'query', 'query has a character that is not allowed'],
    [
      { filter: { destination: 'a\u0000' } },
      'filter.destination',
      'filter.destination has a character that is not allowed',
    ],
    [
      { filter: { amenities: Array<string>(21).fill('Pool') } },
      'filter.amenities',
      'The filter amenities takes at most 20 values',
    ],
    [{ filter: { guests: 0 } }, 'filter.guests', 'guests must be 1 to 30'],
    [
      { filter: { availableFrom: `${later}-03-01` } },
      'filter.availableTo',
      'availableFrom and availableTo go together',
    ],
    [
      { filter: { availableFrom: `${later}-03-01`, availableTo: `${later}-05-01` } },
      'filter.availableTo',
      'A stay may have at most 60 nights',
    ],
    [
      { filter: { brand: 'Divi', brands: ['Divi'] } },
      'filter.brand',
      'Either brand or brands, not both',
    ],
  ])('is refused with %j', async (input, field, message) => {
    const { user, cookie } = await signedInUser(server);
    const answer = await server.graphql(saveSearchMutation, { input }, { cookie });
    expect(answer.data?.saveSearch).toMatchObject({ fieldErrors: [{ field, message }] });
    expect(await searchesOf(user.id)).toEqual([]);
  });

  it('requires a session', async () => {
    const answer = await server.graphql(saveSearchMutation, { input: {} });
    expect(answer.errors[0]?.extensions?.code).toBe('UNAUTHENTICATED');
  });
});

describe('a search without a name', () => {
  it.each([
    ['', {}, 'All resorts'],
    ['', { destinations: ['Aruba'], bedrooms: 2 }, 'Aruba, 2 bedrooms'],
    ['disney', { bedrooms: 1, guests: 4 }, 'disney, 1 bedroom, 4 guests'],
    [
      '',
      { availableFrom: `${later}-03-01`, availableTo: `${later}-03-08`, minRating: 4 },
      `Mar 1 – 8, ${later}, 4 stars or more`,
    ],
    [
      'aruba',
      { availableFrom: `${later}-12-28`, availableTo: `${later + 1}-01-04`, flexibleDays: 3 },
      `aruba, Dec 28, ${later} – Jan 4, ${later + 1}, ± 3 days`,
    ],
    [
      '',
      { arrivalFrom: `${later}-06-01`, arrivalTo: `${later}-06-30`, minNights: 7, maxNights: 7 },
      `June ${later}, 7 nights`,
    ],
    [
      '',
      { arrivalFrom: `${later}-06-05`, arrivalTo: `${later}-06-30`, minNights: 3, maxNights: 5 },
      `arrival Jun 5 – 30, ${later}, 3–5 nights`,
    ],
    [
      '',
      { season: { name: 'winter', year: later }, minNights: 4 },
      `Winter ${later}–${(later + 1) % 100}, 4 nights or more`,
    ],
    [
      '',
      { season: { name: 'summer', year: later }, maxNights: 4 },
      `Summer ${later}, 4 nights or fewer`,
    ],
    ['', { minNights: 2, maxNights: 3, arrivalWeekday: 'friday' }, '2–3 nights from a Friday'],
    ['', { arrivalWeekday: 'friday' }, 'arrival on a Friday'],
    [
      '',
      { maxTotalCents: 250_000, maxNightlyCents: 20_050, guests: 4 },
      '4 guests, up to $2,500 in all, up to $200.50 a night',
    ],
    ['', { maxTotalCents: 90_000, currency: 'EUR' }, 'up to €900 in all'],
  ] as [string, ResortFilter, string][])('"%s" with %j is called %s', (query, filter, name) => {
    expect(nameOfSearch(query, filter)).toBe(name);
  });
});

describe('a saved search', () => {
  it('can be renamed and its alerts turned off, independently', async () => {
    const { user, cookie } = await signedInUser(server);
    const { id } = await createSavedSearch(server, { userId: user.id });
    const change = (changes: { name?: string; alerts?: boolean }) =>
      server.graphql(
        updateSavedSearchMutation,
        { input: { id: globalId('SavedSearch', id), ...changes } },
        { cookie },
      );
    await change({ name: ' Beaches ' });
    expect(await searchesOf(user.id)).toMatchObject([{ name: 'Beaches', alerts: true }]);
    const answer = await change({ alerts: false });
    expect(answer.data?.updateSavedSearch).toMatchObject({
      savedSearch: { name: 'Beaches', alerts: false },
    });
    expect((await change({ name: '' })).data?.updateSavedSearch).toMatchObject({
      message: 'Name is required',
    });
    expect(await searchesOf(user.id)).toMatchObject([{ name: 'Beaches', alerts: false }]);
  });

  it('cannot be changed, deleted or read by anybody else', async () => {
    const { user } = await signedInUser(server);
    const { id } = await createSavedSearch(server, { userId: user.id, name: 'Mine' });
    const global = globalId('SavedSearch', id);
    for (const role of ['user', 'admin'] as const) {
      const { cookie } = await signedInUser(server, { role });
      const renamed = await server.graphql(
        updateSavedSearchMutation,
        { input: { id: global, name: 'Yours' } },
        { cookie },
      );
      expect(renamed.data?.updateSavedSearch).toEqual({
        __typename: 'NotFoundError',
        message: 'You have no such saved search',
      });
      const deleted = await server.graphql(deleteSavedSearchMutation, { id: global }, { cookie });
      expect(deleted.data?.deleteSavedSearch?.__typename).toBe('NotFoundError');
      const read = await server.graphqlText(
        `query ($id: ID!) { node(id: $id) { ... on User { savedSearches { edges { node { name } } } } } }`,
        { id: globalId('User', user.id) },
        { cookie },
      );
      expect(read.text).not.toContain('Mine');
    }
    expect(await searchesOf(user.id)).toMatchObject([{ name: 'Mine' }]);
  });

  it('can be deleted once', async () => {
    const { user, cookie } = await signedInUser(server);
    const search = await createSavedSearch(server, { userId: user.id });
    const id = globalId('SavedSearch', search.id);
    const first = await server.graphql(deleteSavedSearchMutation, { id }, { cookie });
    expect(first.data?.deleteSavedSearch).toEqual({
      __typename: 'DeleteSavedSearchPayload',
      deletedId: id,
    });
    expect(await searchesOf(user.id)).toEqual([]);
    const second = await server.graphql(deleteSavedSearchMutation, { id }, { cookie });
    expect(second.data?.deleteSavedSearch?.__typename).toBe('NotFoundError');
  });

  it('is listed newest first, in pages without duplicates', async () => {
    const { user, cookie } = await signedInUser(server);
    await server.prisma.savedSearch.createMany({
      data: Array.from({ length: 7 }, (_, index) => ({
        userId: user.id,
        name: `Search ${index}`,
        // Two per instant, so that the id decides the order.
        createdAt: new Date(Date.UTC(2030, 0, 1 + Math.floor(index / 2))),
      })),
    });
    const names: string[] = [];
    let after: string | null | undefined;
    do {
      const answer = await server.graphql(memberAreaQuery, { first: 3, after }, { cookie });
      const page = answer.data?.viewer?.savedSearches;
      names.push(...(page?.edges.map(({ node }) => node.name) ?? []));
      after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : undefined;
    } while (after);
    expect(names).toHaveLength(7);
    expect(new Set(names).size).toBe(7);
    expect(names[0]).toBe('Search 6');
  });
});

describe('the unsubscribe link', () => {
  const made = async () => {
    const { user } = await signedInUser(server);
    const search = await createSavedSearch(server, { userId: user.id, name: 'Beaches' });
    return { search, token: await createUnsubscribeLink(server, search.id) };
  };
  const alertsOf = async (id: string) =>
    (await server.prisma.savedSearch.findUnique({ where: { id } }))?.alerts;

  it('turns off the alerts of its search without a session, also when used again', async () => {
    const { search, token } = await made();
    const other = await createSavedSearch(server, { userId: search.userId });
    for (let time = 0; time < 2; time += 1) {
      const answer = await server.graphql(unsubscribeMutation, { token });
      expect(answer.data?.unsubscribe).toEqual({
        __typename: 'UnsubscribePayload',
        searchName: 'Beaches',
      });
      expect(await alertsOf(search.id)).toBe(false);
    }
    expect(await alertsOf(other.id)).toBe(true);
  });

  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])('supports one-click unsubscribing (RFC 8058), sent as %s', async (type, body) => {
    const { search, token } = await made();
    const answer = await server.send(`/api/unsubscribe?token=${token}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    expect(answer.status).toBe(200);
    expect(await alertsOf(search.id)).toBe(false);
  });

  it('changes nothing on GET, and redirects to the page', async () => {
    const { search, token } = await made();
    const path = `/api/unsubscribe?token=${token}`;
    const answer = await server.send(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      `/unsubscribe?token=${token}`,
    ]);
    expect(await alertsOf(search.id)).toBe(true);
  });

  it.each(['', 'nonsense', '01890a5d-ac96-774b-bcce-b302099a8057'])(
    'is refused with the token "%s"',
    async (token) => {
      const message = 'This link is too old, or its saved search was deleted';
      const graphql = await server.graphql(unsubscribeMutation, { token });
      expect(graphql.data?.unsubscribe).toEqual({ __typename: 'InvalidInputError', message });
      const rest = await server.rest('POST', `/api/unsubscribe?token=${token}`);
      expect([rest.status, rest.text]).toEqual([400, message]);
    },
  );

  it('does not accept its stored hash as a token', async () => {
    const { search } = await made();
    const [stored] = await server.prisma.unsubscribeLink.findMany({
      where: { searchId: search.id },
    });
    const answer = await server.graphql(unsubscribeMutation, { token: stored?.id ?? '' });
    expect(answer.data?.unsubscribe?.__typename).toBe('InvalidInputError');
    expect(await alertsOf(search.id)).toBe(true);
  });

  it('is deleted with its search', async () => {
    const { search, token } = await made();
    await server.prisma.savedSearch.delete({ where: { id: search.id } });
    const answer = await server.graphql(unsubscribeMutation, { token });
    expect(answer.data?.unsubscribe?.__typename).toBe('InvalidInputError');
    expect(await server.prisma.unsubscribeLink.count({ where: { searchId: search.id } })).toBe(0);
  });
});
