import { priceTiers, type ResortFilter } from '../resorts/resortFilter.ts';
import { addDays } from '../../platform/days.ts';

/** A listing that was published, with what a search looks at of its resort. */
export interface PublishedListing {
  /** Days as YYYY-MM-DD: its nights that are ahead, from the first to the one before the last. */
  availableFrom: string;
  availableTo: string;
  /** Nights that are taken, [from, to). */
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
 * Whether a listing meets every condition of a search: those on the place by its resort, those on
 * price, nights, guests and bedrooms by itself.
 * @param nights of a holiday that was named, of which the listing must offer one
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
