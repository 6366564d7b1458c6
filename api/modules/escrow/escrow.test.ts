import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { EscrowStatus, type Listing, type Prisma } from '#api/generated/prisma/client.ts';
import { createHttpPartner, type EscrowPartner } from './partner/escrowPartner.ts';
import {
  checkSignature,
  signatureHeader,
  signMessage,
} from '#api/platform/security/signedMessages.ts';
import { inDepth } from '#api/testing/depth.ts';
import { createListing, createResort, createUser, signedInUser } from '#api/testing/factories.ts';
import { verifyListingMutation } from '../publishing/testing/operations.ts';
import { escrowSecret, startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { openEscrow } from './escrow.ts';
import { mayEscrowMove } from './transitions.ts';

const failedEscrowsQuery = graphql(`
  query FailedEscrows {
    failedEscrows {
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
let resortId: string;
let ownerId: string;
let ownerEmail: string;

beforeAll(async () => {
  server = await startTestServer();
  resortId = (await createResort(server)).id;
});

beforeEach(async () => {
  ({ id: ownerId, email: ownerEmail } = await createUser(server));
});

afterAll(() => server.close());

const listing = (
  escrowStatus: EscrowStatus,
  given: Partial<Prisma.ListingUncheckedCreateInput> = {},
) =>
  createListing(server, {
    resortId,
    ownerId,
    escrowStatus,
    escrowReference: randomUUID(),
    ...given,
  });

const stored = (id: string) =>
  server.prisma.listing.findUniqueOrThrow({
    where: { id },
    include: { events: { orderBy: { number: 'asc' } }, escrowEvents: true },
  });

const mails = () =>
  server.prisma.outgoingMail.findMany({
    where: { toAddress: ownerEmail },
    select: { template: true, subject: true },
  });

const event = ({ escrowReference }: Pick<Listing, 'escrowReference'>, given: object = {}) => ({
  id: randomUUID(),
  reference: escrowReference,
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
    ['pending', 'active', 'Escrow is active: A week by the harbour'],
    ['pending', 'none', 'Escrow was not opened: A week by the harbour'],
    ['active', 'released', 'Escrow paid out: A week by the harbour'],
    ['active', 'refunded', 'Escrow refunded: A week by the harbour'],
    ['active', 'disputed', 'Escrow on hold: A week by the harbour'],
    ['disputed', 'active', 'Escrow is active: A week by the harbour'],
  ] as const)('moves %s to %s, and the owner gets a mail', async (from, to, subject) => {
    const before = await listing(from);
    const answer = await send(event(before, { status: to }));
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      200,
      { received: true, isNew: true },
    ]);
    expect(await stored(before.id)).toMatchObject({
      escrowStatus: to,
      escrowAccountId: 'account-1',
      events: [{ kind: to === 'none' ? 'escrow_declined' : `escrow_${to}`, actorId: null }],
      escrowEvents: [{ status: to, occurredAt: new Date('2026-11-21T09:30:00Z') }],
    });
    expect(await mails()).toEqual([{ template: 'escrowChanged', subject }]);
  });

  it('is applied once, even if sent repeatedly and concurrently', async () => {
    const before = await listing('pending');
    const body = event(before);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(body)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const isNew = answers.map(({ text }) => (JSON.parse(text) as { isNew: boolean }).isNew);
    expect(isNew.filter(Boolean)).toHaveLength(1);
    // Also after a later event.
    await send(event(before, { status: 'disputed' }));
    expect((await send(body)).text).toBe('{"received":true,"isNew":false}');
    const after = await stored(before.id);
    expect(after.escrowStatus).toBe('disputed');
    expect(after.events).toHaveLength(2);
    expect(await mails()).toHaveLength(2);
  });

  it('with an id that was used for another event is refused', async () => {
    const before = await listing('pending');
    const body = event(before);
    await send(body);
    const answer = await send({ ...body, status: 'released' });
    expect([answer.status, answer.text]).toEqual([409, 'This id was used for another event']);
    expect((await stored(before.id)).escrowStatus).toBe('active');
  });

  it('that comes too early is refused, and applied once it is allowed', async () => {
    const before = await listing('pending');
    const released = event(before, { status: 'released' });
    const early = await send(released);
    expect([early.status, early.text]).toEqual([
      409,
      "An escrow that is pending can't become released",
    ]);
    expect(await stored(before.id)).toMatchObject({ escrowEvents: [], events: [] });
    await send(event(before));
    expect((await send(released)).status).toBe(200);
    expect((await stored(before.id)).escrowStatus).toBe('released');
  });

  it('is applied once when two conflicting ones arrive concurrently', async () => {
    const before = await listing('active');
    const answers = await Promise.all(
      (['released', 'refunded'] as const).map((status) => send(event(before, { status }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await stored(before.id)).events).toHaveLength(1);
  });

  it('about an escrow that was replaced by another one is refused', async () => {
    const before = await listing('pending');
    const earlier = event(before);
    await server.prisma.listing.update({
      where: { id: before.id },
      data: { escrowReference: randomUUID() },
    });
    const answer = await send(earlier);
    expect([answer.status, answer.text]).toEqual([404, 'There is no escrow with this reference']);
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
    const before = await listing('pending');
    const text = JSON.stringify(event(before));
    const answer = await send(text, sign(text));
    expect([answer.status, answer.text]).toEqual([
      400,
      'The signature is missing or does not fit the body',
    ]);
    expect((await stored(before.id)).escrowStatus).toBe('pending');
  });

  it.each([-1, 1])('is taken %i times 300 seconds from now, and no further', async (sign) => {
    const before = await listing('pending');
    const text = JSON.stringify(event(before));
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
    const answer = await send(event(await listing('pending'), change));
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(message);
  });

  it.each(['', 'palm', '[]', 'null'])('that is %j is refused', async (body) => {
    expect((await send(body)).status).toBe(400);
  });

  it('is refused from a browser on another site', async () => {
    const text = JSON.stringify(event(await listing('pending')));
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
          const { id, escrowReference } = await listing('pending');
          let expected: EscrowStatus = 'pending';
          for (const status of statuses) {
            const answer = await send(event({ escrowReference }, { status }));
            const may = mayEscrowMove(expected, status, 'partner');
            expect(answer.status).toBe(may ? 200 : 409);
            expected = may ? status : expected;
          }
          const after = await stored(id);
          expect(after.escrowStatus).toBe(expected);
          expect(after.events).toHaveLength(after.escrowEvents.length);
        },
      ),
      { numRuns: inDepth(5, 300) },
    );
  });

  it('is rolled back on a failure, and applied when it is sent again', async () => {
    const own = await startTestServer();
    try {
      const resort = await createResort(own);
      const before = await createListing(own, {
        resortId: resort.id,
        escrowStatus: 'pending',
        escrowReference: randomUUID(),
      });
      await own.pool.query(
        'ALTER TABLE outgoing_mails ADD CONSTRAINT fault CHECK (template <> $$escrowChanged$$)',
      );
      const text = JSON.stringify(event(before));
      const sendTo = () =>
        own.send('/api/escrow/webhook', {
          method: 'POST',
          body: text,
          headers: { [signatureHeader]: signMessage(escrowSecret, text) },
        });
      expect((await sendTo()).status).toBe(500);
      expect(await own.prisma.escrowEvent.count()).toBe(0);
      expect(await own.prisma.listing.findUnique({ where: { id: before.id } })).toEqual(before);
      await own.pool.query('ALTER TABLE outgoing_mails DROP CONSTRAINT fault');
      expect((await sendTo()).status).toBe(200);
    } finally {
      await own.close();
    }
  });
});

describe('the escrow of a listing', () => {
  const verify = async (listingId: string, version = 1) => {
    const { cookie } = await signedInUser(server, { role: 'admin' });
    const answer = await server.graphql(
      verifyListingMutation,
      { input: { listingId, version, note: 'Seen at the resort.' } },
      { cookie },
    );
    expect(answer.data?.verifyListing?.__typename).toBe('VerifyListingPayload');
  };

  const unverified = { contractVerificationStatus: 'pending', escrowReference: null } as const;

  it('is requested when the team verifies it, and opened by the sandbox', async () => {
    const { id } = await listing('none', unverified);
    await verify(id);
    expect(await stored(id)).toMatchObject({ escrowStatus: 'pending', escrowAccountId: null });
    await server.runJobs();
    const after = await stored(id);
    expect(after).toMatchObject({
      escrowStatus: 'active',
      events: [{ kind: 'verified' }, { kind: 'escrow_requested' }, { kind: 'escrow_active' }],
    });
    expect(after.escrowAccountId).toMatch(/^sandbox-[0-9a-f]{16}$/);
    expect((await mails()).map(({ template }) => template)).toEqual([
      'listingVerified',
      'escrowChanged',
    ]);
  });

  it('is opened once, however often the job runs', async () => {
    const { id, escrowReference } = await listing('pending');
    const payload = { reference: escrowReference };
    await Promise.all(
      Array.from({ length: 3 }, () => openEscrow(payload, server.deps, { isLast: false })),
    );
    await openEscrow(payload, server.deps, { isLast: false });
    const after = await stored(id);
    expect(after.escrowStatus).toBe('active');
    expect(after.escrowEvents).toHaveLength(1);
  });

  it('stays open when the listing is verified again; a finished one is replaced', async () => {
    const open = await listing('active', { contractVerificationStatus: 'pending' });
    await verify(open.id);
    expect(await stored(open.id)).toMatchObject({
      escrowStatus: 'active',
      escrowReference: open.escrowReference,
    });
    const done = await listing('released', { contractVerificationStatus: 'pending' });
    await verify(done.id);
    const after = await stored(done.id);
    expect(after.escrowStatus).toBe('pending');
    expect(after.escrowReference).not.toBe(done.escrowReference);
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

    it('is requested with a signed request that describes the listing', async () => {
      const { id, escrowReference } = await listing('pending', {
        isForSale: true,
        salePriceCents: 1_200_000,
      });
      await openEscrow({ reference: escrowReference }, server.deps, { isLast: false });
      const [request] = asked;
      expect(request?.path).toBe('/v1/accounts');
      expect(request?.headers['idempotency-key']).toBe(escrowReference);
      expect(
        checkSignature(
          escrowSecret,
          request?.body ?? '',
          String(request?.headers[signatureHeader]),
        ),
      ).toBe('valid');
      expect(JSON.parse(request?.body ?? '')).toEqual({
        reference: escrowReference,
        listingId: id,
        title: 'A week by the harbour',
        currency: 'USD',
        pricePerNightCents: 15_000,
        salePriceCents: 1_200_000,
      });
      // The partner's event opens it, not the response to the request.
      expect(await stored(id)).toMatchObject({
        escrowStatus: 'pending',
        escrowAccountId: 'acc-77',
      });
      expect(request?.body).not.toContain(ownerEmail);
    });

    it.each([
      [503, '{}'],
      [201, '{"id":"acc-77"}'],
      [201, 'not JSON'],
    ])('that answers %i %s gets the request again', async (status, body) => {
      const { id, escrowReference } = await listing('pending');
      answer = { status, body };
      await expect(
        openEscrow({ reference: escrowReference }, server.deps, { isLast: false }),
      ).rejects.toThrow();
      expect(await stored(id)).toMatchObject({ escrowStatus: 'pending', escrowAccountId: null });
      answer = { status: 200, body: '{"accountId":"acc-78"}' };
      await openEscrow({ reference: escrowReference }, server.deps, { isLast: false });
      expect((await stored(id)).escrowAccountId).toBe('acc-78');
      expect(new Set(asked.map(({ headers }) => headers['idempotency-key']))).toEqual(
        new Set([escrowReference]),
      );
    });

    it('is requested outside of any transaction', async () => {
      const { id, escrowReference } = await listing('pending');
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
      await openEscrow({ reference: escrowReference }, server.deps, { isLast: false });
      expect(seen).toEqual([0]);
      expect((await stored(id)).escrowAccountId).toBe('acc-79');
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
      await own.prisma.listing.updateMany({ data: { escrowStatus: 'none' } });
      openAccount = vi.fn<EscrowPartner['openAccount']>();
      openAccount.mockRejectedValue(new Error('The escrow partner answered 503 to a request'));
      own.deps.escrow = {
        secret: escrowSecret,
        partner: { openAccount, payOut: () => Promise.resolve() },
      };
    });

    afterAll(() => own.close());

    /** Verifies a new listing, which adds the job, and returns its id. */
    async function verified(): Promise<string> {
      const resort = await createResort(own);
      const { id } = await createListing(own, {
        resortId: resort.id,
        contractVerificationStatus: 'pending',
      });
      const input = { listingId: id, version: 1, note: 'Seen at the resort.' };
      await own.graphql(verifyListingMutation, { input }, admin);
      return id;
    }

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
      const log = vi.spyOn(own.deps.log, 'error');
      const id = await verified();
      await own.runJobs();
      // Once, unless a slow machine reached the time of the next try.
      const { rows } = await own.pool.query<{ attempts: number }>(
        `SELECT attempts FROM graphile_worker.jobs WHERE task_identifier = 'open_escrow'`,
      );
      expect(rows[0]?.attempts).toBeGreaterThan(0);
      expect(openAccount).toHaveBeenCalledTimes(rows[0]?.attempts ?? 0);
      // It is retried automatically: nobody has to do anything.
      expect(await failed()).toEqual([]);
      await tryToTheEnd();
      expect(openAccount).toHaveBeenCalledTimes(25);
      await tryToTheEnd();
      expect(openAccount).toHaveBeenCalledTimes(25);
      expect(log.mock.calls.map(([, text]) => text)).toEqual([
        'a request to the escrow partner was given up',
      ]);
      expect(await failed()).toMatchObject([
        {
          tries: 25,
          lastError: 'The escrow partner answered 503 to a request',
          listing: { databaseId: id, escrowStatus: 'PENDING' },
        },
      ]);

      openAccount.mockResolvedValue({ accountId: 'acc-90' });
      expect(await retry(id)).toEqual({
        __typename: 'RetryEscrowPayload',
        listing: { escrowStatus: 'PENDING' },
      });
      expect(await failed()).toEqual([]);
      await own.runJobs();
      expect(await own.prisma.listing.findUnique({ where: { id } })).toMatchObject({
        escrowStatus: 'pending',
        escrowAccountId: 'acc-90',
      });
      expect(await failed()).toEqual([]);
      // All attempts requested the same account.
      const references = openAccount.mock.calls.map(([request]) => request.reference);
      expect(new Set(references).size).toBe(1);
      const audits = await own.prisma.$queryRaw`
        SELECT action FROM audit_entries WHERE subject_id = ${id} ORDER BY id DESC LIMIT 1`;
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
      await verified();
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
      const id = await verified();
      await tryToTheEnd();
      await retry(id);
      await tryToTheEnd();
      expect(openAccount).toHaveBeenCalledTimes(50);
      expect(await failed()).toMatchObject([{ tries: 25, listing: { databaseId: id } }]);
    });

    it('is also listed when the process died in the last attempt, or the job is lost', async () => {
      const id = await verified();
      await own.pool.query('UPDATE graphile_worker._private_jobs SET attempts = max_attempts');
      expect(await failed()).toMatchObject([{ lastError: null, listing: { databaseId: id } }]);
      await own.pool.query('DELETE FROM graphile_worker._private_jobs');
      expect(await failed()).toMatchObject([{ tries: 0, listing: { databaseId: id } }]);
      await retry(id);
      openAccount.mockResolvedValue({ accountId: 'acc-91' });
      await own.runJobs();
      expect(openAccount).toHaveBeenCalledTimes(1);
    });

    it('is still opened by a late event', async () => {
      const id = await verified();
      await tryToTheEnd();
      const { escrowReference } = await own.prisma.listing.findUniqueOrThrow({ where: { id } });
      const text = JSON.stringify(event({ escrowReference }));
      const headers = { [signatureHeader]: signMessage(escrowSecret, text) };
      await own.send('/api/escrow/webhook', { method: 'POST', body: text, headers });
      expect(await failed()).toEqual([]);
      expect(await retry(id)).toEqual({
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

  it('is not requested when no partner is configured', async () => {
    const before = server.deps.escrow;
    server.deps.escrow = undefined;
    try {
      const { id } = await listing('none', unverified);
      await verify(id);
      expect(await stored(id)).toMatchObject({ escrowStatus: 'none', escrowReference: null });
      const answer = await send(event({ escrowReference: randomUUID() }));
      expect([answer.status, answer.text]).toEqual([404, 'There is no escrow partner']);
    } finally {
      server.deps.escrow = before;
    }
  });
});
