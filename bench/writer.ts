import { randomUUID } from 'node:crypto';
import { openDatabase, type Database } from '../api/platform/database/database.ts';
import { addDays, utcToday } from '#common/days.ts';
import { bringIn } from '../api/modules/inventory/weeks/bringIn.ts';
import { known } from './documents.ts';
import { ask } from './graphql.ts';
import type { Program } from './processes.ts';

const kinds = ['publish', 'book', 'review', 'import'] as const;

export type WriteKind = (typeof kinds)[number];

/** Writes by kind, and the number without effect (a second review, no free week). */
export type Written = Record<WriteKind, number> & { refused: number; seconds: number };

export interface Writer {
  /** @throws the error of the first write that failed */
  stop(): Promise<Written>;
}

const writesPerSecond = 20;

const reviewTitle = 'A review of the bench';

/**
 * Writes to the catalogue 20 times a second, in turn: publishes a week, takes or frees the nights
 * of a week, reviews a resort (by the product's call), imports 20 weeks of a provider (by the
 * product's function).
 * @param pick chooses the resort of a write
 */
export async function startWriter(
  { origin }: Program,
  databaseUrl: string,
  pick: () => string,
): Promise<Writer> {
  const database = openDatabase(databaseUrl);
  const { id: providerId } = await database.prisma.inventoryProvider.create({
    data: { name: `Bench ${randomUUID()}`, kind: 'json_feed', address: 'http://127.0.0.1/none' },
  });
  // A person can review a resort only once.
  await database.pool.query('DELETE FROM reviews WHERE title = $1', [reviewTitle]);
  // As in the product, a provider has one import at a time.
  let importing = Promise.resolve(true);
  const writes: Record<WriteKind, (number: number) => Promise<boolean>> = {
    publish: () => publish(database, pick()),
    book: () => book(database, pick()),
    review: (number) => review(origin, pick(), number),
    import(number) {
      importing = importing.then(() =>
        importWeeks(database, providerId, Array.from({ length: 20 }, pick), number),
      );
      return importing;
    },
  };
  const written: Written = { publish: 0, book: 0, review: 0, import: 0, refused: 0, seconds: 0 };
  const open = new Set<Promise<void>>();
  const began = performance.now();
  let failure: unknown;
  let begun = 0;
  const write = async (): Promise<void> => {
    const number = begun;
    begun += 1;
    const kind = kinds[number % kinds.length] as WriteKind;
    if (await writes[kind](number)) {
      written[kind] += 1;
    } else {
      written.refused += 1;
    }
  };
  // A busy process runs its timers late, so each tick makes all due writes.
  const timer = setInterval(() => {
    while (begun < ((performance.now() - began) / 1_000) * writesPerSecond) {
      const writing: Promise<void> = write()
        .catch((error: unknown) => {
          failure ??= error;
        })
        .finally(() => open.delete(writing));
      open.add(writing);
    }
  }, 1_000 / writesPerSecond);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
      await database.close();
      if (failure !== undefined) {
        throw failure;
      }
      return { ...written, seconds: (performance.now() - began) / 1_000 };
    },
  };
}

/** Copies a week of a resort as a new listing. */
async function publish({ pool }: Database, resortId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `INSERT INTO listings (id, resort_id, owner_id, title, description, price_per_night_cents,
       available_from, available_to, max_guests, bedrooms, contract_verification_status, ownership_verified)
     SELECT gen_random_uuid(), resort_id, owner_id, 'A new week', description, price_per_night_cents,
            available_from + 7, available_to + 7, max_guests, bedrooms, 'verified', TRUE
       FROM listings WHERE resort_id = $1 AND owner_id IS NOT NULL LIMIT 1`,
    [resortId],
  );
  return rowCount === 1;
}

/** Takes the first free nights of a resort; without any, frees the booked nights. */
async function book({ pool }: Database, resortId: string): Promise<boolean> {
  const taken = await pool.query(
    `INSERT INTO bookings (id, resort_id, listing_id, user_id, check_in, check_out, guests, total_price_cents, status)
     SELECT gen_random_uuid(), free.resort_id, free.listing_id, users.id, starts_on, ends_on, 1, 0, 'confirmed'
       FROM free_stretches AS free JOIN listings ON listings.id = listing_id, users
      WHERE free.resort_id = $1 AND starts_on > CURRENT_DATE + 2 AND ends_on - starts_on <= 60
        AND username = 'member-1' AND owner_id IS DISTINCT FROM users.id
      ORDER BY starts_on, listing_id LIMIT 1
     ON CONFLICT DO NOTHING`,
    [resortId],
  );
  if (taken.rowCount === 1) {
    return true;
  }
  const freed = await pool.query(
    `UPDATE bookings SET status = 'cancelled' WHERE resort_id = $1 AND status = 'confirmed'`,
    [resortId],
  );
  return (freed.rowCount ?? 0) > 0;
}

async function review(origin: string, resortId: string, number: number): Promise<boolean> {
  const input = {
    resortId,
    rating: 1 + (number % 5),
    title: reviewTitle,
    content: 'Written while others read.',
  };
  const { createReview } = await ask<{ createReview: { __typename: string } }>(
    origin,
    known('review', { input }, Math.floor(number / kinds.length)),
  );
  return createReview.__typename === 'CreateReviewPayload';
}

/** Imports weeks with new prices; most of the weeks exist already. */
async function importWeeks(
  { prisma }: Database,
  providerId: string,
  resortIds: string[],
  number: number,
): Promise<boolean> {
  const weeks = [...new Set(resortIds)].map((resortId, index) => ({
    number: index + 1,
    resortId,
    week: {
      externalId: resortId,
      title: 'A week of a provider',
      description: 'Two rooms and a balcony.',
      pricePerNightCents: 10_000 + number,
      availableFrom: addDays(utcToday(), 100),
      availableTo: addDays(utcToday(), 107),
      maxGuests: 4,
      bedrooms: 1,
      beds: null,
      bathrooms: null,
      kitchen: null,
      checkInTime: null,
      unitType: null,
      view: null,
      ownership: null,
      season: null,
      weekNumber: null,
    },
  }));
  const { created, updated } = await prisma.$transaction((transaction) =>
    bringIn(transaction, providerId, weeks, true),
  );
  return created + updated > 0;
}
