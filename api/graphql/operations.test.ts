import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { graphql } from '../generated/operations/gql.ts';
import { createResort, createReview, createUser, signedInUser } from '../testing/factories.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

const siteQuery = graphql(`
  query Site {
    site {
      title
      contactEmail
    }
  }
`);

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

beforeEach(() => server.emptyCaches());

const nameOf = 'query ($id: ID!) { resort(id: $id) { name } }';

describe('a public answer', () => {
  it('is read once and then cached', async () => {
    const { id } = await createResort(server, { name: 'First' });
    await server.emptyCaches();
    const first = await server.graphqlText(nameOf, { id });
    const second = await server.graphqlText(nameOf, { id });
    expect(second.text).toBe(first.text);
    expect(server.statementsOf(first.requestId)).toHaveLength(1);
    expect(server.statementsOf(second.requestId)).toEqual([]);
  });

  it('is read once for concurrent requests', async () => {
    const { id } = await createResort(server);
    await server.emptyCaches();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => server.graphqlText(nameOf, { id })),
    );
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    const statements = answers.flatMap((answer) => server.statementsOf(answer.requestId));
    expect(statements).toHaveLength(1);
  });

  it('is read again after any change of its rows', async () => {
    const { id } = await createResort(server, { name: 'Old name' });
    const user = await createUser(server, { firstName: 'Old' });
    const review = await createReview(server, { resortId: id, userId: user.id, rating: 5 });
    const document = `query ($id: ID!) { resort(id: $id) {
      name rating reviewCount reviews { edges { node { title author { name } } } } } }`;
    const changes: [string, string[], RegExp][] = [
      ['UPDATE resorts SET name = $2 WHERE id = $1', [id, 'New name'], /"New name"/],
      ['UPDATE reviews SET title = $2 WHERE id = $1', [review.id, 'New title'], /"New title"/],
      ['UPDATE users SET first_name = $2 WHERE id = $1', [user.id, 'New'], /"New Ortega"/],
      ['DELETE FROM reviews WHERE id = $1', [review.id], /"rating":0,"reviewCount":0/],
      ['DELETE FROM resorts WHERE id = $1', [id], /"resort":null/],
    ];
    for (const [sql, values, expected] of changes) {
      const before = await server.graphqlText(document, { id });
      expect(before.text).not.toMatch(expected);
      await server.pool.query(sql, values);
      await expect
        .poll(async () => (await server.graphqlText(document, { id })).text)
        .toMatch(expected);
    }
  });

  it('changes with the site settings', async () => {
    const title = async () => (await server.graphql(siteQuery, {})).data?.site.title;
    expect(await title()).toBe('Tideweek');
    const setting = { key: 'site_title', value: 'Weeks & Waves' };
    await server.prisma.siteSetting.create({ data: setting });
    await expect.poll(title).toBe('Weeks & Waves');
    await server.prisma.siteSetting.delete({ where: { key: setting.key } });
    await expect.poll(title).toBe('Tideweek');
  });

  it('is not cached if it has an error', async () => {
    const { id } = await createResort(server);
    await server.emptyCaches();
    await server.pool.query('ALTER TABLE resorts RENAME TO hidden_resorts');
    const broken = await server.graphqlText(nameOf, { id });
    expect(broken.errors).toHaveLength(1);
    await server.pool.query('ALTER TABLE hidden_resorts RENAME TO resorts');
    const mended = await server.graphqlText(nameOf, { id });
    expect(mended.errors).toEqual([]);
    expect(mended.data).toMatchObject({ resort: { name: expect.any(String) as string } });
  });

  it('distinguishes an omitted variable from a null one', async () => {
    await createResort(server, { name: 'Palm Bay' });
    await createResort(server, { name: 'Pine Lodge' });
    const document =
      'query ($q: String = "pine") { resorts(query: $q) { edges { node { name } } } }';
    const names = async (variables: Record<string, unknown>) => {
      const { data } = await server.graphqlText<{
        resorts: { edges: { node: { name: string } }[] };
      }>(document, variables);
      return data?.resorts.edges.map(({ node }) => node.name);
    };
    await server.emptyCaches();
    expect(await names({})).toEqual(['Pine Lodge']);
    expect(await names({ q: null })).toContain('Palm Bay');
    expect(await names({ q: 'palm' })).toEqual(['Palm Bay']);
    expect(await names({})).toEqual(['Pine Lodge']);
  });

  it('differs by operation name in one document', async () => {
    const query = 'query A { site { title } } query B { site { contactEmail } }';
    const run = async (operationName: string) =>
      (
        await server.send('/graphql', {
          method: 'POST',
          body: JSON.stringify({ query, operationName }),
          headers: { 'content-type': 'application/json' },
        })
      ).text;
    expect(await run('A')).toBe('{"data":{"site":{"title":"Tideweek"}}}');
    expect(await run('B')).toContain('contactEmail');
  });
});

