import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrganization, createTokenRow } from '#api/modules/partners/testing/partner.ts';
import { createResort, createUser, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

/** Two processes on one database. */
let one: TestServer;
let other: TestServer;
let resortId: string;

beforeAll(async () => {
  one = await startTestServer();
  resortId = (await createResort(one)).id;
  other = await startTestServer({ database: { url: one.databaseUrl } });
});

afterAll(async () => {
  await other.close();
  await one.close();
});

const ask = (at: TestServer, headers: { authorization: string }) =>
  at.graphqlText<{ resort: { name: string } }>(
    'query ($id: ID!) { resort(id: $id) { name } }',
    { id: resortId },
    { headers },
  );

/** Whether a request looked its token up in the database. */
const looksUp = (at: TestServer, requestId: string): boolean =>
  at.statementsOf(requestId).some((sql) => /\bFROM\s+api_tokens\b/.test(sql));

/** A token that both processes remember, of a member who is not the account of the organization. */
async function rememberedToken() {
  const organization = await createOrganization(one);
  const member = await createUser(one);
  await one.prisma.organizationMember.create({
    data: { organizationId: organization.id, userId: member.id, role: 'developer' },
  });
  const { token, bearer } = await createTokenRow(one, organization, { createdById: member.id });
  for (const server of [one, other]) {
    await expect
      .poll(async () => looksUp(server, (await ask(server, bearer.headers)).requestId))
      .toBe(false);
  }
  return { organization, member, token, headers: bearer.headers };
}

type Ended = Awaited<ReturnType<typeof rememberedToken>>;

const ends: Record<string, (ended: Ended) => Promise<unknown>> = {
  'it is revoked by its organization': async ({ organization, token }) => {
    const { cookie, user } = await signedInUser(one);
    await one.prisma.organizationMember.create({
      data: { organizationId: organization.id, userId: user.id, role: 'owner' },
    });
    const { data } = await one.graphqlText<{ revokeApiToken: { __typename: string } }>(
      'mutation Revoke($id: ID!) { revokeApiToken(id: $id) { __typename } }',
      { id: token.id },
      { cookie },
    );
    expect(data?.revokeApiToken.__typename).toBe('RevokeApiTokenPayload');
  },
  'it is deleted': ({ token }) => one.prisma.apiToken.delete({ where: { id: token.id } }),
  'all tokens are deleted': () => one.pool.query('TRUNCATE api_tokens'),
  'the member who made it is removed': ({ member, organization }) =>
    one.prisma.organizationMember.delete({
      where: {
        organizationId_userId: { organizationId: organization.id, userId: member.id },
      },
    }),
  'the member who made it may only read from now on': ({ member, organization }) =>
    one.prisma.organizationMember.update({
      where: {
        organizationId_userId: { organizationId: organization.id, userId: member.id },
      },
      data: { role: 'viewer' },
    }),
  'its organization is suspended': ({ organization }) =>
    one.prisma.organization.update({
      where: { id: organization.id },
      data: { status: 'suspended' },
    }),
  'its organization is deleted': ({ organization }) =>
    one.prisma.organization.delete({ where: { id: organization.id } }),
  'the account of its organization is closed': ({ organization }) =>
    one.prisma.user.update({
      where: { id: organization.account.id },
      data: { closedAt: new Date() },
    }),
};

describe('a token that processes remember is refused by each of them at its next request, when', () => {
  it.each(Object.entries(ends))('%s', async (_name, end) => {
    const remembered = await rememberedToken();
    await end(remembered);
    for (const server of [other, one]) {
      expect((await ask(server, remembered.headers)).status).toBe(401);
    }
  });
});

it('a token works on from memory, when other tokens end, or it is used or renamed', async () => {
  const kept = await rememberedToken();
  const ended = await rememberedToken();
  await ends['it is deleted']?.(ended);
  await one.prisma.apiToken.update({
    where: { id: kept.token.id },
    data: { lastUsedAt: new Date(0), name: 'Renamed' },
  });
  for (const server of [one, other]) {
    const { status, requestId } = await ask(server, kept.headers);
    expect(status).toBe(200);
    expect(looksUp(server, requestId)).toBe(false);
  }
});

it('a token that may write reads its own writes on another process', async () => {
  const { headers } = await rememberedToken();
  for (let number = 0; number < 20; number += 1) {
    const name = `Weeks ${number}`;
    await one.prisma.resort.update({ where: { id: resortId }, data: { name } });
    expect((await ask(other, headers)).data?.resort.name).toBe(name);
  }
});
