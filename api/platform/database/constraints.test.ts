import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBooking, createResort, createUser } from '#api/testing/factories.ts';
import { weekdays } from '#common/weekdays.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { answeredConstraints, violates } from './violations.ts';

/** Tests what the database itself refuses, whoever writes to it. */
let server: TestServer;
let userId: string;
let resortId: string;

beforeAll(async () => {
  server = await startTestServer();
  // The weeks of these tests are still to come.
  await server.pool.query("UPDATE time_zones SET today = '2026-06-01'");
  userId = (await createUser(server)).id;
  resortId = (await createResort(server)).id;
});

afterAll(() => server.close());

async function insert(table: string, row: Record<string, unknown>): Promise<string> {
  const values = { id: randomUUID(), ...row };
  const places = Object.keys(values).map((_, index) => `$${index + 1}`);
  await server.pool.query(
    `INSERT INTO ${table} (${Object.keys(values).join(', ')}) VALUES (${places.join(', ')})`,
    Object.values(values),
  );
  return values.id;
}

const resort = (change: Record<string, unknown>) => ({
  slug: randomUUID(),
  name: 'Palm Bay',
  brand: 'Independent',
  location: 'Noord, Aruba',
  destination: 'Aruba',
  description: 'By the sea.',
  image_url: '/pictures/x.svg',
  price_min: 100,
  price_max: 200,
  ...change,
});

const review = (change: Record<string, unknown> = {}) => ({
  resort_id: resortId,
  user_id: userId,
  rating: 4,
  title: 'Good week',
  content: 'We would come again.',
  ...change,
});

const listing = (change: Record<string, unknown> = {}) => ({
  resort_id: resortId,
  owner_id: userId,
  title: 'Week 7',
  description: 'Two bedrooms.',
  price_per_night_cents: 12_000,
  available_from: '2027-02-13',
  available_to: '2027-02-20',
  ...change,
});

const user = (change: Record<string, unknown> = {}) => ({
  username: randomUUID().slice(0, 30),
  email: `${randomUUID()}@example.com`,
  password_hash: '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$aGFzaA',
  first_name: 'Ada',
  last_name: 'Byron',
  ...change,
});

const count = async (table: string): Promise<number> => {
  const { rows } = await server.pool.query<{ n: number }>(`SELECT count(*)::int n FROM ${table}`);
  return rows[0]?.n ?? 0;
};

