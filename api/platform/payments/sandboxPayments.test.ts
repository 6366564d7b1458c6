import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { createLog } from '../process/log.ts';
import { sandboxCards } from './sandboxCards.ts';

const paymentSetupQuery = graphql(`
  query PaymentSetup {
    site {
      payments {
        provider
        publishableKey
        testCards {
          number
          outcome
        }
      }
    }
  }
`);

let server: TestServer;
let cookie: string;
let log = '';

beforeAll(async () => {
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log += chunk.toString();
      done();
    },
  });
  server = await startTestServer({ log: createLog('trace', destination) });
  ({ cookie } = await signedInUser(server));
});

afterAll(() => server.close());

const enter = (card: object) =>
  server.rest('POST', '/api/payments/sandbox/cards', card, { cookie });

const good = { number: '4242 4242 4242 4242', expiry: '12 / 40', securityCode: '123' };

describe('a card of the sandbox', () => {
  it('becomes a token, and its number is kept nowhere', async () => {
    const { status, body } = await enter(good);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        token: expect.stringMatching(/^sandbox_card_[0-9a-f]{24}$/) as string,
        lastFour: '4242',
      },
    });
    await enter({ ...good, number: '4111111111111111' });
    const { rows } = await server.pool.query<{ kept: string }>(
      `SELECT query_to_xml('SELECT * FROM ' || quote_ident(table_schema) || '.' || quote_ident(table_name),
                           true, false, '')::text AS kept
       FROM information_schema.tables
       WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
    );
    const kept = rows.map((row) => row.kept).join('');
    expect(kept).toContain('4242');
    expect(log).toContain('/api/payments/sandbox/cards');
    for (const text of [kept, log]) {
      expect(text.replace(/[ -]/g, '')).not.toMatch(/4242424242424242|4111111111111111/);
    }
  });

  it.each([
    [{ number: '4111 1111 1111 1111' }, 'This is a sandbox'],
    [{ number: undefined }, 'Card number is required'],
    [{ expiry: '13/40' }, 'Expiry date must be'],
    [{ expiry: '01/20' }, 'This card has expired'],
    [{ securityCode: '12' }, 'Security code must have 3 digits'],
  ])('is refused with words: %j', async (change, words) => {
    const { status, text } = await enter({ ...good, ...change });
    expect(status).toBe(400);
    expect(text).toContain(words);
  });

  it('pays once', async () => {
    const { token } = (await enter(good)).body as { token: string };
    const sandbox = server.deps.paymentSandbox;
    const call = {
      bookingId: 'b',
      amountCents: 100,
      currency: 'USD',
      method: token,
      capture: true,
      description: '',
      receiptEmail: '',
    };
    await sandbox?.start({ ...call, key: 'first' });
    await expect(sandbox?.start({ ...call, key: 'second' })).rejects.toThrow('used already');
    await expect(sandbox?.start({ ...call, key: 'first', amountCents: 101 })).rejects.toThrow(
      'another call',
    );
  });
});

it('tells the browser which cards it takes', async () => {
  const { data } = await server.graphql(paymentSetupQuery, {});
  expect(data?.site.payments).toEqual({
    provider: 'SANDBOX',
    publishableKey: null,
    testCards: sandboxCards.map(({ number, words }) => ({ number, outcome: words })),
  });
});

it('answers 404 about a payment that it does not know', async () => {
  const answer = { clientSecret: 'guessed', isApproved: true };
  const { status } = await server.rest('POST', '/api/payments/sandbox/confirmations', answer, {
    cookie,
  });
  expect(status).toBe(404);
});
