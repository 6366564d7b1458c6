import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PaymentOperation } from '../../generated/prisma/client.ts';
import { ExpectedError, UnavailableError } from '../../platform/errors.ts';
import { createLog } from '../../platform/log.ts';
import { PaymentUnavailable } from '../../platform/payments/paymentProvider.ts';
import { sandboxCards, type CardBehavior } from '../../platform/payments/sandboxCards.ts';
import {
  closedAccount,
  createSandboxPayments,
  type PaymentSandbox,
} from '../../platform/payments/sandboxPayments.ts';
import { createBooking, createResort, createUser } from '../../testing/factories.ts';
import { sandboxSecret, startTestServer, type TestServer } from '../../testing/testServer.ts';
import { takePaymentEvent } from './events.ts';
import {
  abandonOperation,
  performDue,
  performOperation,
  startOperation,
  type ApplyOutcome,
  type NewOperation,
  type PaymentDeps,
  type PaymentOutcome,
} from './operations.ts';

let server: TestServer;
/** The product's webhook. */
let hook: Server;
let sandbox: PaymentSandbox;
let deps: PaymentDeps;
let now: Date;
let bookingId: string;

/** What was applied to bookings, in order. */
const applied: { kind: PaymentOperation['kind']; outcome: PaymentOutcome }[] = [];
const apply = vi.fn<ApplyOutcome>();

beforeAll(async () => {
  server = await startTestServer();
  hook = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const signature = request.headers['tideweek-signature'] as string;
      try {
        const answer = await takePaymentEvent(deps, { body, signature }, apply);
        response.end(JSON.stringify(answer));
      } catch (error) {
        response.statusCode = error instanceof ExpectedError ? 503 : 500;
        response.end();
      }
    })();
  }).listen(0, '127.0.0.1');
  await once(hook, 'listening');
});

beforeEach(async () => {
  now = new Date('2031-01-10T12:00:00Z');
  applied.length = 0;
  apply.mockReset();
  apply.mockImplementation((_transaction, { kind }, outcome) => {
    applied.push({ kind, outcome });
    return Promise.resolve();
  });
  sandbox = createSandboxPayments({
    database: server.deps.database,
    secret: sandboxSecret,
    webhookUrl: () => `http://127.0.0.1:${(hook.address() as AddressInfo).port}`,
    clock: () => now,
  });
  deps = {
    database: server.deps.database,
    payments: sandbox,
    clock: () => now,
    log: createLog('silent'),
  };
  const { id: resortId } = await createResort(server);
  const { id: userId } = await createUser(server);
  ({ id: bookingId } = await createBooking(server, { resortId, userId }));
});

afterAll(async () => {
  hook.close();
  await server.close();
});

const later = (minutes: number): void => {
  now = new Date(now.getTime() + minutes * 60_000);
};

const card = async (behavior: CardBehavior): Promise<string> => {
  const number = sandboxCards.find((known) => known.behavior === behavior)?.number;
  return (await sandbox.takeCard({ number, expiry: '12/40', securityCode: '123' })).token;
};

const begin = (operation: NewOperation): Promise<PaymentOperation> =>
  server.prisma.$transaction((transaction) => startOperation(deps, transaction, operation));

const perform = (id: string): Promise<PaymentOperation> => performOperation(deps, id, apply);

const pay = async (
  kind: 'authorize' | 'charge',
  behavior: CardBehavior = 'succeed',
): Promise<PaymentOperation> =>
  begin({
    kind,
    bookingId,
    amountCents: 50_000,
    currency: 'USD',
    method: await card(behavior),
    description: 'Harbour House',
    receiptEmail: 'mina@example.com',
  });

const paid = async (kind: 'authorize' | 'charge', behavior?: CardBehavior) =>
  perform((await pay(kind, behavior)).id);

const paymentAt = (reference: string | null) => sandbox.read(reference ?? '');

const calls = (key: string) => server.prisma.sandboxCall.findMany({ where: { key } });

/** Sends the events of the sandbox, as many times as asked and in any order. */
const sendEvents = async (times = 1): Promise<void> => {
  const events = await server.prisma.sandboxEvent.findMany({ where: { createdAt: { lte: now } } });
  const all = Array.from({ length: times }, () => events.toReversed()).flat();
  await Promise.all(all.map(({ id }) => sandbox.deliver(id)));
};

