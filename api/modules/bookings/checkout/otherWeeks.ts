import { Prisma, type Booking } from '#api/generated/prisma/client.ts';
import { addDays, isoDay, nightsBetween } from '#common/days.ts';
import { formatDays } from '#common/dayWords.ts';
import { rebookingDays, rebookingHours } from '#common/durations.ts';
import { formatMoney } from '#common/money.ts';
import { chargeProblem } from '#api/modules/pricing/leastCharge.ts';
import { quote, type PriceTerms } from '#api/modules/pricing/quote.ts';
import { windowOf } from '#api/modules/moves/defineMoves.ts';
import type { BookingDeps, MovedBooking } from '../moves/makeMove.ts';
import { createHold } from './createHold.ts';

const mostWeeks = 3;

/** Cents, as for the price of a listing. */
const leastPerNight = 100;

interface Week extends PriceTerms {
  listingId: string;
  resortId: string;
  resortName: string;
  checkIn: string;
  cancellationPolicy: NonNullable<Booking['cancellationPolicy']>;
  certificateLeadDays: number;
  hasOwner: boolean;
}

/**
 * Free weeks like a booked one, the nearest first: the same resort, then its destination; as many
 * nights at about the same time; room for as many; booked by paying; not of the same owner. Of
 * each listing the stay that is closest in time.
 */
const weeksLike = (
  { siteSettings }: Pick<BookingDeps, 'siteSettings'>,
  { id, checkIn, checkOut }: MovedBooking,
  which: Prisma.Sql,
): Prisma.Sql => {
  const nights = Prisma.sql`${nightsBetween(isoDay(checkIn), isoDay(checkOut))}::integer`;
  const { rebookingLimitCents } = siteSettings.current();
  return Prisma.sql`
    SELECT * FROM (
      SELECT DISTINCT ON (free.listing_id) free.listing_id AS "listingId",
        free.resort_id AS "resortId", resorts.name AS "resortName", day.first::text AS "checkIn",
        free.price_per_night_cents AS "pricePerNightCents",
        free.cleaning_fee_cents AS "cleaningFeeCents", free.tax_bps AS "taxBps",
        keeps_tax_when_cancelled AS "keepsTax", free.service_fee_bps AS "serviceFeeBps",
        free.currency, week.cancellation_policy AS "cancellationPolicy",
        lead_days AS "certificateLeadDays", week.owner_id IS NOT NULL AS "hasOwner",
        free.resort_id <> gone.resort_id AS "isElsewhere", abs(day.first - gone.check_in) AS off,
        free.owner_cancellations AS cancellations, total
      FROM bookings AS gone
      JOIN listings AS lost ON lost.id = gone.listing_id
      JOIN resorts AS place ON place.id = gone.resort_id
      JOIN free_stretches AS free ON resort_destination = place.destination
        AND free.currency = gone.currency
        AND starts_on <= gone.check_in + ${rebookingDays}::integer
        AND ends_on >= gone.check_out - ${rebookingDays}::integer
      JOIN listings AS week ON week.id = free.listing_id
      JOIN resorts ON resorts.id = free.resort_id
      JOIN instant_arrivals AS instant ON instant.resort_id = free.resort_id
      JOIN occupancy_taxes ON occupancy_taxes.destination = resort_destination
      CROSS JOIN LATERAL (
        SELECT greatest(least(gone.check_in, ends_on - ${nights}), starts_on, instant.first)
          AS first) AS day
      CROSS JOIN LATERAL stay_total_cents(${nights}, free.price_per_night_cents,
        free.cleaning_fee_cents, free.tax_bps, free.service_fee_bps) AS total
      WHERE gone.id = ${id}::uuid AND free.is_instant AND free.min_nights <= ${nights}
        AND day.first <= ends_on - ${nights}
        AND abs(day.first - gone.check_in) <= ${rebookingDays}::integer
        AND free.max_guests >= greatest(lost.max_guests, gone.guests)
        AND (lost.bedrooms IS NULL OR free.bedrooms >= lost.bedrooms)
        AND week.owner_id IS DISTINCT FROM gone.owner_id
        AND week.owner_id IS DISTINCT FROM gone.user_id
        AND total <= gone.total_price_cents + ${rebookingLimitCents}::bigint AND ${which}
      ORDER BY free.listing_id, off) AS weeks
    ORDER BY "isElsewhere", off, cancellations, total, "listingId" LIMIT ${2 * mostWeeks}`;
};

/**
 * Keeps weeks for the traveler of a booking that its owner cancels, each as a checkout at no more
 * than the price of the booking. Skips weeks that somebody is just booking: waiting for them while
 * the booking is locked could deadlock with another owner who cancels.
 */
