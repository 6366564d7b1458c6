import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { addDays } from '#common/days.ts';
import { signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { booked, held, makeScene, move, movableClock } from '../testing/flow.ts';

const time = movableClock();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ clock: time.clock });
});

afterAll(() => server.close());

const choicesQuery = graphql(`
  query ChoicesOfBooking($id: ID!) {
    booking(id: $id) {
      parts
      heldSeconds
      cancellation
      certificateDue
      ownerShare {
        amount
      }
      priceLines {
        label
      }
      choices {
        move
        party
        asksWhy
        money
        refund {
          amount
        }
      }
      events {
        title
        means
      }
      coming {
        title
      }
    }
  }
`);

const nightsQuery = graphql(`
  query NightsOfOwnWeeks($from: Date!, $to: Date!) {
    viewer {
      ownNights(from: $from, to: $to) {
        listingTitle
        kind
        from
        to
        bookingId
      }
    }
  }
`);

const read = async (id: string, cookie: string) =>
  (await server.graphql(choicesQuery, { id }, { cookie })).data?.booking;

// 7 x $150 + $90 cleaning, 8 % service fee.
const total = 123_120;

describe('A booking', () => {
  it('says what each move of its reader would do with the money', async () => {
    const scene = await makeScene(server, { isInstant: true, cancellationPolicy: 'moderate' });
    const admin = await signedInUser(server, { role: 'admin' });
    const id = await booked(server, scene);
    expect(await read(id, scene.traveler.cookie)).toMatchObject({
      parts: ['TRAVELER'],
      ownerShare: null,
      priceLines: [
        { label: '7 nights × $150' },
        { label: 'Cleaning or resort fee' },
        { label: 'Service fee (8%)' },
      ],
      choices: [
        { move: 'RENAME_GUESTS', asksWhy: false, money: 'NONE', refund: null },
        {
          move: 'CANCEL',
          party: 'TRAVELER',
          asksWhy: false,
          money: 'REFUND_BY_POLICY',
          refund: { amount: total },
        },
      ],
      coming: [{ title: 'Ended without a certificate' }],
    });
    expect(await read(id, scene.owner.cookie)).toMatchObject({
      parts: ['OWNER'],
      ownerShare: { amount: 114_000 },
      certificateDue: addDays(scene.checkIn, -14),
      coming: [{ title: 'Ended without a certificate' }],
      choices: [
        { move: 'SUBMIT_CERTIFICATE', asksWhy: false, money: 'NONE', refund: null },
        { move: 'CANCEL_BY_OWNER', asksWhy: true, refund: { amount: total } },
      ],
    });
    expect((await read(id, admin.cookie))?.choices).toMatchObject([
      { move: 'CERTIFY', party: 'TEAM', asksWhy: false },
      { move: 'CANCEL_BY_TEAM', party: 'TEAM', asksWhy: true },
      { move: 'GOODWILL', party: 'TEAM', asksWhy: true },
    ]);

    // 20 days before check-in: half of nights and cleaning, and nothing of the fee.
    await time.moveTo(server, new Date(`${addDays(scene.checkIn, -20)}T12:00:00Z`));
    const late = await read(id, scene.traveler.cookie);
    expect(late?.choices).toMatchObject([
      { move: 'RENAME_GUESTS', refund: null },
      { move: 'CANCEL', refund: { amount: 57_000 } },
    ]);
    expect(late?.cancellation).toEqual([
      expect.stringMatching(/^50% refund until .*: \$570 back, without the service fee$/),
    ]);
    const cancelled = await move(server, scene.traveler.cookie, id, { move: 'CANCEL' });
    expect(cancelled).toMatchObject({ booking: { refund: { amount: 57_000 } } });
    // What the policy keeps of nights and cleaning.
    expect(await read(id, scene.owner.cookie)).toMatchObject({ ownerShare: { amount: 57_000 } });
  });

  it('that is held says how many seconds are left', async () => {
    const scene = await makeScene(server);
    const { databaseId } = await held(server, scene);
    const later = new Date(time.clock().getTime() + 5 * 60_000);
    await time.moveTo(server, later);
    expect(await read(databaseId, scene.traveler.cookie)).toMatchObject({
      heldSeconds: 600,
      events: [
        {
          title: 'Checkout opened',
          means: 'You go to the checkout; the nights are kept for 15 minutes.',
        },
      ],
    });
  });

  it('is a calendar file for traveler and owner, and for nobody else', async () => {
    const scene = await makeScene(server, { isInstant: true });
    const id = await booked(server, scene);
    const ask = (cookie: string) =>
      server.rest('GET', `/api/bookings/${id}/calendar`, undefined, { cookie });
    for (const { cookie } of [scene.traveler, scene.owner]) {
      const { status, text } = await ask(cookie);
      expect(status).toBe(200);
      expect(text).toContain(`DTSTART;VALUE=DATE:${scene.checkIn.replaceAll('-', '')}`);
      expect(text).toContain(`DTEND;VALUE=DATE:${scene.checkOut.replaceAll('-', '')}`);
      expect(text).toContain('SUMMARY:Stay at ');
    }
    expect((await ask((await signedInUser(server)).cookie)).status).toBe(404);
  });
});

describe('The nights of an owner’s weeks', () => {
  it('are free, in checkout, requested or booked', async () => {
    const scene = await makeScene(server, { minNights: 1, title: 'Part of a week' });
    const { checkIn, checkOut } = scene;
    const read = async (cookie = scene.owner.cookie) => {
      const variables = { from: checkIn, to: checkOut };
      const { data } = await server.graphql(nightsQuery, variables, { cookie });
      return data?.viewer?.ownNights;
    };
    expect(await read()).toEqual([
      {
        listingTitle: 'Part of a week',
        kind: 'FREE',
        from: checkIn,
        to: checkOut,
        bookingId: null,
      },
    ]);
    const part = { ...scene, checkIn: addDays(checkIn, 2), checkOut: addDays(checkIn, 5) };
    const { databaseId } = await held(server, part);
    expect(await read()).toMatchObject([
      { kind: 'FREE', from: checkIn, to: part.checkIn },
      { kind: 'HELD', from: part.checkIn, to: part.checkOut, bookingId: databaseId },
      { kind: 'FREE', from: part.checkOut, to: checkOut },
    ]);
    const id = await booked(server, part);
    expect((await read())?.[1]).toMatchObject({ kind: 'REQUESTED', bookingId: id });
    await move(server, scene.owner.cookie, id, { move: 'ACCEPT' });
    expect((await read())?.[1]).toMatchObject({ kind: 'TAKEN', bookingId: id });
    expect(await read(scene.traveler.cookie)).toEqual([]);
  });

  it('are read for 45 nights at most', async () => {
    const { cookie } = await signedInUser(server);
    const variables = { from: '2027-01-01', to: '2027-03-01' };
    const { errors } = await server.graphql(nightsQuery, variables, { cookie });
    expect(errors?.[0]?.message).toBe('The days must be 1 to 45 nights apart');
  });
});
