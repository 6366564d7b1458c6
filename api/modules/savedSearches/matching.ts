import { priceTiers, type ResortFilter } from '../resorts/resortFilter.ts';
import { addDays } from '../../platform/days.ts';

/** A published listing, with the fields of its resort that conditions apply to. */
export interface PublishedListing {
  /** YYYY-MM-DD; the nights still ahead are [availableFrom, availableTo). */
  availableFrom: string;
  availableTo: string;
  /** Taken nights, [from, to). */
  taken: readonly { from: string; to: string }[];
  pricePerNightCents: number;
  maxGuests: number;
  bedrooms: number | null;
  resort: {
    destination: string;
    brand: string;
    amenities: readonly string[];
    /** Average of the reviews, 0 to 5. */
    rating: number;
    isNewAvailability: boolean;
  };
}

/**
 * Whether a listing meets every condition of a search. Price, nights, guests and bedrooms apply to
 * the listing, all other conditions to its resort.
 * @param nights of a holiday named in the search; at least one must be free
 */
export function meetsConditions(
  listing: PublishedListing,
  filter: ResortFilter,
  nights: readonly string[] | undefined,
): boolean {
  const { resort } = listing;
  const oneOf = (wanted: readonly string[] | undefined, value: string): boolean =>
    wanted === undefined || wanted.includes(value);
  const tier = filter.priceTier && priceTiers[filter.priceTier];
  const dollars = listing.pricePerNightCents / 100;
  const isFree = (from: string, to: string): boolean =>
    listing.availableFrom <= from &&
    to <= listing.availableTo &&
    !listing.taken.some((stay) => stay.from < to && from < stay.to);
  const { availableFrom: from, availableTo: to } = filter;
  return (
    oneOf(filter.destinations, resort.destination) &&
    oneOf(filter.brands, resort.brand) &&
    (filter.amenities ?? []).every((amenity) => resort.amenities.includes(amenity)) &&
    resort.rating >= (filter.minRating ?? 0) &&
    (filter.isNewAvailability ?? resort.isNewAvailability) === resort.isNewAvailability &&
    (tier === undefined || (tier.from <= dollars && dollars < (tier.below ?? Infinity))) &&
    listing.maxGuests >= (filter.guests ?? 0) &&
    (filter.bedrooms === undefined || (listing.bedrooms ?? -1) >= filter.bedrooms) &&
    (from === undefined || to === undefined || isFree(from, to)) &&
    (nights === undefined || nights.some((night) => isFree(night, addDays(night, 1))))
  );
}
