import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createResort } from '#api/testing/factories.ts';
import { operationPoints, rootCosts } from '#api/graphql/limits/rootCosts.ts';
import { createOrganization, createTokenRow } from '#api/modules/partners/testing/partner.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { RateLimitedError } from '../errors.ts';
import { createReadBudget } from './readBudget.ts';

describe('the budget of an address', () => {
  it('can be overdrawn once, and recovers after the seconds it reports', () => {
    let now = 0;
    const budget = createReadBudget(() => now);
    const refusal = (address: string): RateLimitedError | undefined => {
      try {
        budget.enter(address);
        return undefined;
      } catch (error) {
        return error as RateLimitedError;
      }
    };
    budget.spend('203.0.113.7', 310_000);
    expect(refusal('203.0.113.7')).toBeInstanceOf(RateLimitedError);
    expect(refusal('203.0.113.7')?.retryAfter).toBe(2);
    expect(refusal('::ffff:203.0.113.7')).toBeDefined();
    expect(refusal('203.0.113.8')).toBeUndefined();
    now = 2_100;
    expect(refusal('203.0.113.7')).toBeUndefined();
    now = 3_600_000;
    budget.spend('203.0.113.7', 299_999);
    expect(refusal('203.0.113.7')).toBeUndefined();
    expect(refusal('203.0.113.7')).toBeDefined();
  });

  it('is shared by an IPv6 network of 64 bits', () => {
    const budget = createReadBudget(() => 0);
    budget.spend('2001:db8::1', 310_000);
    expect(() => budget.enter('2001:db8::ffff')).toThrow(RateLimitedError);
    budget.enter('2001:db8:0:1::1');
  });

  it('is dropped after 20,000 other addresses', () => {
    const budget = createReadBudget(() => 0);
    budget.spend('203.0.113.7', 310_000);
    for (let other = 0; other < 20_000; other += 1) {
      budget.enter(`10.0.${other >> 8}.${other & 255}`);
    }
    budget.enter('203.0.113.7');
  });
});

describe('a server with limits', () => {
  let server: TestServer;
  let spent: number[];

  beforeAll(async () => {
    server = await startTestServer({ rateLimits: true, trustProxy: 'loopback' });
    await createResort(server);
    const { readBudget } = server.deps;
    const { spend } = readBudget;
    spent = [];
    readBudget.spend = (address, points) => {
      spent.push(points);
      spend(address, points);
    };
  });

  afterAll(() => server.close());

  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const resorts = (first: number) => `{ resorts(first: ${first}) { edges { node { name } } } }`;

  it('charges the cost of an operation, and nothing for a cached response', async () => {
    await server.emptyCaches();
    spent.length = 0;
    await server.graphqlText(resorts(50));
    const { points = 0 } = rootCosts['resorts'] ?? {};
    expect(spent).toEqual([expect.closeTo(1, 0), operationPoints + points + 101]);
    await server.graphqlText(resorts(50));
    expect(spent).toHaveLength(2);
  });

  it('charges tokens the same as addresses', async () => {
    const organization = await createOrganization(server);
    const { bearer } = await createTokenRow(server, organization);
    for (const field of [
      'searchWaysOn(query: "pool", filter: { guests: 2 }) { conditions { query } }',
      'weekMonths(filter: { amenities: ["Pool", "Spa"] }) { month }',
      'resort(id: "nothing") { name }',
    ]) {
      spent.length = 0;
      await server.graphqlText(`query Visitor { ${field} }`);
      const { text } = await server.graphqlText(`query Partner { ${field} }`, {}, bearer);
      const { extensions } = JSON.parse(text) as { extensions: { cost: { asked: number } } };
      expect([field, spent]).toEqual([field, expect.arrayContaining([extensions.cost.asked])]);
      expect(extensions.cost.asked).toBeGreaterThan(operationPoints);
    }
  });

  it('refuses an address without points everywhere but on /healthz, and no other address', async () => {
    server.deps.readBudget.spend('203.0.113.7', 1_000_000);
    const refused = await server.graphqlText(resorts(2), {}, from('203.0.113.7'));
    expect(refused.status).toBe(429);
    expect(refused.errors).toMatchObject([
      {
        message: 'Too many requests from your address. Please wait a moment and try again',
        extensions: { code: 'RATE_LIMITED' },
      },
    ]);
    for (const path of [`/graphql?query=${encodeURIComponent(resorts(3))}`, '/api/resorts']) {
      const answer = await server.send(path, from('203.0.113.7'));
      expect([path, answer.status]).toEqual([path, 429]);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(100);
    }
    expect((await server.send('/healthz', from('203.0.113.7'))).status).toBe(200);
    expect((await server.send('/api/resorts', from('203.0.113.8'))).status).toBe(200);
  });
});

it('is off if rate limits are off', async () => {
  const server = await startTestServer({ rateLimits: false });
  server.deps.readBudget.spend('127.0.0.1', 10_000_000);
  expect((await server.send('/api/resorts')).status).toBe(200);
  await server.close();
});
