import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { Listing, Prisma } from '#api/generated/prisma/client.ts';
import { ConflictError, requireFound } from '#api/platform/errors.ts';
import { onViolation } from '#api/platform/database/violations.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { signedIn } from '../access/signedIn.ts';
import { lockOwn } from './blockNights.ts';
import { addressName, claimCalendar, readClaimed } from './readCalendars.ts';

const mostCalendars = 20;

/** Milliseconds for a reading that somebody waits for. */
const patience = 6_000;

const calendarInput = z.object({
  listingId: z.string(),
  name: z.string().trim().min(1, 'Name is required').max(40, 'Name may have at most 40 characters'),
  address: z
    .string()
    .trim()
    .max(2_000, 'Address may have at most 2,000 characters')
    .transform((address) => address.replace(/^webcals?:/i, 'https:'))
    .superRefine((address, { addIssue }) => {
      if (!URL.canParse(address)) {
        addIssue('Enter the whole address, like https://site.example/calendar.ics');
      } else if (/@/.test(new URL(address).href.split('/')[2] ?? '')) {
        addIssue('The address must hold no user name and password');
      }
    }),
});

/** The listing, and whether the calendar was read; otherwise the job reads it within a minute. */
export interface CalendarNow {
  listing: Listing;
  isRead: boolean;
}

type CalendarDeps = Pick<
  Deps,
  'clock' | 'database' | 'log' | 'publicUrl' | 'rateLimits' | 'secrets' | 'siteSettings' | 'sources'
>;

/**
 * Adds a calendar of another site to the viewer's listing and reads it.
 * @throws {SignInRequiredError | NotFoundError | RateLimitedError}
 * @throws {InvalidInputError} naming name or address
 * @throws {ConflictError} naming name if it is taken, or listingId if there are too many
 */
export async function importCalendar(
  deps: CalendarDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<CalendarNow> {
  const owner = signedIn(viewer);
  const { listingId, name, address } = parseInput(calendarInput, input);
  await deps.rateLimits.spend('listingByAccount', owner.id);
  await deps.sources.checkCalendarAddress(address);
  const id = randomUUID();
  const stored = deps.database.prisma.$transaction(async (transaction) => {
    const listing = await lockOwn(transaction, owner.id, listingId);
    const of = { listingId: listing.id };
    if ((await transaction.listingCalendar.count({ where: of })) >= mostCalendars) {
      const message = `A listing can have ${mostCalendars} calendars. Remove one that you no longer need`;
      throw new ConflictError('listingId', message);
    }
    await transaction.listingCalendar.create({
      data: {
        ...of,
        id,
        name,
        address: deps.secrets.seal(addressName(id), address),
        shownAddress: `${new URL(address).host}/…${address.slice(-4)}`,
        nextReadAt: deps.clock(),
      },
    });
    return listing;
  });
  const listing = await onViolation(stored, 'listing_calendars_listing_id_name_key', () => {
    return new ConflictError('name', `There is a calendar ${name} already`);
  });
  return { listing, isRead: await readNow(deps, id) };
}

/**
 * Reads a calendar of the viewer's now.
 * @throws {SignInRequiredError | NotFoundError | RateLimitedError}
 */
export async function readCalendar(
  deps: CalendarDeps,
  viewer: Viewer | null,
  calendarId: string,
): Promise<CalendarNow> {
  const owner = signedIn(viewer);
  const { id, listing } = await ownCalendar(deps.database.prisma, owner.id, calendarId);
  await deps.rateLimits.spend('listingByAccount', owner.id);
  return { listing, isRead: await readNow(deps, id) };
}

/**
 * Removes a calendar of the viewer's. Only the nights that it alone blocks become free.
 * @throws {SignInRequiredError | NotFoundError}
 */
export async function removeCalendar(
  { database }: Pick<Deps, 'database'>,
  viewer: Viewer | null,
  calendarId: string,
): Promise<Listing> {
  const owner = signedIn(viewer);
  return database.prisma.$transaction(async (transaction) => {
    const { id, listingId } = await ownCalendar(transaction, owner.id, calendarId);
    const listing = await lockOwn(transaction, owner.id, listingId);
    await transaction.listingCalendar.deleteMany({ where: { id } });
    return listing;
  });
}

/** A member who leaves takes the addresses along. */
export async function deleteCalendarsOf(
  transaction: Prisma.TransactionClient,
  ownerId: string,
): Promise<void> {
  await transaction.listingCalendar.deleteMany({ where: { listing: { ownerId } } });
}

async function ownCalendar(
  prisma: Pick<Prisma.TransactionClient, 'listingCalendar'>,
  ownerId: string,
  calendarId: string,
) {
  const calendar = await prisma.listingCalendar.findFirst({
    where: { id: idToFind(calendarId), listing: { ownerId } },
    include: { listing: true },
  });
  requireFound(calendar, 'There is no such calendar');
  return calendar;
}

/** @returns false if it answers slowly, so that the job reads it */
async function readNow(deps: CalendarDeps, calendarId: string): Promise<boolean> {
  const claimed = await claimCalendar(deps, calendarId);
  const slow = AbortSignal.timeout(patience);
  try {
    if (claimed) {
      await readClaimed(deps, claimed, slow);
    }
    return true;
  } catch (error) {
    if (!slow.aborted) {
      throw error;
    }
    await deps.database.prisma.listingCalendar.updateMany({
      where: { id: calendarId, claim: claimed?.claim ?? null },
      data: { nextReadAt: deps.clock() },
    });
    return false;
  }
}
