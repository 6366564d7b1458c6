import type { ListingOwnership, ListingUse } from '#api/generated/prisma/client.ts';
import type { RecordedFee } from '../resorts/owning/owning.ts';

/** The years that owning and renting are compared over. */
const years = 10;

/** How many recorded years are shown, and say how fees rise. */
export const mostYears = 10;

export interface NightlyPrices {
  count: number;
  medianCents: number;
}

export interface OwningFigures {
  currency: string;
  ownership: ListingOwnership | null;
  use: ListingUse | null;
  salePriceCents: number | null;
  /** The yearly fee that the owner says. */
  ownFeeCents: number | null;
  /** Of the size, for a week in every year; latest first. */
  fees: RecordedFee[];
  /** Nightly prices of the size at the resort; null with too few of them. */
  rentals: NightlyPrices | null;
}

/** What ten years of a timeshare cost, beside renting the same weeks at today's prices. */
export interface OwningCosts {
  currency: string;
  fees: OwningFigures['fees'];
  /** The yearly fee that the sum begins with. */
  feeCents: number;
  /** By how much it rises every year: the average of the recorded years; 0 with fewer than two. */
  riseCents: number;
  /** Weeks in ten years. */
  stays: number;
  /** The price, and ten yearly fees. */
  ownedCents: number;
  /** Null with too few prices. */
  rented: RentingCosts | null;
}

export interface RentingCosts {
  /** How many prices there are. */
  count: number;
  currency: string;
  cents: number;
}

/** @returns null for points, without a price, and if nobody says a yearly fee */
export function owningCosts({
  currency,
  ownership,
  use,
  salePriceCents,
  ownFeeCents,
  fees,
  rentals,
}: OwningFigures): OwningCosts | null {
  const isBiennial = use === 'odd' || use === 'even';
  const part = isBiennial ? 0.5 : 1;
  const [latest] = fees;
  const first = fees.at(-1);
  const feeCents = ownFeeCents ?? (latest && Math.round(latest.cents * part));
  if (ownership === 'points' || salePriceCents === null || feeCents === undefined) return null;
  const riseCents =
    latest && first && latest.year > first.year
      ? Math.round(((latest.cents - first.cents) / (latest.year - first.year)) * part)
      : 0;
  const paid = Array.from({ length: years }, (_, year) => Math.max(0, feeCents + year * riseCents));
  const stays = years * part;
  return {
    currency,
    fees,
    feeCents,
    riseCents,
    stays,
    ownedCents: paid.reduce((sum, cents) => sum + cents, salePriceCents),
    rented: rentals && {
      count: rentals.count,
      currency,
      cents: rentals.medianCents * 7 * stays,
    },
  };
}
