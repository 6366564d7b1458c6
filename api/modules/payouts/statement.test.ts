import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#common/days.ts';
import { globalId, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { applyOutcome } from '../bookings/payment/settlePayment.ts';
import {
  booked,
  makeScene,
  movableClock,
  move,
  releasedStay,
  type Scene,
} from '../bookings/testing/flow.ts';
import { payOut } from './payOut.ts';
import { connect } from './testing/flow.ts';
import { statementQuery } from './testing/operations.ts';

const time = movableClock();
let server: TestServer;
let scene: Scene;
let stay: string;
let cancelled: string;
let resortName: string;
/** The year in which the stay was released; the other stay was cancelled in the year before. */
let year: number;

// 7 x $150 + $90 cleaning.
const hostCents = 114_000;

beforeAll(async () => {
  server = await startTestServer({ clock: time.clock });
  // So that check-in is 40 days later, in January.
  year = time.clock().getUTCFullYear() + 1;
  await time.moveTo(server, new Date(`${year - 1}-12-06T12:00:00Z`));
  scene = await makeScene(server, { isInstant: true, cancellationPolicy: 'strict' });
  await server.prisma.resort.update({
    where: { id: scene.listing.resortId },
    data: { name: '=HYPERLINK("x")' },
  });
  resortName = '=HYPERLINK("x")';
  cancelled = await booked(server, scene);
  await move(server, scene.traveler.cookie, cancelled, { move: 'CANCEL' });
  await connect(server, scene.owner.cookie);
  ({ id: stay } = await releasedStay(server, time, scene));
  await payOut(server.deps, applyOutcome(server.deps));
});

afterAll(() => server.close());

const read = async (
  cookie: string,
  variables: { year: number; first?: number; after?: string },
  id = scene.owner.user.id,
) => {
  const answer = await server.graphql(
    statementQuery,
    { id: globalId('User', id), ...variables },
    { cookie },
  );
  const node = answer.data?.node;
  return node && 'payoutStatement' in node ? node.payoutStatement : null;
};

const money = (amount: number) => ({ amount });

describe('The statement of a year', () => {
  it('has what was earned, kept and paid out, and balances that follow each other', async () => {
    const { cookie } = scene.owner;
    const before = await read(cookie, { year: year - 1 });
    expect(before).toMatchObject({
      opening: money(0),
      earned: money(0),
      kept: money(hostCents / 2),
      corrected: money(0),
      paidOut: money(0),
      closing: money(hostCents / 2),
    });
    expect(before?.lines.edges.map(({ node }) => node)).toEqual([
      {
        kind: 'KEPT',
        amount: money(hostCents / 2),
        serviceFee: money(9_120),
        tax: money(0),
        bookingId: cancelled,
        saleId: null,
        resortName,
        checkIn: scene.checkIn,
        checkOut: scene.checkOut,
        nights: 7,
        at: `${year - 1}-12-06T12:00:00.000Z`,
      },
    ]);
    const now = await read(cookie, { year });
    expect(now).toMatchObject({
      opening: money(hostCents / 2),
      earned: money(hostCents),
      kept: money(0),
      paidOut: money(hostCents * 1.5),
      closing: money(0),
    });
    expect(
      now?.lines.edges.map(({ node }) => [node.kind, node.bookingId, node.amount.amount]),
    ).toEqual([
      ['STAY', stay, hostCents],
      expect.arrayContaining(['PAID_OUT']),
      expect.arrayContaining(['PAID_OUT']),
    ]);
    expect(await read(cookie, { year: year + 1 })).toMatchObject({
      opening: money(0),
      closing: money(0),
      lines: { edges: [] },
    });
  });

  it('is read in pages, without gaps', async () => {
    const lines: unknown[] = [];
    let after: string | undefined;
    do {
      const page = await read(scene.owner.cookie, { year, first: 1, ...(after && { after }) });
      lines.push(...(page?.lines.edges ?? []));
      after = page?.lines.pageInfo.hasNextPage
        ? (page.lines.pageInfo.endCursor ?? undefined)
        : undefined;
    } while (after !== undefined);
    expect(lines).toEqual((await read(scene.owner.cookie, { year }))?.lines.edges);
  });

  it('is for its owner and administrators', async () => {
    const admin = await signedInUser(server, { role: 'admin' });
    expect(await read(admin.cookie, { year })).toEqual(await read(scene.owner.cookie, { year }));
    expect(await read(scene.traveler.cookie, { year })).toBeNull();
    expect(await read('', { year })).toBeNull();
    const { id } = scene.traveler.user;
    expect(await read(scene.traveler.cookie, { year }, id)).toMatchObject({ closing: money(0) });
  });

  it.each([1999, 2200])('refuses the year %i', async (wrong) => {
    const answer = await server.graphql(
      statementQuery,
      { id: globalId('User', scene.owner.user.id), year: wrong },
      { cookie: scene.owner.cookie },
    );
    expect(answer.errors?.[0]?.message).toContain('Year must be');
  });
});

describe('The CSV file', () => {
  const file = (cookie: string | undefined, path = String(year)) =>
    server.rest('GET', `/api/payouts/statements/${path}`, undefined, cookie ? { cookie } : {});

  it('has every entry with its balance, and nothing that a spreadsheet evaluates', async () => {
    const { status, headers, text } = await file(scene.owner.cookie);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="payouts-${year}.csv"`);
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(6);
    expect(lines[1]).toBe(`${year}-01-01,Opening balance,,,,,,,570.00,,,USD,`);
    expect(lines[2]).toBe(
      `${addDays(scene.checkIn, 2)},Stay,"'=HYPERLINK(""x"")",${scene.checkIn},${scene.checkOut},7,${stay},1140.00,1710.00,91.20,0.00,USD,`,
    );
    expect(lines[4]).toMatch(/,Paid out,.*,-(570|1140)\.00,0\.00,0\.00,0\.00,USD,$/);
    expect(lines[5]).toBe(`${year}-12-31,Closing balance,,,,,,,0.00,,,USD,`);
  });

  it('is for its owner and administrators', async () => {
    const admin = await signedInUser(server, { role: 'admin' });
    const path = `${year}?member=${scene.owner.user.id}`;
    const own = await file(scene.owner.cookie);
    expect((await file(admin.cookie, path)).text).toBe(own.text);
    expect(await file(scene.traveler.cookie, path)).toMatchObject({
      status: 403,
      text: 'This statement is not yours',
    });
    expect((await file(undefined)).status).toBe(401);
  });

  it.each([
    ['soon', 'Year must be a number'],
    ['1999', 'Year must be 2000 or later'],
    [`2026?currency=usd`, 'Currency must be a code of three letters, such as USD'],
    [`2026?member=me`, 'Member must be an id'],
  ])('is refused for %s', async (path, message) => {
    const { status, text } = await file(scene.owner.cookie, path);
    expect({ status, text }).toEqual({
      status: 400,
      text: expect.stringContaining(message) as string,
    });
  });
});
