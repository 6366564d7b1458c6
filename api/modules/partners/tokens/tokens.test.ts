import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '#api/generated/prisma/client.ts';
import { hashOfToken, isToken, newToken } from '#api/platform/sessions/apiTokens.ts';
import { createLog } from '#api/platform/process/log.ts';
import { createListing, createResort, globalId, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { createOrganization, createTokenRow } from '../testing/partner.ts';
import { warnOfExpiringTokens } from './tokens.ts';

let server: TestServer;
let owner: { user: User; cookie: string };
let organization: { id: string };

beforeAll(async () => {
  server = await startTestServer();
  owner = await signedInUser(server);
  organization = await createOrganization(server, { account: owner.user });
});

afterAll(() => server.close());

const create = `mutation MakeToken($input: CreateApiTokenInput!) { createApiToken(input: $input) {
  __typename
  ... on Error { message }
  ... on InvalidInputError { fieldErrors { field message } }
  ... on CreateApiTokenPayload { text token { id databaseId name mode hint scopes expiresAt } } } }`;

interface Made {
  createApiToken: {
    __typename: string;
    message?: string;
    fieldErrors?: { field: string; message: string }[];
    text: string;
    token: { id: string; databaseId: string; hint: string; scopes: string[]; expiresAt: string };
  };
}

const make = async (input: object = {}, cookie = owner.cookie) => {
  const answer = await server.graphqlText<Made>(
    create,
    {
      input: {
        organizationId: organization.id,
        name: 'Nightly sync',
        mode: 'LIVE',
        scopes: ['LISTINGS_READ'],
        ...input,
      },
    },
    { cookie },
  );
  return answer.data?.createApiToken;
};

const revoke = (id: string, cookie = owner.cookie) =>
  server.graphqlText<{ revokeApiToken: { __typename: string; message?: string } }>(
    `mutation RevokeToken($id: ID!) { revokeApiToken(id: $id) {
       __typename ... on Error { message } ... on RevokeApiTokenPayload { token { revokedAt } } } }`,
    { id },
    { cookie },
  );

const ownListings = '{ viewer { databaseId listings { edges { node { title } } } } }';

const withToken = (
  text: string,
  document = ownListings,
  at: Pick<TestServer, 'graphqlText'> = server,
) =>
  at.graphqlText<{ viewer: { databaseId: string } | null }>(
    document,
    {},
    {
      headers: { authorization: `Bearer ${text}` },
    },
  );

describe('a token', () => {
  it('is shown once, stored as a hash, and acts for the account of its organization', async () => {
    const made = await make({ scopes: ['LISTINGS_WRITE', 'LISTINGS_READ', 'LISTINGS_READ'] });
    expect(made).toMatchObject({ __typename: 'CreateApiTokenPayload' });
    const { text = '', token } = made ?? {};
    expect(text).toMatch(/^tw_live_[0-9A-Za-z]{38}$/);
    expect(token).toMatchObject({
      hint: text.slice(-4),
      scopes: ['LISTINGS_READ', 'LISTINGS_WRITE'],
    });
    const row = await server.prisma.apiToken.findUniqueOrThrow({
      where: { id: token?.databaseId ?? '' },
    });
    expect(Buffer.from(row.hash)).toEqual(hashOfToken(text));
    expect(row).toMatchObject({ createdById: owner.user.id, lastUsedAt: null });
    const days = (row.expiresAt.getTime() - row.createdAt.getTime()) / 86_400_000;
    expect(days).toBe(365);

    const answer = await withToken(text);
    expect(answer.errors).toEqual([]);
    expect(answer.data?.viewer?.databaseId).toBe(owner.user.id);
    const used = await server.prisma.apiToken.findUniqueOrThrow({ where: { id: row.id } });
    expect(used.lastUsedAt).not.toBeNull();
    expect(used.lastUsedAddress).toBe('127.0.0.1');
  });

  it.each([
    ['no name', { name: ' ' }, 'name', 'Name is required'],
    ['a long name', { name: 'n'.repeat(61) }, 'name', 'Name may have at most 60 characters'],
    ['no scope', { scopes: [] }, 'scopes', 'Choose at least one scope'],
    ['no day', { expiresInDays: 0 }, 'expiresInDays', 'A token works for at least a day'],
    [
      'too many days',
      { expiresInDays: 731 },
      'expiresInDays',
      'A token works for at most 730 days',
    ],
  ])('is not made with %s', async (_what, input, field, message) => {
    const before = await server.prisma.apiToken.count();
    expect(await make(input)).toMatchObject({ fieldErrors: [{ field, message }] });
    expect(await server.prisma.apiToken.count()).toBe(before);
  });

  it('is made by owners and developers of the organization only', async () => {
    for (const [role, expected] of [
      ['developer', 'CreateApiTokenPayload'],
      ['viewer', 'ForbiddenError'],
      [null, 'NotFoundError'],
    ] as const) {
      const person = await signedInUser(server);
      if (role) {
        await server.prisma.organizationMember.create({
          data: { organizationId: organization.id, userId: person.user.id, role },
        });
      }
      expect((await make({}, person.cookie))?.__typename).toBe(expected);
    }
    const admin = await signedInUser(server, { role: 'admin' });
    expect((await make({}, admin.cookie))?.__typename).toBe('NotFoundError');
  });

  it('is live only once the organization is approved', async () => {
    const waiting = await signedInUser(server);
    const { id: organizationId } = await createOrganization(server, {
      account: waiting.user,
      status: 'pending',
      decidedAt: null,
    });
    expect((await make({ organizationId }, waiting.cookie))?.message).toBe(
      'Live tokens can be made once the organization is approved. Make a test token until then',
    );
    const test = await make({ organizationId, mode: 'TEST' }, waiting.cookie);
    expect(test?.text).toMatch(/^tw_test_/);
    await server.prisma.organization.update({
      where: { id: organizationId },
      data: { status: 'suspended', decidedAt: new Date() },
    });
    expect((await make({ organizationId, mode: 'TEST' }, waiting.cookie))?.message).toBe(
      'This organization may not use the API. The reason is on its page',
    );
    expect((await withToken(test?.text ?? '')).status).toBe(401);
  });

  it('is refused from the moment it is revoked, and by another process too', async () => {
    const other = await startTestServer({ database: { url: server.databaseUrl } });
    const { text, token } = (await make()) ?? { text: '', token: { id: '' } };
    expect((await withToken(text, ownListings, other)).errors).toEqual([]);
    const revoked = await revoke(token.id);
    expect(revoked.data?.revokeApiToken.__typename).toBe('RevokeApiTokenPayload');
    for (const at of [server, other]) {
      const refused = await withToken(text, ownListings, at);
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
      expect(refused.errors[0]?.extensions?.code).toBe('UNAUTHENTICATED');
    }
    await other.close();
    expect((await revoke(token.id)).data?.revokeApiToken.__typename).toBe('RevokeApiTokenPayload');
    const stranger = await signedInUser(server);
    expect((await revoke(token.id, stranger.cookie)).data?.revokeApiToken.__typename).toBe(
      'NotFoundError',
    );
  });

  it('can be neither changed nor brought back, not even in the database', async () => {
    const { token } = await createTokenRow(server, organization, { revokedAt: new Date() });
    const where = { id: token.id };
    for (const data of [
      { revokedAt: null },
      { scopes: ['bookings:write'] },
      { mode: 'test' as const },
    ]) {
      await expect(server.prisma.apiToken.update({ where, data })).rejects.toThrow(
        /api_tokens_stay/,
      );
    }
  });

  it.each([
    ['that is not one', () => 'tw_live_nonsense'],
    ['with a wrong checksum', () => `${newToken('live').slice(0, -1)}!`],
    ['that nobody made', () => newToken('live')],
    ['that is empty', () => ''],
  ])('%s is refused, even for what is public and beside a session', async (_what, text) => {
    for (const cookie of [undefined, owner.cookie]) {
      const answer = await server.graphqlText(
        '{ site { title } }',
        {},
        {
          cookie,
          headers: { authorization: `Bearer ${text()}` },
        },
      );
      expect(answer.status).toBe(401);
      expect(answer.data).toBeUndefined();
    }
    const rest = await server.rest('GET', '/api/resorts', undefined, {
      headers: { authorization: `bearer ${text()}` },
    });
    expect(rest.status).toBe(401);
    expect(rest.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  it('that has expired is refused, as is one of a closed account', async () => {
    const expired = await createTokenRow(server, organization, {
      createdAt: new Date(Date.now() - 2_000),
      expiresAt: new Date(Date.now() - 1_000),
    });
    expect((await withToken(expired.text)).status).toBe(401);
    const gone = await createOrganization(server);
    const { text } = await createTokenRow(server, gone);
    expect((await withToken(text)).status).toBe(200);
    await server.prisma.user.update({
      where: { id: gone.account.id },
      data: { closedAt: new Date() },
    });
    expect((await withToken(text)).status).toBe(401);
  });

  it('never carries the rights of an administrator', async () => {
    const admin = await signedInUser(server, { role: 'admin' });
    const own = await createOrganization(server, { account: admin.user });
    const { text } = await createTokenRow(server, own);
    const answer = await withToken(text, '{ users { edges { node { id } } } }');
    expect(answer.errors.map(({ extensions }) => extensions?.code)).toEqual(['FORBIDDEN']);
  });

  it('learns from a refused mutation which scope it lacks, or that none would help', async () => {
    const { text } = await createTokenRow(server, organization, { scopes: ['listings:read'] });
    const refusal = '__typename ... on Error { code message } ... on ForbiddenError { scope }';
    const answer = await withToken(
      text,
      `mutation Lacking {
        withdrawListing(input: { listingId: "${crypto.randomUUID()}" }) { ${refusal} }
        payBalance(input: { bookingId: "${crypto.randomUUID()}" }) { ${refusal} } }`,
    );
    expect(answer.errors).toEqual([]);
    expect(answer.data).toEqual({
      withdrawListing: {
        __typename: 'ForbiddenError',
        code: 'FORBIDDEN',
        message: 'The token needs the scope listings:write',
        scope: 'listings:write',
      },
      payBalance: {
        __typename: 'ForbiddenError',
        code: 'FORBIDDEN',
        message: 'Tokens may not do this. Sign in as a person instead',
        scope: null,
      },
    });
  });

  it('sees its own listings and nobody else’s', async () => {
    const resort = await createResort(server);
    const mine = await createListing(server, { resortId: resort.id, ownerId: owner.user.id });
    const theirs = await createListing(server, {
      resortId: resort.id,
      ownerId: (await signedInUser(server)).user.id,
    });
    const { bearer } = await createTokenRow(server, organization);
    const read = async (id: string) =>
      server.graphqlText(
        'query OneOwn($id: ID!) { node(id: $id) { id } }',
        { id: globalId('OwnListing', id) },
        bearer,
      );
    expect((await read(mine.id)).data).toEqual({ node: { id: globalId('OwnListing', mine.id) } });
    expect((await read(theirs.id)).data).toEqual({ node: null });
  });
});

describe('the text of a token', () => {
  it('stands in no row, mail or log line', async () => {
    const lines: string[] = [];
    const own = await startTestServer({
      database: { url: server.databaseUrl },
      log: createLog('trace', { write: (line) => void lines.push(line) }),
    });
    const { text } = (await make({ name: 'Canary' })) ?? { text: '' };
    await withToken(text, ownListings, own);
    await withToken(text, '{ users { totalCount { value } } }', own);
    await own.graphqlText('{ nonsense', {}, { headers: { authorization: `Bearer ${text}` } });
    await own.rest('GET', '/api/users/me', undefined, {
      headers: { authorization: `Bearer ${text}` },
    });
    await own.close();
    expect(lines.join('\n')).not.toContain(text.slice(8));
    const tables = await server.prisma.$queryRaw<{ name: string }[]>`
      SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
    for (const { name } of tables) {
      const found = await server.prisma.$queryRawUnsafe<unknown[]>(
        `SELECT 1 FROM "${name}" AS t WHERE t::text LIKE '%' || $1 || '%' LIMIT 1`,
        text.slice(8),
      );
      expect({ name, found }).toEqual({ name, found: [] });
    }
  });

  it('has a checksum that no mistyped character passes', () => {
    fc.assert(
      fc.property(fc.nat(45), fc.constantFrom(...'0aZ9'), (place, letter) => {
        const text = newToken('test');
        fc.pre(place >= 8 && text[place] !== letter);
        const mistyped = text.slice(0, place) + letter + text.slice(place + 1);
        expect(newToken('test')).not.toBe(text);
        expect(isToken(text)).toBe(true);
        expect(isToken(mistyped)).toBe(false);
      }),
    );
  });
});

describe('the mail about a token that expires soon', () => {
  it('goes once to owners and developers', async () => {
    const soon = await createOrganization(server);
    const developer = await signedInUser(server);
    const viewer = await signedInUser(server);
    await server.prisma.organizationMember.createMany({
      data: [
        { organizationId: soon.id, userId: developer.user.id, role: 'developer' },
        { organizationId: soon.id, userId: viewer.user.id, role: 'viewer' },
      ],
    });
    const expiresAt = new Date(Date.now() + 10 * 86_400_000);
    await createTokenRow(server, soon, { name: 'Due', expiresAt });
    await createTokenRow(server, soon, { name: 'Late' });
    await createTokenRow(server, soon, { name: 'Revoked', expiresAt, revokedAt: new Date() });
    await Promise.all([warnOfExpiringTokens(server.deps), warnOfExpiringTokens(server.deps)]);
    await warnOfExpiringTokens(server.deps);
    const mails = await server.prisma.outgoingMail.findMany({
      where: { template: 'tokenExpires' },
      orderBy: { toAddress: 'asc' },
      select: { toAddress: true, subject: true },
    });
    const subject = `The token "Due" expires on ${expiresAt.toISOString().slice(0, 10)}`;
    expect(mails).toEqual(
      [soon.account.email, developer.user.email]
        .toSorted()
        .map((toAddress) => ({ toAddress, subject })),
    );
  });
});
