import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PaymentOperation } from '#api/generated/prisma/client.ts';
import { UnavailableError } from '#api/platform/errors.ts';
import { createLog } from '#api/platform/process/log.ts';
import { PaymentFault, PaymentUnavailable } from '#api/platform/payments/paymentProvider.ts';
import type { CardBehavior } from '#api/platform/payments/sandboxCards.ts';
import { createBooking, createResort, createUser } from '#api/testing/factories.ts';
import { playedProviders, type PlayedProvider } from '#api/testing/payments/providers.ts';
import type { SignedEvent } from '#api/testing/payments/stripeServer.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { takePaymentEvent } from './events.ts';
import {
  abandonOperation,
  performAtOnce,
  performDue,
  performOperation,
  startOperation,
  type ApplyOutcome,
  type NewOperation,
  type PaymentDeps,
  type PaymentOutcome,
} from './operations.ts';

let server: TestServer;

/** What was applied to bookings, in order. */
const applied: { kind: PaymentOperation['kind']; outcome: PaymentOutcome }[] = [];
const apply = vi.fn<ApplyOutcome>();
const disputeChanged = vi.fn<(reference: string) => Promise<void>>();
const accountChanged = vi.fn<(reference: string) => Promise<void>>();

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

describe.each(['sandbox', 'stripe'] as const)('with %s,', (providerName) => {
  let played: PlayedProvider;
  let deps: PaymentDeps;
  let now: Date;
  let bookingId: string;

  beforeAll(async () => {
    played = await playedProviders[providerName](server.deps.database, () => now);
  });

  afterAll(() => played.close());

  beforeEach(async () => {
    now = new Date();
    applied.length = 0;
    apply.mockReset();
    apply.mockImplementation((_transaction, { kind }, outcome) => {
      applied.push({ kind, outcome });
      return Promise.resolve();
    });
    const { database } = server.deps;
    deps = { database, payments: played.provider, clock: () => now, log: createLog('silent') };
    const { id: resortId } = await createResort(server);
    const { id: userId } = await createUser(server);
    ({ id: bookingId } = await createBooking(server, { resortId, userId }));
  });

  const later = (minutes: number): void => {
    now = new Date(now.getTime() + minutes * 60_000);
  };

  const begin = (operation: NewOperation): Promise<PaymentOperation> =>
    server.prisma.$transaction((transaction) => startOperation(deps, transaction, operation));

  const perform = (id: string): Promise<PaymentOperation> => performOperation(deps, id, apply);

  const charge = (amountCents: number) => pay('charge', 'succeed', amountCents);

  const pay = async (
    kind: 'authorize' | 'charge',
    behavior: CardBehavior = 'succeed',
    amountCents = 50_000,
  ): Promise<PaymentOperation> =>
    begin({
      kind,
      bookingId,
      amountCents,
      currency: 'USD',
      method: await played.method(behavior),
      description: 'Harbour House',
      receiptEmail: 'mina@example.com',
    });

  const paid = async (kind: 'authorize' | 'charge', behavior?: CardBehavior) =>
    perform((await pay(kind, behavior)).id);

  const paymentAt = (reference: string | null) => played.provider.read(reference ?? '');

  const calls = (key: string) => played.callsWith(key);

  const payments = () => played.paymentsOf(bookingId);

  const hear = async ({ body, signature }: SignedEvent) =>
    takePaymentEvent(deps, { body, signature }, { apply, accountChanged, disputeChanged });

  /** Sends the provider's events, as many times as asked and the latest first. */
  const sendEvents = async (times = 1): Promise<void> => {
    const events = (await played.events()).toReversed();
    const all = Array.from({ length: times }, () => events).flat();
    await Promise.all(all.map(hear));
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
      const account = await played.account();
      await perform(
        (await begin({ kind: 'transfer', bookingId, amountCents: 25_000, account })).id,
      );
      expect(await paymentAt(authorized.providerReference)).toMatchObject({
        status: 'captured',
        amountCents: 50_000,
        refundedCents: 20_000,
      });
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
      expect(applied.map(({ outcome }) => outcome.status)).toEqual([
        'failed',
        'failed',
        'succeeded',
      ]);
    });

    it('that the provider refuses fails', async () => {
      await paid('charge');
      const transfer = {
        kind: 'transfer',
        bookingId,
        amountCents: 1,
        account: await played.account('closed'),
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
      await played.confirm(waiting.clientSecret, true);
      await sendEvents();
      const { status, clientSecret } = await perform(waiting.id);
      expect({ status, clientSecret }).toEqual({ status: 'succeeded', clientSecret: null });
      expect(applied.map(({ outcome }) => outcome.status)).toEqual(['needs_action', 'succeeded']);
    });

    it('succeeds without any event when somebody asks', async () => {
      const { id, clientSecret } = await paid('charge', 'confirm');
      expect(await perform(id)).toMatchObject({ status: 'needs_action', clientSecret });
      await played.confirm(clientSecret, true);
      expect(await perform(id)).toMatchObject({ status: 'succeeded' });
    });

    it('succeeds without anybody asking, by the job', async () => {
      const { id, clientSecret } = await paid('charge', 'confirm');
      await played.confirm(clientSecret, true);
      later(2);
      await performDue(deps, apply);
      expect(await perform(id)).toMatchObject({ status: 'succeeded' });
    });

    it('fails when it is refused, and can not be confirmed any more', async () => {
      const { id, clientSecret, providerReference } = await paid('charge', 'confirm');
      await played.confirm(clientSecret, false);
      expect(await perform(id)).toMatchObject({
        status: 'failed',
        failureCode: 'authentication_failed',
      });
      await played.confirm(clientSecret, true);
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
        expect(await calls(id)).toBe(1);
        later(2);
        await performDue(deps, apply);
        expect(await perform(id)).toMatchObject({ status: 'succeeded' });
        expect(await payments()).toHaveLength(1);
        expect(applied).toHaveLength(1);
      },
    );

    it.each(['time_out', 'lose_answer'] as const)(
      'is asked for again at once by whoever waits for it, and the card pays once: %s',
      async (behavior) => {
        const { id } = await pay('charge', behavior);
        expect(await perform(id)).toMatchObject({ status: 'waiting' });
        expect(await perform(id)).toMatchObject({ status: 'waiting' });
        const asked = await Promise.all(
          Array.from({ length: 3 }, () => performAtOnce(deps, id, apply)),
        );
        expect(asked.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
        expect(await payments()).toHaveLength(1);
        expect(applied).toHaveLength(1);
      },
    );

    it('is brought by the event', async () => {
      const { id } = await paid('authorize', 'lose_answer');
      await sendEvents();
      expect(await perform(id)).toMatchObject({ status: 'succeeded' });
      expect(await calls(id)).toBe(1);
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
      expect(await payments()).toHaveLength(1);
      expect(applied).toHaveLength(1);
    });
  });

  describe.each(['fault_before', 'fault_after'] as const)(
    'a fault that the provider keeps for the key: %s',
    (when) => {
      /** Runs the job until the operation has ended; the first two calls end in the fault. */
      const overcome = async (id: string): Promise<void> => {
        for (const faults of [1, 2]) {
          expect(await performAtOnce(deps, id, apply)).toMatchObject({ status: 'waiting', faults });
        }
        // A new key is used only by whoever has reserved the operation.
        expect(await performAtOnce(deps, id, apply)).toMatchObject({ attempts: 2 });
        later(2);
        await performDue(deps, apply);
        expect(await perform(id)).toMatchObject({ status: 'succeeded', attempts: 3, faults: 2 });
        expect(await calls(id)).toBe(2);
      };

      it('is overcome, and the money moves once: charge, refund and transfer', async () => {
        const { id, ...charge } = await pay('charge', when);
        await overcome(id);
        expect(await payments()).toHaveLength(1);
        expect(charge.status).toBe('waiting');
        const refund = await begin({ kind: 'refund', bookingId, amountCents: 20_000 });
        await overcome(refund.id);
        const [payment = ''] = await payments();
        expect(await paymentAt(payment)).toMatchObject({ refundedCents: 20_000 });
        const account = await played.account(when);
        const transfer = { kind: 'transfer', bookingId, amountCents: 100, account } as const;
        await overcome((await begin(transfer)).id);
        expect(applied.map(({ kind, outcome }) => [kind, outcome.status])).toEqual([
          ['charge', 'succeeded'],
          ['refund', 'succeeded'],
          ['transfer', 'succeeded'],
        ]);
      });

      it('starts no other payment once nobody wants it any more', async () => {
        const { id } = await pay('charge', when);
        for (let faults = 0; faults < 2; faults += 1) {
          await performAtOnce(deps, id, apply);
        }
        await server.prisma.$transaction((transaction) =>
          abandonOperation(deps, transaction, bookingId),
        );
        await performDue(deps, apply);
        const wasTaken = when === 'fault_after';
        expect(await perform(id)).toMatchObject({ status: wasTaken ? 'succeeded' : 'failed' });
        expect(await payments()).toHaveLength(wasTaken ? 1 : 0);
      });
    },
  );

  it('counts each fault once, however many asked with the same key', async () => {
    const { id } = await pay('charge');
    const { provider } = played;
    const answers: (() => void)[] = [];
    const start = () =>
      new Promise<never>((_resolve, reject) => {
        answers.push(() => reject(new PaymentFault('a fault')));
        if (answers.length === 3) answers.forEach((answer) => answer());
      });
    deps.payments = { ...provider, start };
    await Promise.all([1, 2, 3].map(() => performAtOnce(deps, id, apply)));
    expect(await server.prisma.paymentOperation.findUnique({ where: { id } })).toMatchObject({
      attempts: 3,
      faults: 1,
    });
  });

  describe('a call that was not answered for a day', () => {
    it('is not repeated, since the provider may have forgotten its key', async () => {
      const { id } = await paid('charge', 'lose_answer');
      later(21 * 60);
      await performDue(deps, apply);
      expect(await perform(id)).toMatchObject({ status: 'succeeded' });
      expect(await calls(id)).toBe(1);
    });

    it('fails if the provider has no payment of it', async () => {
      const { id } = await paid('charge', 'time_out');
      later(21 * 60);
      await performDue(deps, apply);
      expect(await perform(id)).toMatchObject({ status: 'failed', failureCode: 'no_answer' });
      expect(await payments()).toEqual([]);
    });

    it.each(['refund', 'transfer'] as const)('is not repeated: %s', async (kind) => {
      await paid('charge');
      const { provider } = played;
      const lose = async (call: never) => {
        await provider[kind](call);
        throw new PaymentUnavailable('lost');
      };
      deps.payments = { ...provider, [kind]: lose };
      const about = { bookingId, amountCents: 100, account: await played.account() };
      const { id } = await begin({ kind, ...about });
      await perform(id);
      deps.payments = provider;
      later(21 * 60);
      await performDue(deps, apply);
      expect(await perform(id)).toMatchObject({ status: 'succeeded' });
      expect(await calls(id)).toBe(1);
    });
  });

  it('is left to the next run of the job while the provider is away', async () => {
    const { id: resortId } = await createResort(server);
    const { id: userId } = await createUser(server);
    const bookings: string[] = [];
    for (let made = 0; made < 5; made += 1) {
      ({ id: bookingId } = await createBooking(server, { resortId, userId }));
      bookings.push(bookingId);
      await pay('charge');
    }
    later(2);
    const start = vi.fn(() => Promise.reject(new PaymentUnavailable('away')));
    const { provider } = played;
    deps.payments = { ...provider, start, read: start };
    await performDue(deps, apply);
    expect(start).toHaveBeenCalledTimes(3);
    deps.payments = provider;
    later(2);
    await performDue(deps, apply);
    const open = { bookingId: { in: bookings }, status: 'waiting' } as const;
    expect(await server.prisma.paymentOperation.count({ where: open })).toBe(0);
  });

  it('is called once at the provider by ten who perform it at the same time', async () => {
    const { id } = await pay('charge');
    await Promise.all(Array.from({ length: 10 }, () => perform(id)));
    expect(await calls(id)).toBe(1);
    expect(await perform(id)).toMatchObject({ status: 'succeeded', attempts: 1 });
    expect(applied).toHaveLength(1);
  });

  it('is applied once, however often and in whatever order events come', async () => {
    const { id } = await paid('authorize', 'confirm');
    const { clientSecret } = await perform(id);
    await played.confirm(clientSecret, true);
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
      await expect(
        takePaymentEvent(
          deps,
          { body, signature: undefined },
          { apply, accountChanged, disputeChanged },
        ),
      ).rejects.toThrow('signature');
      expect(await server.prisma.paymentEvent.count({ where: { id: 'e' } })).toBe(0);
    });

    it('is handled when it is sent again, if the provider could not be asked at first', async () => {
      const { id } = await paid('charge', 'lose_answer');
      const [paymentId = ''] = await payments();
      const [event] = (await played.events()).filter(({ body }) => body.includes(paymentId));
      if (!event) throw new Error('The provider reports its payments');
      const { provider } = played;
      deps.payments = { ...provider, read: () => Promise.reject(new PaymentUnavailable('away')) };
      await expect(hear(event)).rejects.toThrow(UnavailableError);
      deps.payments = provider;
      expect(await hear(event)).toEqual({ isNew: true });
      expect(await hear(event)).toEqual({ isNew: false });
      expect(await perform(id)).toMatchObject({ status: 'succeeded' });
      expect(await calls(id)).toBe(1);
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
      expect(await calls(id)).toBe(1);
    });
  });

  describe('a payment that nobody wants any more', () => {
    const abandon = () =>
      server.prisma.$transaction((transaction) => abandonOperation(deps, transaction, bookingId));

    it('fails without a call if nobody has asked the provider', async () => {
      const { id } = await pay('charge');
      expect(await abandon()).toBe(id);
      expect(await perform(id)).toMatchObject({ status: 'failed', failureCode: 'abandoned' });
      expect(await calls(id)).toBe(0);
      expect(await abandon()).toBeUndefined();
    });

    it('keeps what another process has taken at the provider before the end was stored', async () => {
      const { id } = await pay('charge');
      await abandon();
      const client = await server.pool.connect();
      await client.query('BEGIN');
      await client.query('SELECT FROM bookings WHERE id = $1 FOR UPDATE', [bookingId]);
      const attempts = async () =>
        (await server.prisma.paymentOperation.findUniqueOrThrow({ where: { id } })).attempts;
      const never = perform(id);
      await expect.poll(attempts).toBe(1);
      const asked = performAtOnce(deps, id, apply);
      await expect.poll(payments).toHaveLength(1);
      await client.query('COMMIT');
      client.release();
      await Promise.all([never, asked]);
      const [reference = ''] = await payments();
      expect(await paymentAt(reference)).toMatchObject({ status: 'captured' });
      expect(await perform(id)).toMatchObject({
        status: 'succeeded',
        providerReference: reference,
      });
      expect(applied).toEqual([{ kind: 'charge', outcome: { status: 'succeeded' } }]);
    });

    it('is ended at the provider if the traveller has not confirmed it', async () => {
      const { id, clientSecret, providerReference } = await paid('charge', 'confirm');
      await abandon();
      await performDue(deps, apply);
      expect(await perform(id)).toMatchObject({ status: 'failed' });
      await played.confirm(clientSecret, true);
      expect(await paymentAt(providerReference)).toMatchObject({ status: 'voided' });
    });

    it('is let go if it was reserved and the answer was lost', async () => {
      const { id } = await paid('authorize', 'lose_answer');
      await abandon();
      expect(await perform(id)).toMatchObject({ status: 'failed' });
      const [reference = ''] = await payments();
      expect(await paymentAt(reference)).toMatchObject({ status: 'voided' });
    });

    it('succeeds if the money was taken meanwhile', async () => {
      const { id, clientSecret } = await paid('charge', 'confirm');
      await played.confirm(clientSecret, true);
      await abandon();
      expect(await perform(id)).toMatchObject({ status: 'succeeded' });
    });
  });

  describe('the database', () => {
    it('keeps a booking to one open step with its payment', async () => {
      await pay('charge');
      await expect(pay('charge')).rejects.toThrow(/unique/i);
    });

    it('refuses to charge less than a card can be charged', async () => {
      await expect(charge(49)).rejects.toThrow('No card can be charged so little');
      await charge(50);
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
      const account = await played.account();
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
});