export async function keepOtherWeeks(
  deps: BookingDeps,
  transaction: Prisma.TransactionClient,
  booking: MovedBooking,
): Promise<OtherWeek[]> {
  const find = (which: Prisma.Sql) =>
    transaction.$queryRaw<Week[]>(weeksLike(deps, booking, which));
  const ids = (await find(Prisma.sql`TRUE`)).map(({ listingId }) => listingId);
  const locked = await transaction.$queryRaw<{ id: string }[]>`
    SELECT id FROM listings WHERE id = ANY (${ids}::uuid[]) FOR NO KEY UPDATE SKIP LOCKED`;
  // Nights of a locked week stay free.
  const weeks = await find(Prisma.sql`week.id = ANY (${locked.map(({ id }) => id)}::uuid[])`);
  // Their numbers of rentals change; in one order, so that owners who cancel can't deadlock.
  await transaction.$queryRaw`
    SELECT id FROM resorts WHERE id = ANY (${[booking, ...weeks].map(({ resortId }) => resortId)}::uuid[])
    ORDER BY id FOR NO KEY UPDATE`;
  const kept: OtherWeek[] = [];
  for (const week of weeks) {
    const price = kept.length < mostWeeks && priceOf(week, booking);
    if (price) {
      kept.push(await keep(deps, transaction, booking, week, price));
    }
  }
  return kept;
}

interface OtherWeek {
  words: string;
  subsidyCents: number;
}

async function keep(
  deps: BookingDeps,
  transaction: Prisma.TransactionClient,
  { id: rebookingOfId, userId, guests, checkIn: before, checkOut: end }: MovedBooking,
  { listingId, resortId, resortName, checkIn, cancellationPolicy, certificateLeadDays }: Week,
  { terms, subsidyCents }: Price,
): Promise<OtherWeek> {
  const nights = nightsBetween(isoDay(before), isoDay(end));
  const stay = { checkIn: new Date(checkIn), checkOut: new Date(addDays(checkIn, nights)) };
  const { totalPriceCents: amount, currency } = await createHold(deps, transaction, terms, {
    ...stay,
    resortId,
    listingId,
    userId,
    guests,
    isInstant: true,
    cancellationPolicy,
    certificateLeadDays,
    rebookingOfId,
    subsidyCents,
    heldUntil: windowOf(rebookingHours, deps.clock()).answerBy,
  });
  const dates = formatDays(stay.checkIn, stay.checkOut);
  return { words: `${resortName}, ${dates}: ${formatMoney({ amount, currency })}`, subsidyCents };
}

interface Price {
  terms: PriceTerms;
  /** What we add to the lower price for the owner. */
  subsidyCents: number;
}

/**
 * The price of another week: its own, or lower so that the traveler pays no more than before. The
 * owner's part with what we add is no more than the payment: the provider transfers no more of it.
 */
function priceOf(week: Week, booking: MovedBooking): Price | undefined {
  const { totalPriceCents: most, checkIn, checkOut } = booking;
  const nights = nightsBetween(isoDay(checkIn), isoDay(checkOut));
  const { pricePerNightCents: own, cleaningFeeCents, taxBps, serviceFeeBps, currency } = week;
  const totalAt = (pricePerNightCents: number) =>
    quote({ ...week, pricePerNightCents }, nights).totalCents;
  const withRates = nights * (1 + (taxBps + serviceFeeBps) / 10_000);
  let pricePerNightCents = own - Math.max(0, Math.floor((totalAt(own) - most) / withRates));
  while (totalAt(pricePerNightCents) > most) {
    pricePerNightCents -= 1;
  }
  if (pricePerNightCents < Math.min(leastPerNight, own)) {
    return undefined;
  }
  const subsidyCents = nights * (own - pricePerNightCents);
  const amount = totalAt(pricePerNightCents);
  const isPayable =
    subsidyCents === 0 || (week.hasOwner && nights * own + cleaningFeeCents <= amount);
  return isPayable && chargeProblem({ amount, currency }) === undefined
    ? { terms: { ...week, pricePerNightCents }, subsidyCents }
    : undefined;
}

/** Ends the time of a kept week once the traveler has taken another. */
export async function endKeeping(
  { clock }: Pick<BookingDeps, 'clock'>,
  transaction: Prisma.TransactionClient,
  booking: MovedBooking,
): Promise<MovedBooking> {
  const { id, status, rebookingOfId } = booking;
  const isTaken =
    status === 'held' &&
    rebookingOfId !== null &&
    (await transaction.booking.count({ where: { rebookingOfId, confirmedAt: { not: null } } })) > 0;
  if (!isTaken) {
    return booking;
  }
  const data = { heldUntil: clock() };
  await transaction.booking.update({ where: { id }, data });
  return { ...booking, ...data };
}
