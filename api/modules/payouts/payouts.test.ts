import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { setContactEmail } from '#api/testing/mail.ts';
import { addDays } from '#common/days.ts';
import { PaymentRefused, PaymentUnavailable } from '#api/platform/payments/paymentProvider.ts';
import { password, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { keepDeadlines } from '../bookings/deadlines.ts';
import { readExpectedBalances } from '../bookings/payment/expectedBalances.ts';
import { applyOutcome } from '../bookings/payment/settlePayment.ts';
import {
  booked,
  certify,
  makeScene,
  movableClock,
  move,
  releasedStay,
  type Scene,
} from '../bookings/testing/flow.ts';
import { connect, goodBank } from './testing/flow.ts';
import { balancesOf } from '../ledger/ledger.ts';
import { performDue } from '../payments/operations.ts';
import { reconcile } from '../reconciliation/reconcile.ts';
import { payOut } from './payOut.ts';
import {
  checkPayoutAccountMutation,
  connectPayoutsMutation,
  heldPayoutsQuery,
  payoutsQuery,
} from './testing/operations.ts';

const time = movableClock();
let server: TestServer;
let team: string;

beforeAll(async () => {
  server = await startTestServer({ clock: time.clock });
  await setContactEmail(server);
  team = (await signedInUser(server, { role: 'admin' })).cookie;
});

afterAll(() => server.close());

// 7 x $150 + $90 cleaning.
const hostCents = 114_000;

const closed = { ...goodBank, accountNumber: '000111111116' };
const timesOut = { ...goodBank, accountNumber: '000111111113' };
const losesAnswer = { ...goodBank, accountNumber: '000222222227' };

const released = (scene?: Scene) => releasedStay(server, time, scene);

const run = () => payOut(server.deps, applyOutcome(server.deps));

const minutesLater = (minutes: number) =>
  time.moveTo(server, new Date(time.clock().getTime() + minutes * 60_000));

const transfersOf = (bookingId: string) =>
  server.prisma.paymentOperation.findMany({
    where: { bookingId, kind: 'transfer' },
    orderBy: { id: 'asc' },
  });

const sentFor = async (bookingId: string) =>
  (await server.prisma.sandboxTransfer.findMany({ where: { bookingId } })).map(
    ({ amountCents }) => amountCents,
  );

const owedFor = async (bookingId: string) =>
  -(await balancesOf(server.prisma, bookingId)).owner_payable;

const payoutsOf = async (cookie: string) =>
  (await server.graphql(payoutsQuery, {}, { cookie })).data?.viewer;

const mailTo = async (address: string) =>
  (
    await server.prisma.outgoingMail.findMany({
      where: { toAddress: address, template: 'payoutHeld' },
      orderBy: { id: 'asc' },
    })
  ).map(({ subject }) => subject);

const agree = async () => {
  const { differences } = await reconcile(server.deps, readExpectedBalances, new Date(0));
  expect(differences).toEqual([]);
};

describe('An owner', () => {
  it('is paid once, two days after check-in, and sees it', async () => {
    const scene = await makeScene(server, { isInstant: true });
    const { cookie } = scene.owner;
    expect(await connect(server, cookie)).toEqual({
      __typename: 'ConnectPayoutsPayload',
      account: { status: 'READY', lastFour: '6789' },
      onboardingUrl: null,
    });
    const ahead = await booked(server, scene);
    await run();
    const resort = await server.prisma.resort.findUniqueOrThrow({
      where: { id: scene.listing.resortId },
    });
    expect(await payoutsOf(cookie)).toEqual({
      payoutAccount: { status: 'READY', lastFour: '6789' },
      payoutOutlook: {
        waiting: [],
        onTheWay: [],
        next: {
          on: addDays(scene.checkIn, 2),
          resortName: resort.name,
          amount: { amount: hostCents },
        },
        years: [],
        offersWeeks: true,
      },
      payouts: { edges: [] },
    });
    await certify(server, cookie, ahead);
    for (const day of [scene.checkIn, addDays(scene.checkIn, 2)]) {
      await time.moveTo(server, new Date(`${day}T12:00:00Z`));
      await keepDeadlines(server.deps);
    }
    await run();
    await run();
    expect(await sentFor(ahead)).toEqual([hostCents]);
    expect(await balancesOf(server.prisma, ahead)).toMatchObject({
      escrow: 9_120,
      owner_payable: 0,
      service_fee: -9_120,
    });
    expect(await payoutsOf(cookie)).toMatchObject({
      payoutOutlook: {
        waiting: [],
        onTheWay: [],
        next: null,
        years: [time.clock().getUTCFullYear()],
      },
      payouts: {
        edges: [
          {
            node: {
              amount: { amount: hostCents },
              status: 'SUCCEEDED',
              bookingId: ahead,
              resortName: resort.name,
              checkIn: scene.checkIn,
              settledAt: time.clock().toISOString(),
            },
          },
        ],
      },
    });
    await agree();
  });

  it('gets what is kept of a cancelled stay', async () => {
    const scene = await makeScene(server, { isInstant: true, cancellationPolicy: 'strict' });
    await connect(server, scene.owner.cookie);
    const id = await booked(server, scene);
    await time.moveTo(server, new Date(`${addDays(scene.checkIn, -31)}T12:00:00Z`));
    await move(server, scene.traveler.cookie, id, { move: 'CANCEL' });
    await run();
    expect(await sentFor(id)).toEqual([hostCents / 2]);
    await agree();
  });

  it('without bank details is told once, and paid when they are there', async () => {
    const { scene, id } = await released();
    const { cookie, user } = scene.owner;
    await run();
    await minutesLater(60);
    await run();
    expect(await mailTo(user.email)).toEqual(['Money waits for you']);
    expect(await sentFor(id)).toEqual([]);
    expect(await payoutsOf(cookie)).toMatchObject({
      payoutAccount: null,
      payoutOutlook: { waiting: [{ amount: hostCents, currency: 'USD' }] },
    });
    const held = await server.graphql(heldPayoutsQuery, {}, { cookie: team });
    expect(held.data?.heldPayouts).toContainEqual({
      memberId: user.id,
      memberName: `${user.firstName} ${user.lastName}`,
      memberEmail: user.email,
      since: new Date(`${addDays(scene.checkIn, 2)}T12:00:00Z`).toISOString(),
      status: null,
      waiting: { amount: hostCents, currency: 'USD' },
    });
    await connect(server, cookie);
    await run();
    expect(await sentFor(id)).toEqual([hostCents]);
    expect(await mailTo(user.email)).toHaveLength(1);
  });

  it('whose bank refuses the money is told, as is the team, and paid after correcting it', async () => {
    const scene = await makeScene(server, { isInstant: true });
    const { cookie, user } = scene.owner;
    await connect(server, cookie, closed);
    const { id } = await released(scene);
    const before = await mailTo('hello@tideweek.example');
    await run();
    await minutesLater(60);
    await run();
    expect(await transfersOf(id)).toMatchObject([
      { status: 'failed', failureCode: 'account_closed' },
    ]);
    expect(await mailTo(user.email)).toEqual(['Your bank details were refused']);
    expect((await mailTo('hello@tideweek.example')).slice(before.length)).toEqual([
      `A payout was refused: ${user.firstName} ${user.lastName}`,
    ]);
    expect(await payoutsOf(cookie)).toMatchObject({
      payoutAccount: { status: 'REFUSED', lastFour: '1116' },
      payoutOutlook: { waiting: [{ amount: hostCents }], onTheWay: [] },
      payouts: { edges: [{ node: { status: 'FAILED' } }] },
    });
    expect(await owedFor(id)).toBe(hostCents);
    const held = await server.graphql(heldPayoutsQuery, {}, { cookie: team });
    expect(held.data?.heldPayouts).toContainEqual(
      expect.objectContaining({ memberId: user.id, status: 'REFUSED' }),
    );
    await agree();

    expect(await connect(server, cookie)).toMatchObject({
      account: { status: 'READY', lastFour: '6789' },
    });
    await run();
    expect(await sentFor(id)).toEqual([hostCents]);
    expect((await transfersOf(id)).map(({ status }) => status)).toEqual(['failed', 'succeeded']);
    await agree();
  });

  it('keeps the bank details if the money is refused for another reason, and is paid a day later', async () => {
    const scene = await makeScene(server, { isInstant: true });
    const { cookie, user } = scene.owner;
    await connect(server, cookie);
    const { id } = await released(scene);
    const { payments } = server.deps;
    const refused = new PaymentRefused('transfer_source_balance_parameters_mismatch', 'No');
    server.deps.payments = { ...requireProvider(), transfer: () => Promise.reject(refused) };
    await run();
    server.deps.payments = payments;
    await minutesLater(60);
    await run();
    expect(await transfersOf(id)).toMatchObject([{ status: 'failed', failureCode: refused.code }]);
    expect(await mailTo(user.email)).toEqual([]);
    expect(await payoutsOf(cookie)).toMatchObject({ payoutAccount: { status: 'READY' } });
    await minutesLater(24 * 60);
    await run();
    expect(await sentFor(id)).toEqual([hostCents]);
  });

  it('who has replaced the details meanwhile keeps them when the old ones are refused', async () => {
    const scene = await makeScene(server, { isInstant: true });
    const { cookie, user } = scene.owner;
    await connect(server, cookie, closed);
    const { id } = await released(scene);
    const { payments } = server.deps;
    server.deps.payments = {
      ...requireProvider(),
      transfer: () => Promise.reject(new PaymentUnavailable('away')),
    };
    await run();
    server.deps.payments = payments;
    await minutesLater(1);
    await connect(server, cookie);
    await minutesLater(1);
    await performDue(server.deps, applyOutcome(server.deps));
    expect(await transfersOf(id)).toMatchObject([{ status: 'failed' }]);
    expect(await mailTo(user.email)).toEqual([]);
    await run();
    expect(await sentFor(id)).toEqual([hostCents]);
  });
});

const requireProvider = () => {
  if (!server.deps.payments) throw new Error('The test server takes payments');
  return server.deps.payments;
};

describe('A payout', () => {
  it.each([
    ['times out', timesOut],
    ['loses its answer', losesAnswer],
  ])('that %s is tried again with the same key, and made once', async (_, details) => {
    const scene = await makeScene(server, { isInstant: true });
    await connect(server, scene.owner.cookie, details);
    const { id } = await released(scene);
    await run();
    expect(await transfersOf(id)).toMatchObject([{ status: 'waiting' }]);
    expect(await payoutsOf(scene.owner.cookie)).toMatchObject({
      payoutOutlook: { waiting: [], onTheWay: [{ amount: hostCents }] },
      payouts: { edges: [{ node: { status: 'WAITING', settledAt: null } }] },
    });
    // An event about the payment of the stay says nothing about the payout.
    const { providerReference: reference } = await server.prisma.paymentOperation.findFirstOrThrow({
      where: { bookingId: id, kind: { in: ['authorize', 'charge'] } },
    });
    await server.prisma.paymentEvent.deleteMany({ where: { reference: reference ?? '' } });
    const events = await server.prisma.sandboxEvent.findMany({
      where: { reference: reference ?? '' },
    });
    for (const event of events) await server.deps.paymentSandbox?.deliver(event.id);
    expect(events).not.toEqual([]);
    expect(await transfersOf(id)).toMatchObject([{ status: 'waiting', providerReference: null }]);
    await run();
    await minutesLater(2);
    await performDue(server.deps, applyOutcome(server.deps));
    const [transfer, ...others] = await transfersOf(id);
    expect(others).toEqual([]);
    expect(transfer).toMatchObject({ status: 'succeeded', attempts: 2 });
    const calls = await server.prisma.sandboxCall.findMany({
      where: { method: 'transfer', key: transfer?.id ?? '' },
    });
    expect(calls).toHaveLength(2);
    expect(await sentFor(id)).toEqual([hostCents]);
    await agree();
  });

  it('is made once by runs at the same time', async () => {
    const scene = await makeScene(server, { isInstant: true });
    await connect(server, scene.owner.cookie);
    const { id } = await released(scene);
    await Promise.all(Array.from({ length: 8 }, run));
    expect(await sentFor(id)).toEqual([hostCents]);
    expect(await transfersOf(id)).toHaveLength(1);
    await agree();
  });

  it('can be on its way once: the database refuses a second', async () => {
    const scene = await makeScene(server, { isInstant: true });
    await connect(server, scene.owner.cookie, timesOut);
    const { id } = await released(scene);
    await run();
    const [{ id: _id, ...transfer } = { id: '' }] = await transfersOf(id);
    await expect(
      server.prisma.paymentOperation.create({
        data: { ...transfer, amountCents: 1, details: {} } as never,
      }),
    ).rejects.toThrow('Unique constraint');
  });

  it('is made after the process died before, during or after the call', async () => {
    for (const died of ['before', 'after'] as const) {
      const scene = await makeScene(server, { isInstant: true });
      await connect(server, scene.owner.cookie);
      const { id } = await released(scene);
      const provider = requireProvider();
      server.deps.payments = {
        ...provider,
        transfer: async (call) => {
          if (died === 'after') await provider.transfer(call);
          throw new Error('killed');
        },
      };
      await run();
      server.deps.payments = provider;
      await minutesLater(2);
      await performDue(server.deps, applyOutcome(server.deps));
      await run();
      expect(await sentFor(id), died).toEqual([hostCents]);
      await agree();
    }
  });

  it('whose call was lost a day ago and never made is made anew', async () => {
    const scene = await makeScene(server, { isInstant: true });
    await connect(server, scene.owner.cookie);
    const { id } = await released(scene);
    const provider = requireProvider();
    server.deps.payments = {
      ...provider,
      transfer: () => Promise.reject(new PaymentUnavailable('away')),
    };
    await run();
    server.deps.payments = provider;
    await minutesLater(21 * 60);
    await performDue(server.deps, applyOutcome(server.deps));
    expect(await transfersOf(id)).toMatchObject([{ status: 'failed', failureCode: 'no_answer' }]);
    await run();
    expect(await sentFor(id)).toEqual([hostCents]);
    expect(await mailTo(scene.owner.user.email)).toEqual([]);
    await agree();
  });

  it('waits for the next run after three calls in a row without an answer', async () => {
    const ids: string[] = [];
    for (let made = 0; made < 4; made += 1) {
      ids.push((await released()).id);
    }
    const owners = await server.prisma.booking.findMany({
      where: { id: { in: ids } },
      select: { ownerId: true },
    });
    const now = time.clock();
    await server.prisma.payoutAccount.createMany({
      data: owners.map(({ ownerId }) => ({
        userId: ownerId ?? '',
        provider: 'sandbox',
        reference: `away ${ownerId}`,
        status: 'ready',
        checkedAt: now,
        changedAt: now,
        createdAt: now,
      })),
    });
    const transfer = vi.fn(() => Promise.reject(new PaymentUnavailable('away')));
    const provider = requireProvider();
    server.deps.payments = { ...provider, transfer };
    await run();
    server.deps.payments = provider;
    expect(transfer).toHaveBeenCalledTimes(3);
    await run();
    await agree();
  });
});

describe('Bank details', () => {
  const enter = (details: object, cookie: string) =>
    server.rest<string>('POST', '/api/payments/sandbox/accounts', details, { cookie });

  let scene: Scene;

  beforeEach(async () => {
    scene = await makeScene(server);
  });

  it.each([
    ['DE89 3704 0044 0532 0130 00', '3000'],
    ['gb82 west 1234 5698 7654 32', '5432'],
  ])('may be an IBAN: %s', async (iban, lastFour) => {
    expect(
      await connect(server, scene.owner.cookie, { holderName: 'Ada Lind', iban }),
    ).toMatchObject({
      account: { status: 'READY', lastFour },
    });
  });

  it.each([
    [{ ...goodBank, holderName: ' ' }, 'Name of the account holder is required'],
    [{ ...goodBank, holderName: 'x'.repeat(101) }, 'The name may have at most 100 characters'],
    [{ ...goodBank, holderName: 'A\u0007' }, 'The name has a character that is not allowed'],
    [
      { ...goodBank, routingNumber: '110000001' },
      'This is not a routing number. Check it for typing errors',
    ],
    [
      { ...goodBank, routingNumber: '000000000' },
      'This is not a routing number. Check it for typing errors',
    ],
    [{ ...goodBank, accountNumber: '123' }, 'Account number must have 4 to 17 digits'],
    [{ holderName: 'Ada Lind' }, 'Routing number is required'],
    [
      { holderName: 'Ada Lind', iban: 'DE88370400440532013000' },
      'This is not an IBAN. Check it for typing errors',
    ],
    [{ holderName: 'Ada Lind', iban: 'DE' }, 'This is not an IBAN. Check it for typing errors'],
  ])('are checked: %o', async (details, message) => {
    const { status, text } = await enter(details, scene.owner.cookie);
    expect({ status, text }).toEqual({
      status: 400,
      text: expect.stringContaining(message) as string,
    });
  });

  it.each(['000333333335', '000333333336'])(
    'are taken after the provider has kept a fault for the key of the account: %s',
    async (accountNumber) => {
      const { cookie, user } = (await makeScene(server)).owner;
      const faulty = { ...goodBank, accountNumber };
      for (const faults of [1, 2]) {
        expect(await connect(server, cookie, faulty)).toMatchObject({
          __typename: 'UnavailableError',
        });
        expect(
          await server.prisma.payoutAccount.findFirst({ where: { userId: user.id } }),
        ).toMatchObject({ reference: null, faults });
      }
      expect(await connect(server, cookie, faulty)).toMatchObject({
        account: { status: 'READY', lastFour: accountNumber.slice(-4) },
      });
    },
  );

  it('are kept nowhere but for their last four characters', async () => {
    await connect(server, scene.owner.cookie, { ...goodBank, holderName: 'Zacharias Quill' });
    const { rows } = await server.pool.query<{ kept: string }>(
      `SELECT query_to_xml('SELECT * FROM ' || quote_ident(table_schema) || '.' || quote_ident(table_name),
                           true, false, '')::text AS kept
       FROM information_schema.tables
       WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
    );
    const kept = rows.map((row) => row.kept).join('');
    expect(kept).toContain('6789');
    expect(kept).not.toMatch(/000123456789|\b110000000\b|Zacharias Quill/);
  });

  it('are only for members who offer a week, and a token is only for who made it', async () => {
    const stranger = await signedInUser(server);
    expect(await connect(server, stranger.cookie)).toMatchObject({
      __typename: 'ForbiddenError',
      message: 'Only members who offer a week are paid',
    });
    const { body } = await server.rest<{ token: string }>(
      'POST',
      '/api/payments/sandbox/accounts',
      goodBank,
      { cookie: stranger.cookie },
    );
    const connectWith = async (cookie: string, bankToken: string | null) =>
      (await server.graphql(connectPayoutsMutation, { input: { bankToken, password } }, { cookie }))
        .data?.connectPayouts;
    expect(await connectWith(scene.owner.cookie, body.token)).toMatchObject({
      account: { status: 'READY' },
    });
    const other = await makeScene(server);
    expect(await connectWith(other.owner.cookie, body.token)).toMatchObject({
      fieldErrors: [{ field: 'bankToken', message: 'Enter your bank details again' }],
    });
    expect(await connectWith(other.owner.cookie, null)).toMatchObject({
      fieldErrors: [{ field: 'bankToken', message: 'Enter your bank details' }],
    });
    expect(await payoutsOf(other.owner.cookie)).toMatchObject({ payoutAccount: null });
  });

  it('are asked of the provider by their owner, by an event and by the job', async () => {
    const { cookie, user } = scene.owner;
    const check = async () =>
      (await server.graphql(checkPayoutAccountMutation, {}, { cookie })).data?.checkPayoutAccount;
    expect(await check()).toMatchObject({
      __typename: 'NotFoundError',
      message: 'You have not entered any bank details yet',
    });
    await connect(server, cookie);
    const forget = () =>
      server.prisma.payoutAccount.updateMany({
        where: { userId: user.id },
        data: { status: 'checking' },
      });
    const status = async () => (await payoutsOf(cookie))?.payoutAccount?.status;
    await forget();
    expect(await check()).toMatchObject({ account: { status: 'READY' } });

    await forget();
    await minutesLater(30);
    await run();
    expect(await status()).toBe('CHECKING');
    await minutesLater(31);
    await run();
    expect(await status()).toBe('READY');

    await forget();
    const { reference } = await server.prisma.payoutAccount.findFirstOrThrow({
      where: { userId: user.id },
    });
    const { id } = await server.prisma.sandboxEvent.findFirstOrThrow({
      where: { reference: reference ?? '' },
    });
    await server.deps.paymentSandbox?.deliver(id);
    expect(await status()).toBe('READY');

    const provider = requireProvider();
    server.deps.payments = {
      ...provider,
      readAccount: () => Promise.reject(new PaymentUnavailable('away')),
    };
    expect(await check()).toMatchObject({
      __typename: 'UnavailableError',
      message: 'The payment provider does not answer. Please try again in a minute',
    });
    server.deps.payments = provider;
  });
});

it('bank details sent five times at once open one account, and their change is told by mail', async () => {
  const { cookie, user } = (await makeScene(server)).owner;
  const mails = () =>
    server.prisma.outgoingMail.findMany({
      where: { toAddress: user.email, template: 'bankChanged' },
      orderBy: { id: 'asc' },
    });
  const answers = await Promise.all(Array.from({ length: 5 }, () => connect(server, cookie)));
  expect(answers.map((answer) => answer?.__typename)).toEqual(
    Array.from({ length: 5 }, () => 'ConnectPayoutsPayload'),
  );
  expect(await server.prisma.payoutAccount.count({ where: { userId: user.id } })).toBe(1);
  const earlier = (await mails()).length;
  await connect(server, cookie, { ...goodBank, accountNumber: '000999990001' });
  const [mail] = (await mails()).slice(earlier);
  expect(mail?.text).toContain('the account ending in 0001');
});

it('a member leaves only when everything is paid out, and is forgotten', async () => {
  const { scene, id } = await released();
  const leave = () =>
    server.prisma.$transaction(async (transaction) => {
      for (const step of server.deps.leaving) await step(transaction, scene.owner.user.id);
    });
  await expect(leave()).rejects.toMatchObject({
    fieldErrors: [{ message: 'Money for stays at your weeks has not been paid out yet' }],
  });
  await connect(server, scene.owner.cookie);
  await run();
  expect(await sentFor(id)).toEqual([hostCents]);
  await leave();
  expect(await server.prisma.payoutAccount.count({ where: { userId: scene.owner.user.id } })).toBe(
    0,
  );
});
