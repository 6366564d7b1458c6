import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { MoveBookingInput } from '#api/generated/operations/graphql.ts';
import { signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { connect, goodBank } from '#api/modules/payouts/testing/flow.ts';
import { payOut } from '#api/modules/payouts/payOut.ts';
import { reconcile } from '#api/modules/reconciliation/reconcile.ts';
import { booked, held, makeScene, move, type Scene } from '../testing/flow.ts';
import { readExpectedBalances } from './expectedBalances.ts';
import { applyOutcome } from './settlePayment.ts';

const total = 123_120;

let server: TestServer;
let team: string;
let scene: Scene;
let bookingId: string;

beforeAll(async () => {
  server = await startTestServer();
  team = (await signedInUser(server, { role: 'admin' })).cookie;
});

afterAll(() => server.close());

beforeEach(async () => {
  scene = await makeScene(server, { isInstant: true });
  bookingId = await booked(server, scene);
});

const give = (input: Partial<MoveBookingInput>, cookie = team, id = bookingId) =>
  move(server, cookie, id, { reason: 'The lift was broken.', ...input, move: 'GOODWILL' });

const toOwner = (goodwillCents: number) => give({ goodwillTo: 'OWNER', goodwillCents });

async function ledger(): Promise<Record<string, number>> {
  const sums = await server.prisma.ledgerEntry.groupBy({
    by: ['account'],
    where: { transaction: { bookingId } },
    _sum: { amountCents: true },
  });
  return Object.fromEntries(sums.map(({ account, _sum }) => [account, Number(_sum.amountCents)]));
}

const mailsTo = (toAddress: string) =>
  server.prisma.outgoingMail.findMany({
    where: { toAddress, subject: { startsWith: 'Money from us' } },
  });

const limit = (value: string) =>
  server.prisma.siteSetting.upsert({
    where: { key: 'goodwill_limit' },
    create: { key: 'goodwill_limit', value },
    update: { value },
  });

it('to an owner is paid with the next payout, and told to the owner alone', async () => {
  expect(await toOwner(5_000)).toMatchObject({ booking: { status: 'CONFIRMED' } });
  expect(await ledger()).toEqual({
    escrow: total,
    traveller: -total,
    goodwill: 5_000,
    owner_payable: -5_000,
  });
  const [mail, ...others] = await mailsTo(scene.owner.user.email);
  expect(mail?.text).toContain('$50');
  expect(mail?.text).toContain('The lift was broken.');
  expect(others).toEqual([]);
  expect(await mailsTo(scene.traveler.user.email)).toEqual([]);
  await connect(server, scene.owner.cookie, goodBank);
  await payOut(server.deps, applyOutcome(server.deps));
  expect(await ledger()).toMatchObject({
    goodwill: 5_000,
    owner_payable: 0,
    escrow: total - 5_000,
  });
  const { differences } = await reconcile(server.deps, readExpectedBalances, new Date(0));
  expect(differences).toEqual([]);
  expect(
    await server.prisma.auditEntry.findMany({ where: { subjectId: bookingId } }),
  ).toMatchObject([{ after: { move: 'goodwill', goodwillTo: 'owner', goodwillCents: 5_000 } }]);
});

it('to an owner is paid also if the traveler got the whole price back', async () => {
  await move(server, team, bookingId, { move: 'CANCEL_BY_TEAM', reason: 'A storm.' });
  expect(await toOwner(5_000)).toMatchObject({ booking: { status: 'CANCELLED' } });
  await connect(server, scene.owner.cookie, goodBank);
  await payOut(server.deps, applyOutcome(server.deps));
  expect(await ledger()).toMatchObject({ goodwill: 5_000, owner_payable: 0, escrow: -5_000 });
});

it('to a traveler is a bank transfer with its reference', async () => {
  const gift = { goodwillTo: 'TRAVELER', goodwillCents: 5_000 } as const;
  expect(await give(gift)).toMatchObject({
    fieldErrors: [
      {
        field: 'bankReference',
        message: 'Enter the reference of the bank transfer to the traveler',
      },
    ],
  });
  expect(await give({ ...gift, bankReference: 'TR 2210' })).toMatchObject({
    __typename: 'MoveBookingPayload',
  });
  expect(await ledger()).toMatchObject({ goodwill: 5_000, bank: -5_000, escrow: total });
  expect(await server.prisma.goodwillGift.findMany({ where: { bookingId } })).toMatchObject([
    { party: 'traveler', amountCents: 5_000, bankReference: 'TR 2210' },
  ]);
  expect(await mailsTo(scene.traveler.user.email)).toHaveLength(1);
  const { differences } = await reconcile(server.deps, readExpectedBalances, new Date(0));
  expect(differences).toEqual([]);
});

it('stays within the limit of a booking, also when gifts come at once', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => toOwner(12_000)));
  expect(answers.filter((answer) => answer?.__typename === 'MoveBookingPayload')).toHaveLength(1);
  expect(await toOwner(8_001)).toMatchObject({
    fieldErrors: [{ field: 'goodwillCents', message: 'The amount must be $0.01 to $80' }],
  });
  expect(await toOwner(8_000)).toMatchObject({ __typename: 'MoveBookingPayload' });
  expect(await toOwner(1)).toMatchObject({
    fieldErrors: [
      { field: 'goodwillCents', message: 'The limit of goodwill on a booking is used up' },
    ],
  });
  expect(await ledger()).toMatchObject({ goodwill: 20_000 });
});

it('is switched off by a limit of 0', async () => {
  await limit('0');
  await server.deps.siteSettings.refresh();
  try {
    expect(await toOwner(1)).toMatchObject({ __typename: 'InvalidInputError' });
  } finally {
    await limit('200');
    await server.deps.siteSettings.refresh();
  }
});

it('is given after the payment, by the team, with a reason', async () => {
  const gift = { goodwillTo: 'OWNER', goodwillCents: 100 } as const;
  for (const { cookie } of [scene.traveler, scene.owner]) {
    expect(await give(gift, cookie)).toMatchObject({ __typename: 'ForbiddenError' });
  }
  expect(await give({ ...gift, reason: ' ' })).toMatchObject({
    fieldErrors: [{ field: 'reason', message: 'Say why' }],
  });
  const unpaid = (await held(server, await makeScene(server))).databaseId;
  expect(await give(gift, team, unpaid)).toMatchObject({ __typename: 'ConflictError' });
  await move(server, scene.traveler.cookie, bookingId, { move: 'CANCEL' });
  expect(await give(gift)).toMatchObject({ booking: { status: 'CANCELLED' } });
});

it.each([
  [{ goodwillCents: 100 }, 'goodwillTo', 'Choose who gets it'],
  [{ goodwillTo: 'OWNER' }, 'goodwillCents', 'The amount must be $0.01 to $200'],
  [{ goodwillTo: 'OWNER', goodwillCents: 0 }, 'goodwillCents', 'The amount must be $0.01 to $200'],
  [
    { goodwillTo: 'OWNER', goodwillCents: 100, bankReference: 'TR 1' },
    'bankReference',
    'An owner is paid with the next payout: leave the reference out',
  ],
] as const)('is refused: %j', async (input, field, message) => {
  expect(await give(input)).toMatchObject({ fieldErrors: [{ field, message }] });
  expect(await server.prisma.goodwillGift.count({ where: { bookingId } })).toBe(0);
});
