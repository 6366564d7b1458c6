import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { nightsBetween } from '#common/days.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { parseInput } from '#api/platform/input/input.ts';
import { totalSql } from '../search/stayWish.ts';
import type { FoundWeek } from './weeks.ts';

export const mostNights = 60;
const guestsMessage = 'guests must be a whole number, 1 to 30';

export const guestsInput = z
  .int(guestsMessage)
  .min(1, guestsMessage)
  .max(30, guestsMessage)
  .nullish();

const stayInput = z
  .object({
    resortId: z.string(),
    checkIn: z.string(),
    checkOut: z.string(),
    guests: guestsInput,
    listingId: z.string().nullish(),
  })
  .superRefine(({ checkIn, checkOut }, context) => {
    const nights = nightsBetween(checkIn, checkOut);
    if (nights < 1 || nights > mostNights) {
      const message =
        nights < 1
          ? 'checkOut must be after checkIn'
          : `A stay may have at most ${mostNights} nights`;
      context.addIssue({ code: 'custom', path: ['checkOut'], message });
    }
  });

/**
 * The stay of exactly these nights at a resort, in the listing with this id, or else in the
 * cheapest listing for the guests. Undefined if no listing is free on every night with a low enough
 * minimum.
 * @throws {InvalidInputError} naming checkOut or guests
 */
export async function findStay(
  { database }: Pick<Deps, 'database'>,
  input: z.input<typeof stayInput>,
): Promise<FoundWeek | undefined> {
  const { resortId, checkIn, checkOut, guests, listingId } = parseInput(stayInput, input);
  if (listingId != null && !z.uuid().safeParse(listingId).success) {
    return undefined;
  }
  const nights = nightsBetween(checkIn, checkOut);
  const [free] = await database.read<{ listing_id: string; total: string; currency: string }>(
    Prisma.sql`
      SELECT listing_id, ${totalSql(Prisma.sql`${nights}::int`)} AS total, currency::text
      FROM free_stretches
      WHERE resort_id = ${resortId}::uuid AND min_nights <= ${nights}::int
        AND starts_on <= ${checkIn}::text::date AND ends_on >= ${checkOut}::text::date
        ${guests == null ? Prisma.empty : Prisma.sql`AND max_guests >= ${guests}`}
        ${listingId == null ? Prisma.empty : Prisma.sql`AND listing_id = ${listingId}::uuid`}
      ORDER BY currency <> 'USD', currency, total, listing_id LIMIT 1`,
  );
  return free
    ? {
        listingId: free.listing_id,
        checkIn,
        checkOut,
        nights,
        total: { amount: Number(free.total), currency: free.currency },
      }
    : undefined;
}