describe('a row', () => {
  const cases: [string, string, () => Record<string, unknown>, string][] = [
    ['resorts', 'a price below 0', () => resort({ price_min: -1 }), 'resorts_price_range'],
    ['resorts', 'prices out of order', () => resort({ price_min: 201 }), 'resorts_price_range'],
    ['resorts', 'a rating above 5', () => resort({ rating: 5.01 }), 'resorts_rating_range'],
    ['resorts', 'a rating below 0', () => resort({ rating: -0.01 }), 'resorts_rating_range'],
    ['resorts', 'a blank name', () => resort({ name: ' ' }), 'resorts_name_filled'],
    ['resorts', 'negative rentals', () => resort({ available_rentals: -1 }), 'resorts_counts'],
    ['resorts', 'a latitude of 91', () => resort({ latitude: 91 }), 'resorts_coordinates'],
    ['reviews', '0 stars', () => review({ rating: 0 }), 'reviews_rating_range'],
    ['reviews', '6 stars', () => review({ rating: 6 }), 'reviews_rating_range'],
    ['reviews', 'a blank title', () => review({ title: '  ' }), 'reviews_filled'],
    [
      'listings',
      'an unhashed calendar secret',
      () => listing({ calendar_token_hash: randomUUID() }),
      'listings_calendar_token_hashed',
    ],
    [
      'unsubscribe_links',
      'an unhashed secret',
      () => ({ search_id: randomUUID() }),
      'unsubscribe_links_hashed',
    ],
    [
      'listings',
      'an end before the start',
      () => listing({ available_to: '2027-02-12' }),
      'listings_dates_in_order',
    ],
    [
      'listings',
      'no night at all',
      () => listing({ available_to: '2027-02-13' }),
      'listings_dates_in_order',
    ],
    ['listings', 'a price below 0', () => listing({ price_per_night_cents: -1 }), 'listings_price'],
    ['listings', 'no bed', () => listing({ beds: 0 }), 'listings_beds'],
    ['listings', 'a third of a bathroom', () => listing({ bathrooms: 1.3 }), 'listings_bathrooms'],
    [
      'listings',
      'a time that no clock shows',
      () => listing({ check_in_time: '24:00' }),
      'listings_check_in_time',
    ],
    ['listings', 'stays of no night', () => listing({ min_nights: 0 }), 'listings_min_nights'],
    [
      'listings',
      'longer stays than it has nights',
      () => listing({ min_nights: 8 }),
      'listings_min_nights',
    ],
    [
      'listings',
      'only stays of more than 60 nights',
      () => listing({ min_nights: null, available_to: '2027-06-01' }),
      'listings_min_nights',
    ],
    [
      'listings',
      'a cleaning fee above $10,000',
      () => listing({ cleaning_fee_cents: 1_000_001 }),
      'listings_cleaning_fee',
    ],
    [
      'listings',
      'instant booking of a week of a provider',
      () =>
        listing({
          owner_id: null,
          provider_id: randomUUID(),
          external_id: 'W-1',
          is_instant: true,
        }),
      'listings_instant_by_owners',
    ],
    [
      'occupancy_taxes',
      'a rate above 50 percent',
      () => ({ destination: randomUUID(), rate_bps: 5_001 }),
      'occupancy_taxes_rate',
    ],
    ['listings', 'no guests', () => listing({ max_guests: 0 }), 'listings_guests'],
    [
      'listings',
      'a sale for nothing',
      () => listing({ sale_price_cents: 0 }),
      'listings_sale_price',
    ],
    ['listings', 'an unknown currency', () => listing({ currency: 'usd' }), 'listings_currency'],
    ['listings', 'a blank title', () => listing({ title: ' ' }), 'listings_title_filled'],
    ['listings', 'a week 0', () => listing({ week_number: 0 }), 'listings_week_number'],
    ['listings', 'a week 54', () => listing({ week_number: 54 }), 'listings_week_number'],
    [
      'listings',
      'another day of arrival than the first night',
      () => listing({ check_in_day: 'sunday' }),
      'listings_check_in_day',
    ],
    [
      'listings',
      'a fee below 0',
      () => listing({ maintenance_fee_cents: -1 }),
      'listings_maintenance_fee',
    ],
    [
      'listings',
      'a sale without a price',
      () => listing({ is_for_sale: true }),
      'listings_sale_has_price',
    ],
    [
      'listings',
      'an ownership that is verified before the listing is',
      () => listing({ ownership_verified: true }),
      'listings_ownership_verified',
    ],
    ['users', 'a blank name', () => user({ username: ' ' }), 'users_username_filled'],
    ['users', 'an invalid address', () => user({ email: 'nobody' }), 'users_email_shape'],
    ['users', 'a plain password', () => user({ password_hash: 'secret' }), 'users_password_hashed'],
    [
      'users',
      'a bcrypt hash',
      () => user({ password_hash: '$2b$10$abcdefghijklmnopqrstuv' }),
      'users_password_hashed',
    ],
  ];

  it.each(cases)('of %s with %s is refused', async (table, _what, row, constraint) => {
    const before = await count(table);
    await expect(insert(table, row())).rejects.toMatchObject({ code: '23514', constraint });
    expect(await count(table)).toBe(before);
  });

  it('at the limits of the constraints is accepted', async () => {
    await insert('resorts', resort({ price_min: 0, price_max: 0, rating: 5 }));
    await insert('resorts', resort({ price_min: 200, price_max: 200, rating: 0 }));
    await insert('listings', listing({ available_to: '2027-02-14', price_per_night_cents: 0 }));
  });

  it('of listings accepts any weekday as the day of the first night', async () => {
    for (const [index, day] of weekdays.entries()) {
      // 2027-02-15 is a Monday.
      const available_from = `2027-02-${15 + index}`;
      await insert(
        'listings',
        listing({ check_in_day: day, available_from, available_to: '2027-02-28' }),
      );
    }
  });

  it('of resorts stores the rating with two decimals', async () => {
    const id = await insert('resorts', resort({ rating: 4.256 }));
    const { rating } = await server.prisma.resort.findUniqueOrThrow({ where: { id } });
    expect(rating.toString()).toBe('4.26');
  });
});

