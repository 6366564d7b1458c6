import { graphql, useFragment } from 'react-relay/hooks';
import type {
  editedListing_listing$data,
  editedListing_listing$key,
} from '#web/__generated__/editedListing_listing.graphql.ts';
import { noListing, type ListingValues } from '../fields/listingForm.ts';
import type { ChosenResort } from '../fields/ResortPicker.tsx';

interface EditedListing {
  values: ListingValues;
  resort: ChosenResort;
  /** The owner's answer about the right of first refusal; a switch can't tell null from false. */
  rightOfFirstRefusal: boolean | null;
}

export function useEditedListing(listing: editedListing_listing$key): EditedListing {
  const data = useFragment<editedListing_listing$key>(
    graphql`
      fragment editedListing_listing on OwnListing {
        title
        description
        availableFrom
        availableTo
        minNights
        isWholeOnly
        pricePerNight {
          amount
        }
        cleaningFee {
          amount
        }
        isInstant
        cancellationPolicy {
          name
        }
        maxGuests
        bedrooms
        isForSale
        salePrice {
          amount
        }
        resort {
          id
          databaseId
          name
          location
        }
        facts {
          ownership
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
            amount
          }
          yearlyPoints
          nextFeePaidBy
          firstUseYear
          rightOfFirstRefusal
          resaleRestrictions
        }
      }
    `,
    listing,
  );
  const { id, databaseId, name, location } = data.resort;
  return {
    values: valuesOf(data),
    resort: { id, databaseId, name, location },
    rightOfFirstRefusal: data.facts.rightOfFirstRefusal ?? null,
  };
}

function valuesOf({ facts, resort, ...data }: editedListing_listing$data): ListingValues {
  return {
    ...noListing,
    resortId: resort.id,
    availableFrom: data.availableFrom,
    availableTo: data.availableTo,
    weekNumber: text(facts.weekNumber),
    checkInDay: text(facts.checkInDay),
    stays: data.isWholeOnly ? 'whole' : data.minNights > 1 ? 'least' : 'any',
    minNights: data.isWholeOnly || data.minNights === 1 ? '' : String(data.minNights),
    title: data.title,
    description: data.description,
    pricePerNight: dollars(data.pricePerNight),
    cleaningFee: data.cleaningFee.amount === 0 ? '' : dollars(data.cleaningFee),
    isInstant: data.isInstant ? 'yes' : '',
    cancellationPolicy: data.cancellationPolicy.name,
    maxGuests: text(data.maxGuests),
    isForSale: data.isForSale ? 'yes' : '',
    salePrice: dollars(data.salePrice),
    unitType: text(facts.unitType),
    bedrooms: text(data.bedrooms),
    beds: text(facts.beds),
    bathrooms: text(facts.bathrooms),
    kitchen: text(facts.kitchen),
    checkInTime: text(facts.checkInTime),
    view: text(facts.view),
    ownership: text(facts.ownership),
    use: text(facts.use),
    tenure: text(facts.tenure),
    season: text(facts.season),
    maintenanceFee: dollars(facts.maintenanceFee),
    yearlyPoints: text(facts.yearlyPoints),
    nextFeePaidBy: text(facts.nextFeePaidBy),
    firstUseYear: text(facts.firstUseYear),
    rightOfFirstRefusal: facts.rightOfFirstRefusal ? 'yes' : '',
    resaleRestrictions: text(facts.resaleRestrictions),
  };
}

const text = (value: string | number | null | undefined): string => String(value ?? '');

/** 125050 cents as '1250.50', 125000 as '1250'. */
function dollars(price: { readonly amount: number } | null | undefined): string {
  if (!price) return '';
  const { amount } = price;
  return amount % 100 === 0 ? String(amount / 100) : (amount / 100).toFixed(2);
}
