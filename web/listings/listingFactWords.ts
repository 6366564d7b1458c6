import { formatCount, plural } from '#common/numbers.ts';
import type {
  FeePayer,
  Kitchen,
  ListingOwnership,
  ListingTenure,
  ListingUse,
  Weekday,
} from '../__generated__/ListingFacts_listing.graphql.ts';

/** Partial: a newer server may send values that this page does not know. */
type Words<TValue extends string> = Readonly<Partial<Record<TValue, string>>>;

export const ownershipWords: Words<ListingOwnership> = {
  FIXED: 'Fixed week',
  FLOATING: 'Floating week',
  ROTATING: 'Rotating week',
  POINTS: 'Points',
};

/** 'Fixed week', 'Points, 70,000 a year'. */
export const kindWords = (
  ownership: ListingOwnership,
  yearlyPoints: number | null | undefined,
): string | undefined =>
  ownership !== 'POINTS' || yearlyPoints == null
    ? ownershipWords[ownership]
    : `${ownershipWords[ownership]}, ${formatCount(yearlyPoints)} a year`;

export const useWords: Words<ListingUse> = {
  ANNUAL: 'Every year',
  ODD: 'Odd years',
  EVEN: 'Even years',
};

export const tenureWords: Words<ListingTenure> = {
  DEEDED: 'Deeded',
  RIGHT_TO_USE: 'Right to use',
};

export const feePayerWords: Words<FeePayer> = { OWNER: 'The owner', BUYER: 'The buyer' };

export const kitchenWords: Words<Kitchen> = {
  FULL: 'Full kitchen',
  KITCHENETTE: 'Kitchenette',
  NONE: 'No kitchen',
};

export const bathroomWords = (bathrooms: number): string => plural(bathrooms, 'bathroom');

/** '16:00' as '4:00 PM'. */
export function checkInWords(time: string): string {
  const [hours = 0, minutes] = time.split(':').map((part) => Number(part));
  const text = `${hours % 12 || 12}:${String(minutes).padStart(2, '0')}`;
  return `${text} ${hours < 12 ? 'AM' : 'PM'}`;
}

export const weekdayWords: Words<Weekday> = {
  MONDAY: 'Monday',
  TUESDAY: 'Tuesday',
  WEDNESDAY: 'Wednesday',
  THURSDAY: 'Thursday',
  FRIDAY: 'Friday',
  SATURDAY: 'Saturday',
  SUNDAY: 'Sunday',
};

export const bedroomWords = (bedrooms: number): string =>
  bedrooms === 0 ? 'Studio' : String(bedrooms);
