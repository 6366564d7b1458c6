import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { EscrowStatus } from '#api/generated/prisma/client.ts';
import { createHttpPartner, type EscrowPartner } from './partner/escrowPartner.ts';
import {
  checkSignature,
  signatureHeader,
  signMessage,
} from '#api/platform/security/signedMessages.ts';
import { inDepth } from '#api/testing/depth.ts';
import { signedInUser } from '#api/testing/factories.ts';
import {
  agreedDeal,
  moved,
  paid,
  priceCents,
  depositCents,
  type Deal,
} from '../sales/closing/testing/flow.ts';
import { escrowSecret, startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { openSaleAccount } from './saleEscrow.ts';
import { mayEscrowMove } from './transitions.ts';

const failedEscrowsQuery = graphql(`
  query FailedEscrows {
    failedEscrows {
      saleId
      tries
      lastError
      lastErrorDetails
      listing {
        ...OwnListingRow
        owner {
          email
        }
      }
    }
  }
`);

const retryEscrowMutation = graphql(`
  mutation RetryEscrow($input: RetryEscrowInput!) {
    retryEscrow(input: $input) {
      __typename
      ... on RetryEscrowPayload {
        listing {
          escrowStatus
        }
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

afterAll(() => server.close());

const stored = (id: string) =>
  server.prisma.sale.findUniqueOrThrow({
    where: { id },
    include: { account: true, listing: true, escrowEvents: true },
  });

/** An agreed sale whose account has this status. */
async function deal(status: EscrowStatus): Promise<Deal> {
  const one = await agreedDeal(server);
  await server.prisma.escrowAccount.update({ where: { saleId: one.id }, data: { status } });
  return one;
}

const event = ({ id }: Pick<Deal, 'id'>, given: object = {}) => ({
  id: randomUUID(),
  reference: id,
  status: 'active',
  accountId: 'account-1',
  occurredAt: '2026-11-21T09:30:00Z',
  ...given,
});

const send = (body: unknown, signature?: string) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return server.send('/api/escrow/webhook', {
    method: 'POST',
    body: text,
    headers: {
      'content-type': 'application/json',
      [signatureHeader]: signature ?? signMessage(escrowSecret, text),
    },
  });
};

describe('an event of the partner', () => {
  it.each([
    ['pending', 'active'],
    ['pending', 'none'],
    ['active', 'disputed'],
    ['disputed', 'active'],
  ] as const)('moves %s to %s, which the listing shows', async (from, to) => {
    const { id } = await deal(from);
    const answer = await send(event({ id }, { status: to }));
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      200,
      { received: true, isNew: true },
    ]);
    expect(await stored(id)).toMatchObject({
      account: { status: to, accountId: 'account-1' },
      listing: { escrowStatus: to, escrowAccountId: 'account-1' },
      escrowEvents: [{ status: to, occurredAt: new Date('2026-11-21T09:30:00Z') }],
    });
  });

  it('is applied once, even if sent repeatedly and concurrently', async () => {
    const one = await deal('pending');
    const body = event(one);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(body)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const isNew = answers.map(({ text }) => (JSON.parse(text) as { isNew: boolean }).isNew);
    expect(isNew.filter(Boolean)).toHaveLength(1);
    // Also after a later event.
    await send(event(one, { status: 'disputed' }));
    expect((await send(body)).text).toBe('{"received":true,"isNew":false}');
    const after = await stored(one.id);
    expect(after.account?.status).toBe('disputed');
    expect(after.escrowEvents).toHaveLength(2);
  });

  it('with an id that was used for another event is refused', async () => {
    const one = await deal('pending');
    const body = event(one);
    await send(body);
    const answer = await send({ ...body, status: 'disputed' });
    expect([answer.status, answer.text]).toEqual([409, 'This id was used for another event']);
    expect((await stored(one.id)).account?.status).toBe('active');
  });

  it('that comes too early is refused, and applied once it is allowed', async () => {
    const one = await deal('pending');
    const disputed = event(one, { status: 'disputed' });
    const early = await send(disputed);
    expect([early.status, early.text]).toEqual([
      409,
      "The account of a sale that is pending can't become disputed",
    ]);
    expect(await stored(one.id)).toMatchObject({ escrowEvents: [] });
    await send(event(one));
    expect((await send(disputed)).status).toBe(200);
    expect((await stored(one.id)).account?.status).toBe('disputed');
  });

  it('that opens an account is accepted after the money in it', async () => {
    const one = await deal('pending');
    await paid(server, one, 'deposit');
    expect((await stored(one.id)).listing.escrowStatus).toBe('active');
    expect((await send(event(one))).status).toBe(200);
  });

  it.each([
    ['without a signature', () => ''],
    ['with an invented one', () => `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`],
    ['signed with another secret', (text: string) => signMessage('another secret', text)],
    ['whose body was changed', () => signMessage(escrowSecret, '{"id":"another"}')],
    [
      'whose time was changed',
      (text: string) => signMessage(escrowSecret, text).replace(/t=./, 't=9'),
    ],
  ])('%s is refused', async (_what, sign) => {
    const one = await deal('pending');
    const text = JSON.stringify(event(one));
    const answer = await send(text, sign(text));
    expect([answer.status, answer.text]).toEqual([
      400,
      'The signature is missing or does not fit the body',
    ]);
    expect((await stored(one.id)).account?.status).toBe('pending');
  });

  it.each([-1, 1])('is taken %i times 300 seconds from now, and no further', async (sign) => {
    const text = JSON.stringify(event(await deal('pending')));
    // The time of signing is in whole seconds.
    const now = Math.floor(Date.now() / 1000) * 1000;
    vi.useFakeTimers({ toFake: ['Date'], now });
    try {
      const signedAt = (seconds: number) =>
        send(text, signMessage(escrowSecret, text, now + sign * seconds * 1000));
      const replayed = await signedAt(301);
      expect([replayed.status, replayed.text]).toEqual([
        400,
        'The signature is too old. Sign the event again and send it',
      ]);
      expect((await signedAt(300)).status).toBe(200);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    [{ id: '' }, 'id must have 1 to 100 visible characters'],
    [{ id: undefined }, 'id is required'],
    [{ reference: 'palm' }, 'reference must be one that we gave'],
    [{ status: 'open' }, /^status must be one of none, pending, active, released/],
    [{ occurredAt: 'today' }, /^occurredAt must be a moment like/],
    [{ accountId: '' }, 'accountId must not be empty'],
  ])('with %j is refused', async (change, message) => {
    const answer = await send(event({ id: randomUUID() }, change));
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(message);
  });

  it.each(['', 'palm', '[]', 'null'])('that is %j is refused', async (body) => {
    expect((await send(body)).status).toBe(400);
  });

  it('is refused from a browser on another site', async () => {
    const text = JSON.stringify(event({ id: randomUUID() }));
    const answer = await server.send('/api/escrow/webhook', {
      method: 'POST',
      body: text,
      headers: {
        origin: 'https://evil.example',
        [signatureHeader]: signMessage(escrowSecret, text),
      },
    });
    expect(answer.status).toBe(403);
  });

  it('in any order only makes transitions that the table allows', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...Object.values(EscrowStatus)), { minLength: 1, maxLength: 8 }),
        async (statuses) => {
          const { id } = await deal('pending');
          let expected: EscrowStatus = 'pending';
          let taken = 0;
          for (const status of statuses) {
            const answer = await send(event({ id }, { status }));
            const may: boolean = status === expected || mayEscrowMove(expected, status, 'partner');
            expect(answer.status).toBe(may ? 200 : 409);
            expected = may ? status : expected;
            taken += Number(may);
          }
          const after = await stored(id);
          expect([after.account?.status, after.listing.escrowStatus]).toEqual([expected, expected]);
          expect(after.escrowEvents).toHaveLength(taken);
        },
      ),
      { numRuns: inDepth(5, 300) },
    );
  });

  it('is rolled back on a failure, and applied when it is sent again', async () => {
    const own = await startTestServer();
    try {
      const { id } = await agreedDeal(own);
      const account = () => own.prisma.escrowAccount.findUnique({ where: { saleId: id } });
      const before = await account();
      await own.pool.query(
        "ALTER TABLE listings ADD CONSTRAINT fault CHECK (escrow_status <> 'active')",
      );
      const text = JSON.stringify(event({ id }));
      const sendTo = () =>
        own.send('/api/escrow/webhook', {
          method: 'POST',
          body: text,
          headers: { [signatureHeader]: signMessage(escrowSecret, text) },
        });
      expect((await sendTo()).status).toBe(500);
      expect(await own.prisma.escrowEvent.count()).toBe(0);
      expect(await account()).toEqual(before);
      await own.pool.query('ALTER TABLE listings DROP CONSTRAINT fault');
      expect((await sendTo()).status).toBe(200);
    } finally {
      await own.close();
    }
  });
});

describe('the escrow of a sale', () => {
  it('is requested once both sides have confirmed the terms, and opened by the sandbox', async () => {
    const { id } = await agreedDeal(server);
    expect(await stored(id)).toMatchObject({
      account: { status: 'pending', accountId: null },
      listing: { escrowStatus: 'pending', escrowAccountId: null },
    });
    await server.runJobs();
    const { account, listing, escrowEvents } = await stored(id);
    expect(account?.accountId).toMatch(/^sandbox-[0-9a-f]{16}$/);
    expect(listing).toMatchObject({ escrowStatus: 'active', escrowAccountId: account?.accountId });
    expect(escrowEvents).toHaveLength(1);
  });

  it('is opened once, however often the job runs', async () => {
    const { id } = await agreedDeal(server);
    await Promise.all(
      Array.from({ length: 3 }, () => openSaleAccount({ saleId: id }, server.deps)),
    );
    await openSaleAccount({ saleId: id }, server.deps);
    const { account, escrowEvents } = await stored(id);
    expect(account?.status).toBe('active');
    expect(escrowEvents).toHaveLength(1);
  });

  it('ends with the sale, again after a late payment', async () => {
    const one = await agreedDeal(server);
    await server.runJobs();
    await moved(server, one, 'seller', 'PULL_OUT', { reason: 'We keep it' });
    const status = async () => {
      const { account, listing } = await stored(one.id);
      expect(listing.escrowStatus).toBe(account?.status);
      return account?.status;
    };
    expect(await status()).toBe('none');
    await paid(server, one, 'deposit');
    expect(await status()).toBe('refunded');
  });

  it('of the latest agreed sale is the one that a listing shows', async () => {
    const first = await agreedDeal(server);
    await server.runJobs();
    await moved(server, first, 'seller', 'PULL_OUT', { reason: 'We keep it' });
    const second = await agreedDeal(server, {}, { again: first });
    await server.runJobs();
    await paid(server, first, 'deposit', 100);
    expect(await stored(first.id)).toMatchObject({
      account: { status: 'refunded' },
      listing: { escrowStatus: 'active' },
    });
    expect((await stored(second.id)).account?.status).toBe('active');
  });

  describe('with a partner', () => {
    let partner: Server;
    let asked: { path: string | undefined; headers: IncomingMessage['headers']; body: string }[];
    let answer: { status: number; body: string };
    const sandbox = () => server.deps.escrow;
    let before: ReturnType<typeof sandbox>;

    beforeEach(async () => {
      asked = [];
      answer = { status: 201, body: '{"accountId":"acc-77"}' };
      partner = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const body = Buffer.concat(chunks).toString();
          asked.push({ path: request.url, headers: request.headers, body });
          response.writeHead(answer.status, { 'content-type': 'application/json' });
          response.end(answer.body);
        });
      });
      await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(partner.address() as AddressInfo).port}/v1`;
      before = sandbox();
      server.deps.escrow = {
        secret: escrowSecret,
        partner: createHttpPartner({ url, secret: escrowSecret }),
      };
    });

    afterEach(() => {
      server.deps.escrow = before;
      partner.close();
    });

    it('is requested with a signed request that describes the sale', async () => {
      const { id, listing, buyer } = await agreedDeal(server);
      await openSaleAccount({ saleId: id }, server.deps);
      const [request] = asked;
      expect(request?.path).toBe('/v1/accounts');
      expect(request?.headers['idempotency-key']).toBe(id);
      expect(
        checkSignature(
          escrowSecret,
          request?.body ?? '',
          String(request?.headers[signatureHeader]),
        ),
      ).toBe('valid');
      expect(JSON.parse(request?.body ?? '')).toEqual({
        reference: id,
        listingId: listing.id,
        title: 'A week by the harbour',
        currency: 'USD',
        pricePerNightCents: 15_000,
        salePriceCents: priceCents,
        depositCents,
      });
      // The partner's event opens it, not the response to the request.
      expect(await stored(id)).toMatchObject({
        account: { status: 'pending', accountId: 'acc-77' },
        listing: { escrowStatus: 'pending', escrowAccountId: 'acc-77' },
      });
      expect(request?.body).not.toContain(buyer.user.email);
    });

    it.each([
      [503, '{}'],
      [201, '{"id":"acc-77"}'],
      [201, 'not JSON'],
    ])('that answers %i %s gets the request again', async (status, body) => {
      const { id } = await agreedDeal(server);
      answer = { status, body };
      await expect(openSaleAccount({ saleId: id }, server.deps)).rejects.toThrow();
      expect((await stored(id)).account).toMatchObject({ status: 'pending', accountId: null });
      answer = { status: 200, body: '{"accountId":"acc-78"}' };
      await openSaleAccount({ saleId: id }, server.deps);
      expect((await stored(id)).account?.accountId).toBe('acc-78');
      expect(new Set(asked.map(({ headers }) => headers['idempotency-key']))).toEqual(
        new Set([id]),
      );
    });

    it('is requested outside of any transaction', async () => {
      const { id } = await agreedDeal(server);
      const lockFree = vi.fn(async () => {
        const { rows } = await server.pool.query<{ open: number }>(
          `SELECT count(*)::int AS open FROM pg_stat_activity
           WHERE datname = current_database() AND state = 'idle in transaction'`,
        );
        return rows[0]?.open;
      });
      const seen: (number | undefined)[] = [];
      server.deps.escrow = {
        secret: escrowSecret,
        partner: {
          openAccount: async () => {
            seen.push(await lockFree());
            return { accountId: 'acc-79' };
          },
          payOut: () => Promise.resolve(),
        },
      };
      await openSaleAccount({ saleId: id }, server.deps);
      expect(seen).toEqual([0]);
      expect((await stored(id)).account?.accountId).toBe('acc-79');
    });
  });

  describe('whose partner never answers', () => {
    let own: TestServer;
    let admin: { cookie: string };
    let openAccount: ReturnType<typeof vi.fn<EscrowPartner['openAccount']>>;

    beforeAll(async () => {
      own = await startTestServer();
      admin = await signedInUser(own, { role: 'admin' });
    });

    beforeEach(async () => {
      await own.prisma.escrowAccount.updateMany({ data: { status: 'none' } });
      openAccount = vi.fn<EscrowPartner['openAccount']>();
      openAccount.mockRejectedValue(new Error('The escrow partner answered 503 to a request'));
      own.deps.escrow = {
        secret: escrowSecret,
        partner: { openAccount, payOut: () => Promise.resolve() },
      };
    });

    afterAll(() => own.close());

    /** Runs the job until no attempts are left, without waiting the hours between them. */
    async function tryToTheEnd(): Promise<void> {
      for (let attempt = 0; attempt < 25; attempt += 1) {
        await own.pool.query('UPDATE graphile_worker._private_jobs SET run_at = now()');
        await own.runJobs();
      }
    }

    const failed = async () =>
      (await own.graphql(failedEscrowsQuery, {}, admin)).data?.failedEscrows;

    const retry = async (listingId: string) =>
      (await own.graphql(retryEscrowMutation, { input: { listingId } }, admin)).data?.retryEscrow;

    it('is given up and listed for administrators, who can retry it', async () => {
      const { id, listing } = await agreedDeal(own);
      await own.runJobs();
      // Once, unless a slow machine reached the time of the next try.
      const { rows } = await own.pool.query<{ attempts: number }>(
        `SELECT attempts FROM graphile_worker.jobs WHERE task_identifier = 'open_sale_account'`,
      );
      expect(rows[0]?.attempts).toBeGreaterThan(0);
      expect(openAccount).toHaveBeenCalledTimes(rows[0]?.attempts ?? 0);
      // It is retried automatically: nobody has to do anything.
      expect(await failed()).toEqual([]);
      await tryToTheEnd();
      expect(openAccount).toHaveBeenCalledTimes(25);
      await tryToTheEnd();
      expect(openAccount).toHaveBeenCalledTimes(25);
      expect(await failed()).toMatchObject([
        {
          saleId: id,
          tries: 25,
          lastError: 'The escrow partner answered 503 to a request',
          listing: { databaseId: listing.id, escrowStatus: 'PENDING' },
        },
      ]);

      openAccount.mockResolvedValue({ accountId: 'acc-90' });
      expect(await retry(listing.id)).toEqual({
        __typename: 'RetryEscrowPayload',
        listing: { escrowStatus: 'PENDING' },
      });
      expect(await failed()).toEqual([]);
      await own.runJobs();
      expect(await own.prisma.escrowAccount.findUnique({ where: { saleId: id } })).toMatchObject({
        status: 'pending',
        accountId: 'acc-90',
      });
      expect(await failed()).toEqual([]);
      // All attempts requested the same account.
      const references = openAccount.mock.calls.map(([request]) => request.reference);
      expect(new Set(references).size).toBe(1);
      const audits = await own.prisma.$queryRaw`
        SELECT action FROM audit_entries WHERE subject_id = ${listing.id} ORDER BY id DESC LIMIT 1`;
      expect(audits).toEqual([{ action: 'listing.retryEscrow' }]);
    });

    it('shows in plain words that the partner was unreachable, with the original error', async () => {
      const closed = createServer().listen(0, '127.0.0.1');
      await once(closed, 'listening');
      const { port } = closed.address() as AddressInfo;
      closed.close();
      await once(closed, 'close');
      const partner = createHttpPartner({ url: `http://127.0.0.1:${port}`, secret: escrowSecret });
      own.deps.escrow = { secret: escrowSecret, partner };
      await agreedDeal(own);
      await own.pool.query('UPDATE graphile_worker._private_jobs SET max_attempts = 1');
      await own.runJobs();
      expect(await failed()).toMatchObject([
        {
          lastError: 'The escrow partner refused the connection',
          lastErrorDetails: `fetch failed: connect ECONNREFUSED 127.0.0.1:${port}`,
        },
      ]);
    });

    it('gets all attempts again after a retry, and is listed again when they fail', async () => {
      const { listing } = await agreedDeal(own);
      await tryToTheEnd();
      await retry(listing.id);
      await tryToTheEnd();
      expect(openAccount).toHaveBeenCalledTimes(50);
      expect(await failed()).toMatchObject([{ tries: 25, listing: { databaseId: listing.id } }]);
    });

    it('is also listed when the process died in the last attempt, or the job is lost', async () => {
      const { listing } = await agreedDeal(own);
      await own.pool.query('UPDATE graphile_worker._private_jobs SET attempts = max_attempts');
      expect(await failed()).toMatchObject([
        { lastError: null, listing: { databaseId: listing.id } },
      ]);
      await own.pool.query('DELETE FROM graphile_worker._private_jobs');
      expect(await failed()).toMatchObject([{ tries: 0, listing: { databaseId: listing.id } }]);
      await retry(listing.id);
      openAccount.mockResolvedValue({ accountId: 'acc-91' });
      await own.runJobs();
      expect(openAccount).toHaveBeenCalledTimes(1);
    });

    it('is still opened by a late event', async () => {
      const { id, listing } = await agreedDeal(own);
      await tryToTheEnd();
      const text = JSON.stringify(event({ id }));
      const headers = { [signatureHeader]: signMessage(escrowSecret, text) };
      await own.send('/api/escrow/webhook', { method: 'POST', body: text, headers });
      expect(await failed()).toEqual([]);
      expect(await retry(listing.id)).toEqual({
        __typename: 'ConflictError',
        message: 'The escrow partner is not asked about this listing',
      });
    });

    it('can only be retried for existing listings', async () => {
      for (const id of ['palm', randomUUID()]) {
        expect(await retry(id)).toEqual({
          __typename: 'NotFoundError',
          message: 'Listing not found',
        });
      }
    });
  });

  it('waits for a partner that is not configured yet, and refuses events until then', async () => {
    const before = server.deps.escrow;
    const one = await agreedDeal(server);
    server.deps.escrow = undefined;
    try {
      await server.runJobs();
      expect((await stored(one.id)).account).toMatchObject({ status: 'pending', accountId: null });
      const answer = await send(event(one));
      expect([answer.status, answer.text]).toEqual([404, 'There is no escrow partner']);
    } finally {
      server.deps.escrow = before;
    }
    await openSaleAccount({ saleId: one.id }, server.deps);
    expect((await stored(one.id)).account?.status).toBe('active');
  });
});
