import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { Listing, Prisma } from '#api/generated/prisma/client.ts';
import { isoDay } from '#common/days.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '#api/platform/errors.ts';
import { onViolation } from '#api/platform/database/violations.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { signedIn } from '../access/signedIn.ts';
import { lockListing, resortOf } from '../listings/ownListing.ts';

/** The first night, and the day after the last night. */
export interface NightRange {
  from: string;
  to: string;
}

/** The most ranges of one call; a month has at most 16 that do not touch. */
const mostRanges = 40;

const day = z.iso.date('A day must be a date like 2027-03-05');

const nightsInput = z.object({
  listingId: z.string(),
  isBlocked: z.boolean(),
  nights: z
    .array(z.object({ from: day, to: day }))
    .min(1, 'Choose nights')
    .max(mostRanges, `At most ${mostRanges} ranges of nights at once`),
});

/**
 * Blocks or frees nights of the viewer's listing. Nights that calendars block stay blocked.
 * @returns the nights that changed, so that the opposite call undoes this one
 * @throws {SignInRequiredError | NotFoundError | RateLimitedError}
 * @throws {InvalidInputError} naming nights, if they are over or not on offer
 * @throws {ConflictError} naming nights, if some are booked
 */
export async function setBlockedNights(
  { database, rateLimits }: Pick<Deps, 'database' | 'rateLimits'>,
  viewer: Viewer | null,
  input: unknown,
): Promise<{ listing: Listing; changed: NightRange[] }> {
  const owner = signedIn(viewer);
  const { listingId, isBlocked, nights } = parseInput(nightsInput, input);
  await rateLimits.spend('nightsByAccount', owner.id);
  const done = database.prisma.$transaction(async (transaction) => {
    const listing = await lockOwn(transaction, owner.id, listingId);
    const { zone } = await resortOf(transaction, listing.resortId);
    requireOffered(nights, listing, isoDay(zone.today));
    const wanted = `{${nights.map(({ from, to }) => `[${from},${to})`).join()}}`;
    const changed = await transaction.$queryRaw<NightRange[]>`
      SELECT to_char(lower(nights), 'YYYY-MM-DD') AS "from", to_char(upper(nights), 'YYYY-MM-DD') AS "to"
      FROM unnest(set_own_blocks(${listing.id}::uuid, ${wanted}::datemultirange, ${isBlocked})) AS nights`;
    return { listing, changed };
  });
  return onViolation(
    done,
    'blocked_nights_not_booked',
    () =>
      new ConflictError(
        'nights',
        'Some of these nights are booked or in a checkout. Choose nights that are free',
      ),
  );
}

/** `lockListing` for the viewer's own listing; somebody else's listing is not found. */
export async function lockOwn(
  transaction: Prisma.TransactionClient,
  ownerId: string,
  listingId: string,
): Promise<Listing> {
  const listing = await lockListing(transaction, idToFind(listingId));
  if (listing.ownerId !== ownerId) {
    throw new NotFoundError('Listing not found');
  }
  return listing;
}

function requireOffered(
  nights: readonly NightRange[],
  { availableFrom, availableTo }: Listing,
  today: string,
): void {
  const refuse = (message: string) => new InvalidInputError('nights', message);
  for (const { from, to } of nights) {
    if (from >= to) {
      throw refuse(`The last night must not be before the first, ${from}`);
    }
    if (from < today) {
      throw refuse('Nights that are over can’t be changed');
    }
    if (from < isoDay(availableFrom) || to > isoDay(availableTo)) {
      throw refuse('The week is not on offer on all of these nights');
    }
  }
}
