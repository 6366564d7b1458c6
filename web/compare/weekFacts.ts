import { graphql, useFragment } from 'react-relay/hooks';
import type {
  weekFacts_listings$data,
  weekFacts_listings$key,
} from '../__generated__/weekFacts_listings.graphql.ts';
import { group, type FactGroup } from '../sales/saleFacts.ts';
import { sizeWords } from '../sales/saleWords.ts';
import { checkInWords, kitchenWords } from '../listings/listingFactWords.ts';
import { nightsWords, stayRule } from '../listings/nightsWords.ts';
import { onRequest } from '../listings/OnRequest.tsx';
import { useIsInstant } from '../listings/useIsInstant.ts';
import { formatStay } from '../ui/words/dates.ts';
import { plural } from '#common/numbers.ts';

export const useWeekFacts = (listings: weekFacts_listings$key): readonly FactGroup[][] => {
  const isInstant = useIsInstant();
  return useFragment<weekFacts_listings$key>(listingFragment, listings).map((listing) =>
    groupsOf(
      listing,
      isInstant({
        isInstant: listing.isInstant,
        timezone: listing.resort.timezone,
        certificateLeadDays: listing.resort.certificateLeadDays,
        checkIn: listing.freeStays[0]?.checkIn,
      }),
    ),
  );
};

const listingFragment = graphql`
  fragment weekFacts_listings on Listing @relay(plural: true) {
    nights
    freeNights
    minNights
    isWholeOnly
    isInstant
    freeStays {
      checkIn
      checkOut
      total {
        formatted
      }
    }
    pricePerNight {
      formatted
    }
    bedrooms
    maxGuests
    facts {
      unitType
      beds
      bathrooms
      kitchen
      checkInTime
      view
    }
    resort {
      timezone
      certificateLeadDays
      rating
      reviewCount
      amenities
    }
  }
`;

function groupsOf(listing: weekFacts_listings$data[number], isInstant: boolean): FactGroup[] {
  const { facts, resort, bedrooms, freeStays: stays } = listing;
  const { reviewCount } = resort;
  return [
    group('The stay', [
      ['Dates', stays.map(({ checkIn, checkOut }) => formatStay(checkIn, checkOut)).join(' and ')],
      ['Nights', nightsWords(listing.nights, listing.freeNights)],
      ['Stays', stayRule(listing.minNights, listing.isWholeOnly) || 'Any part'],
      ['Booking', isInstant ? 'Confirmed at once' : onRequest],
      ['A night', listing.pricePerNight.formatted],
      ['In all', stays.map(({ total }) => total.formatted).join(' and ')],
    ]),
    group('The unit', [
      ['Unit', facts.unitType],
      ['Size', bedrooms == null ? undefined : sizeWords(bedrooms)],
      ['Beds', facts.beds?.toString()],
      ['Bathrooms', facts.bathrooms?.toString()],
      ['Kitchen', facts.kitchen && kitchenWords[facts.kitchen]],
      ['Check-in from', facts.checkInTime && checkInWords(facts.checkInTime)],
      ['Sleeps', plural(listing.maxGuests, 'guest')],
      ['View', facts.view],
    ]),
    group('The resort', [
      [
        'Rating',
        reviewCount === 0
          ? 'No reviews yet'
          : `${resort.rating.toFixed(1)} of 5, ${plural(reviewCount, 'review')}`,
      ],
      ['Amenities', [...resort.amenities].sort().join(', ') || undefined],
    ]),
  ];
}
