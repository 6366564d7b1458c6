import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { png } from '#api/testing/documents.ts';
import { setContactEmail } from '#api/testing/mail.ts';
import { signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { uploadDocument } from '#api/testing/uploads.ts';
import { balancesOf } from '#api/modules/ledger/ledger.ts';
import { connect } from '#api/modules/payouts/testing/flow.ts';
import { payOut } from '#api/modules/payouts/payOut.ts';
import { postMovements, reconcile } from '#api/modules/reconciliation/reconcile.ts';
import { claimAnswerDays, claimDays, hearingHours } from '#common/durations.ts';
import { lookAtOpenDisputes } from '../chargebacks/lookAtDispute.ts';
import { keepDeadlines } from '../deadlines.ts';
import { paymentHandlers } from '../paymentHandlers.ts';
import { readExpectedBalances } from '../payment/expectedBalances.ts';
import { applyOutcome } from '../payment/settlePayment.ts';
import { checkPaymentMutation, payClaimMutation } from '../testing/operations.ts';
import {
  cardToken,
  makeScene,
  movableClock,
  move,
  releasedStay,
  type Scene,
} from '../testing/flow.ts';

const host = 114_000;
const amount = 30_000;

const time = movableClock();
let server: TestServer;
let team: string;

beforeAll(async () => {
  server = await startTestServer({ clock: time.clock });
  await setContactEmail(server);
  team = (await signedInUser(server, { role: 'admin' })).cookie;
});

afterAll(() => server.close());

interface Stay {
  scene: Scene;
  id: string;
}

const laterDays = (days: number) =>
  time.moveTo(server, new Date(time.clock().getTime() + days * 86_400_000));

/** A stay that is over; its owner was paid. */
async function over(): Promise<Stay> {
  const scene = await makeScene(server, { isInstant: true });
  await connect(server, scene.owner.cookie);
  const { id } = await releasedStay(server, time, scene);
  await payOutAll();
  await time.moveTo(server, new Date(`${scene.checkOut}T12:00:00Z`));
  await keepDeadlines(server.deps);
  return { scene, id };
}

const claim = ({ scene, id }: Stay, claimCents = amount) =>
  move(server, scene.owner.cookie, id, {
    move: 'CLAIM_DAMAGE',
    claimCents,
    reason: 'The table is broken.',
  });

async function claimed(): Promise<Stay> {
  const stay = await over();
  expect(await claim(stay)).toMatchObject({ __typename: 'MoveBookingPayload' });
  return stay;
}

async function owed(): Promise<Stay> {
  const stay = await claimed();
  await move(server, stay.scene.traveler.cookie, stay.id, { move: 'AGREE_CLAIM' });
  return stay;
}

const contest = ({ scene, id }: Stay) =>
  move(server, scene.traveler.cookie, id, { move: 'CONTEST_CLAIM', reason: 'It was broken.' });

const decide = ({ id }: Stay, claimCents: number, cookie = team) =>
  move(server, cookie, id, { move: 'DECIDE_CLAIM', claimCents, reason: 'The picture shows it.' });

async function payIt({ scene, id }: Stay, card?: string, cookie = scene.traveler.cookie) {
  const input = { bookingId: id, method: await cardToken(server, card) };
  return (await server.graphql(payClaimMutation, { input }, { cookie })).data?.payClaim;
}

const payOutAll = () => payOut(server.deps, applyOutcome(server.deps));

const stored = (id: string) => server.prisma.booking.findUniqueOrThrow({ where: { id } });

const claimPayments = (bookingId: string) =>
  server.prisma.paymentOperation.findMany({ where: { bookingId, kind: 'claim' } });

const sentTo = async (bookingId: string) =>
  (await server.prisma.sandboxTransfer.findMany({ where: { bookingId } })).map(
    ({ amountCents }) => amountCents,
  );

const booksDiffer = async () =>
  (await reconcile(server.deps, readExpectedBalances, new Date(0))).differences;

const subjectsTo = async (toAddress: string) =>
  (await server.prisma.outgoingMail.findMany({ where: { toAddress }, orderBy: { id: 'asc' } })).map(
    ({ subject }) => subject.split(':')[0],
  );

const claimQuery = graphql(`
  query DamageClaim($id: ID!) {
    booking(id: $id) {
      moves
      claim {
        status
        answerBy
        amount {
          amount
        }
        owed {
          amount
        }
      }
      payment {
        status
      }
    }
  }
`);

const read = async (cookie: string, id: string) =>
  (await server.graphql(claimQuery, { id }, { cookie })).data?.booking;

const deskQuery = graphql(`
  query ClaimsAtTheDesk {
    disputes(first: 100) {
      edges {
        node {
          databaseId
          claim {
            status
          }
        }
      }
    }
  }
`);

const addMutation = graphql(`
  mutation AddEvidenceToClaim($input: AddEvidenceInput!) {
    addEvidence(input: $input) {
      __typename
    }
  }
`);

const add = async (cookie: string, bookingId: string, given: object) =>
  (await server.graphql(addMutation, { input: { bookingId, ...given } }, { cookie })).data
    ?.addEvidence?.__typename;

describe('A damage', () => {
  it(`is claimed once by the owner, from check-out to ${claimDays} days after it`, async () => {
    const stay = await over();
    const { scene, id } = stay;
    for (const cookie of [scene.traveler.cookie, team]) {
      expect(
        await move(server, cookie, id, { move: 'CLAIM_DAMAGE', claimCents: 100, reason: 'A.' }),
      ).toMatchObject({ __typename: 'ForbiddenError' });
    }
    for (const wrong of [0, 49, 2_000_001]) {
      expect(await claim(stay, wrong)).toMatchObject({
        fieldErrors: [{ field: 'claimCents', message: 'The amount must be $0.50 to $20,000' }],
      });
    }
    await laterDays(claimDays);
    expect(await claim(stay)).toMatchObject({ __typename: 'MoveBookingPayload' });
    expect(await claim(stay)).toMatchObject({ __typename: 'ConflictError' });
    expect(await stored(id)).toMatchObject({
      status: 'completed',
      claim: 'claimed',
      claimCents: amount,
      claimOwedCents: null,
    });
    const late = await over();
    await laterDays(claimDays + 1);
    expect(await claim(late)).toMatchObject({ __typename: 'ConflictError' });
    expect(await stored(late.id)).toMatchObject({ claim: null });
  });

  it('is not claimed before check-out', async () => {
    const { scene, id } = await releasedStay(server, time);
    expect(await claim({ scene, id })).toMatchObject({ __typename: 'ConflictError' });
  });

  it('is told to the traveler with how long they can answer, and stands at the one desk', async () => {
    const { scene, id } = await claimed();
    const { text } = await server.prisma.outgoingMail.findFirstOrThrow({
      where: { toAddress: scene.traveler.user.email, subject: { startsWith: 'The owner claims' } },
    });
    expect(text).toContain('The table is broken.');
    expect(text).toContain('$300');
    expect(text).toContain(`${claimAnswerDays} days`);
    expect(await read(scene.traveler.cookie, id)).toMatchObject({
      claim: { status: 'CLAIMED', amount: { amount }, owed: null },
    });
    const desk = (await server.graphql(deskQuery, {}, { cookie: team })).data?.disputes;
    expect(desk?.edges.map(({ node }) => node)).toContainEqual({
      databaseId: id,
      claim: { status: 'CLAIMED' },
    });
    const stranger = await signedInUser(server);
    expect(await read(stranger.cookie, id)).toBeNull();
  });
});

describe('The traveler', () => {
  it('agrees and pays; the owner gets all of it with a payout, once', async () => {
    const stay = await owed();
    const { scene, id } = stay;
    expect(await payIt(stay, undefined, scene.owner.cookie)).toMatchObject({
      __typename: 'ForbiddenError',
    });
    const both = await Promise.all([payIt(stay), payIt(stay)]);
    expect(both.map((answer) => answer?.__typename)).toEqual([
      'PayClaimPayload',
      'PayClaimPayload',
    ]);
    expect(await payIt(stay)).toMatchObject({ booking: { claim: { status: 'PAID' } } });
    expect(await claimPayments(id)).toMatchObject([{ status: 'succeeded', amountCents: amount }]);
    expect(await stored(id)).toMatchObject({ claim: 'paid', claimOwedCents: amount });
    expect((await balancesOf(server.prisma, id)).owner_payable).toBe(-amount);
    await Promise.all([payOutAll(), payOutAll()]);
    expect(await sentTo(id)).toEqual([host, amount]);
    expect((await balancesOf(server.prisma, id)).owner_payable).toBe(0);
    expect(
      await server.prisma.receipt.findMany({
        where: { bookingId: id, amountCents: amount },
        orderBy: { kind: 'asc' },
      }),
    ).toMatchObject([{ kind: 'receipt' }, { kind: 'statement' }]);
    expect(await subjectsTo(scene.owner.user.email)).toContain('The damage is paid');
    expect(await booksDiffer()).toEqual([]);
  });

  it('tries another card after a declined one, or confirms at the bank', async () => {
    const stay = await owed();
    expect(await payIt(stay, '4000000000009995')).toMatchObject({
      booking: { claim: { status: 'OWED' }, payment: { status: 'FAILED' } },
    });
    const asked = await payIt(stay, '4000002500003155');
    if (asked?.__typename !== 'PayClaimPayload') throw new Error(JSON.stringify(asked));
    expect(asked.booking.payment).toMatchObject({ status: 'NEEDS_ACTION' });
    const clientSecret = asked.booking.payment?.clientSecret ?? '';
    await server.deps.paymentSandbox?.confirm({ clientSecret, isApproved: true });
    await server.graphql(
      checkPaymentMutation,
      { input: { bookingId: stay.id } },
      { cookie: stay.scene.traveler.cookie },
    );
    expect((await stored(stay.id)).claim).toBe('paid');
    expect((await read(stay.scene.owner.cookie, stay.id))?.payment).toBeNull();
  });

  it('pays nothing that is not owed, whoever asks the database', async () => {
    const stay = await claimed();
    expect(await payIt(stay)).toMatchObject({ __typename: 'ConflictError' });
    const data = {
      bookingId: stay.id,
      kind: 'claim',
      amountCents: amount,
      currency: 'USD',
      provider: 'sandbox',
      dueAt: time.clock(),
      createdAt: time.clock(),
    } as const;
    const create = () => server.prisma.paymentOperation.create({ data });
    await expect(create()).rejects.toThrow('does not owe this');
    await move(server, stay.scene.traveler.cookie, stay.id, { move: 'AGREE_CLAIM' });
    await payIt(stay);
    await expect(create()).rejects.toThrow();
  });

  it('whose bank takes the payment back has not paid, and the owner owes it', async () => {
    const stay = await owed();
    await payIt(stay, '4000000000002685');
    for (const { id } of await server.prisma.sandboxEvent.findMany({ orderBy: { id: 'asc' } })) {
      await server.deps.paymentSandbox?.deliver(id);
    }
    await payOutAll();
    expect(await sentTo(stay.id)).toEqual([host]);
    expect(await stored(stay.id)).toMatchObject({ claim: 'paid', chargeback: null });
    await server.prisma.sandboxDispute.updateMany({ data: { status: 'lost' } });
    await lookAtOpenDisputes(server.deps);
    expect(await stored(stay.id)).toMatchObject({ claim: 'taken_back', refundCents: null });
    expect(await balancesOf(server.prisma, stay.id)).toMatchObject({
      owner_payable: 0,
      disputed: 0,
    });
    expect(await booksDiffer()).toEqual([]);
  });
});

describe('A paid claim that is given back in the provider’s dashboard', () => {
  const giveBack = async (bookingId: string, cents: number) => {
    const [payment] = await claimPayments(bookingId);
    await server.deps.paymentSandbox?.refundInDashboard(payment?.providerReference ?? '', cents);
    const run = () => postMovements(server.deps, paymentHandlers(server.deps));
    await Promise.all([run(), run()]);
    await run();
  };

  it('is not paid out', async () => {
    const stay = await owed();
    await payIt(stay);
    await giveBack(stay.id, amount);
    expect(await balancesOf(server.prisma, stay.id)).toMatchObject({ owner_payable: 0 });
    await payOutAll();
    expect(await sentTo(stay.id)).toEqual([host]);
    expect(await booksDiffer()).toEqual([]);
  });

  it('in part after the owner was paid: the owner owes that part', async () => {
    const stay = await owed();
    await payIt(stay);
    await payOutAll();
    await giveBack(stay.id, 10_000);
    expect(await balancesOf(server.prisma, stay.id)).toMatchObject({ owner_payable: 10_000 });
    expect(await booksDiffer()).toEqual([]);
  });
});

describe('A contested claim', () => {
  it(`is decided by the team after the owner had ${hearingHours} hours, with reasons both read`, async () => {
    const stay = await claimed();
    const { scene, id } = stay;
    expect(await decide(stay, 100)).toMatchObject({ __typename: 'ConflictError' });
    expect(await contest(stay)).toMatchObject({ __typename: 'MoveBookingPayload' });
    expect(await contest(stay)).toMatchObject({ __typename: 'ConflictError' });
    const documentUrl = await uploadDocument(server, scene.owner.cookie, png(), 'table.png');
    expect(await add(scene.owner.cookie, id, { documentUrl })).toBe('AddEvidencePayload');
    expect(await add(scene.traveler.cookie, id, { text: 'See the list.' })).toBe(
      'AddEvidencePayload',
    );
    await laterDays(hearingHours / 24 - 1);
    expect(await decide(stay, 100)).toMatchObject({ __typename: 'ConflictError' });
    await laterDays(1);
    for (const cookie of [scene.owner.cookie, scene.traveler.cookie]) {
      expect(await decide(stay, 100, cookie)).toMatchObject({ __typename: 'ForbiddenError' });
    }
    expect(await decide(stay, amount + 1)).toMatchObject({
      fieldErrors: [{ message: 'The amount must be $0, or $0.50 to $300' }],
    });
    expect(await decide(stay, 20_000)).toMatchObject({ __typename: 'MoveBookingPayload' });
    expect(await decide(stay, 100)).toMatchObject({ __typename: 'ConflictError' });
    expect(await stored(id)).toMatchObject({ claim: 'owed', claimOwedCents: 20_000 });
    for (const { user } of [scene.traveler, scene.owner]) {
      const { text } = await server.prisma.outgoingMail.findFirstOrThrow({
        where: { toAddress: user.email, subject: { startsWith: 'Our team has decided' } },
      });
      expect(text).toContain('The picture shows it.');
      expect(text).toContain('$200');
    }
    expect(await add(scene.owner.cookie, id, { text: 'More.' })).toBe('ConflictError');
    expect(
      await server.prisma.auditEntry.findFirst({
        where: { subjectId: id },
        orderBy: { id: 'desc' },
      }),
    ).toMatchObject({ after: { move: 'decide_claim', claimCents: 20_000 } });
    // Unpaid, it moves no money, also not for the owner.
    await laterDays(60);
    await keepDeadlines(server.deps);
    await payOutAll();
    expect(await sentTo(id)).toEqual([host]);
    expect(await payIt(stay)).toMatchObject({ booking: { claim: { status: 'PAID' } } });
    expect(await booksDiffer()).toEqual([]);
  });

  it('can be dismissed, and then nothing is paid', async () => {
    const stay = await claimed();
    await laterDays(claimAnswerDays);
    expect(await contest(stay)).toMatchObject({ __typename: 'ConflictError' });
    expect(await decide(stay, 0)).toMatchObject({ __typename: 'MoveBookingPayload' });
    expect(await stored(stay.id)).toMatchObject({ claim: 'dismissed', claimOwedCents: 0 });
    expect(await payIt(stay)).toMatchObject({ __typename: 'ConflictError' });
  });
});

it('The window to answer a claim begins when the traveler was told, beside that of a report', async () => {
  const stay = await over();
  const { scene, id } = stay;
  const report = { move: 'DISPUTE', reason: 'The pool was closed.' } as const;
  await move(server, scene.traveler.cookie, id, report);
  const key = 'smtp_host';
  const value = 'mail.test';
  await server.prisma.siteSetting.upsert({
    where: { key },
    create: { key, value },
    update: { value },
  });
  try {
    const { answerBy } = await stored(id);
    await claim(stay);
    expect(await stored(id)).toMatchObject({ claimIsTold: false, isTold: true, answerBy });
    // A window that is over before its mail was sent begins anew.
    await laterDays(claimAnswerDays);
    await keepDeadlines(server.deps);
    expect(await decide(stay, 100)).toMatchObject({ __typename: 'ConflictError' });
    await server.prisma.outgoingMail.updateMany({
      where: { toAddress: scene.traveler.user.email, windowHours: claimAnswerDays * 24 },
      data: { status: 'sent', sentAt: time.clock() },
    });
    await laterDays(claimAnswerDays - 1);
    expect(await decide(stay, 100)).toMatchObject({ __typename: 'ConflictError' });
    await laterDays(1);
    expect(await decide(stay, 100)).toMatchObject({ __typename: 'MoveBookingPayload' });
    expect(await stored(id)).toMatchObject({ claim: 'owed', status: 'disputed', answerBy });
  } finally {
    await server.prisma.siteSetting.delete({ where: { key } });
  }
});
