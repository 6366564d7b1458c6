import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { createResort, globalId, resortData, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

const addFavoriteMutation = graphql(`
  mutation AddFavorite($resortId: ID!) {
    addFavorite(resortId: $resortId) {
      __typename
      ... on AddFavoritePayload {
        resortId
        viewer {
          favoriteResortIds
        }
      }
      ...Refusal
      ... on RateLimitedError {
        retryAfter
      }
    }
  }
`);

const removeFavoriteMutation = graphql(`
  mutation RemoveFavorite($resortId: ID!) {
    removeFavorite(resortId: $resortId) {
      __typename
      ... on RemoveFavoritePayload {
        resortId
        viewer {
          favoriteResortIds
        }
      }
      ... on Error {
        message
      }
      ... on RateLimitedError {
        retryAfter
      }
    }
  }
`);

const favoritesQuery = graphql(`
  query Favorites($first: Int, $after: String, $last: Int, $before: String) {
    viewer {
      favoriteResortIds
      favorites(first: $first, after: $after, last: $last, before: $before) {
        edges {
          cursor
          addedAt
          node {
            ...ResortRow
          }
        }
        pageInfo {
          hasNextPage
          hasPreviousPage
          startCursor
          endCursor
        }
      }
    }
  }
`);

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

const add = async (cookie: string | undefined, resortId: string) =>
  server.graphql(addFavoriteMutation, { resortId }, { cookie });

const remove = async (cookie: string | undefined, resortId: string) =>
  server.graphql(removeFavoriteMutation, { resortId }, { cookie });

const keptBy = (userId: string) =>
  server.prisma.favorite.findMany({ where: { userId }, select: { resortId: true } });

describe('addFavorite and removeFavorite', () => {
  it('change the favorites of the viewer and of nobody else', async () => {
    const me = await signedInUser(server);
    const other = await signedInUser(server);
    const resort = await createResort(server);
    const added = await add(me.cookie, resort.id);
    expect(added.data?.addFavorite).toEqual({
      __typename: 'AddFavoritePayload',
      resortId: resort.id,
      viewer: { favoriteResortIds: [resort.id] },
    });
    expect(await keptBy(me.user.id)).toEqual([{ resortId: resort.id }]);
    expect(await keptBy(other.user.id)).toEqual([]);

    await remove(other.cookie, resort.id);
    expect(await keptBy(me.user.id)).toHaveLength(1);

    const removed = await remove(me.cookie, resort.id);
    expect(removed.data?.removeFavorite).toEqual({
      __typename: 'RemoveFavoritePayload',
      resortId: resort.id,
      viewer: { favoriteResortIds: [] },
    });
    expect(await keptBy(me.user.id)).toEqual([]);
  });

  it('are idempotent, also when sent concurrently', async () => {
    const { user, cookie } = await signedInUser(server);
    const { id } = await createResort(server);
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(cookie, id)));
    expect(answers.map(({ data }) => data?.addFavorite?.__typename)).toEqual(
      Array<string>(10).fill('AddFavoritePayload'),
    );
    expect(await keptBy(user.id)).toHaveLength(1);
    await Promise.all(Array.from({ length: 3 }, () => remove(cookie, id)));
    expect(await keptBy(user.id)).toEqual([]);
  });

  it.each(['00000000-0000-7000-8000-000000000000', 'no-such-resort', ''])(
    'for the unknown resort "%s": NotFoundError and success, respectively',
    async (id) => {
      const { user, cookie } = await signedInUser(server);
      expect((await add(cookie, id)).data?.addFavorite).toEqual({
        __typename: 'NotFoundError',
        message: 'Resort not found',
      });
      expect((await remove(cookie, id)).data?.removeFavorite).toMatchObject({
        __typename: 'RemoveFavoritePayload',
      });
      expect(await keptBy(user.id)).toEqual([]);
    },
  );

  it('require a signed-in user', async () => {
    const { id } = await createResort(server);
    for (const answer of [await add(undefined, id), await remove(undefined, id)]) {
      expect(answer.errors.map((error) => error.extensions?.code)).toEqual(['UNAUTHENTICATED']);
    }
  });

  it('allow at most 500 favorites, also when sent concurrently', async () => {
    const { user, cookie } = await signedInUser(server);
    const made = await server.prisma.resort.createManyAndReturn({
      data: Array.from({ length: 504 }, () => resortData()),
      select: { id: true },
    });
    const ids = made.map(({ id }) => id);
    await server.prisma.favorite.createMany({
      data: ids.slice(0, 498).map((resortId) => ({ resortId, userId: user.id })),
    });
    const answers = await Promise.all(ids.slice(498).map((id) => add(cookie, id)));
    const results = answers.map(({ data }) => data?.addFavorite);
    expect(results.filter((result) => result?.__typename === 'AddFavoritePayload')).toHaveLength(2);
    const message = 'You can keep 500 favorites. Remove one to add another';
    expect(results.find((result) => result?.__typename === 'InvalidInputError')).toEqual({
      __typename: 'InvalidInputError',
      message,
      fieldErrors: [{ field: 'resortId', message }],
    });
    expect(await keptBy(user.id)).toHaveLength(500);
    // Adding an existing favorite succeeds at the limit.
    expect((await add(cookie, ids[0] ?? '')).data?.addFavorite?.__typename).toBe(
      'AddFavoritePayload',
    );
  });

  it('are rate limited per account', async () => {
    const limited = await startTestServer({
      database: { url: server.databaseUrl },
      rateLimits: true,
    });
    try {
      const { user, cookie } = await signedInUser(limited);
      const { id } = await createResort(limited);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
      for (let spent = 0; spent < 600; spent += 1) {
        await limited.deps.rateLimits.spend('favoriteByAccount', user.id);
      }
      const answer = await limited.graphql(addFavoriteMutation, { resortId: id }, { cookie });
      expect(answer.data?.addFavorite).toMatchObject({
        __typename: 'RateLimitedError',
        message: 'Too many tries. Please wait 15 minutes and try again',
      });
      expect(await keptBy(user.id)).toEqual([]);
    } finally {
      vi.useRealTimers();
      await limited.close();
    }
  });
});

