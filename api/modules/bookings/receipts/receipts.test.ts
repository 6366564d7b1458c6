import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { formatMoney } from '#common/money.ts';
import { createBooking, createResort, globalId, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { post, chargeAmounts } from '#api/modules/ledger/ledger.ts';
import { booked, makeScene, movableClock, move, releasedStay } from '../testing/flow.ts';

const time = movableClock();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ clock: time.clock });
});

afterAll(() => server.close());

const receiptsQuery = graphql(`
  query ReceiptsOfBooking($id: ID!) {
    booking(id: $id) {
      receipts {
        number
        kind
        title
        amount {
          amount
        }
      }
    }
  }
`);

const receiptQuery = graphql(`
  query ReceiptOfBooking($id: ID!, $number: String!) {
    booking(id: $id) {
      receipt(number: $number) {
        title
        issuer
        recipient
        facts {
          label
          text
        }
        lines {
          label
          amount {
            amount
          }
        }
        total {
          label
          amount {
            amount
            currency
          }
        }
        note
      }
    }
  }
`);

async function listed(cookie: string, id: string) {
  const { data } = await server.graphql(receiptsQuery, { id: globalId('Booking', id) }, { cookie });
  return data?.booking?.receipts ?? [];
}

async function read(cookie: string, id: string, number: string) {
  const { data } = await server.graphql(
    receiptQuery,
    { id: globalId('Booking', id), number },
    { cookie },
  );
  return data?.booking?.receipt ?? null;
}

const stored = (bookingId: string) =>
  server.prisma.receipt.findMany({ where: { bookingId }, orderBy: { number: 'asc' } });

