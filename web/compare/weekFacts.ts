import { graphql, useFragment } from 'react-relay/hooks';
import type {
  weekFacts_listings$data,
  weekFacts_listings$key,
} from '../__generated__/weekFacts_listings.graphql.ts';
import type { FactGroup } from '../sales/saleFacts.ts';
import { sizeWords } from '../sales/saleWords.ts';
import { checkInWords, kitchenWords } from '../listings/listingFactWords.ts';
import { nightsWords, stayRule } from '../listings/nightsWords.ts';
import { onRequest } from '../listings/OnRequest.tsx';
import { formatStay } from '../ui/words/dates.ts';
import { plural } from '#common/numbers.ts';

export const useWeekFacts = (listings: weekFacts_listings$key): readonly FactGroup[][] =>
  useFragment<weekFacts_listings$key>(listingFragment, listings).map(groupsOf);

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
      rating
      reviewCount
      amenities
    }
  }
`;

function groupsOf(listing: weekFacts_listings$data[number]): FactGroup[] {
  const { facts, resort, bedrooms, freeStays: stays } = listing;
  return [
    {
      title: 'The stay',
      facts: [
        {
          term: 'Dates',
          value: stays.map(({ checkIn, checkOut }) => formatStay(checkIn, checkOut)).join(' and '),
        },
        { term: 'Nights', value: nightsWords(listing.nights, listing.freeNights) },
        {
          term: 'Stays',
          value: stayRule(listing.minNights, listing.isWholeOnly) || 'Any part',
        },
        {
          term: 'Booking',
          value: listing.isInstant ? 'Confirmed at once' : onRequest,
        },
        { term: 'A night', value: listing.pricePerNight.formatted },
        { term: 'In all', value: stays.map(({ total }) => total.formatted).join(' and ') },
      ],
    },
    {
      title: 'The unit',
      facts: [
        { term: 'Unit', value: facts.unitType ?? undefined },
        { term: 'Size', value: bedrooms == null ? undefined : sizeWords(bedrooms) },
        { term: 'Beds', value: facts.beds?.toString() },
        { term: 'Bathrooms', value: facts.bathrooms?.toString() },
        {
          term: 'Kitchen',
          value: facts.kitchen ? kitchenWords[facts.kitchen] : undefined,
        },
        {
          term: 'Check-in from',
          value: facts.checkInTime == null ? undefined : checkInWords(facts.checkInTime),
        },
        { term: 'Sleeps', value: plural(listing.maxGuests, 'guest') },
        { term: 'View', value: facts.view ?? undefined },
      ],
    },
    {
      title: 'The resort',
      facts: [
        {
          term: 'Rating',
          value:
            resort.reviewCount === 0
              ? 'No reviews yet'
              : `${resort.rating.toFixed(1)} of 5, ${plural(resort.reviewCount, 'review')}`,
        },
        { term: 'Amenities', value: [...resort.amenities].sort().join(', ') || undefined },
      ],
    },
  ];
}