describe('favorites', () => {
  it('are paged in both directions, latest first, each once', async () => {
    const { user, cookie } = await signedInUser(server);
    const expected: string[] = [];
    for (let index = 0; index < 7; index += 1) {
      const { id } = await createResort(server);
      await server.prisma.favorite.create({
        // Pairs with the same instant.
        data: {
          userId: user.id,
          resortId: id,
          createdAt: new Date(Date.UTC(2026, 0, 1, index >> 1)),
        },
      });
      expected.push(id);
    }
    const rows = await server.prisma.favorite.findMany({
      where: { userId: user.id },
      orderBy: [{ createdAt: 'desc' }, { resortId: 'desc' }],
    });
    const order = rows.map((row) => row.resortId);
    expect([...order].sort()).toEqual([...expected].sort());

    const seen: string[] = [];
    let after: string | null | undefined;
    do {
      const { data } = await server.graphql(favoritesQuery, { first: 3, after }, { cookie });
      const page = data?.viewer?.favorites;
      seen.push(...(page?.edges.map(({ node }) => node.databaseId) ?? []));
      after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : undefined;
    } while (after);
    expect(seen).toEqual(order);

    const { data } = await server.graphql(favoritesQuery, { last: 3 }, { cookie });
    expect(data?.viewer?.favorites.edges.map(({ node }) => node.databaseId)).toEqual(
      order.slice(-3),
    );
    expect(data?.viewer?.favoriteResortIds).toEqual(order);
    const back = await server.graphql(
      favoritesQuery,
      { last: 3, before: data?.viewer?.favorites.pageInfo.startCursor },
      { cookie },
    );
    expect(back.data?.viewer?.favorites.edges.map(({ node }) => node.databaseId)).toEqual(
      order.slice(1, 4),
    );
  });

  it('refuse a cursor of another list', async () => {
    const { cookie } = await signedInUser(server);
    const answer = await server.graphql(favoritesQuery, { after: 'WyJ4IiwxLDJd' }, { cookie });
    expect(answer.errors[0]?.message).toBe('The cursor in after does not belong to this list');
  });

  it('are visible to the person and to administrators only', async () => {
    const me = await signedInUser(server);
    const { id } = await createResort(server);
    await add(me.cookie, id);
    const read = async (cookie: string | undefined) =>
      (
        await server.graphqlText(
          'query ($id: ID!) { node(id: $id) { ... on User { favoriteResortIds favorites { edges { node { databaseId } } } } } }',
          { id: globalId('User', me.user.id) },
          { cookie },
        )
      ).data;
    const seen = {
      node: { favoriteResortIds: [id], favorites: { edges: [{ node: { databaseId: id } }] } },
    };
    expect(await read(me.cookie)).toEqual(seen);
    expect(await read((await signedInUser(server, { role: 'admin' })).cookie)).toEqual(seen);
    expect(await read((await signedInUser(server)).cookie)).toEqual({ node: null });
    expect(await read(undefined)).toEqual({ node: null });
  });

  it('are deleted with the resort, and reading their ids takes no extra statement', async () => {
    const { user, cookie } = await signedInUser(server);
    const { id } = await createResort(server);
    await add(cookie, id);
    const marks = await server.graphqlText('{ viewer { favoriteResortIds } }', {}, { cookie });
    expect(marks.data).toEqual({ viewer: { favoriteResortIds: [id] } });
    expect(server.statementsOf(marks.requestId)).toEqual([]);
    await server.prisma.resort.delete({ where: { id } });
    expect(await keptBy(user.id)).toEqual([]);
  });

  it.each([
    [
      'a page that marks them',
      'query { ...Marks } fragment Marks on Query { viewer { favoriteResortIds } }',
      true,
    ],
    ['any other operation', '{ viewer { username favorites { edges { node { name } } } } }', false],
  ])('ids come with the session only if requested: %s', async (_what, query, expected) => {
    const { cookie } = await signedInUser(server);
    const read = vi.spyOn(server.deps.database, 'read');
    await server.graphqlText(query, {}, { cookie });
    const lookUps = read.mock.calls
      .map(([{ text }]) => text)
      .filter((sql) => /FROM sessions/.test(sql));
    read.mockRestore();
    expect(lookUps.map((sql) => sql.includes('FROM favorites'))).toEqual([expected]);
  });

  it('are not part of an account over REST', async () => {
    const { cookie } = await signedInUser(server);
    const me = await server.rest<object>('GET', '/api/users/me', undefined, { cookie });
    expect(Object.keys(me.body).sort()).toEqual(
      ['createdAt', 'email', 'firstName', 'id', 'lastName', 'role', 'username'].sort(),
    );
  });
});