/** Numbers of a year, in order. */
async function numbersOf(year: number): Promise<number[]> {
  const found = await server.prisma.receipt.findMany({
    where: { year },
    orderBy: { number: 'asc' },
  });
  return found.map(({ number }) => number);
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

async function taxedScene(cancellationPolicy: 'strict' | 'moderate' = 'moderate') {
  const destination = 'Taxed coast';
  const { id: resortId } = await createResort(server, { destination });
  await server.prisma.occupancyTax.update({ where: { destination }, data: { rateBps: 1_275 } });
  return makeScene(server, { resortId, isInstant: true, cancellationPolicy });
}

describe('A stay that takes place', () => {
  it('has a receipt and an invoice for its traveler, and a statement for its owner, as the ledger has them', async () => {
    const { scene, id } = await releasedStay(server, time, await taxedScene());
    const { traveler, owner } = scene;
    const [receipt, invoice] = await listed(traveler.cookie, id);
    const [statement] = await listed(owner.cookie, id);
    expect([receipt?.kind, invoice?.kind, statement?.kind]).toEqual([
      'RECEIPT',
      'INVOICE',
      'STATEMENT',
    ]);
    const entries = await server.prisma.ledgerEntry.findMany({
      where: { transaction: { bookingId: id } },
    });
    const sum = (account: string, reason?: number) =>
      entries.reduce(
        (all, entry) =>
          all +
          (entry.account === account && (reason ?? entry.amountCents) * entry.amountCents > 0
            ? entry.amountCents
            : 0),
        0,
      );
    expect(receipt?.amount.amount).toBe(sum('escrow', 1));
    expect(invoice?.amount.amount).toBe(-sum('service_fee'));
    expect(statement?.amount.amount).toBe(-sum('owner_payable'));

    const shown = await read(traveler.cookie, id, receipt?.number ?? '');
    const booking = await server.prisma.booking.findUniqueOrThrow({ where: { id } });
    expect(shown).toMatchObject({
      title: receipt?.title,
      recipient: `${traveler.user.firstName} ${traveler.user.lastName}`,
      lines: [
        { label: '7 nights × $150', amount: { amount: 105_000 } },
        { label: 'Cleaning or resort fee', amount: { amount: 9_000 } },
        { label: 'Occupancy tax (12.75%), Taxed coast', amount: { amount: booking.taxCents } },
        { label: 'Service fee (8%)', amount: { amount: booking.serviceFeeCents } },
      ],
      total: { label: 'Total paid (USD)', amount: { amount: booking.totalPriceCents } },
    });
    expect(shown?.issuer[0]).toBe('Tideweek');
    expect(shown?.facts).toContainEqual({ label: 'Guests', text: 'Ines Duarte, Tom Duarte' });
    expect(await read(owner.cookie, id, statement?.number ?? '')).toMatchObject({
      recipient: `${owner.user.firstName} ${owner.user.lastName}`,
      lines: [{ amount: { amount: 105_000 } }, { amount: { amount: 9_000 } }],
      total: { amount: { amount: 114_000 } },
    });
  });
});

describe('A cancelled stay', () => {
  it.each(['strict', 'moderate'] as const)(
    'has a credit note that adds up to what was given back: %s',
    async (policy) => {
      const scene = await taxedScene(policy);
      const id = await booked(server, scene);
      await move(server, scene.traveler.cookie, id, { move: 'CANCEL' });
      const booking = await server.prisma.booking.findUniqueOrThrow({ where: { id } });
      const found = await listed(scene.traveler.cookie, id);
      const note = found.find(({ kind }) => kind === 'CREDIT_NOTE');
      expect(note?.amount.amount).toBe(booking.refundCents);
      const shown = await read(scene.traveler.cookie, id, note?.number ?? '');
      expect(shown?.lines.length).toBeGreaterThan(1);
      expect(shown?.lines.reduce((sum, { amount }) => sum + amount.amount, 0)).toBe(
        booking.refundCents,
      );
      const receipt = await read(scene.traveler.cookie, id, found[0]?.number ?? '');
      expect(receipt?.facts.find(({ label }) => label === 'To be given back')?.text).toContain(
        note?.title,
      );
      const back = formatMoney({ amount: booking.refundCents ?? 0, currency: 'USD' });
      expect(shown?.facts.find(({ label }) => label === 'Given back')?.text).toContain(
        `${back} to the card`,
      );
    },
  );
});

describe('A receipt', () => {
  it('is a private file for its traveler and the team, and not found for everyone else', async () => {
    const scene = await taxedScene();
    const id = await booked(server, scene);
    const [receipt] = await listed(scene.traveler.cookie, id);
    const number = receipt?.number ?? '';
    const admin = await signedInUser(server, { role: 'admin' });
    const stranger = await signedInUser(server);
    const path = `/api/bookings/${id}/receipts/${number}`;
    for (const { cookie } of [scene.traveler, admin]) {
      expect(await read(cookie, id, number)).toMatchObject({ title: `Receipt ${number}` });
      const { status, headers, text } = await server.send(path, { cookie });
      expect({ status, file: text.slice(0, 5) }).toEqual({ status: 200, file: '%PDF-' });
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'application/pdf',
        'cache-control': 'private, no-store',
        'content-disposition': `attachment; filename="receipt-${number}.pdf"`,
      });
    }
    for (const { cookie } of [scene.owner, stranger]) {
      expect(await read(cookie, id, number)).toBeNull();
      expect((await server.send(path, { cookie })).status).toBe(404);
    }
    expect(await listed(scene.owner.cookie, id)).toEqual([]);
    expect((await server.send(path)).status).toBe(401);
    const wrong = await server.send(`/api/bookings/${id}/receipts/2000-000001`, admin);
    expect(wrong.status).toBe(404);
  });

  it('keeps the name that the member had, and can be neither changed nor deleted', async () => {
    const scene = await taxedScene();
    const { id: userId, firstName, lastName } = scene.traveler.user;
    const id = await booked(server, scene);
    await server.prisma.user.update({ where: { id: userId }, data: { lastName: 'Married' } });
    const [receipt] = await listed(scene.traveler.cookie, id);
    expect(await read(scene.traveler.cookie, id, receipt?.number ?? '')).toMatchObject({
      recipient: `${firstName} ${lastName}`,
    });
    await expect(
      server.prisma.receipt.updateMany({ where: { bookingId: id }, data: { amountCents: 1 } }),
    ).rejects.toThrow('neither changed nor deleted');
    await expect(server.prisma.receipt.deleteMany({ where: { bookingId: id } })).rejects.toThrow(
      'neither changed nor deleted',
    );
  });

  it('is not issued for a payment that is only reserved', async () => {
    const scene = await makeScene(server);
    expect(await stored(await booked(server, scene))).toEqual([]);
  });
});

describe('Numbers', () => {
  it('have no gaps and no doubles when many pay at once and some postings fail', async () => {
    const year = 2071;
    const at = new Date(`${year}-01-01T00:00:00Z`);
    const { id: resortId } = await createResort(server);
    const { user } = await signedInUser(server);
    const bookings = await Promise.all(
      upTo(12).map(() => createBooking(server, { resortId, userId: user.id })),
    );
    const outcomes = await Promise.allSettled(
      bookings.map(({ id: bookingId }, index) =>
        server.prisma.$transaction(async (transaction) => {
          await post(transaction, {
            bookingId,
            reason: 'charge',
            operationId: null,
            currency: 'USD',
            amounts: chargeAmounts(100),
            at,
          });
          // The numbers are drawn here, and drawn again by the next transaction after the failure.
          await transaction.$executeRaw`SET CONSTRAINTS ALL IMMEDIATE`;
          if (index % 3 === 0) throw new Error('The process ends here');
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
    expect(await numbersOf(year)).toEqual(upTo(8));
  });

  it('count from 1 in each year, in the order of the payments', async () => {
    const year = time.clock().getUTCFullYear() + 1;
    await time.moveTo(server, new Date(`${year}-01-01T00:00:00Z`));
    const scenes = [await taxedScene(), await taxedScene()];
    const ids = [];
    for (const scene of scenes) ids.push(await booked(server, scene));
    const found = await Promise.all(ids.map(stored));
    expect(found.flat().map(({ number }) => number)).toEqual([1, 2]);
    expect(found.flat()[0]).toMatchObject({ year, issuer: null });
  });
});