describe('an operation', () => {
  it('reserves, takes, gives back and pays out', async () => {
    const authorized = await paid('authorize');
    expect(authorized).toMatchObject({
      status: 'succeeded',
      attempts: 1,
      settledAt: now,
      details: null,
    });
    expect(await paymentAt(authorized.providerReference)).toMatchObject({
      status: 'authorized',
      key: authorized.id,
    });
    await perform((await begin({ kind: 'capture', bookingId })).id);
    await perform((await begin({ kind: 'refund', bookingId, amountCents: 20_000 })).id);
    const account = 'sandbox_owner';
    await perform((await begin({ kind: 'transfer', bookingId, amountCents: 25_000, account })).id);
    expect(await paymentAt(authorized.providerReference)).toMatchObject({
      status: 'captured',
      amountCents: 50_000,
      refundedCents: 20_000,
    });
    expect(await server.prisma.sandboxTransfer.findMany({ where: { bookingId } })).toMatchObject([
      { account, amountCents: 25_000 },
    ]);
    expect(applied.map(({ kind, outcome }) => [kind, outcome.status])).toEqual([
      ['authorize', 'succeeded'],
      ['capture', 'succeeded'],
      ['refund', 'succeeded'],
      ['transfer', 'succeeded'],
    ]);
  });

  it('lets go what was only reserved, and the booking can be paid anew', async () => {
    const authorized = await paid('authorize');
    await perform((await begin({ kind: 'void', bookingId })).id);
    expect(await paymentAt(authorized.providerReference)).toMatchObject({ status: 'voided' });
    expect(await paid('charge')).toMatchObject({ status: 'succeeded' });
  });

  it('of a declined card fails with words for the payer, and another card can be tried', async () => {
    const declined = await paid('charge', 'insufficient_funds');
    expect(declined).toMatchObject({
      status: 'failed',
      failureCode: 'insufficient_funds',
      failureMessage: 'There is not enough money on this card. Please use another card',
    });
    expect(await paid('charge', 'lost_card')).toMatchObject({
      failureMessage: 'Your bank declined this card. Please use another card',
    });
    expect(await paid('charge')).toMatchObject({ status: 'succeeded' });
    expect(applied.map(({ outcome }) => outcome.status)).toEqual(['failed', 'failed', 'succeeded']);
  });

  it('that the provider refuses fails', async () => {
    await paid('charge');
    const transfer = {
      kind: 'transfer',
      bookingId,
      amountCents: 1,
      account: closedAccount,
    } as const;
    expect(await perform((await begin(transfer)).id)).toMatchObject({
      status: 'failed',
      failureCode: 'account_closed',
    });
  });

  it('can only begin where payments are taken', async () => {
    const none = { ...deps, payments: undefined };
    await expect(
      server.prisma.$transaction((transaction) =>
        startOperation(none, transaction, { kind: 'void', bookingId }),
      ),
    ).rejects.toThrow(UnavailableError);
  });
});

describe('a payment that the traveller has to confirm', () => {
  it('waits with the secret for the browser, and succeeds by an event', async () => {
    const waiting = await paid('authorize', 'confirm');
    expect(waiting.status).toBe('needs_action');
    await sandbox.confirm({ clientSecret: waiting.clientSecret, isApproved: true });
    await sendEvents();
    const { status, clientSecret } = await perform(waiting.id);
    expect({ status, clientSecret }).toEqual({ status: 'succeeded', clientSecret: null });
    expect(applied.map(({ outcome }) => outcome.status)).toEqual(['needs_action', 'succeeded']);
  });

  it('succeeds without any event when somebody asks', async () => {
    const { id, clientSecret } = await paid('charge', 'confirm');
    expect(await perform(id)).toMatchObject({ status: 'needs_action', clientSecret });
    await sandbox.confirm({ clientSecret, isApproved: true });
    expect(await perform(id)).toMatchObject({ status: 'succeeded' });
  });

  it('succeeds without anybody asking, by the job', async () => {
    const { id, clientSecret } = await paid('charge', 'confirm');
    await sandbox.confirm({ clientSecret, isApproved: true });
    later(2);
    await performDue(deps, apply);
    expect(await perform(id)).toMatchObject({ status: 'succeeded' });
  });

  it('fails when it is refused, and can not be confirmed any more', async () => {
    const { id, clientSecret, providerReference } = await paid('charge', 'confirm');
    await sandbox.confirm({ clientSecret, isApproved: false });
    expect(await perform(id)).toMatchObject({
      status: 'failed',
      failureCode: 'authentication_failed',
    });
    await sandbox.confirm({ clientSecret, isApproved: true });
    expect(await paymentAt(providerReference)).toMatchObject({ status: 'voided' });
  });
});

