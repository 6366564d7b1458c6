import { z } from 'zod';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { ownUidEnd } from '#api/modules/listings/calendar.ts';
import { firstMet, keepErrors, type RowError } from '../weeks/bringIn.ts';
import { quoted, storable } from '../weeks/plainText.ts';
import type { RunningSync } from './runSync.ts';
import { bringInBatches } from './batches.ts';
import { requireClaim, type Counts, type Ending } from './runState.ts';
import type { TakenNights, TakenRow } from '#api/context/sources.ts';
import { parseFilters } from '../weeks/syncFilters.ts';
import { utcToday } from '#common/days.ts';

const batchSize = 500;

type Transaction = Pick<Prisma.TransactionClient, '$queryRaw' | '$executeRaw'>;

interface NumberedStay {
  number: number;
  taken: TakenNights;
}

/**
 * Reads a provider's calendars and stores the nights taken there. Nights gone from a calendar
 * become free if all calendars were read and this calendar had no problem.
 * @throws {ProviderError | StoppedError | LostRunError}
 */
export async function syncTakenNights(running: RunningSync): Promise<Ending> {
  const { deps, claimed, provider, counts, signal } = running;
  const { destination, priceMin, priceMax, limit } = parseFilters(claimed.run.filters);
  const calendars: Calendars = {
    listings: new Set(provider.calendars.map(({ listingId }) => listingId)),
    withProblems: new Set(),
    ownUidEnd: ownUidEnd(deps.publicUrl),
  };
  const { listings, withProblems } = calendars;
  const isAll = await bringInBatches(running, {
    rows: deps.sources.takenNights(provider, signal),
    size: batchSize,
    limit,
    take: (row) => take(row, calendars),
    write: (items) => writeBatch(running, items),
  });
  if (isAll && claimed.run.purpose === 'sync') {
    const whole = [...listings].filter((listingId) => !withProblems.has(listingId));
    counts.withdrawn = await deps.database.prisma.$transaction(async (transaction) => {
      await requireClaim(transaction, claimed);
      return freeGone(transaction, provider.id, claimed.run.id, whole, [...listings]);
    });
  }
  const narrows = destination !== undefined || priceMin !== undefined || priceMax !== undefined;
  return {
    status: 'completed',
    isComplete: isAll && withProblems.size === 0,
    message: narrows ? 'Calendars are read whole: destination and prices narrow nothing' : null,
  };
}

interface Calendars {
  listings: Set<string>;
  withProblems: Set<string>;
  ownUidEnd: string;
}

/**
 * The stay or error of a row; undefined for past stays, and for our own stays that came back through
 * the other site's calendar.
 */
function take(
  row: TakenRow,
  { listings, withProblems, ownUidEnd: ours }: Calendars,
): NumberedStay | RowError | undefined {
  const { number } = row;
  const refuse = (listingId: string, error: string): RowError => {
    withProblems.add(listingId);
    return { number, listingId, error };
  };
  if ('problem' in row) {
    return refuse(row.listingId, storable(row.problem));
  }
  if ('remark' in row) {
    return { number, listingId: row.listingId, error: storable(row.remark) };
  }
  const { listingId, externalId, from, to } = row.taken;
  const isDay = (text: string): boolean =>
    z.iso.date().safeParse(text).success && text > '1900' && text < '2200';
  if (!listings.has(listingId)) {
    return refuse(storable(listingId), 'No calendar of this listing is set up');
  }
  if (externalId === '' || externalId.length > 500 || externalId !== storable(externalId)) {
    return refuse(
      listingId,
      `The UID ${quoted(externalId)} can't be used: 1 to 500 plain characters`,
    );
  }
  if (!isDay(from) || !isDay(to)) {
    const wrong = quoted(isDay(from) ? to : from);
    return refuse(
      listingId,
      `A day of ${quoted(externalId)} must be a date like 2027-02-13, not ${wrong}`,
    );
  }
  if (from >= to) {
    return refuse(listingId, `The end of ${quoted(externalId)} must be after its start, ${from}`);
  }
  return to > utcToday() && !externalId.endsWith(ours) ? { number, taken: row.taken } : undefined;
}

const writeBatch = (
  { deps, claimed, provider }: RunningSync,
  items: (NumberedStay | RowError)[],
): Promise<Pick<Counts, 'created' | 'updated' | 'unchanged' | 'failed'>> =>
  deps.database.prisma.$transaction(async (transaction) => {
    const { run } = claimed;
    await requireClaim(transaction, claimed);
    const stays = items.filter((item) => 'taken' in item);
    const first = await firstMet(
      transaction,
      run.id,
      stays.map(({ number, taken }) => ({ number, externalId: seenAs(taken) })),
    );
    const kept = stays.filter(({ number }) => first.has(number));
    const repeated = stays
      .filter(({ number }) => !first.has(number))
      .map(({ number, taken }) => ({
        number,
        listingId: taken.listingId,
        error: `The UID ${quoted(taken.externalId)} came before in this calendar; its first one counts`,
      }));
    const done = await keepNights(transaction, provider.id, kept, run.purpose === 'sync');
    const errors = items.filter((item) => 'error' in item);
    const all = [...errors, ...repeated, ...done.errors];
    await keepErrors(transaction, run.id, all);
    return { ...done, failed: all.length };
  });

