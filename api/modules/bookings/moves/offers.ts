import { z } from 'zod';
import type { Booking, Prisma } from '#api/generated/prisma/client.ts';
import { isoDay, nightsBetween } from '#common/days.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import { formatMoney } from '#common/money.ts';
import { chargeProblem } from '#api/modules/pricing/leastCharge.ts';
import { quote, type PriceTerms, type Quote } from '#api/modules/pricing/quote.ts';
import type { Moment } from '#api/modules/moves/defineMoves.ts';

const day = (name: string) =>
  z
    .string({ error: `${name} must be text` })
    .refine((date) => z.iso.date().safeParse(date).success && date > '1900' && date < '2200', {
      error: `${name} must be a date like 2027-02-13`,
    })
    .nullish();

export const offerInput = {
  offeredCheckIn: day('Check-in'),
  offeredCheckOut: day('Check-out'),
  offeredPricePerNightCents: z
    .number({ error: 'The price must be an amount' })
    .int('The price must be in whole cents')
    .nullish(),
};

type WantedOffer = z.infer<z.ZodObject<typeof offerInput>>;

type OfferColumns = Pick<
  Booking,
  'offeredCheckIn' | 'offeredCheckOut' | 'offeredPricePerNightCents'
>;

const mostNights = 60;

/** Cents, as for the price of a listing. */
const leastPerNight = 100;

/**
 * Checks an offer for a request: other dates in the same week, a lower price, or both. The traveler
 * gets as long to accept as the owner had to answer.
 * @returns the columns to set
 * @throws {InvalidInputError} if the terms don't differ from the request, or the nights are not
 *   free
 */
export async function requireOffer(
  transaction: Prisma.TransactionClient,
  booking: Booking,
  wanted: WantedOffer,
  { today }: Moment,
): Promise<OfferColumns> {
  const { offeredCheckIn: checkIn, offeredCheckOut: checkOut } = wanted;
  const { offeredPricePerNightCents: price } = wanted;
  const most = booking.pricePerNightCents ?? 0;
  const refuse = (field: keyof WantedOffer, message: string): never => {
    throw new InvalidInputError(field, message);
  };
  if (checkIn == null || checkOut == null) {
    return refuse(checkIn == null ? 'offeredCheckIn' : 'offeredCheckOut', 'Dates are required');
  }
  const nights = nightsBetween(checkIn, checkOut);
  if (checkIn <= today) {
    return refuse('offeredCheckIn', 'Check-in must be after today');
  }
  if (nights < 1 || nights > mostNights) {
    return refuse('offeredCheckOut', `Check-out must be 1 to ${mostNights} nights after check-in`);
  }
  const { currency } = booking;
  const least = Math.min(leastPerNight, most);
  if (price == null || price < least || price > most) {
    const [from, to] = [least, most].map((amount) => formatMoney({ amount, currency }));
    return refuse(
      'offeredPricePerNightCents',
      `The price must be ${from} to the ${to} per night of the request`,
    );
  }
  const offer = priceOffer(booking, new Date(checkIn), new Date(checkOut), price);
  const problem = offer && chargeProblem({ amount: offer.price.totalCents, currency });
  if (problem) {
    return refuse('offeredPricePerNightCents', problem);
  }
  if (
    checkIn === isoDay(booking.checkIn) &&
    checkOut === isoDay(booking.checkOut) &&
    price === most
  ) {
    return refuse('offeredPricePerNightCents', 'Change the dates or lower the price');
  }
  const [week] = await transaction.$queryRaw<
    { isOffered: boolean; fewest: number; isFree: boolean }[]
  >`
    SELECT available_from <= ${checkIn}::date AND available_to >= ${checkOut}::date AS "isOffered",
      shortest_stay(min_nights, available_from, available_to) AS fewest,
      NOT EXISTS (
        SELECT FROM blocked_nights WHERE listing_id = listings.id
          AND starts_on < ${checkOut}::date AND ends_on > ${checkIn}::date)
      AND NOT EXISTS (
        SELECT FROM bookings WHERE listing_id = listings.id AND id <> ${booking.id}::uuid
          AND takes_nights(status)
          AND check_in < ${checkOut}::date AND check_out > ${checkIn}::date) AS "isFree"
    FROM listings WHERE id = ${booking.listingId}::uuid`;
  if (!week?.isOffered) {
    return refuse('offeredCheckIn', 'The week is not on offer on all of these nights');
  }
  if (nights < week.fewest) {
    return refuse('offeredCheckOut', `The week is on offer for at least ${week.fewest} nights`);
  }
  if (!week.isFree) {
    return refuse('offeredCheckIn', 'Some of these nights are not free');
  }
  return {
    offeredCheckIn: new Date(checkIn),
    offeredCheckOut: new Date(checkOut),
    offeredPricePerNightCents: price,
  };
}

export interface Offer {
  checkIn: Date;
  checkOut: Date;
  terms: PriceTerms;
  price: Quote;
}

export type Rates = Pick<
  Booking,
  'pricePerNightCents' | 'cleaningCents' | 'taxBps' | 'keepsTax' | 'serviceFeeBps' | 'currency'
>;

export function priceOffer(
  rates: Rates,
  checkIn: Date,
  checkOut: Date,
  pricePerNightCents: number,
): Offer | null {
  const {
    pricePerNightCents: most,
    cleaningCents,
    taxBps,
    keepsTax,
    serviceFeeBps,
    currency,
  } = rates;
  const nights = nightsBetween(isoDay(checkIn), isoDay(checkOut));
  if (
    most === null ||
    cleaningCents === null ||
    taxBps === null ||
    serviceFeeBps === null ||
    nights < 1 ||
    nights > mostNights ||
    pricePerNightCents < 1 ||
    pricePerNightCents > most
  ) {
    return null;
  }
  const cleaningFeeCents = cleaningCents;
  const terms = { pricePerNightCents, cleaningFeeCents, taxBps, keepsTax, serviceFeeBps, currency };
  return { checkIn, checkOut, terms, price: quote(terms, nights) };
}

export function offerOf(booking: Rates & OfferColumns & Pick<Booking, 'status'>): Offer | null {
  const { offeredCheckIn, offeredCheckOut, offeredPricePerNightCents } = booking;
  return booking.status === 'pending' && offeredCheckIn && offeredCheckOut
    ? priceOffer(booking, offeredCheckIn, offeredCheckOut, offeredPricePerNightCents ?? 0)
    : null;
}
