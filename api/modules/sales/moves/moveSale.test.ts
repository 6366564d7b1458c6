import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Listing } from '#api/generated/prisma/client.ts';
import type { MoveSaleInput, SaleTermsInput } from '#api/generated/operations/graphql.ts';
import { addDays, utcToday } from '#common/days.ts';
import { saleHours } from '#common/durations.ts';
import { movableClock } from '#api/modules/bookings/testing/flow.ts';
import { createListing, createResort, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import {
  allSalesQuery,
  makeOfferMutation,
  moveSaleMutation,
  saleOfQuery,
} from './testing/operations.ts';
import { movesTable, moveNames, ruleOf } from './moves.ts';
import { saleWords } from './saleMails.ts';
import { keepSaleDeadlines } from './saleDeadlines.ts';

let server: TestServer;
let resortId: string;
const { clock, moveTo } = movableClock();

beforeAll(async () => {
  server = await startTestServer({ clock });
  resortId = (await createResort(server)).id;
});

afterAll(() => server.close());

type SignedIn = Awaited<ReturnType<typeof signedInUser>>;

interface Scene {
  listing: Listing;
  seller: SignedIn;
  buyer: SignedIn;
}

async function makeScene(): Promise<Scene> {
  const seller = await signedInUser(server, { firstName: 'Olga', lastName: 'Reed' });
  const buyer = await signedInUser(server, { firstName: 'Bela', lastName: 'Nagy' });
  const listing = await createListing(server, {
    resortId,
    ownerId: seller.user.id,
    isForSale: true,
    salePriceCents: 900_000,
    maintenanceFeeCents: 100_001,
  });
  return { listing, seller, buyer };
}

const terms = (given: Partial<SaleTermsInput> = {}): SaleTermsInput => ({
  priceCents: 800_000,
  depositCents: 80_000,
  firstUseYear: Number(utcToday().slice(0, 4)) + 1,
  closingCostsCents: 60_000,
  closingCostsBy: 'BUYER',
  transferFeeCents: null,
  transferFeeBy: 'SELLER',
  maintenanceFeeBy: 'SPLIT',
  bookedWeeksGoTo: 'SELLER',
  closingOn: addDays(utcToday(), 60),
  note: null,
  ...given,
});

const offer = async (
  { cookie }: SignedIn,
  { id }: Pick<Listing, 'id'>,
  given: Partial<SaleTermsInput> = {},
  idempotencyKey?: string,
) => {
  const input = { listingId: id, terms: terms(given), ...(idempotencyKey && { idempotencyKey }) };
  return (await server.graphql(makeOfferMutation, { input }, { cookie })).data?.makeOffer;
};

const offered = async (scene: Scene, given: Partial<SaleTermsInput> = {}) => {
  const answer = await offer(scene.buyer, scene.listing, given);
  if (answer?.__typename !== 'MakeOfferPayload') throw new Error(JSON.stringify(answer));
  return answer.sale;
};

const move = async (
  { cookie }: SignedIn,
  sale: { databaseId: string; version: number },
  name: MoveSaleInput['move'],
  more: Partial<MoveSaleInput> = {},
) => {
  const input = { saleId: sale.databaseId, version: sale.version, move: name, ...more };
  return (await server.graphql(moveSaleMutation, { input }, { cookie })).data?.moveSale;
};

const moved = async (...args: Parameters<typeof move>) => {
  const answer = await move(...args);
  if (answer?.__typename !== 'MoveSalePayload') throw new Error(JSON.stringify(answer));
  return answer.sale;
};

const stored = (id: string) =>
  server.prisma.sale.findUniqueOrThrow({
    where: { id },
    include: { terms: true, signatures: true, events: { orderBy: { number: 'asc' } } },
  });

const mailsTo = async (person: SignedIn, after: Date) =>
  (
    await server.prisma.outgoingMail.findMany({
      where: { toAddress: person.user.email, template: 'saleChanged', createdAt: { gte: after } },
      orderBy: { createdAt: 'asc' },
      select: { subject: true },
    })
  ).map(({ subject }) => subject.split(':')[0]);

/** Accepted terms of a new sale. */
async function accepted(scene: Scene) {
  return moved(scene.seller, await offered(scene), 'ACCEPT');
}

const sign = (person: SignedIn, sale: Awaited<ReturnType<typeof offered>>, typedName: string) =>
  move(person, sale, 'CONFIRM_TERMS', { typedName, termsHash: sale.termSheet.hash ?? null });

describe('The table of moves of a sale', () => {
  it('is the one in docs/sales.md', () => {
    expect(readFileSync('docs/sales.md', 'utf8')).toContain(movesTable());
  });

  it('has words for everybody whom a move tells, and for nobody else', () => {
    const expected = moveNames.flatMap((name) => ruleOf(name).tells.map((to) => `${name} ${to}`));
    const written = Object.entries(saleWords).flatMap(([name, byPerson]) =>
      Object.keys(byPerson).map((to) => `${name} ${to}`),
    );
    expect(written.sort()).toEqual(expected.sort());
  });
});

describe('An offer', () => {
  it('begins a sale, tells the owner once, and shows both sides their sums', async () => {
    const scene = await makeScene();
    const before = new Date();
    const sale = await offered(scene, { note: 'Call me at 808-555-1234' });
    expect(sale).toMatchObject({
      status: 'OFFERED',
      turn: 'SELLER',
      side: 'BUYER',
      buyerName: 'Bela',
      terms: [
        { number: 1, side: 'BUYER', note: 'Call me at [hidden]', price: { amount: 800_000 } },
      ],
      // Price, closing costs, and half of an odd fee: the odd cent is the buyer's.
      termSheet: {
        hash: null,
        buyerTotal: { amount: 910_001 },
        sellerTotal: { amount: 750_000 },
      },
      choices: [{ move: 'WITHDRAW' }],
    });
    expect(await mailsTo(scene.seller, before)).toEqual(['You have an offer for your timeshare']);
    expect(await mailsTo(scene.buyer, before)).toEqual([]);
    expect(await stored(sale.databaseId)).toMatchObject({
      sellerId: scene.seller.user.id,
      events: [{ move: 'offer', party: 'buyer', status: 'offered' }],
    });
  });

  it.each<[keyof SaleTermsInput, unknown, string]>([
    ['priceCents', 0, 'The price must be at least 1'],
    ['depositCents', 800_001, 'The deposit can be at most the price'],
    ['closingCostsCents', -1, "The closing costs can't be below zero"],
    ['closingOn', '2020-01-01', 'The closing day must be 14 to 365 days from today'],
    ['note', 'a'.repeat(2_001), 'The note may have at most 2,000 characters'],
  ])('is refused with a message for %s', async (field, value, message) => {
    const { buyer, listing } = await makeScene();
    expect(await offer(buyer, listing, { [field]: value })).toMatchObject({
      fieldErrors: expect.arrayContaining([{ field: `terms.${field}`, message }]) as unknown,
    });
    expect(await server.prisma.sale.count({ where: { listingId: listing.id } })).toBe(0);
  });

  it('is refused to visitors, to the owner, a second time, and for what is not for sale', async () => {
    const scene = await makeScene();
    const { listing, seller, buyer } = scene;
    expect(await offer({ ...buyer, cookie: '' }, listing)).toBeNull();
    expect(await offer(seller, listing)).toMatchObject({
      fieldErrors: [{ field: 'listingId', message: 'This is your own timeshare' }],
    });
    await offered(scene);
    expect(await offer(buyer, listing)).toMatchObject({ __typename: 'ConflictError' });
    await server.prisma.listing.update({ where: { id: listing.id }, data: { isForSale: false } });
    const late = await signedInUser(server);
    expect(await offer(late, listing)).toMatchObject({ __typename: 'NotFoundError' });
  });

  it('is made once for its key', async () => {
    const { buyer, listing } = await makeScene();
    const key = 'offer-only-once';
    const answers = [];
    for (let call = 0; call < 2; call++) answers.push(await offer(buyer, listing, {}, key));
    expect(answers[1]).toEqual(answers[0]);
    expect(await server.prisma.sale.count({ where: { listingId: listing.id } })).toBe(1);
  });
});

describe('A sale', () => {
  it('is negotiated, accepted and confirmed by both sides', async () => {
    const scene = await makeScene();
    const { buyer, seller, listing } = scene;
    const countered = await moved(seller, await offered(scene), 'COUNTER', {
      terms: terms({ priceCents: 850_000 }),
    });
    expect(countered).toMatchObject({
      turn: 'BUYER',
      terms: [{ number: 1 }, { number: 2, side: 'SELLER' }],
    });
    expect(await move(seller, countered, 'ACCEPT')).toMatchObject({ __typename: 'ConflictError' });
    const before = new Date();
    const agreedOn = await moved(buyer, countered, 'ACCEPT');
    expect(agreedOn).toMatchObject({ status: 'ACCEPTED', sellerName: 'Olga Reed' });
    for (const person of [buyer, seller]) {
      expect(await mailsTo(person, before)).toEqual(['The terms are accepted']);
    }
    expect(await sign(buyer, agreedOn, 'Somebody Else')).toMatchObject({
      fieldErrors: [
        { field: 'typedName', message: 'Type your name as in your account: Bela Nagy' },
      ],
    });
    expect(
      await move(buyer, agreedOn, 'CONFIRM_TERMS', { typedName: 'Bela Nagy', termsHash: 'other' }),
    ).toMatchObject({ __typename: 'ConflictError' });
    const first = await sign(buyer, agreedOn, ' bela  nagy ');
    if (first?.__typename !== 'MoveSalePayload') throw new Error(JSON.stringify(first));
    expect(first.sale).toMatchObject({ status: 'ACCEPTED', choices: [{ move: 'BACK_OUT' }] });
    const second = await sign(seller, first.sale, 'Olga Reed');
    if (second?.__typename !== 'MoveSalePayload') throw new Error(JSON.stringify(second));
    expect(second.sale).toMatchObject({
      status: 'AGREED',
      choices: [{ move: 'PULL_OUT' }],
      answerBy: null,
    });
    const { signatures } = await stored(second.sale.databaseId);
    expect(signatures.map(({ termsHash }) => termsHash)).toEqual([
      agreedOn.termSheet.hash,
      agreedOn.termSheet.hash,
    ]);
    expect(signatures.every(({ address }) => address !== '')).toBe(true);

    const path = `/api/sales/${second.sale.databaseId}/terms`;
    const file = await server.send(path, { cookie: buyer.cookie });
    expect(file.headers.get('content-type')).toBe('application/pdf');
    const stranger = await signedInUser(server);
    expect((await server.send(path, { cookie: stranger.cookie })).status).toBe(404);

    // The resort has not confirmed the new owner.
    const admin = await signedInUser(server, { role: 'admin' });
    expect(await move(admin, second.sale, 'SELL')).toMatchObject({ __typename: 'ForbiddenError' });
    expect(
      await server.prisma.listing.findUniqueOrThrow({ where: { id: listing.id } }),
    ).toMatchObject({ onSale: true });
  });

  it('is seen by its sides and administrators only', async () => {
    const scene = await makeScene();
    const sale = await offered(scene);
    const read = async ({ cookie }: SignedIn) =>
      (
        await server.graphql(
          saleOfQuery,
          { id: sale.databaseId, listingId: scene.listing.id },
          { cookie },
        )
      ).data;
    const stranger = await signedInUser(server);
    expect(await read(stranger)).toEqual({
      sale: null,
      myPartIn: { isOwner: false, sale: null },
      mySales: { edges: [] },
    });
    expect(await read(scene.buyer)).toMatchObject({
      sale: { side: 'BUYER' },
      myPartIn: { isOwner: false, sale: { databaseId: sale.databaseId } },
    });
    const own = {
      myPartIn: { isOwner: true, sale: null },
      mySales: { edges: [{ node: { status: 'OFFERED' } }] },
    };
    expect(await read(scene.seller)).toMatchObject({ sale: { side: 'SELLER' }, ...own });
    const admin = await signedInUser(server, { role: 'admin' });
    expect(await read(admin)).toMatchObject({ sale: { side: null } });
    const { data } = await server.graphql(allSalesQuery, {}, { cookie: admin.cookie });
    expect(data?.sales?.edges.length).toBeGreaterThan(0);
    expect(await move(stranger, sale, 'ACCEPT')).toMatchObject({ __typename: 'NotFoundError' });
    expect(await move(scene.buyer, { ...sale, version: 99 }, 'WITHDRAW')).toMatchObject({
      __typename: 'ConflictError',
    });
  });

  it('has one accepted offer of a listing, however many are accepted at once', async () => {
    const scene = await makeScene();
    const { seller, listing } = scene;
    const rivals = await Promise.all([signedInUser(server), signedInUser(server)]);
    const sales = [];
    for (const buyer of [scene.buyer, ...rivals]) {
      sales.push(await offered({ ...scene, buyer }));
    }
    const answers = await Promise.all(sales.map((sale) => move(seller, sale, 'ACCEPT')));
    expect(answers.filter((answer) => answer?.__typename === 'MoveSalePayload')).toHaveLength(1);
    const rows = await server.prisma.sale.findMany({ where: { listingId: listing.id } });
    expect(rows.map(({ status }) => status).sort()).toEqual(['accepted', 'set_aside', 'set_aside']);
    const late = await signedInUser(server);
    expect(await offer(late, listing)).toMatchObject({
      __typename: 'ConflictError',
      message: 'The owner has accepted an offer for this timeshare',
    });

    const winner = rows.find(({ status }) => status === 'accepted');
    await moved(
      seller,
      { databaseId: winner?.id ?? '', version: winner?.version ?? 0 },
      'BACK_OUT',
      {
        reason: 'We keep it',
      },
    );
    const told = await server.prisma.saleEvent.count({
      where: { sale: { listingId: listing.id }, move: 'available_again' },
    });
    expect(told).toBe(2);
  });

  it('takes either an acceptance or a withdrawal that come at once', async () => {
    const scene = await makeScene();
    const sale = await offered(scene);
    const answers = await Promise.all([
      move(scene.seller, sale, 'ACCEPT'),
      move(scene.buyer, sale, 'WITHDRAW'),
    ]);
    expect(answers.map((answer) => answer?.__typename).sort()).toEqual([
      'ConflictError',
      'MoveSalePayload',
    ]);
    const { events } = await stored(sale.databaseId);
    expect(events).toHaveLength(2);
  });

  it('ends by the clock when nobody answers, not both confirm, or it is off sale', async () => {
    const [silent, unconfirmed, off] = [await makeScene(), await makeScene(), await makeScene()];
    const ids = [
      (await offered(silent)).databaseId,
      (await accepted(unconfirmed)).databaseId,
      (await offered(off)).databaseId,
    ];
    await server.prisma.listing.update({
      where: { id: off.listing.id },
      data: { isActive: false },
    });
    await keepSaleDeadlines(server.deps);
    const statuses = () => Promise.all(ids.map(async (id) => (await stored(id)).status));
    expect(await statuses()).toEqual(['offered', 'accepted', 'called_off']);
    await moveTo(server, new Date(clock().getTime() + saleHours * 3_600_000));
    await keepSaleDeadlines(server.deps);
    await keepSaleDeadlines(server.deps);
    expect(await statuses()).toEqual(['expired', 'called_off', 'called_off']);
    for (const id of ids) expect((await stored(id)).closedAt).not.toBeNull();
    const { events } = await stored(ids[0] ?? '');
    expect(events.map((event) => event.move)).toEqual(['offer', 'expire']);
  });

  it('gives the hours of a window from the moment at which the mail was sent', async () => {
    await server.prisma.siteSetting.upsert({
      where: { key: 'smtp_host' },
      update: { value: 'smtp.example' },
      create: { key: 'smtp_host', value: 'smtp.example' },
    });
    const sale = await offered(await makeScene());
    expect((await stored(sale.databaseId)).isTold).toBe(false);
    const sentAt = new Date(clock().getTime() + 5 * 3_600_000);
    await server.prisma.outgoingMail.updateMany({
      where: { saleEvent: { saleId: sale.databaseId } },
      data: { status: 'sent', sentAt },
    });
    expect(await stored(sale.databaseId)).toMatchObject({
      isTold: true,
      version: sale.version,
      answerBy: new Date(sentAt.getTime() + saleHours * 3_600_000),
    });
    await server.prisma.siteSetting.update({ where: { key: 'smtp_host' }, data: { value: '' } });
  });
});