describe('the history of a listing', () => {
  it('is append-only, and keeps the events of deleted accounts', async () => {
    const listingId = await insert('listings', listing());
    const actorId = await insert('users', user());
    const id = await insert('listing_events', {
      listing_id: listingId,
      actor_id: actorId,
      kind: 'verified',
      note: 'Seen.',
    });
    const refused = { code: '23001', constraint: 'listing_events_append_only' };
    for (const change of ["kind = 'rejected'", "note = 'x'", 'note = NULL', 'created_at = now()']) {
      await expect(
        server.pool.query(`UPDATE listing_events SET ${change} WHERE id = $1`, [id]),
      ).rejects.toMatchObject(refused);
    }
    await expect(
      server.pool.query('UPDATE listing_events SET actor_id = $2 WHERE id = $1', [id, userId]),
    ).rejects.toMatchObject(refused);
    await expect(
      server.pool.query('DELETE FROM listing_events WHERE id = $1', [id]),
    ).rejects.toMatchObject(refused);
    await expect(
      server.pool.query('DELETE FROM listings WHERE id = $1', [listingId]),
    ).rejects.toMatchObject({ constraint: 'listing_events_listing_id_fkey' });
    await server.pool.query('DELETE FROM users WHERE id = $1', [actorId]);
    expect(await server.prisma.listingEvent.findUnique({ where: { id } })).toMatchObject({
      actorId: null,
      kind: 'verified',
      note: 'Seen.',
    });
  });

  it('has no blank notes, and none over 2,000 characters', async () => {
    const listingId = await insert('listings', listing());
    for (const note of [' ', 'x'.repeat(2_001)]) {
      await expect(
        insert('listing_events', { listing_id: listingId, kind: 'edited', note }),
      ).rejects.toMatchObject({ code: '23514', constraint: 'listing_events_note' });
    }
  });
});

describe('the version of a listing', () => {
  it('grows with every change of the offer and every decision, but not with escrow', async () => {
    const id = await insert('listings', listing());
    const versionAfter = async (change: string) => {
      await server.pool.query(`UPDATE listings SET ${change} WHERE id = $1`, [id]);
      return (await server.prisma.listing.findUniqueOrThrow({ where: { id } })).version;
    };
    expect(await versionAfter("title = 'Week 8'")).toBe(2);
    expect(await versionAfter("title = 'Week 8'")).toBe(2);
    expect(await versionAfter("contract_document_url = 'x'")).toBe(3);
    expect(await versionAfter("contract_verification_status = 'verified'")).toBe(4);
    expect(await versionAfter('is_active = false, version = 1')).toBe(5);
    expect(await versionAfter("escrow_status = 'pending'")).toBe(5);
    const hash = '0'.repeat(64);
    expect(await versionAfter(`escrow_account_id = 'x', calendar_token_hash = '${hash}'`)).toBe(5);
  });
});

describe('the draft of a listing and the events of an escrow', () => {
  it('are unique and well-formed', async () => {
    const ownerId = await insert('users', user());
    const draft = () =>
      server.pool.query('INSERT INTO listing_drafts (owner_id) VALUES ($1)', [ownerId]);
    await draft();
    await expect(draft()).rejects.toMatchObject({ code: '23505' });
    await expect(
      server.pool.query("UPDATE listing_drafts SET content = '[]' WHERE owner_id = $1", [ownerId]),
    ).rejects.toMatchObject({ constraint: 'listing_drafts_content' });
    const listingId = await insert('listings', listing());
    const event = (id: string) =>
      insert('escrow_events', {
        id,
        listing_id: listingId,
        reference: randomUUID(),
        status: 'active',
        occurred_at: new Date(),
      });
    await event('event-1');
    await expect(event('event-1')).rejects.toMatchObject({ constraint: 'escrow_events_pkey' });
    await expect(event('event 2')).rejects.toMatchObject({ constraint: 'escrow_events_id' });
  });
});

describe('an account', () => {
  it('has a unique username and e-mail address, regardless of case', async () => {
    await insert('users', user({ username: 'Ines', email: 'Ines@Example.com' }));
    await expect(insert('users', user({ username: 'iNES' }))).rejects.toMatchObject({
      code: '23505',
      constraint: 'users_username_key',
    });
    await expect(insert('users', user({ email: 'ines@example.COM' }))).rejects.toMatchObject({
      code: '23505',
      constraint: 'users_email_key',
    });
  });

  it('has the role user by default, and never an unknown one', async () => {
    const id = await insert('users', user());
    expect(await server.prisma.user.findUnique({ where: { id } })).toMatchObject({ role: 'user' });
    await expect(insert('users', user({ role: 'owner' }))).rejects.toMatchObject({ code: '22P02' });
  });
});

