import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createBooking,
  createListing,
  createResort,
  createReview,
  createUser,
} from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { removeOld } from '#api/platform/jobs/housekeeping.ts';
import { partnersArea } from '../area.ts';

let server: TestServer;
let resortId: string;
let ownerId: string;

beforeAll(async () => {
  server = await startTestServer();
  resortId = (await createResort(server)).id;
  ownerId = (await createUser(server)).id;
});

beforeEach(() => server.prisma.apiEvent.deleteMany());

afterAll(() => server.close());

/** The events since the test began. */
const written = async () =>
  (
    await server.prisma.apiEvent.findMany({
      orderBy: [{ transaction: 'asc' }, { sequence: 'asc' }],
    })
  ).map(({ type, objectId }) => [type, objectId]);

const run = (sql: string, ...values: unknown[]) => server.pool.query(sql, values);

/** Creates a listing that is public unless said otherwise, and forgets its events. */
async function listing(more: object = {}): Promise<string> {
  const { id } = await createListing(server, { resortId, ownerId, ...more });
  await server.prisma.apiEvent.deleteMany();
  return id;
}

describe('a listing', () => {
  it('is published, changed and withdrawn', async () => {
    const { id } = await createListing(server, { resortId, ownerId });
    await run('UPDATE listings SET title = $2 WHERE id = $1', id, 'By the harbour');
    await run('UPDATE listings SET is_active = FALSE WHERE id = $1', id);
    await run('UPDATE listings SET is_active = TRUE WHERE id = $1', id);
    await run('DELETE FROM listings WHERE id = $1', id);
    expect(await written()).toEqual(
      ['published', 'changed', 'withdrawn', 'published', 'withdrawn'].map((what) => [
        `listing.${what}`,
        id,
      ]),
    );
  });

  it('is told with its public facts, and without any once it is withdrawn', async () => {
    const id = await listing({ salePriceCents: 900_000 });
    await run('UPDATE listings SET title = $2 WHERE id = $1', id, 'By the harbour');
    await run("UPDATE listings SET title = 'Secret', is_active = FALSE WHERE id = $1", id);
    const [changed, withdrawn] = await server.prisma.apiEvent.findMany({
      orderBy: { sequence: 'asc' },
    });
    expect(changed).toMatchObject({
      ownerId: null,
      objectType: 'Listing',
      data: { resortId, title: 'By the harbour', isOnOffer: true, salePrice: null },
    });
    expect(withdrawn?.data).toEqual({});
  });

  it('that nobody sees leaves no event', async () => {
    const id = await listing({ contractVerificationStatus: 'pending' });
    await run('UPDATE listings SET title = $2 WHERE id = $1', id, 'Other');
    await run('DELETE FROM listings WHERE id = $1', id);
    expect(await written()).toEqual([]);
  });

  it('is withdrawn when its last day is over', async () => {
    const id = await listing();
    await run("UPDATE time_zones SET today = today + 4000 WHERE name = 'UTC'");
    await run('UPDATE listings SET on_offer = on_offer WHERE id = $1', id);
    await run("UPDATE time_zones SET today = today - 4000 WHERE name = 'UTC'");
    expect(await written()).toEqual([['listing.withdrawn', id]]);
  });

  it('that is updated to what it was costs no call of a trigger', async () => {
    const id = await listing();
    const { rows } = await run(
      `EXPLAIN (ANALYZE, FORMAT JSON)
       UPDATE listings SET title = title, on_offer = on_offer, review_requested_at = now(), updated_at = now() WHERE id = $1`,
      id,
    );
    const triggers = JSON.stringify(rows);
    expect(triggers).toContain('listing_on');
    expect(triggers).not.toContain('listing_updated_event');
    expect(await written()).toEqual([]);
  });

  it('of an import is told only if it changes', async () => {
    const ids = [await listing({ title: 'Same' }), await listing({ title: 'Old' })];
    await run("UPDATE listings SET title = CASE title WHEN 'Old' THEN 'New' ELSE title END");
    expect(await written()).toEqual([['listing.changed', ids[1]]]);
  });

  it('that changes several times in a transaction leaves one event of each kind, the last last', async () => {
    const id = await listing();
    await server.prisma.$transaction([
      server.prisma.listing.update({ where: { id }, data: { title: 'One' } }),
      server.prisma.listing.update({ where: { id }, data: { isActive: false } }),
      server.prisma.listing.update({ where: { id }, data: { isActive: true } }),
      server.prisma.listing.update({ where: { id }, data: { title: 'Two' } }),
    ]);
    expect(await written()).toEqual(
      ['withdrawn', 'published', 'changed'].map((what) => [`listing.${what}`, id]),
    );
    expect(
      await server.prisma.apiEvent.findFirst({ where: { type: 'listing.changed' } }),
    ).toMatchObject({ data: { title: 'Two' } });
  });

  it('changes with each fact of its unit, and with its points', async () => {
    const id = await listing({ ownership: 'points', yearlyPoints: 10 });
    const facts = ['beds = 2', 'bathrooms = 1.5', "kitchen = 'full'", "check_in_time = '16:00'"];
    for (const fact of [...facts, 'yearly_points = 20']) {
      await run(`UPDATE listings SET ${fact} WHERE id = $1`, id);
    }
    expect(await written()).toEqual(Array.from({ length: 5 }, () => ['listing.changed', id]));
  });

  it('changes with its pictures', async () => {
    const id = await listing();
    await run(
      `INSERT INTO pictures (id, listing_id, position, alt, width, height, placeholder)
       SELECT gen_random_uuid(), $1, n, 'The view', 8, 6, 'data:image/webp;base64,'
       FROM generate_series(1, 3) AS n`,
      id,
    );
    await run('UPDATE pictures SET alt = alt WHERE listing_id = $1', id);
    await run("UPDATE pictures SET alt = 'The pool' WHERE listing_id = $1", id);
    await run('DELETE FROM pictures WHERE listing_id = $1', id);
    expect(await written()).toEqual(Array.from({ length: 3 }, () => ['listing.changed', id]));
  });

  it('leaves no event if the transaction is rolled back', async () => {
    const id = await listing();
    const changed = server.prisma.$transaction(async (transaction) => {
      await transaction.listing.update({ where: { id }, data: { title: 'Never' } });
      expect(await transaction.apiEvent.count()).toBe(1);
      throw new Error('changed my mind');
    });
    await expect(changed).rejects.toThrow('changed my mind');
    expect(await written()).toEqual([]);
  });
});