describe('an answer that never comes', () => {
  it.each(['time_out', 'lose_answer'] as const)(
    'is asked for again by the job, and the card pays once: %s',
    async (behavior) => {
      const { id } = await pay('charge', behavior);
      expect(await perform(id)).toMatchObject({ status: 'waiting' });
      await performDue(deps, apply);
      expect(await calls(id)).toHaveLength(1);
      later(2);
      await performDue(deps, apply);
      expect(await perform(id)).toMatchObject({ status: 'succeeded' });
      expect(await server.prisma.sandboxPayment.count({ where: { bookingId } })).toBe(1);
      expect(applied).toHaveLength(1);
    },
  );

  it('is brought by the event', async () => {
    const { id } = await paid('authorize', 'lose_answer');
    await sendEvents();
    expect(await perform(id)).toMatchObject({ status: 'succeeded' });
    expect(await calls(id)).toHaveLength(1);
  });

  it('does not matter when the process dies before the call', async () => {
    const { id } = await pay('charge');
    later(2);
    await performDue(deps, apply);
    expect(await perform(id)).toMatchObject({ status: 'succeeded' });
    expect(applied).toHaveLength(1);
  });

  it('does not matter when the process dies after the call', async () => {
    const { id } = await pay('charge');
    apply.mockRejectedValueOnce(new Error('killed'));
    await expect(perform(id)).rejects.toThrow('killed');
    expect(await server.prisma.paymentOperation.findUnique({ where: { id } })).toMatchObject({
      status: 'waiting',
      providerReference: null,
    });
    later(2);
    await performDue(deps, apply);
    expect(await perform(id)).toMatchObject({ status: 'succeeded' });
    expect(await server.prisma.sandboxPayment.count({ where: { bookingId } })).toBe(1);
    expect(applied).toHaveLength(1);
  });
});

it('is called once at the provider by ten who perform it at the same time', async () => {
  const { id } = await pay('charge');
  await Promise.all(Array.from({ length: 10 }, () => perform(id)));
  expect(await calls(id)).toHaveLength(1);
  expect(await perform(id)).toMatchObject({ status: 'succeeded', attempts: 1 });
  expect(applied).toHaveLength(1);
});

it('is applied once, however often and in whatever order events come', async () => {
  const { id } = await paid('authorize', 'confirm');
  const { clientSecret } = await perform(id);
  await sandbox.confirm({ clientSecret, isApproved: true });
  await sendEvents(3);
  const capture = await begin({ kind: 'capture', bookingId });
  await Promise.all([perform(capture.id), sendEvents(3)]);
  await sendEvents(2);
  expect(applied.map(({ kind, outcome }) => [kind, outcome.status])).toEqual([
    ['authorize', 'needs_action'],
    ['authorize', 'succeeded'],
    ['capture', 'succeeded'],
  ]);
  expect(await server.prisma.paymentEvent.count({ where: { handledAt: null } })).toBe(0);
});

describe('an event', () => {
  it('is refused without the signature of the provider', async () => {
    const body = JSON.stringify({ id: 'e', kind: 'payment.captured', reference: 'r' });
    await expect(takePaymentEvent(deps, { body, signature: undefined }, apply)).rejects.toThrow(
      'signature',
    );
    expect(await server.prisma.paymentEvent.count({ where: { id: 'e' } })).toBe(0);
  });

  it('is handled when it is sent again, if the provider could not be asked at first', async () => {
    const { id } = await paid('charge', 'lose_answer');
    const { id: eventId } = await server.prisma.sandboxEvent.findFirstOrThrow({
      orderBy: { createdAt: 'desc' },
      where: {
        reference: (await server.prisma.sandboxPayment.findUniqueOrThrow({ where: { key: id } }))
          .reference,
      },
    });
    const { read } = sandbox;
    sandbox.read = () => Promise.reject(new PaymentUnavailable('away'));
    await expect(sandbox.deliver(eventId)).rejects.toThrow('503');
    sandbox.read = read;
    await sandbox.deliver(eventId);
    expect(await perform(id)).toMatchObject({ status: 'succeeded' });
    expect(await calls(id)).toHaveLength(1);
  });
});

