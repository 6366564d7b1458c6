import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inDepth } from '#api/testing/depth.ts';
import { createUser, password } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ rateLimits: true, trustProxy: 'loopback' });
});

afterAll(() => server.close());

/** Each call comes from its own address, so that only the limits by name apply. */
let calls = 0;
const from = () => {
  calls += 1;
  return { headers: { 'x-forwarded-for': `2001:db8:${calls.toString(16)}::1` } };
};

const login = (username: string, given: string) =>
  server.rest('POST', '/api/users/login', { username, password: given }, from());

const counters = async (): Promise<number> => {
  const { rows } = await server.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM rate_limits WHERE key LIKE 'signInByName:%'`,
  );
  return rows[0]?.count ?? 0;
};

/** All characters that the database folds to an ASCII character, by that character. */
async function foldedByDatabase(): Promise<Map<string, string[]>> {
  const { rows } = await server.pool.query<{ plain: string; letters: string[] }>(`
    SELECT plain, array_agg(letter) AS letters
    FROM (SELECT chr(point) AS letter, lower(chr(point)) AS plain FROM generate_series(1, 1114111) point
          WHERE point NOT BETWEEN 55296 AND 57343) folded
    WHERE plain COLLATE "C" ~ '^[!-~]$' GROUP BY plain`);
  return new Map(rows.map(({ plain, letters }) => [plain, letters]));
}

it('counts all spellings of one account together', async () => {
  const user = await createUser(server, { username: 'Kim.Isk', email: 'Kim.Isk@Tideweek.example' });
  const folded = await foldedByDatabase();
  const oneOf = (letters: string[]) => fc.constantFrom(...letters);
  const spelling = fc
    .constantFrom(user.username, user.email)
    .chain((name) =>
      fc
        .tuple(
          ...Array.from(name.toLowerCase(), (letter) =>
            fc.oneof(
              { weight: 30, arbitrary: oneOf(folded.get(letter) ?? [letter]) },
              { weight: 1, arbitrary: oneOf(['İ', 'ı', '\u212a', 'ſ', 'ｋ', `${letter}\u0307`]) },
              { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
            ),
          ),
        )
        .map((letters) => letters.join('')),
    );
  let reached = 0;
  await fc.assert(
    fc.asyncProperty(spelling, async (name) => {
      await server.pool.query('DELETE FROM rate_limits');
      if ((await login(name, password)).status !== 200) {
        return;
      }
      reached += 1;
      await login(name, 'wrong password');
      await login(name.includes('@') ? user.email : user.username, 'wrong password');
      expect(await counters()).toBe(1);
    }),
    {
      numRuns: inDepth(8, 200),
      examples: [[user.username], [user.email.toUpperCase()], ['K\u0130m.isk']],
    },
  );
  expect(reached).toBeGreaterThanOrEqual(2);
});

it.each(['owner@T\u0130DEWEEK.example', '\u212aim', 'Ｋim', 'josé', 'two words'])(
  'refuses %s, which no account can have',
  async (name) => {
    const wanted = { username: name, password };
    const refused = await server.rest('POST', '/api/users/login', wanted, from());
    expect([refused.status, refused.text]).toEqual([
      400,
      'Email or username has a character that no account has',
    ]);
  },
);

it.each([
  ['username', 'users_username_plain'],
  ['email', 'users_email_plain'],
])('the database refuses a %s with non-ASCII letters', async (column, constraint) => {
  const { id } = await createUser(server);
  await expect(
    server.pool.query(`UPDATE users SET ${column} = $2 WHERE id = $1`, [id, 'T\u0130de@x.example']),
  ).rejects.toMatchObject({ constraint });
});

it('counts password resets together for all spellings of an address', async () => {
  const user = await createUser(server, { email: 'reset.me@example.com' });
  const ask = (identifier: string) =>
    server.graphqlText<{ requestPasswordReset: { __typename: string } }>(
      `mutation ($input: RequestPasswordResetInput!) {
         requestPasswordReset(input: $input) { __typename } }`,
      { input: { identifier } },
      from(),
    );
  const kinds: (string | undefined)[] = [];
  for (const name of [user.email, 'RESET.me@example.com', 'reset.ME@example.com']) {
    for (let round = 1; round <= 2; round += 1) {
      kinds.push((await ask(name)).data?.requestPasswordReset?.__typename);
    }
  }
  expect(kinds.slice(4)).toEqual(['RequestPasswordResetPayload', 'RateLimitedError']);
});
