import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { parse, validate } from 'graphql';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createOrganization, createTokenRow } from '#api/modules/partners/testing/partner.ts';
import { tokenScopes, type TokenScope } from '#api/platform/sessions/apiTokens.ts';
import { schema } from '#api/schema.ts';
import {
  createListing,
  createResort,
  createUser,
  dayAhead,
  signedInUser,
} from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { tools } from './tools.ts';

let server: TestServer;
let organization: Awaited<ReturnType<typeof createOrganization>>;
let resortId: string;
const clients: Client[] = [];

beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://weeks.test' });
  organization = await createOrganization(server);
  resortId = (await createResort(server, { name: 'Quiet Agent Bay' })).id;
});

afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await server.close();
});

/** A client of the protocol; without scopes, it sends no token. */
async function agent(scopes?: readonly TokenScope[], of = organization): Promise<Client> {
  const token = scopes && (await createTokenRow(server, of, { scopes })).text;
  const client = new Client({ name: 'an agent', version: '1.0.0' });
  clients.push(client);
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', server.url), {
      requestInit: token ? { headers: { authorization: `Bearer ${token}` } } : {},
    }),
  );
  return client;
}

const call = async <Shown>(client: Client, name: string, given: object = {}) => {
  const answer = await client.callTool({ name, arguments: given as Record<string, unknown> });
  const [first] = answer.content as { text: string }[];
  return {
    isError: answer.isError === true,
    text: first?.text ?? '',
    shown: answer.structuredContent as Shown,
  };
};

/** A week on offer, ten nights long. */
const week = (from: number) =>
  createListing(server, {
    resortId,
    availableFrom: new Date(dayAhead(from)),
    availableTo: new Date(dayAhead(from + 10)),
    minNights: 1,
    maxGuests: 4,
  });

interface Quoted {
  comparedListings: { quote: { total: { amount: number } } | null }[];
}

interface Held {
  holdStay: { booking: { databaseId: string; status: string; totalPrice: { amount: number } } };
  payAt: string;
}

/** The arguments of a stay in a week of its own, as quoted. */
async function wantedStay(client: Client, from: number) {
  const { id: listingId } = await week(from);
  const nights = { listingId, checkIn: dayAhead(from), checkOut: dayAhead(from + 3) };
  const { shown } = await call<Quoted>(client, 'quote_stay', nights);
  const seenTotalCents = shown.comparedListings[0]?.quote?.total.amount ?? 0;
  return { ...nights, guests: 2, seenTotalCents };
}

describe('the tools', () => {
  it('are operations of the schema', () => {
    for (const { name, document } of tools) {
      expect([name, validate(schema, parse(document))]).toEqual([name, []]);
    }
  });

  it('stand in the documentation with their scopes', () => {
    const docs = readFileSync('docs/partners.md', 'utf8');
    for (const { name, title, scopes } of tools) {
      const cells = [`\`${name}\``, title, scopes.map((scope) => `\`${scope}\``).join(', ')];
      expect(docs).toMatch(new RegExp(`\\| ${cells.join(' +\\| ')} +\\|`));
    }
  });

  it('are listed with their arguments, scopes and points', async () => {
    const { tools: listed } = await (await agent()).listTools();
    expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    const hold = listed.find(({ name }) => name === 'hold_stay');
    expect(hold).toMatchObject({
      annotations: { readOnlyHint: false },
      inputSchema: {
        type: 'object',
        required: ['listingId', 'checkIn', 'checkOut', 'guests', 'seenTotalCents'],
        properties: {
          checkIn: { type: 'string', format: 'date', description: 'The first night.' },
          guests: { type: 'integer' },
        },
        additionalProperties: false,
      },
      _meta: { scopes: ['stays:write', 'stays:read', 'resorts:read'] },
    });
    for (const { name, inputSchema, _meta } of listed) {
      const described = Object.values(inputSchema.properties ?? {}) as { description?: string }[];
      expect([name, described.every(({ description }) => description)]).toEqual([name, true]);
      expect(_meta?.['points']).toBeGreaterThan(0);
    }
  });

  it.each(tools.map((tool) => [tool.name, tool] as const))(
    '%s needs each of its scopes, and no other',
    async (name, { scopes }) => {
      const reader = await agent(tokenScopes);
      const given = async (from: number): Promise<object> => {
        const stay = await wantedStay(reader, from);
        const { listingId, checkIn, checkOut } = stay;
        const ofTools: Record<string, object> = {
          get_resort: { id: resortId },
          quote_stay: { listingId, checkIn, checkOut },
          hold_stay: stay,
        };
        return ofTools[name] ?? {};
      };
      const from = 40 + 40 * tools.findIndex((tool) => tool.name === name);
      expect(await call(await agent(scopes), name, await given(from))).toMatchObject({
        isError: false,
      });
      for (const [index, missing] of scopes.entries()) {
        const client = await agent(tokenScopes.filter((scope) => scope !== missing));
        const answer = await call(client, name, await given(from + 11 * (index + 1)));
        expect([missing, answer.isError, answer.text]).toEqual([
          missing,
          true,
          expect.stringContaining(missing),
        ]);
      }
    },
  );
});