describe('a refund that takes its time', () => {
  it.each([
    ['late_refund', 'succeeded'],
    ['failed_refund', 'failed'],
  ] as const)('waits until the provider reports it: %s %s', async (behavior, status) => {
    await paid('charge', behavior);
    const { id } = await begin({ kind: 'refund', bookingId, amountCents: 50_000 });
    expect(await perform(id)).toMatchObject({ status: 'waiting' });
    await sendEvents();
    expect(await perform(id)).toMatchObject({ status });
    expect(await calls(id)).toHaveLength(1);
  });
});

describe('a payment that nobody wants any more', () => {
  const abandon = () =>
    server.prisma.$transaction((transaction) => abandonOperation(deps, transaction, bookingId));

  it('fails without a call if nobody has asked the provider', async () => {
    const { id } = await pay('charge');
    expect(await abandon()).toBe(id);
    expect(await perform(id)).toMatchObject({ status: 'failed', failureCode: 'abandoned' });
    expect(await calls(id)).toEqual([]);
    expect(await abandon()).toBeUndefined();
  });

  it('is ended at the provider if the traveller has not confirmed it', async () => {
    const { id, clientSecret, providerReference } = await paid('charge', 'confirm');
    await abandon();
    await performDue(deps, apply);
    expect(await perform(id)).toMatchObject({ status: 'failed' });
    await sandbox.confirm({ clientSecret, isApproved: true });
    expect(await paymentAt(providerReference)).toMatchObject({ status: 'voided' });
  });

  it('is let go if it was reserved and the answer was lost', async () => {
    const { id } = await paid('authorize', 'lose_answer');
    await abandon();
    expect(await perform(id)).toMatchObject({ status: 'failed' });
    expect(await server.prisma.sandboxPayment.findMany({ where: { bookingId } })).toMatchObject([
      { status: 'voided' },
    ]);
  });

  it('succeeds if the money was taken meanwhile', async () => {
    const { id, clientSecret } = await paid('charge', 'confirm');
    await sandbox.confirm({ clientSecret, isApproved: true });
    await abandon();
    expect(await perform(id)).toMatchObject({ status: 'succeeded' });
  });
});

describe('the database', () => {
  it('keeps a booking to one open step with its payment', async () => {
    await pay('charge');
    await expect(pay('charge')).rejects.toThrow(/unique/i);
  });

  it('refuses a second payment of a booking', async () => {
    await paid('charge');
    await expect(pay('charge')).rejects.toThrow('paid already');
  });

  it('refuses to give back or pay out more than was taken', async () => {
    await paid('charge');
    await begin({ kind: 'refund', bookingId, amountCents: 30_000 });
    await expect(begin({ kind: 'refund', bookingId, amountCents: 20_001 })).rejects.toThrow(
      'does not allow',
    );
    const account = 'sandbox_owner';
    await expect(
      begin({ kind: 'transfer', bookingId, amountCents: 20_001, account }),
    ).rejects.toThrow('does not allow');
    await begin({ kind: 'transfer', bookingId, amountCents: 20_000, account });
  });

  it('refuses two refunds that are asked for at the same time and together are too much', async () => {
    await paid('charge');
    const tries = await Promise.allSettled(
      [1, 2].map(() => begin({ kind: 'refund', bookingId, amountCents: 30_000 })),
    );
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('refuses to take what was taken, to let it go, and to give back what was not taken', async () => {
    await paid('authorize');
    await expect(begin({ kind: 'refund', bookingId, amountCents: 1 })).rejects.toThrow(
      'does not allow',
    );
    await perform((await begin({ kind: 'capture', bookingId })).id);
    await expect(begin({ kind: 'capture', bookingId })).rejects.toThrow('does not allow');
    await expect(begin({ kind: 'void', bookingId })).rejects.toThrow('does not allow');
  });

  it.each([
    "status = 'failed', failure_code = 'x', failure_message = 'x'",
    'amount_cents = 1',
    "provider_reference = 'another'",
  ])('refuses to rewrite a settled operation: %s', async (change) => {
    const { id } = await paid('charge');
    await expect(
      server.pool.query(`UPDATE payment_operations SET ${change} WHERE id = $1`, [id]),
    ).rejects.toThrow("can't be rewritten");
  });
});
