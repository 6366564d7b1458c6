import { priceTiers, type Narrowing } from '../search/resortFilter.ts';
import { anyStay, hasStay, stayWishOf, type Stretch } from '../search/stayWish.ts';

/** A published listing, with the fields of its resort that conditions apply to. */
export interface PublishedListing {
  stretches: readonly Stretch[];
  pricePerNightCents: number;
  resort: {
    destination: string;
    brand: string;
    amenities: readonly string[];
    rating: number;
    isNewAvailability: boolean;
  };
}

/**
 * Whether a listing meets every condition of a search. Price, nights, guests and bedrooms concern
 * the listing, all other conditions its resort.
 */
export function meetsConditions(listing: PublishedListing, filter: Narrowing): boolean {
  const { resort } = listing;
  const oneOf = (wanted: readonly string[] | undefined, value: string): boolean =>
    wanted === undefined || wanted.includes(value);
  const tier = filter.priceTier && priceTiers[filter.priceTier];
  const dollars = listing.pricePerNightCents / 100;
  const wish = stayWishOf(filter) ?? anyStay;
  return (
    oneOf(filter.destinations, resort.destination) &&
    oneOf(filter.brands, resort.brand) &&
    (filter.amenities ?? []).every((amenity) => resort.amenities.includes(amenity)) &&
    resort.rating >= Math.max(filter.minRating ?? 0, filter.asked?.minRating ?? 0) &&
    (filter.isNewAvailability ?? resort.isNewAvailability) === resort.isNewAvailability &&
    (tier === undefined || (tier.from <= dollars && dollars < (tier.below ?? Infinity))) &&
    listing.stretches.some((stretch) => hasStay(wish, stretch))
  );
}
