import { graphql, useFragment } from 'react-relay/hooks';
import type { ListingFacts_listing$key } from '../__generated__/ListingFacts_listing.graphql.ts';
import { FactList } from '../ui/panels/FactList.tsx';
import { formatStay } from '../ui/words/dates.ts';
import {
  bedroomWords,
  checkInWords,
  feePayerWords,
  kindWords,
  kitchenWords,
  tenureWords,
  useWords,
  weekdayWords,
} from './listingFactWords.ts';
import { stayRule } from './nightsWords.ts';
import { plural } from '#common/numbers.ts';

export function ListingFacts({ listing }: { listing: ListingFacts_listing$key }) {
  const data = useFragment<ListingFacts_listing$key>(listingFragment, listing);
  const { facts, weekNumbers } = data;
  const rows: [string, string | null | undefined][] = [
    ['Dates', formatStay(data.availableFrom, data.availableTo)],
    ['Nights', String(data.nights)],
    ['Stays', stayRule(data.minNights, data.isWholeOnly)],
    [weekNumbers.length > 1 ? 'Weeks' : 'Week', weekNumbers.join(', ')],
    ['Price per night', data.pricePerNight.formatted],
    ['Cleaning or resort fee', data.cleaningFee.formatted],
    ['Booking', data.isInstant ? 'Instant' : 'On request'],
    ['Cancellation policy', data.cancellationPolicy.label],
    ['Sleeps', plural(data.maxGuests, 'guest')],
    [
      'Bedrooms',
      data.bedrooms === null || data.bedrooms === undefined
        ? undefined
        : bedroomWords(data.bedrooms),
    ],
    ['Beds', facts.beds?.toString()],
    ['Bathrooms', facts.bathrooms?.toString()],
    ['Kitchen', facts.kitchen && kitchenWords[facts.kitchen]],
    ['Check-in from', facts.checkInTime && checkInWords(facts.checkInTime)],
    ['Unit type', facts.unitType],
    ['View', facts.view],
    ['Ownership', facts.ownership && kindWords(facts.ownership, facts.yearlyPoints)],
    ['Owned week', facts.weekNumber?.toString()],
    ['Season', facts.season],
    ['Check-in day', facts.checkInDay && weekdayWords[facts.checkInDay]],
    ['Use', facts.use && useWords[facts.use]],
    ['Held as', facts.tenure && tenureWords[facts.tenure]],
    ['Maintenance fee', withSuffix(facts.maintenanceFee?.formatted, 'a year')],
    ['For sale', data.isForSale ? (data.salePrice?.formatted ?? 'Yes') : 'No'],
    ['Next fee paid by', facts.nextFeePaidBy && feePayerWords[facts.nextFeePaidBy]],
    ['First use by a buyer', facts.firstUseYear?.toString()],
    ['Right of first refusal', yesOrNo(facts.rightOfFirstRefusal)],
  ];
  return (
    <div className="stack gap-4 full">
      <p className="prose breaks pre-line">{data.description}</p>
      <FactList isWide facts={rows} />
      {facts.resaleRestrictions && (
        <div>
          <h3 className="text-17">Resale restrictions</h3>
          <p className="prose breaks pre-line">{facts.resaleRestrictions}</p>
        </div>
      )}
    </div>
  );
}

const listingFragment = graphql`
  fragment ListingFacts_listing on OwnListing {
    description
    availableFrom
    availableTo
    nights
    minNights
    isWholeOnly
    weekNumbers
    pricePerNight {
      formatted
    }
    cleaningFee {
      formatted
    }
    isInstant
    cancellationPolicy {
      label
    }
    maxGuests
    bedrooms
    isForSale
    salePrice {
      formatted
    }
    facts {
      ownership
      yearlyPoints
      season
      weekNumber
      checkInDay
      unitType
      beds
      bathrooms
      kitchen
      checkInTime
      view
      use
      tenure
      maintenanceFee {
        formatted
      }
      nextFeePaidBy
      firstUseYear
      rightOfFirstRefusal
      resaleRestrictions
    }
  }
`;

const withSuffix = (text: string | undefined, suffix: string): string | undefined =>
  text && `${text} ${suffix}`;

const yesOrNo = (value: boolean | null | undefined): string | undefined =>
  value === null || value === undefined ? undefined : value ? 'Yes' : 'No';