describe('a resort', () => {
  it('is published, changed and withdrawn', async () => {
    const { id } = await createResort(server);
    await run('UPDATE resorts SET name = $2 WHERE id = $1', id, 'Palm Bay');
    await run("INSERT INTO resort_seasons VALUES ($1, 1, 5, 'Red')", id);
    await run('UPDATE resort_seasons SET name = name WHERE resort_id = $1', id);
    await run("UPDATE resort_seasons SET name = 'Blue' WHERE resort_id = $1", id);
    await run('DELETE FROM resorts WHERE id = $1', id);
    expect(await written()).toEqual(
      ['published', 'changed', 'changed', 'changed', 'withdrawn'].map((what) => [
        `resort.${what}`,
        id,
      ]),
    );
  });

  it('does not change with its counts', async () => {
    const { id } = await createResort(server);
    await server.prisma.apiEvent.deleteMany();
    await createListing(server, { resortId: id, ownerId });
    await run('UPDATE resorts SET name = name, updated_at = now() WHERE id = $1', id);
    expect((await written()).map(([type]) => type)).toEqual(['listing.published']);
  });
});

describe('a review', () => {
  it('is published without its words', async () => {
    const { id } = await createReview(server, { resortId, userId: ownerId, rating: 4 });
    await run("UPDATE reviews SET content = 'Other words' WHERE id = $1", id);
    const [event, ...more] = await server.prisma.apiEvent.findMany();
    expect(event).toMatchObject({
      type: 'review.published',
      objectId: id,
      ownerId: null,
      data: { resortId, rating: 4, hasStayed: false },
    });
    expect(more).toEqual([]);
  });
});

describe('a booking', () => {
  it('tells its owner each new status, and no other change', async () => {
    const listingId = await listing();
    const { id } = await createBooking(server, {
      resortId,
      listingId,
      userId: (await createUser(server)).id,
      checkIn: (await server.prisma.listing.findUniqueOrThrow({ where: { id: listingId } }))
        .availableFrom,
      checkOut: (await server.prisma.listing.findUniqueOrThrow({ where: { id: listingId } }))
        .availableTo,
      status: 'confirmed',
    });
    await run('UPDATE bookings SET guests = guests, updated_at = now() WHERE id = $1', id);
    await run("UPDATE bookings SET status = 'cancelled' WHERE id = $1", id);
    expect(await written()).toEqual([
      ['booking.confirmed', id],
      ['booking.cancelled', id],
    ]);
    expect(await server.prisma.apiEvent.findMany({ select: { ownerId: true } })).toEqual([
      { ownerId },
      { ownerId },
    ]);
  });

  it('of a week without an owner leaves no event', async () => {
    await createBooking(server, { resortId, userId: ownerId });
    expect(await written()).toEqual([]);
  });
});

it('is kept for 30 days', async () => {
  await listing();
  await createResort(server);
  await createResort(server);
  const [old] = await server.prisma.apiEvent.findMany();
  await run(
    "UPDATE api_events SET occurred_at = now() - interval '30 days 1 minute' WHERE id = $1",
    old?.id,
  );
  await removeOld(partnersArea.retention ?? [], server.deps);
  expect(await server.prisma.apiEvent.findMany({ select: { type: true } })).toEqual([
    { type: 'resort.published' },
  ]);
});