const seenAs = ({ listingId, externalId }: TakenNights): string => `${listingId} ${externalId}`;

async function keepNights(
  transaction: Transaction,
  providerId: string,
  stays: NumberedStay[],
  writes: boolean,
): Promise<{ created: number; updated: number; unchanged: number; errors: RowError[] }> {
  if (stays.length === 0) {
    return { created: 0, updated: 0, unchanged: 0, errors: [] };
  }
  const rows = JSON.stringify(
    stays.map(({ number, taken }) => ({
      number,
      listing_id: taken.listingId,
      external_id: taken.externalId,
      starts_on: taken.from,
      ends_on: taken.to,
    })),
  );
  if (writes) {
    // Lock: concurrent bookings of these listings wait until this transaction ends.
    await transaction.$queryRaw`
      SELECT FROM listings
      WHERE id = ANY (${[...new Set(stays.map(({ taken }) => taken.listingId))]}::uuid[])
      ORDER BY id FOR NO KEY UPDATE`;
  }
  const [before] = await transaction.$queryRaw<{ known: number; changed: number }[]>`
    SELECT count(*)::integer AS known,
           count(*) FILTER (WHERE (blocked.starts_on, blocked.ends_on)
             IS DISTINCT FROM (taken.starts_on, taken.ends_on))::integer AS changed
    FROM jsonb_to_recordset(${rows}::jsonb) AS taken (
      listing_id uuid, external_id text, starts_on date, ends_on date)
    JOIN blocked_nights AS blocked ON blocked.provider_id = ${providerId}::uuid
      AND blocked.listing_id = taken.listing_id AND blocked.external_id = taken.external_id`;
  const { known, changed } = before ?? { known: 0, changed: 0 };
  if (writes && (changed > 0 || known < stays.length)) {
    await transaction.$executeRaw`
      INSERT INTO blocked_nights (id, provider_id, listing_id, external_id, starts_on, ends_on)
      SELECT gen_random_uuid(), ${providerId}::uuid, listing_id, external_id, starts_on, ends_on
      FROM jsonb_to_recordset(${rows}::jsonb) AS taken (
        listing_id uuid, external_id text, starts_on date, ends_on date)
      ON CONFLICT (provider_id, listing_id, external_id) DO UPDATE
      SET starts_on = excluded.starts_on, ends_on = excluded.ends_on, updated_at = now()
      WHERE (blocked_nights.starts_on, blocked_nights.ends_on)
        IS DISTINCT FROM (excluded.starts_on, excluded.ends_on)`;
  }
  const booked = await transaction.$queryRaw<
    { number: number; checkIn: string; checkOut: string }[]
  >`
    SELECT DISTINCT ON (taken.number) taken.number, bookings.check_in::text AS "checkIn",
           bookings.check_out::text AS "checkOut"
    FROM jsonb_to_recordset(${rows}::jsonb) AS taken (
      number integer, listing_id uuid, starts_on date, ends_on date)
    JOIN bookings ON bookings.listing_id = taken.listing_id
      AND takes_nights(bookings.status)
      AND bookings.check_in < taken.ends_on AND bookings.check_out > taken.starts_on
    ORDER BY taken.number, bookings.check_in`;
  return {
    created: stays.length - known,
    updated: changed,
    unchanged: known - changed,
    errors: booked.map(({ number, checkIn, checkOut }) => ({
      number,
      listingId: stays.find((stay) => stay.number === number)?.taken.listingId ?? `row ${number}`,
      error: `Some of these nights are booked here too, from ${checkIn} to ${checkOut}: cancel one of the two`,
    })),
  };
}

/** @param whole listings whose calendar was read completely */
const freeGone = (
  transaction: Transaction,
  providerId: string,
  runId: string,
  whole: string[],
  listings: string[],
): Promise<number> => transaction.$executeRaw`
    DELETE FROM blocked_nights AS blocked
    WHERE provider_id = ${providerId}::uuid AND (
      listing_id <> ALL (${listings}::uuid[])
      OR (listing_id = ANY (${whole}::uuid[]) AND NOT EXISTS (
        SELECT FROM inventory_seen_weeks AS seen
        WHERE run_id = ${runId}::uuid
          AND seen.external_id = blocked.listing_id || ' ' || blocked.external_id OFFSET 0)))`;