describe('bookings of a listing', () => {
  let listingId: string;

  const book = (checkIn: string, checkOut: string, status = 'confirmed', on = listingId) =>
    insert('bookings', {
      resort_id: resortId,
      listing_id: on,
      user_id: userId,
      check_in: checkIn,
      check_out: checkOut,
      guests: 2,
      total_price_cents: 84_000,
      status,
    });

  const refused = { code: '23P01', constraint: 'bookings_no_double_booking' };

  it('have at least one night, and dates in order', async () => {
    listingId = await insert('listings', listing());
    for (const [checkIn, checkOut] of [
      ['2027-02-15', '2027-02-15'],
      ['2027-02-16', '2027-02-15'],
    ] as const) {
      await expect(book(checkIn, checkOut)).rejects.toMatchObject({
        code: '23514',
        constraint: 'bookings_dates_in_order',
      });
    }
  });

  it('never share a night, held or confirmed', async () => {
    listingId = await insert('listings', listing());
    await book('2027-02-14', '2027-02-17');
    for (const [checkIn, checkOut] of [
      ['2027-02-14', '2027-02-17'],
      ['2027-02-13', '2027-02-15'],
      ['2027-02-16', '2027-02-18'],
      ['2027-02-15', '2027-02-16'],
      ['2027-02-13', '2027-02-20'],
    ] as const) {
      await expect(book(checkIn, checkOut)).rejects.toMatchObject(refused);
      await expect(book(checkIn, checkOut, 'held')).rejects.toMatchObject(refused);
    }
    expect(await server.prisma.booking.count({ where: { listingId } })).toBe(1);
  });

  it('are within the listing while they take nights, and at its resort', async () => {
    listingId = await insert('listings', listing());
    const outside = { code: '23514', constraint: 'bookings_within_listing' };
    for (const [checkIn, checkOut] of [
      ['2027-02-12', '2027-02-15'],
      ['2027-02-18', '2027-02-21'],
    ] as const) {
      await expect(book(checkIn, checkOut)).rejects.toMatchObject(outside);
      await expect(book(checkIn, checkOut, 'held')).rejects.toMatchObject(outside);
    }
    const asked = await book('2027-02-18', '2027-02-21', 'declined');
    await expect(
      server.pool.query("UPDATE bookings SET status = 'held' WHERE id = $1", [asked]),
    ).rejects.toMatchObject(outside);
    const elsewhere = (await createResort(server)).id;
    const other = await insert('listings', listing({ resort_id: elsewhere }));
    await expect(book('2027-02-14', '2027-02-15', 'held', other)).rejects.toMatchObject(outside);
    await book('2027-02-13', '2027-02-20');
  });

  it('have the nights that the owner asks for, also if they are changed', async () => {
    const tooShort = { code: '23514', constraint: 'bookings_shortest_stay' };
    listingId = await insert('listings', listing({ min_nights: 3 }));
    await expect(book('2027-02-13', '2027-02-15')).rejects.toMatchObject(tooShort);
    await expect(book('2027-02-13', '2027-02-15', 'held')).rejects.toMatchObject(tooShort);
    const id = await book('2027-02-13', '2027-02-16');
    await expect(
      server.pool.query("UPDATE bookings SET check_out = '2027-02-15' WHERE id = $1", [id]),
    ).rejects.toMatchObject(tooShort);
    await server.pool.query('UPDATE listings SET min_nights = NULL WHERE id = $1', [listingId]);
    await server.pool.query('UPDATE bookings SET guests = 2 WHERE id = $1', [id]);
    await expect(book('2027-02-16', '2027-02-20')).rejects.toMatchObject(tooShort);
    listingId = await insert('listings', listing({ min_nights: null }));
    await expect(book('2027-02-13', '2027-02-19')).rejects.toMatchObject(tooShort);
    await book('2027-02-13', '2027-02-20');
  });

  it('may begin on the day the previous booking ends', async () => {
    listingId = await insert('listings', listing());
    await book('2027-02-14', '2027-02-17');
    await book('2027-02-17', '2027-02-18');
    await book('2027-02-13', '2027-02-14');
    expect(await server.prisma.booking.count({ where: { listingId } })).toBe(3);
  });

  it('leave the nights free once they have ended', async () => {
    listingId = await insert('listings', listing());
    await book('2027-02-14', '2027-02-17', 'cancelled');
    await book('2027-02-14', '2027-02-17', 'expired');
    const id = await book('2027-02-14', '2027-02-17', 'confirmed');
    await server.prisma.booking.update({ where: { id }, data: { status: 'cancelled' } });
    await book('2027-02-14', '2027-02-17', 'held');
    await expect(
      server.pool.query("UPDATE bookings SET status = 'confirmed' WHERE id = $1", [id]),
    ).rejects.toMatchObject(refused);
  });

  it('may overlap bookings of another listing or of none', async () => {
    listingId = await insert('listings', listing());
    const other = await insert('listings', listing());
    await book('2027-02-14', '2027-02-17');
    await book('2027-02-14', '2027-02-17', 'confirmed', other);
    await insert('bookings', {
      resort_id: resortId,
      user_id: userId,
      check_in: '2027-02-14',
      check_out: '2027-02-17',
      guests: 1,
      total_price_cents: 0,
      status: 'confirmed',
    });
  });

  it('are granted to one of twenty concurrent requests for the same nights', async () => {
    listingId = await insert('listings', listing());
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => book('2027-02-14', '2027-02-17', 'held')),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect(await server.prisma.booking.count({ where: { listingId } })).toBe(1);
  });
});

