import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import {
  hashOfToken,
  newToken,
  tokenScopes,
  type TokenScope,
} from '#api/platform/sessions/apiTokens.ts';
import type {
  ApiToken,
  Organization,
  TokenMode,
  User,
  WebhookEndpoint,
} from '#api/generated/prisma/client.ts';
import { createUser } from '#api/testing/factories.ts';
import { sealSecret, newWebhookSecret } from '../webhooks/signature.ts';
import { webhookTopics } from '../webhooks/topics.ts';
import type { TestServer } from '#api/testing/testServer.ts';

/** Stores an approved organization of an account, by default of a new one. */
export async function createOrganization(
  server: Pick<TestServer, 'prisma'>,
  given: Partial<Organization> & { account?: User } = {},
): Promise<Organization & { account: User }> {
  const { account = await createUser(server), ...data } = given;
  const organization = await server.prisma.organization.create({
    data: {
      name: 'Harbour Weeks',
      website: 'https://harbour.example',
      purpose: 'A channel manager',
      status: 'approved',
      decidedAt: new Date(),
      ...data,
      accountId: account.id,
      members: { create: { userId: account.id, role: 'owner' } },
    },
  });
  return { ...organization, account };
}

/** Stores a token that lasts a year; returns it with its text. */
export async function createTokenRow(
  { prisma }: Pick<TestServer, 'prisma'>,
  organization: { id: string },
  given: Partial<Omit<ApiToken, 'scopes'>> & {
    mode?: TokenMode;
    scopes?: readonly TokenScope[];
  } = {},
): Promise<{ token: ApiToken; text: string; bearer: { headers: { authorization: string } } }> {
  const { mode = 'live', scopes = tokenScopes, ...data } = given;
  const text = newToken(mode);
  const token = await prisma.apiToken.create({
    data: {
      name: 'Channel manager',
      expiresAt: new Date(Date.now() + 365 * 86_400_000),
      ...data,
      organizationId: organization.id,
      mode,
      scopes: [...scopes],
      hash: Uint8Array.from(hashOfToken(text)),
      hint: text.slice(-4),
    },
  });
  return { token, text, bearer: { headers: { authorization: `Bearer ${text}` } } };
}

/** Stores an endpoint that gets all that happens from now on; returns it with its plain secret. */
export async function createEndpointRow(
  { prisma, deps }: Pick<TestServer, 'prisma' | 'deps'>,
  organization: { id: string },
  given: Partial<WebhookEndpoint> = {},
): Promise<WebhookEndpoint & { plainSecret: string }> {
  const id = randomUUID();
  const plainSecret = newWebhookSecret();
  const [{ settled } = { settled: 0n }] = await prisma.$queryRaw<{ settled: bigint }[]>`
    SELECT settled_api_events() AS settled`;
  const endpoint = await prisma.webhookEndpoint.create({
    data: {
      address: 'https://hooks.example/tideweek',
      topics: [...webhookTopics],
      transaction: settled,
      ...given,
      id,
      organizationId: organization.id,
      secret: sealSecret(deps, id, plainSecret),
    },
  });
  return { ...endpoint, plainSecret };
}

/** Waits until no transaction on the database server, of other tests too, hides an event. */
export const settledEvents = ({ prisma }: Pick<TestServer, 'prisma'>): Promise<void> =>
  expect
    .poll(() => prisma.$queryRaw`SELECT FROM api_events WHERE transaction >= settled_api_events()`)
    .toEqual([]);