describe('an answer with public and personal parts', () => {
  const document = `query ($id: ID!) {
    a: resort(id: $id) { name }
    viewer { username }
    nothing: resort(id: "no-such-resort") { name }
    ...Rest
    __typename
  }
  fragment Rest on Query { site { title } me: viewer { email } }`;

  it('gives each person their own part, in the requested order', async () => {
    const { id, name } = await createResort(server);
    const one = await signedInUser(server);
    const other = await signedInUser(server);
    await server.emptyCaches();
    const expected = (user: { username: string; email: string } | null) =>
      JSON.stringify({
        data: {
          a: { name },
          viewer: user && { username: user.username },
          nothing: null,
          site: { title: 'Tideweek' },
          me: user && { email: user.email },
          __typename: 'Query',
        },
      });
    for (const person of [one, other, undefined, one, undefined, other]) {
      const answer = await server.graphqlText(document, { id }, { cookie: person?.cookie });
      expect(answer.text).toBe(expected(person?.user ?? null));
    }
    const together = await Promise.all(
      [one, other, undefined, one, undefined, other].map((person) =>
        server.graphqlText(document, { id }, { cookie: person?.cookie }),
      ),
    );
    expect(together.map((answer) => answer.text)).toEqual(
      [one, other, undefined, one, undefined, other].map((person) =>
        expected(person?.user ?? null),
      ),
    );
  });

  it('never sends the cookie of one person to another', async () => {
    const { id } = await createResort(server);
    const one = await signedInUser(server);
    await server.prisma.session.updateMany({
      where: { userId: one.user.id },
      data: { expiresAt: new Date(Date.now() + 24 * 3600 * 1000) },
    });
    await server.emptyCaches();
    const [own, stranger] = await Promise.all([
      server.graphqlText(document, { id }, { cookie: one.cookie }),
      server.graphqlText(document, { id }),
    ]);
    expect(own.setCookies).toHaveLength(1);
    expect(stranger.setCookies).toEqual([]);
  });

  it('keeps the public part if another field is refused', async () => {
    const answer = await server.graphqlText(
      '{ site { title } node(id: "x") { id } nothing: resort(id: "no-such") { name } }',
    );
    expect(answer.data).toEqual({ site: { title: 'Tideweek' }, node: null, nothing: null });
    expect(answer.errors.map((error) => error.extensions?.code)).toEqual(['BAD_USER_INPUT']);
  });

  it('respects @include and @skip', async () => {
    const withDirectives =
      'query ($mine: Boolean!) { site { title } viewer @include(if: $mine) { id } }';
    const { user, cookie } = await signedInUser(server);
    const id = Buffer.from(`User:${user.id}`).toString('base64');
    for (const mine of [true, false, true]) {
      const answer = await server.graphqlText(withDirectives, { mine }, { cookie });
      expect(answer.data).toEqual({ site: { title: 'Tideweek' }, ...(mine && { viewer: { id } }) });
    }
  });
});