describe('reviews of a resort', () => {
  it('are limited to one per member', async () => {
    await insert('reviews', review());
    await expect(insert('reviews', review({ title: 'Again' }))).rejects.toMatchObject({
      code: '23505',
      constraint: 'reviews_one_per_resort',
    });
  });

  it('are of a stay of their author, at the resort, that is over, and keep it', async () => {
    const stay = (change: object = {}) =>
      createBooking(server, { resortId, userId, ...change }).then(({ id }) => id);
    const over = await stay();
    const other = (await createUser(server)).id;
    const elsewhere = (await createResort(server)).id;
    for (const [constraint, change] of [
      ['reviews_booking_id_user_id_resort_id_fkey', { booking_id: over, user_id: other }],
      ['reviews_booking_id_user_id_resort_id_fkey', { booking_id: over, resort_id: elsewhere }],
      ['reviews_after_stay', { booking_id: await stay({ status: 'confirmed' }) }],
      ['reviews_answer', { answer: 'Thank you.', answered_at: new Date() }],
      ['reviews_answer', { booking_id: over, answer: ' ', answered_at: new Date() }],
      ['reviews_answer', { booking_id: over, answer: 'Thank you.' }],
    ] as const) {
      await expect(insert('reviews', review(change)), constraint).rejects.toMatchObject({
        constraint,
      });
    }
    const id = await insert('reviews', review({ booking_id: over }));
    await expect(insert('reviews', review({ booking_id: over }))).rejects.toMatchObject({
      constraint: 'reviews_booking_id_key',
    });
    const change = (data: string) =>
      server.pool.query(`UPDATE reviews SET ${data} WHERE id = $1`, [id]);
    const kept = { constraint: 'reviews_stay_and_answer_kept' };
    await expect(change('booking_id = NULL')).rejects.toMatchObject(kept);
    await change("answer = 'Thank you.', answered_at = '2027-02-13'");
    await expect(change("answer = 'No.'")).rejects.toMatchObject(kept);
    await expect(change('answer = NULL, answered_at = NULL')).rejects.toMatchObject(kept);
    await change("title = 'Still mine'");
    await change('answer = NULL');
    await expect(change("answer = 'Thank you.'")).rejects.toMatchObject(kept);
    await expect(server.prisma.booking.delete({ where: { id: over } })).rejects.toThrow();
  });

  it('are counted and averaged exactly after twenty concurrent inserts, updates and deletes', async () => {
    const { id } = await createResort(server);
    const users = await Promise.all(Array.from({ length: 20 }, () => createUser(server)));
    const stars = users.map((_, index) => (index % 5) + 1);
    await Promise.all(
      users.map((author, index) =>
        insert('reviews', review({ resort_id: id, user_id: author.id, rating: stars[index] })),
      ),
    );
    const stored = async () => {
      const row = await server.prisma.resort.findUniqueOrThrow({ where: { id } });
      return [row.rating.toString(), row.reviewCount, row.ratingSum];
    };
    expect(await stored()).toEqual(['3', 20, 60]);

    await server.prisma.review.updateMany({
      where: { resortId: id, rating: 1 },
      data: { rating: 4 },
    });
    expect(await stored()).toEqual(['3.6', 20, 72]);

    const other = await createResort(server);
    const moved = await server.prisma.review.findFirstOrThrow({
      where: { resortId: id, rating: 2 },
    });
    await server.prisma.review.update({
      where: { id: moved.id },
      data: { resortId: other.id, rating: 5 },
    });
    expect(await stored()).toEqual(['3.68', 19, 70]);
    expect(await server.prisma.resort.findUnique({ where: { id: other.id } })).toMatchObject({
      reviewCount: 1,
      ratingSum: 5,
    });

    await Promise.all(
      users.map((author) => server.prisma.review.deleteMany({ where: { userId: author.id } })),
    );
    expect(await stored()).toEqual(['0', 0, 0]);
  });
});