describe('an agent', () => {
  it('finds a week by words, prices it and holds it at the total of the checkout', async () => {
    const { id: listingId } = await week(300);
    const traveler = await signedInUser(server);
    const client = await agent(
      ['listings:read', 'resorts:read', 'stays:read', 'stays:write'],
      await createOrganization(server, { account: traveler.user }),
    );
    const { shown: found } = await call<{
      weeks: {
        edges: { node: { checkIn: string; checkOut: string; listing: { databaseId: string } } }[];
      };
    }>(client, 'search_weeks', {
      query: 'quiet agent bay for 2',
      arrivalFrom: dayAhead(300),
      arrivalTo: dayAhead(300),
    });
    const { node } = found.weeks.edges[0] ?? {};
    expect(node).toMatchObject({ checkIn: dayAhead(300), listing: { databaseId: listingId } });
    const nights = { listingId, checkIn: node?.checkIn, checkOut: node?.checkOut };
    const { shown: quoted } = await call<Quoted>(client, 'quote_stay', nights);
    const seenTotalCents = quoted.comparedListings[0]?.quote?.total.amount;
    const stay = { ...nights, guests: 2, seenTotalCents, idempotencyKey: `agent-${listingId}` };
    const { shown: held, isError } = await call<Held>(client, 'hold_stay', stay);
    expect(isError).toBe(false);
    const { booking } = held.holdStay;
    expect(booking).toMatchObject({ status: 'HELD', totalPrice: { amount: seenTotalCents } });
    expect(held.payAt).toBe(`https://weeks.test/checkout/${booking.databaseId}`);
    expect((await call<Held>(client, 'hold_stay', stay)).shown.holdStay.booking.databaseId).toBe(
      booking.databaseId,
    );
    const { data } = await server.graphqlText<{ booking: { totalPrice: { amount: number } } }>(
      'query Checkout($id: ID!) { booking(id: $id) { totalPrice { amount } } }',
      { id: booking.databaseId },
      { cookie: traveler.cookie },
    );
    expect(data?.booking.totalPrice.amount).toBe(seenTotalCents);
    const rows = await server.prisma.booking.findMany({
      where: { listingId },
      include: { paymentOperations: true },
    });
    expect(rows).toMatchObject([
      { id: booking.databaseId, userId: traveler.user.id, status: 'held', paymentOperations: [] },
    ]);
    expect((await call(client, 'my_stays')).text).toContain(booking.databaseId);
  });

  it('reads without a token, and holds nothing', async () => {
    const client = await agent();
    const stay = await wantedStay(client, 320);
    expect(stay.seenTotalCents).toBeGreaterThan(0);
    expect(await call(client, 'hold_stay', stay)).toMatchObject({
      isError: true,
      text: expect.stringMatching(/sign in/i) as string,
    });
    expect(await server.prisma.booking.count({ where: { listingId: stay.listingId } })).toBe(0);
  });

  it('sees the stays of its own account alone', async () => {
    const other = await createOrganization(server, { account: await createUser(server) });
    const client = await agent(['stays:read', 'resorts:read'], other);
    expect((await call(client, 'my_stays')).shown).toMatchObject({
      viewer: { bookings: { edges: [] } },
    });
  });

  it('is told why a hold is refused, and nothing is stored', async () => {
    const client = await agent(tokenScopes);
    const stay = await wantedStay(client, 340);
    const changed = { ...stay, seenTotalCents: stay.seenTotalCents + 1 };
    expect(await call(client, 'hold_stay', changed)).toMatchObject({
      isError: true,
      text: expect.stringContaining('The price has changed') as string,
    });
    expect(await server.prisma.booking.count({ where: { listingId: stay.listingId } })).toBe(0);
  });

  it.each([
    ['an unknown argument', { words: 'aruba' }, 'search_weeks has no argument words'],
    ['a wrong type', { guests: 'two' }, '$guests'],
    ['a wrong day', { arrivalFrom: '2027-02-30' }, '$arrivalFrom'],
    ['too long a list', { first: 101 }, 'first'],
  ])('is told what is wrong with %s', async (_what, given, words) => {
    const answer = await call(await agent(), 'search_weeks', given);
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining(words) as string });
  });

  it('can’t call a tool that does not exist', async () => {
    await expect(call(await agent(), 'pay_stay')).rejects.toThrow('There is no such tool');
  });

  it('without a token spends the points of its address', async () => {
    const spend = vi.spyOn(server.deps.readBudget, 'spend');
    await call(await agent(), 'search_weeks', { query: 'a word that no other search has' });
    expect(spend.mock.calls.some(([, points]) => points > 100)).toBe(true);
    spend.mockRestore();
  });

  it('pays its operations in points', async () => {
    const spender = await createOrganization(server);
    await call(await agent(['listings:read', 'resorts:read'], spender), 'search_weeks');
    await server.deps.apiBudgets.flush();
    const usage = await server.prisma.apiUsage.findMany({ where: { organizationId: spender.id } });
    expect(usage).toMatchObject([{ operation: 'SearchWeeks', calls: 1 }]);
  });
});

describe('a request', () => {
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    server.rest('POST', '/mcp', body, {
      headers: { accept: 'application/json, text/event-stream', ...headers },
    });
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

  it('with a token that does not work is refused', async () => {
    const answer = await post(ping, { authorization: 'Bearer tw_live_none' });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain('Bearer');
  });

  it('has one message', async () => {
    expect((await post([ping, ping])).status).toBe(400);
    expect(await post(ping)).toMatchObject({ status: 200 });
  });

  it('is a POST, of no other site', async () => {
    const { status, headers } = await server.rest('GET', '/mcp');
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
    expect((await post(ping, { origin: 'https://other.example' })).status).toBe(403);
  });
});
