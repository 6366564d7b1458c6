import type { Booking, Prisma } from '#api/generated/prisma/client.ts';
import { isoDay, nightsBetween } from '#common/days.ts';
import { ConflictError, InvalidInputError } from '#api/platform/errors.ts';
import { violates } from '#api/platform/database/violations.ts';
import { chargeProblem } from '#api/modules/pricing/leastCharge.ts';
import { quote, type PriceTerms } from '#api/modules/pricing/quote.ts';
import type { BookingDeps } from '../moves/makeMove.ts';
import { holdMinutes } from '#common/durations.ts';

interface NewHold {
  resortId: string;
  listingId: string;
  userId: string;
  checkIn: Date;
  checkOut: Date;
  guests: number;
  isInstant: boolean;
  cancellationPolicy: NonNullable<Booking['cancellationPolicy']>;
  certificateLeadDays: number;
  offerOfId?: string;
  /** The cancelled booking whose traveler can have this stay instead. */
  rebookingOfId?: string;
  subsidyCents?: number;
  /** Deadline of the replaced hold. */
  heldUntil?: Date;
}

/**
 * Writes a hold at the price of these terms. The caller converts errors with `nightsRefused`.
 * @throws {InvalidInputError} if no card can be charged so little
 */
export async function createHold(
  { clock }: Pick<BookingDeps, 'clock'>,
  transaction: Prisma.TransactionClient,
  terms: PriceTerms,
  { heldUntil, ...hold }: NewHold,
): Promise<Booking> {
  const price = quote(terms, nightsBetween(isoDay(hold.checkIn), isoDay(hold.checkOut)));
  const problem = chargeProblem({ amount: price.totalCents, currency: price.currency });
  if (problem !== undefined) {
    throw new InvalidInputError('listingId', `${problem}. Choose other nights, or contact us`);
  }
  const cents = Object.fromEntries(price.lines.map((line) => [line.kind, line.cents]));
  const now = clock();
  return transaction.booking.create({
    data: {
      ...hold,
      totalPriceCents: price.totalCents,
      currency: price.currency,
      status: 'held',
      isProtected: true,
      pricePerNightCents: terms.pricePerNightCents,
      nightsCents: cents.nights ?? 0,
      cleaningCents: cents.cleaning ?? 0,
      taxCents: cents.tax ?? 0,
      serviceFeeCents: cents.service_fee ?? 0,
      taxBps: terms.taxBps,
      keepsTax: terms.keepsTax === true,
      serviceFeeBps: terms.serviceFeeBps,
      heldUntil: heldUntil ?? new Date(now.getTime() + holdMinutes * 60_000),
      createdAt: now,
      events: {
        create: {
          ...(hold.rebookingOfId === undefined
            ? { move: 'hold', party: 'traveler', actorId: hold.userId }
            : { move: 'keep', party: 'clock' }),
          status: 'held',
          at: now,
        },
      },
    },
  });
}

export function nightsRefused(error: unknown): ConflictError | undefined {
  const conflict = (message: string) => new ConflictError('checkIn', message);
  if (violates(error, 'bookings_no_double_booking')) {
    return nightsTaken();
  }
  if (violates(error, 'bookings_not_blocked')) {
    return conflict('Some of these nights are not free any more. Choose other dates');
  }
  if (violates(error, 'bookings_within_listing')) {
    return conflict('The owner does not offer all of these nights. Choose other dates');
  }
  if (violates(error, 'bookings_shortest_stay')) {
    return conflict('The owner asks for a longer stay. Choose more nights');
  }
  if (violates(error, 'idempotency_keys_pkey')) {
    return new ConflictError('idempotencyKey', 'A call with this idempotency key is under way');
  }
  return undefined;
}

export const nightsTaken = () =>
  new ConflictError(
    'checkIn',
    'Somebody else has just taken some of these nights. Choose other dates',
  );

/** The error when the traveler already has these nights in another booking. */
export const nightsOwned = (message: string) => new ConflictError('bookingId', message);