describe('the number of available rentals', () => {
  it('changes when a listing is verified, withdrawn, moved and removed', async () => {
    const here = (await createResort(server)).id;
    const there = (await createResort(server)).id;
    const id = await insert('listings', listing({ resort_id: here }));
    const change = (data: string) =>
      server.pool.query(`UPDATE listings SET ${data} WHERE id = $1`, [id]);
    const numbers = async () => {
      const rows = await server.prisma.resort.findMany({ where: { id: { in: [here, there] } } });
      const of = (resort: string) => rows.find((row) => row.id === resort)?.availableRentals;
      return [of(here), of(there)];
    };
    expect(await numbers()).toEqual([0, 0]);
    await change("contract_verification_status = 'verified'");
    expect(await numbers()).toEqual([1, 0]);
    await change("title = 'Week 8'");
    expect(await numbers()).toEqual([1, 0]);
    await change('is_active = false');
    expect(await numbers()).toEqual([0, 0]);
    await change('is_active = true');
    expect(await numbers()).toEqual([1, 0]);
    await server.pool.query('UPDATE listings SET resort_id = $2 WHERE id = $1', [id, there]);
    expect(await numbers()).toEqual([0, 1]);
    await change("contract_verification_status = 'rejected'");
    expect(await numbers()).toEqual([0, 0]);
    await change("contract_verification_status = 'verified'");
    await server.pool.query('DELETE FROM listings WHERE id = $1', [id]);
    expect(await numbers()).toEqual([0, 0]);
    const verified = { contract_verification_status: 'verified', resort_id: here };
    await Promise.all(Array.from({ length: 10 }, () => insert('listings', listing(verified))));
    expect(await numbers()).toEqual([10, 0]);
  });
});

it('has every constraint that the code handles by name', async () => {
  const { rows } = await server.pool.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS name
     WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conname = name)
       AND NOT EXISTS (SELECT FROM pg_class WHERE relname = name AND relkind = 'i')
       AND NOT EXISTS (SELECT FROM pg_proc WHERE prosrc LIKE '%CONSTRAINT = ''' || name || '''%')`,
    [answeredConstraints],
  );
  expect(rows).toEqual([]);
});

it('names the constraint that a Prisma call violated: unique, foreign key, exclusion or trigger', async () => {
  const listingId = await insert('listings', listing({ min_nights: 2 }));
  const book = (checkIn: string, checkOut: string) =>
    server.prisma.booking.create({
      data: {
        resortId,
        listingId,
        userId,
        guests: 2,
        totalPriceCents: 84_000,
        status: 'held',
        checkIn: new Date(checkIn),
        checkOut: new Date(checkOut),
      },
    });
  await book('2027-02-14', '2027-02-17');
  const taken = await server.prisma.user.findUniqueOrThrow({ where: { id: userId } });
  const ways: [string, Promise<unknown>][] = [
    ['users_username_key', server.prisma.user.create({ data: { ...taken, id: randomUUID() } })],
    [
      'favorites_resort_id_fkey',
      server.prisma.favorite.create({ data: { userId, resortId: randomUUID() } }),
    ],
    ['bookings_no_double_booking', book('2027-02-16', '2027-02-18')],
    ['bookings_within_listing', book('2027-02-19', '2027-02-24')],
    ['bookings_shortest_stay', book('2027-02-17', '2027-02-18')],
  ];
  for (const [name, way] of ways) {
    const error: unknown = await way.catch((thrown: unknown) => thrown);
    const violated = answeredConstraints.filter((constraint) => violates(error, constraint));
    expect(violated, String(error)).toEqual([name]);
  }
});
