import { createHash } from 'node:crypto';
import type { Deps } from '#api/context/context.ts';
import { ProviderError, type ReadCalendar } from '#api/context/sources.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import type { Attempt } from '#api/platform/jobs/jobs.ts';
import { SecretError } from '#api/platform/security/secrets.ts';
import { ownUidEnd } from '../listings/calendar.ts';
import { formatDays } from '#common/dayWords.ts';
import { recipientOf } from '../accounts/account.ts';
import { queueMail } from '../mail/outbox.ts';
import { calendarConflict } from './mails.ts';

const minutesBetween = 15;

/** The longest time between readings of a calendar that fails, a day. */
const mostMinutes = 24 * 60;

/** Calendars of one run, and how many of them at once. */
const mostPerRun = 300;
const atOnce = 4;

/** Milliseconds for one calendar. */
const patience = 60_000;

const mostStays = 2_000;

type ReadDeps = Pick<
  Deps,
  'clock' | 'database' | 'log' | 'publicUrl' | 'secrets' | 'siteSettings' | 'sources'
>;

interface Claimed {
  id: string;
  listingId: string;
  name: string;
  address: string;
  etag: string | null;
  lastModified: string | null;
  failures: number;
  claim: string;
  timeZone: string;
}

/** The name under which the address of a calendar is encrypted. */
export const addressName = (calendarId: string): string => `calendar.${calendarId}`;

