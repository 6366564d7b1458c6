import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playedProviders, type PlayedProvider } from '#api/testing/payments/providers.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { RefusedLinkError } from '../errors.ts';
import {
  PaymentFault,
  PaymentRefused,
  PaymentUnavailable,
  type Movement,
  type PaymentRecord,
  type PaymentState,
  type StartCall,
} from './paymentProvider.ts';
import type { CardBehavior } from './sandboxCards.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

describe.each(['sandbox', 'stripe'] as const)('%s', (name) => {
  let played: PlayedProvider;

  beforeAll(async () => {
    played = await playedProviders[name](server.deps.database, () => new Date());
  });

  afterAll(() => played.close());

  const callOf = async (
    behavior: CardBehavior = 'succeed',
    given: Partial<StartCall> = {},
  ): Promise<StartCall> => ({
    key: randomUUID(),
    bookingId: randomUUID(),
    amountCents: 50_000,
    currency: 'USD',
    method: await played.method(behavior),
    capture: true,
    description: 'Harbour House',
    receiptEmail: 'mina@example.com',
    ...given,
  });

  const start = async (...given: Parameters<typeof callOf>) =>
    played.provider.start(await callOf(...given));

  const key = (): string => randomUUID();

  it.each([
    ['USD', 1],
    ['JPY', 100],
    ['ISK', 100],
    ['KWD', 1],
  ])('counts %s in hundredths, whatever is counted there', async (currency, unit) => {
    const { provider } = played;
    const money = (units: number) => ({ amountCents: units * unit, currency });
    const before = (await provider.balance()).get(currency) ?? 0;
    const { reference } = await start('succeed', money(41_237));
    const paid = { status: 'captured', ...money(41_237) };
    expect(await provider.read(reference)).toMatchObject({ ...paid, refundedCents: 0 });
    await provider.refund({ key: key(), reference, ...money(1_003) });
    expect(await provider.read(reference)).toMatchObject({ refundedCents: 1_003 * unit });
    expect(await provider.refundsOf(reference)).toMatchObject([{ amountCents: 1_003 * unit }]);
    const account = await played.account();
    const sent = { account, payment: reference, bookingId: randomUUID(), ...money(20_001) };
    const { reference: transfer } = await provider.transfer({ key: key(), ...sent });
    const { reference: reversal } = await provider.reverseTransfer({
      key: key(),
      transfer,
      ...money(17),
    });
    expect(await provider.reversalsOf(transfer)).toMatchObject([{ amountCents: 17 * unit }]);
    const { records } = await provider.records(past);
    expect(records.find((each) => each.reference === reference)).toMatchObject(paid);
    const { movements } = await provider.movements(past);
    const made = movements.filter((each) => each.currency === currency);
    const cents = (source: string) => made.find((each) => each.source === source)?.amountCents;
    expect([reference, transfer, reversal].map(cents)).toEqual(
      [41_237, -20_001, 17].map((units) => units * unit),
    );
    const [charge] = made.filter((each) => each.source === reference);
    expect((await provider.balance()).get(currency)).toBe(
      before + (41_237 - 1_003 - 20_001 + 17) * unit - (charge?.feeCents ?? 0),
    );
    const { reference: disputed } = await start('disputed_lost', money(41_237));
    const [dispute = ''] = await played.disputesOf(disputed);
    expect(await provider.readDispute(dispute)).toMatchObject(money(41_237));
  });

  it('tells the last four digits of a card', async () => {
    expect(await played.provider.lastFourOf(await played.method('succeed'))).toBe('4242');
  });

  it('refuses a part of a currency that is paid whole, before anything is charged', async () => {
    const part = { amountCents: 1_234, currency: 'JPY' };
    const call = await callOf('succeed', part);
    const { reference } = await start('succeed', { amountCents: 500_000, currency: 'JPY' });
    const account = await played.account();
    const sent = { account, payment: reference, bookingId: randomUUID(), currency: 'JPY' };
    const { reference: transfer } = await played.provider.transfer({
      key: key(),
      ...sent,
      amountCents: 300_000,
    });
    for (const refused of [
      () => played.provider.start(call),
      () => played.provider.refund({ key: key(), reference, ...part }),
      () => played.provider.transfer({ key: key(), ...sent, ...part }),
      () => played.provider.reverseTransfer({ key: key(), transfer, ...part }),
    ]) {
      await expect(refused()).rejects.toMatchObject({ code: 'amount_not_whole' });
    }
    expect(await played.paymentsOf(call.bookingId)).toEqual([]);
  });

  const past = new Date(Date.now() - 60_000);

  it('takes money at once', async () => {
    const call = await callOf();
    const state = await played.provider.start(call);
    expect(state).toEqual({
      reference: expect.any(String) as string,
      key: call.key,
      status: 'captured',
      amountCents: 50_000,
      refundedCents: 0,
      currency: 'USD',
    });
    expect(await played.provider.read(state.reference)).toEqual(state);
  });

  it('makes a payment once for a key, and refuses the key with another amount', async () => {
    const call = await callOf();
    const [first, second] = [await played.provider.start(call), await played.provider.start(call)];
    expect(second).toEqual(first);
    expect(await played.paymentsOf(call.bookingId)).toEqual([first.reference]);
    await expect(played.provider.start({ ...call, amountCents: 1 })).rejects.toThrow(
      PaymentRefused,
    );
  });

  it('reserves money, and takes it once', async () => {
    const { reference, status } = await start('succeed', { capture: false });
    expect(status).toBe('authorized');
    const call = { key: key(), reference };
    expect(await played.provider.capture(call)).toMatchObject({ status: 'captured' });
    expect(await played.provider.capture(call)).toMatchObject({ status: 'captured' });
    expect(await played.provider.capture({ key: key(), reference })).toMatchObject({
      status: 'captured',
    });
    expect(await played.provider.void({ key: key(), reference })).toMatchObject({
      status: 'captured',
      amountCents: 50_000,
    });
  });

  it('lets reserved money go, after which it can not be taken', async () => {
    const { reference } = await start('succeed', { capture: false });
    const call = { key: key(), reference };
    expect(await played.provider.void(call)).toMatchObject({ status: 'voided' });
    expect(await played.provider.void(call)).toMatchObject({ status: 'voided' });
    expect(await played.provider.capture({ key: key(), reference })).toMatchObject({
      status: 'voided',
    });
  });

  it('charges a card again that its payer let us save, and no other', async () => {
    const isPayerThere = false;
    const { reference: savedBy } = await start('succeed', { savesCard: true });
    const again = await start('succeed', {
      method: { savedBy, isPayerThere },
      amountCents: 70_000,
    });
    expect(again).toMatchObject({ status: 'captured', amountCents: 70_000 });
    expect(again.reference).not.toBe(savedBy);
    const { reference: other } = await start();
    await expect(start('succeed', { method: { savedBy: other, isPayerThere } })).rejects.toThrow(
      PaymentRefused,
    );
  });

  it('forgets a saved card, after which it can not be charged', async () => {
    const { reference: savedBy } = await start('succeed', { savesCard: true });
    const { reference: other } = await start();
    for (const reference of [savedBy, savedBy, other]) {
      await played.provider.forgetCard(reference);
    }
    await expect(start('succeed', { method: { savedBy, isPayerThere: false } })).rejects.toThrow(
      PaymentRefused,
    );
    await expect(played.provider.forgetCard('unknown_1')).rejects.toThrow(PaymentRefused);
    expect(await played.provider.read(savedBy)).toMatchObject({ status: 'captured' });
  });

  it('keeps a saved card of a reserved payment, which is charged once for a key', async () => {
    const { reference: savedBy } = await start('succeed', { savesCard: true, capture: false });
    await played.provider.capture({ key: key(), reference: savedBy });
    const call = await callOf('succeed', { method: { savedBy, isPayerThere: false } });
    const first = await played.provider.start(call);
    expect(await played.provider.start(call)).toEqual(first);
    expect(first).toMatchObject({ status: 'captured', key: call.key });
  });

  it('says that the bank of a saved card asks its payer, who can confirm then', async () => {
    const { reference: savedBy } = await start('confirm_saved', { savesCard: true });
    const declined = await start('succeed', { method: { savedBy, isPayerThere: false } });
    expect(declined).toMatchObject({
      status: 'declined',
      decline: { code: 'authentication_required' },
    });
    const asked = await start('succeed', { method: { savedBy, isPayerThere: true } });
    expect(asked.status).toBe('needs_action');
    await played.confirm(asked.action?.clientSecret ?? null, true);
    expect(await played.provider.read(asked.reference)).toMatchObject({ status: 'captured' });
  });

  it('says that a saved card is refused', async () => {
    const { reference: savedBy } = await start('refuse_saved', { savesCard: true });
    for (const isPayerThere of [false, true]) {
      expect(await start('succeed', { method: { savedBy, isPayerThere } })).toMatchObject({
        status: 'declined',
        decline: { code: 'insufficient_funds' },
      });
    }
  });

  it.each([
    ['insufficient_funds', 'There is not enough money on this card. Please use another card'],
    ['lost_card', 'Your bank declined this card. Please use another card'],
  ] as const)('tells the payer why a card is declined: %s', async (behavior, message) => {
    const call = await callOf(behavior);
    const declined = {
      key: call.key,
      status: 'declined',
      decline: { code: behavior, message },
    };
    expect(await played.provider.start(call)).toMatchObject(declined);
    expect(await played.provider.start(call)).toMatchObject(declined);
  });

  it.each([
    [true, 'captured'],
    [false, 'authorized'],
  ])('waits for the payer to confirm with their bank (capture: %s)', async (capture, status) => {
    const { reference, ...state } = await start('confirm', { capture });
    expect(state).toMatchObject({
      status: 'needs_action',
      action: { clientSecret: expect.any(String) as string },
    });
    await played.confirm(state.action?.clientSecret ?? '', true);
    expect(await played.provider.read(reference)).toMatchObject({ status });
  });

  it('ends a payment that the payer refused, which can not be confirmed after that', async () => {
    const { reference, action } = await start('confirm');
    await played.confirm(action?.clientSecret ?? '', false);
    expect(await played.provider.read(reference)).toMatchObject({
      status: 'declined',
      decline: {
        code: 'authentication_failed',
        message: 'Your bank did not confirm the payment. Try again or use another card',
      },
    });
    expect(await played.provider.void({ key: key(), reference })).toMatchObject({
      status: 'voided',
    });
    await played.confirm(action?.clientSecret ?? '', true);
    expect(await played.provider.read(reference)).toMatchObject({ status: 'voided' });
  });

  it.each(['time_out', 'lose_answer'] as const)(
    'pays once after an answer that never came: %s',
    async (behavior) => {
      const call = await callOf(behavior);
      await expect(played.provider.start(call)).rejects.toThrow(PaymentUnavailable);
      const search = { kind: 'payment', key: call.key, since: past, payment: null } as const;
      const made = await played.provider.find(search);
      expect(made === null).toBe(behavior === 'time_out');
      const { reference, status } = await played.provider.start(call);
      expect(status).toBe('captured');
      expect(await played.provider.find(search)).toBe(reference);
      expect(await played.paymentsOf(call.bookingId)).toEqual([reference]);
    },
  );

  describe.each(['fault_before', 'fault_after'] as const)(
    'a fault kept for its key: %s',
    (when) => {
      /** The same call twice, a look for what came of it, and the call with a new key if nothing did. */
      const overcome = async <State extends { reference: string }>(
        kind: 'payment' | 'refund' | 'transfer' | 'account',
        operation: string,
        run: (retry: number) => Promise<State>,
        payment: string | null = null,
      ): Promise<string> => {
        await expect(run(0)).rejects.toThrow(PaymentFault);
        await expect(run(0)).rejects.toThrow(PaymentFault);
        const find = () => played.provider.find({ kind, key: operation, since: past, payment });
        const made = await find();
        expect(made === null).toBe(when === 'fault_before');
        if (made !== null) {
          return made;
        }
        const { reference } = await run(2);
        expect((await run(2)).reference).toBe(reference);
        expect(await find()).toBe(reference);
        await expect(run(0)).rejects.toThrow(PaymentFault);
        return reference;
      };

      it('a payment, its refund and its transfer are made once', async () => {
        const { provider } = played;
        const call = await callOf(when);
        const payment = await overcome('payment', call.key, (retry) =>
          provider.start({ ...call, retry }),
        );
        expect(await played.paymentsOf(call.bookingId)).toEqual([payment]);
        const refund = { key: key(), reference: payment, amountCents: 20_000, currency: 'USD' };
        const run = (retry: number) => provider.refund({ ...refund, retry });
        await overcome('refund', refund.key, run, payment);
        expect(await provider.read(payment)).toMatchObject({ refundedCents: 20_000 });
        const transfer = await transferOf({ account: await played.account(when) });
        await overcome('transfer', transfer.key, (retry) =>
          provider.transfer({ ...transfer, retry }),
        );
      });

      it('an account is opened once', async () => {
        const call = await played.accountCall(when);
        await overcome('account', call.key, (retry) =>
          played.provider.openAccount({ ...call, retry }),
        );
      });
    },
  );

  it('gives back up to what was taken, once for a key', async () => {
    const { reference } = await start();
    const call = { key: key(), reference, amountCents: 20_000, currency: 'USD' };
    const refund = await played.provider.refund(call);
    expect(refund.status).toBe('succeeded');
    expect(await played.provider.refund(call)).toEqual(refund);
    expect(await played.provider.readRefund(refund.reference)).toEqual(refund);
    expect(await played.provider.read(reference)).toMatchObject({ refundedCents: 20_000 });
    await expect(
      played.provider.refund({ ...call, key: key(), amountCents: 30_001 }),
    ).rejects.toThrow(PaymentRefused);
    const search = { kind: 'refund', since: past, payment: reference } as const;
    expect(await played.provider.find({ ...search, key: call.key })).toBe(refund.reference);
    expect(await played.provider.find({ ...search, key: key() })).toBeNull();
  });

  it.each([
    ['late_refund', 'succeeded', 20_000],
    ['failed_refund', 'failed', 0],
  ] as const)(
    'tells how a refund ended that took its time: %s',
    async (behavior, status, cents) => {
      const { reference } = await start(behavior);
      const refund = await played.provider.refund({
        key: key(),
        reference,
        amountCents: 20_000,
        currency: 'USD',
      });
      expect(refund.status).toBe('pending');
      await played.events();
      expect(await played.provider.readRefund(refund.reference)).toMatchObject({ status });
      expect(await played.provider.read(reference)).toMatchObject({ refundedCents: cents });
    },
  );

  it('tells that a refund came back after it had succeeded', async () => {
    const { reference } = await start('returned_refund');
    const refund = await played.provider.refund({
      key: key(),
      reference,
      amountCents: 20_000,
      currency: 'USD',
    });
    expect(refund).toMatchObject({
      status: 'succeeded',
      bankReference: expect.any(String) as string,
    });
    await played.events();
    expect(await played.provider.readRefund(refund.reference)).toMatchObject({ status: 'failed' });
    expect(await played.provider.read(reference)).toMatchObject({ refundedCents: 0 });
  });

  it('lists and reports the refunds of a payment, also those made in its dashboard', async () => {
    const { reference } = await start();
    const call = { key: key(), reference, amountCents: 20_000, currency: 'USD' };
    const ours = await played.provider.refund(call);
    await played.refundInDashboard(reference, 5_000);
    const refunds = await played.provider.refundsOf(reference);
    expect(refunds).toHaveLength(2);
    expect(refunds).toContainEqual({ ...ours, key: call.key, amountCents: 20_000 });
    const other = refunds.find((refund) => refund.key !== call.key);
    expect(other).toMatchObject({ status: 'succeeded', amountCents: 5_000 });
    expect(await played.provider.read(reference)).toMatchObject({ refundedCents: 25_000 });
    const heard = (await played.events()).map(({ body, signature }) =>
      played.provider.readWebhook(body, signature),
    );
    const about = heard.filter(
      (event) => event?.reference === reference && event.kind.includes('refund'),
    );
    expect(about.length).toBeGreaterThanOrEqual(2);
  });

  const transferOf = async (given: { account: string; amountCents?: number }) => ({
    key: key(),
    payment: (await start()).reference,
    amountCents: 40_000,
    currency: 'USD',
    bookingId: randomUUID(),
    ...given,
  });

  it('opens an account once for a key, which is paid once for a key', async () => {
    const account = await played.account();
    const ready = { reference: account, status: 'ready', lastFour: '6789' };
    expect(await played.provider.readAccount(account)).toEqual(ready);
    const call = await transferOf({ account });
    const { reference } = await played.provider.transfer(call);
    expect(await played.provider.transfer(call)).toEqual({ reference });
    const search = { kind: 'transfer', since: past, payment: null } as const;
    expect(await played.provider.find({ ...search, key: call.key })).toBe(reference);
    expect(await played.provider.find({ ...search, key: key() })).toBeNull();
    await expect(played.provider.transfer({ ...call, amountCents: 1 })).rejects.toThrow(
      PaymentRefused,
    );
  });

  it('refuses to pay to a closed or unknown account', async () => {
    for (const account of [await played.account('closed'), 'acct_unknown']) {
      await expect(played.provider.transfer(await transferOf({ account }))).rejects.toThrow(
        PaymentRefused,
      );
    }
  });

  it.each(['time_out', 'lose_answer'] as const)(
    'pays out once after an answer that never came: %s',
    async (behavior) => {
      const call = await transferOf({ account: await played.account(behavior) });
      await expect(played.provider.transfer(call)).rejects.toThrow(PaymentUnavailable);
      const search = { kind: 'transfer', key: call.key, since: past, payment: null } as const;
      const made = await played.provider.find(search);
      expect(made === null).toBe(behavior === 'time_out');
      const { reference } = await played.provider.transfer(call);
      expect(await played.provider.find(search)).toBe(reference);
      expect(made ?? reference).toBe(reference);
    },
  );

  const evidence = {
    pdf: Buffer.from('%PDF-1.7'),
    customerName: 'Mina Ortega',
    customerEmail: 'mina@example.com',
    customerAddress: '203.0.113.7',
    product: 'Seven nights at Harbour House',
    serviceDates: '3 to 10 May 2027',
    text: 'The traveler has stayed at the resort.',
  };

  it.each([
    ['disputed_won', 'won', 0],
    ['disputed_lost', 'lost', 1_500],
  ] as const)(
    'hands evidence to the bank, which decides: %s',
    async (behavior, status, feeCents) => {
      const { reference: payment } = await start(behavior);
      const [reference = ''] = await played.disputesOf(payment);
      const opened = {
        reference,
        payment,
        status: 'open',
        amountCents: 50_000,
        feeCents: 1_500,
        currency: 'USD',
        reason: 'fraudulent',
      };
      expect(await played.provider.readDispute(reference)).toMatchObject(opened);
      const call = { key: key(), reference, ...evidence };
      await played.provider.sendEvidence(call);
      await played.provider.sendEvidence(call);
      expect(await played.provider.readDispute(reference)).toMatchObject({
        ...opened,
        status,
        feeCents,
      });
      await expect(
        played.provider.sendEvidence({ ...call, key: key(), text: 'More.' }),
      ).rejects.toThrow(PaymentRefused);
      const heard = (await played.events())
        .map(({ body, signature }) => played.provider.readWebhook(body, signature))
        .filter((event) => event?.reference === reference);
      expect(new Set(heard.map((event) => event?.about))).toEqual(new Set(['dispute']));
      expect(heard.map((event) => event?.kind)).toEqual(
        expect.arrayContaining(['charge.dispute.created', 'charge.dispute.closed']),
      );
    },
  );

  it('opens a dispute once reserved money is taken, or once the owner is paid', async () => {
    const reserved = await start('disputed_won', { capture: false });
    expect(await played.disputesOf(reserved.reference)).toEqual([]);
    await played.provider.capture({ key: key(), reference: reserved.reference });
    expect(await played.disputesOf(reserved.reference)).toHaveLength(1);
    const { reference: payment } = await start('disputed_after_payout');
    expect(await played.disputesOf(payment)).toEqual([]);
    const transfer = await transferOf({ account: await played.account() });
    await played.provider.transfer({ ...transfer, payment });
    expect(await played.disputesOf(payment)).toHaveLength(1);
  });

  it('takes a transfer back, up to its amount and once for a key', async () => {
    const { reference: transfer } = await played.provider.transfer(
      await transferOf({ account: await played.account() }),
    );
    const call = { key: key(), transfer, amountCents: 30_000, currency: 'USD' };
    const { reference } = await played.provider.reverseTransfer(call);
    expect(await played.provider.reverseTransfer(call)).toEqual({ reference });
    const search = { kind: 'reversal', since: past, payment: null, transfer } as const;
    expect(await played.provider.find({ ...search, key: call.key })).toBe(reference);
    expect(await played.provider.find({ ...search, key: key() })).toBeNull();
    await expect(
      played.provider.reverseTransfer({ ...call, key: key(), amountCents: 10_001 }),
    ).rejects.toThrow(PaymentRefused);
  });

  it('takes nothing back from an account that has spent the money', async () => {
    const { reference: transfer } = await played.provider.transfer(
      await transferOf({ account: await played.account('spent') }),
    );
    await expect(
      played.provider.reverseTransfer({ key: key(), transfer, amountCents: 1, currency: 'USD' }),
    ).rejects.toThrow(PaymentRefused);
  });

  it('reports that an account has changed', async () => {
    const reference = await played.account();
    const events = (await played.events()).map(({ body, signature }) =>
      played.provider.readWebhook(body, signature),
    );
    expect(events).toContainEqual({
      id: expect.any(String) as string,
      kind: 'account.updated',
      about: 'account',
      reference,
    });
  });

  it('refuses what it does not know', async () => {
    const reference = 'unknown_1';
    await expect(start('succeed', { method: 'unknown_1' })).rejects.toThrow(PaymentRefused);
    for (const call of [
      () => played.provider.readAccount(reference),
      () => played.provider.read(reference),
      () => played.provider.readRefund(reference),
      () => played.provider.readDispute(reference),
      () => played.provider.sendEvidence({ key: key(), reference, ...evidence }),
      () =>
        played.provider.reverseTransfer({
          key: key(),
          transfer: reference,
          amountCents: 1,
          currency: 'USD',
        }),
      () => played.provider.refundsOf(reference),
      () => played.provider.capture({ key: key(), reference }),
      () => played.provider.void({ key: key(), reference }),
      () => played.provider.refund({ key: key(), reference, amountCents: 1, currency: 'USD' }),
    ]) {
      await expect(call()).rejects.toThrow(PaymentRefused);
    }
  });

  it('reports what happens by events that it signs', async () => {
    const { reference } = await start('succeed', { capture: false });
    await played.provider.capture({ key: key(), reference });
    const refund = { key: key(), reference, amountCents: 10, currency: 'USD' };
    await played.provider.refund(refund);
    const events = await played.events();
    const heard = events.map(({ body, signature }) => played.provider.readWebhook(body, signature));
    const ours = heard.filter((event) => event?.reference === reference);
    expect(ours).toHaveLength(3);
    expect(new Set(ours.map((event) => event?.id)).size).toBe(3);
    const { body = '', signature = '' } = events[0] ?? {};
    for (const [text, signed] of [
      [body, undefined],
      [body, `${signature}0`],
      [`${body} `, signature],
    ] as const) {
      expect(() => played.provider.readWebhook(text, signed)).toThrow(RefusedLinkError);
    }
  });

  it('tells what changed the balance, with its fee and what it is about', async () => {
    const call = await callOf();
    const { reference: payment } = await played.provider.start(call);
    const { reference: returned } = await start('returned_refund');
    const given = { key: key(), reference: returned, amountCents: 7_000, currency: 'USD' };
    const { reference: refund } = await played.provider.refund(given);
    const sending = { ...(await transferOf({ account: await played.account() })), payment };
    const { reference: transfer } = await played.provider.transfer(sending);
    const back = { key: key(), transfer, amountCents: 1_000, currency: 'USD' };
    const { reference: reversal } = await played.provider.reverseTransfer(back);
    await played.reverseInDashboard(transfer, 500);
    const { reference: disputed } = await start('disputed_won');
    const [dispute = ''] = await played.disputesOf(disputed);
    await played.provider.sendEvidence({ key: key(), reference: dispute, ...evidence });
    const heard = (await played.events()).map(({ body, signature }) =>
      played.provider.readWebhook(body, signature),
    );
    expect(heard).toContainEqual(
      expect.objectContaining({
        about: 'transfer',
        kind: 'transfer.reversed',
        reference: transfer,
      }),
    );

    const movements: Movement[] = [];
    let cursor: string | undefined;
    do {
      const page = await played.provider.movements(new Date(0), cursor);
      movements.push(...page.movements);
      cursor = page.cursor ?? undefined;
    } while (cursor !== undefined);
    const of = (reference: string) =>
      movements
        .filter(({ source }) => source === reference)
        .map(({ kind, key: made, about, amountCents, feeCents }) => ({
          ...{ kind, key: made, about: about?.reference, amountCents, feeCents },
        }))
        .toSorted((one, other) => one.amountCents - other.amountCents);
    const noFee = { feeCents: 0 };
    expect(of(payment)).toEqual([
      { kind: 'payment', key: call.key, about: payment, amountCents: 50_000, feeCents: 1_480 },
    ]);
    expect(of(refund)).toEqual([
      { kind: 'refund', key: given.key, about: returned, amountCents: -7_000, ...noFee },
      { kind: 'refund_return', key: given.key, about: returned, amountCents: 7_000, ...noFee },
    ]);
    expect(of(transfer)).toEqual([
      { kind: 'transfer', key: sending.key, about: transfer, amountCents: -40_000, ...noFee },
    ]);
    expect(of(reversal)).toEqual([
      { kind: 'reversal', key: back.key, about: transfer, amountCents: 1_000, ...noFee },
    ]);
    expect(of(dispute)).toMatchObject([
      { kind: 'dispute', about: dispute, amountCents: -50_000, feeCents: 1_500 },
      { kind: 'dispute', about: dispute, amountCents: 50_000, feeCents: -1_500 },
    ]);
    const reversals = await played.provider.reversalsOf(transfer);
    expect(reversals).toHaveLength(2);
    expect(reversals).toContainEqual({ reference: reversal, key: back.key, amountCents: 1_000 });
    expect((await played.provider.balance()).get('USD')).toBe(
      movements
        .filter(({ currency }) => currency === 'USD')
        .reduce((sum, { amountCents, feeCents }) => sum + amountCents - feeCents, 0),
    );
    const [first] = movements;
    expect(await played.provider.readMovement(first?.reference ?? '')).toEqual(first);
    await expect(played.provider.readMovement('txn_unknown')).rejects.toThrow(PaymentRefused);
  });

  it('lists every payment and transfer of a period, on several pages', async () => {
    const since = new Date();
    const { reference: payment } = await start();
    const transfer = await played.provider.transfer({
      key: key(),
      account: await played.account(),
      payment,
      amountCents: 100,
      currency: 'USD',
      bookingId: randomUUID(),
    });
    const more: PaymentState[] = [];
    // Few at once, since a payment waits only seconds for a connection to the database.
    while (more.length < 105) {
      more.push(...(await Promise.all(Array.from({ length: 5 }, () => start()))));
    }
    await played.provider.refund({
      key: key(),
      reference: payment,
      amountCents: 7,
      currency: 'USD',
    });
    const records: PaymentRecord[] = [];
    let cursor: string | undefined;
    do {
      const page = await played.provider.records(new Date(since.getTime() - 1000), cursor);
      records.push(...page.records);
      cursor = page.cursor ?? undefined;
    } while (cursor !== undefined);
    const references = records.map(({ reference }) => reference);
    expect(new Set(references).size).toBe(references.length);
    expect(references).toEqual(
      expect.arrayContaining([payment, transfer.reference, ...more.map((each) => each.reference)]),
    );
    expect(records.find(({ reference }) => reference === payment)).toMatchObject({
      kind: 'payment',
      status: 'captured',
      refundedCents: 7,
    });
    expect(records.find(({ reference }) => reference === transfer.reference)).toMatchObject({
      kind: 'transfer',
      amountCents: 100,
    });
  });
});