/** The job `read_calendars`: reads calendars that are due, the longest waiting first. */
export async function readCalendars(deps: ReadDeps, { signal }: Attempt): Promise<void> {
  let left = mostPerRun;
  const work = async (): Promise<void> => {
    while (left > 0 && signal?.aborted !== true) {
      left -= 1;
      const claimed = await claimCalendar(deps);
      if (!claimed) {
        return;
      }
      const late = AbortSignal.timeout(patience);
      try {
        await readClaimed(deps, claimed, AbortSignal.any([late, ...(signal ? [signal] : [])]));
      } catch (error) {
        if (!late.aborted) {
          throw error;
        }
        await noteFailure(deps, claimed, `${claimed.name} took longer than a minute`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/**
 * Claims a calendar, or the next that is due, until its next reading: if this process dies, another
 * reads it then. Only listings with nights ahead are read.
 */
export async function claimCalendar(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  calendarId?: string,
): Promise<Claimed | undefined> {
  const now = clock();
  const wanted =
    calendarId === undefined
      ? Prisma.sql`next_read_at <= ${now} AND is_active AND available_to > ${now}::date`
      : Prisma.sql`calendars.id = ${calendarId}::uuid`;
  const [claimed] = await database.prisma.$queryRaw<Claimed[]>`
    UPDATE listing_calendars AS claimed
    SET claim = gen_random_uuid(),
        next_read_at = ${now}::timestamptz + make_interval(mins => ${minutesBetween})
    FROM (
      SELECT calendars.id, timezone
      FROM listing_calendars AS calendars
      JOIN listings ON listings.id = listing_id JOIN resorts ON resorts.id = resort_id
      WHERE ${wanted}
      ORDER BY next_read_at LIMIT 1 FOR UPDATE OF calendars SKIP LOCKED) AS due
    WHERE claimed.id = due.id
    RETURNING claimed.id, listing_id AS "listingId", name, address, etag,
      last_modified AS "lastModified", failures, claim, timezone AS "timeZone"`;
  return claimed;
}

/**
 * Reads a claimed calendar and stores its nights. A failure is stored as its problem, and frees no
 * night.
 * @throws the reason of `signal`
 */
export async function readClaimed(
  deps: ReadDeps,
  claimed: Claimed,
  signal: AbortSignal,
): Promise<void> {
  const { id, name, timeZone, etag, lastModified } = claimed;
  let read: ReadCalendar | undefined;
  try {
    const address = deps.secrets.open(addressName(id), claimed.address);
    const known = { etag, lastModified };
    read = await deps.sources.calendar({ name, address, timeZone, known }, signal);
    if ((read?.entries.length ?? 0) > mostStays) {
      throw new ProviderError(`${name} has more than ${mostStays.toLocaleString('en-US')} entries`);
    }
  } catch (error) {
    if (error instanceof ProviderError) {
      return noteFailure(deps, claimed, error.message);
    }
    if (error instanceof SecretError) {
      const message = 'Its address can’t be read any more. Remove the calendar and add it again';
      return noteFailure(deps, claimed, message);
    }
    throw error;
  }
  await store(deps, claimed, read);
}

async function noteFailure(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { id, claim, failures }: Claimed,
  problem: string,
): Promise<void> {
  const minutes = Math.min(minutesBetween * 2 ** Math.min(failures, 10), mostMinutes);
  await database.prisma.listingCalendar.updateMany({
    where: { id, claim },
    data: {
      problem,
      failures: { increment: 1 },
      nextReadAt: new Date(clock().getTime() + minutes * 60_000),
    },
  });
}

const store = (deps: ReadDeps, claimed: Claimed, read: ReadCalendar | undefined): Promise<void> =>
  deps.database.prisma.$transaction(async (transaction) => {
    const { id, listingId, claim, name } = claimed;
    // Concurrent bookings of the listing wait until this transaction ends.
    await transaction.$queryRaw`SELECT FROM listings WHERE id = ${listingId}::uuid FOR NO KEY UPDATE`;
    const [mine] = await transaction.$queryRaw<object[]>`
      SELECT FROM listing_calendars WHERE id = ${id}::uuid AND claim = ${claim}::uuid FOR UPDATE`;
    if (!mine) {
      return;
    }
    const problem = read?.entries.find((entry) => 'problem' in entry)?.problem;
    if (read) {
      await keepNights(transaction, deps, claimed, read, problem === undefined);
    }
    await tellConflicts(transaction, deps, { id, listingId, name });
    await transaction.listingCalendar.update({
      where: { id },
      data: {
        failures: 0,
        lastReadAt: deps.clock(),
        problem: problem === undefined ? null : `Not all of it can be read: ${problem}`,
        // An incomplete reading is repeated even if the calendar stays the same.
        ...(read && (problem === undefined ? read.validators : { etag: null, lastModified: null })),
      },
    });
  });

/** @param isWhole whether nights that are gone become free */
async function keepNights(
  transaction: Prisma.TransactionClient,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  { id, listingId }: Claimed,
  { entries }: ReadCalendar,
  isWhole: boolean,
): Promise<void> {
  const rows = JSON.stringify(
    entries.flatMap((entry) =>
      'externalId' in entry
        ? {
            external_id: createHash('sha256').update(entry.externalId).digest('hex'),
            own_id: ownIdOf(entry.externalId, ownUidEnd(publicUrl)),
            starts_on: entry.from,
            ends_on: entry.to,
          }
        : [],
    ),
  );
  // Entries with our own UIDs are copies of what this listing exports. Entries of another listing
  // here count, unless that listing only has them from another calendar.
  const read = Prisma.sql`
    SELECT external_id, starts_on, ends_on FROM jsonb_to_recordset(${rows}::jsonb) AS entry (
      external_id text, own_id text, starts_on date, ends_on date)
    WHERE own_id IS NULL
      OR EXISTS (SELECT FROM bookings WHERE id::text = own_id AND listing_id <> ${listingId}::uuid)
      OR EXISTS (SELECT FROM blocked_nights
                 WHERE id::text = own_id AND calendar_id IS NULL AND listing_id <> ${listingId}::uuid)`;
  if (isWhole) {
    await transaction.$executeRaw`
      DELETE FROM blocked_nights WHERE calendar_id = ${id}::uuid
        AND external_id NOT IN (SELECT external_id FROM (${read}) AS entry)`;
  }
  await transaction.$executeRaw`
    INSERT INTO blocked_nights (id, calendar_id, listing_id, external_id, starts_on, ends_on)
    SELECT gen_random_uuid(), ${id}::uuid, ${listingId}::uuid, external_id, starts_on, ends_on
    FROM (${read}) AS entry
    ON CONFLICT (calendar_id, external_id) DO NOTHING`;
}

const ownIdOf = (externalId: string, end: string): string | null =>
  externalId.endsWith(end) ? (externalId.slice(0, -end.length).split(' ').at(-1) ?? '') : null;

interface Told {
  startsOn: Date;
  endsOn: Date;
  checkIn: Date;
  checkOut: Date;
}

/** Mails the owner each conflict of a calendar with a booking once. The bookings keep their nights. */
async function tellConflicts(
  transaction: Prisma.TransactionClient,
  deps: Pick<Deps, 'publicUrl' | 'siteSettings'>,
  { id, listingId, name }: { id: string; listingId: string; name: string },
): Promise<void> {
  const conflicts = await transaction.$queryRaw<Told[]>`
    WITH told AS (
      INSERT INTO told_night_conflicts (calendar_id, external_id, booking_id)
      SELECT calendar_id, external_id, booking_id FROM night_conflicts
      WHERE calendar_id = ${id}::uuid
      ON CONFLICT DO NOTHING
      RETURNING external_id, booking_id)
    SELECT starts_on AS "startsOn", ends_on AS "endsOn", check_in AS "checkIn", check_out AS "checkOut"
    FROM night_conflicts JOIN told USING (external_id, booking_id)
    WHERE calendar_id = ${id}::uuid
    ORDER BY starts_on, check_in`;
  if (conflicts.length === 0) {
    return;
  }
  const { title, resort, owner } = await transaction.listing.findUniqueOrThrow({
    where: { id: listingId },
    select: { title: true, resort: { select: { name: true } }, owner: true },
  });
  if (!owner || owner.closedAt !== null) {
    return;
  }
  const values = {
    title,
    resortName: resort.name,
    calendar: name,
    conflicts: conflicts.map((each) => ({
      elsewhere: formatDays(each.startsOn, each.endsOn),
      booking: formatDays(each.checkIn, each.checkOut),
    })),
    link: `${deps.publicUrl}/dashboard/listings/${listingId}/calendar`,
  };
  await queueMail(transaction, calendarConflict(deps, recipientOf(owner), values));
}
