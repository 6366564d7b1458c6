import { graphql, useFragment } from 'react-relay/hooks';
import type { listingDraftLoader_viewer$key } from '#web/__generated__/listingDraftLoader_viewer.graphql.ts';
import type { UploadedContract } from '#web/listings/upload/uploadState.ts';
import { noListing, typedValues, type ListingValues } from '../fields/listingForm.ts';
import type { ChosenResort } from '../fields/ResortPicker.tsx';

export interface StoredDraft {
  values: ListingValues;
  resort: ChosenResort | undefined;
  contract: UploadedContract | undefined;
  version: number;
}

export function useStoredDraft(viewer: listingDraftLoader_viewer$key): StoredDraft {
  const { listingDraft } = useFragment<listingDraftLoader_viewer$key>(
    graphql`
      fragment listingDraftLoader_viewer on User {
        listingDraft {
          version
          resort {
            id
            databaseId
            name
            location
          }
          availableFrom
          availableTo
          weekNumber
          checkInDay
          stays
          minNights
          title
          description
          pricePerNight
          cleaningFee
          isInstant
          cancellationPolicy
          maxGuests
          isForSale
          salePrice
          unitType
          bedrooms
          beds
          bathrooms
          kitchen
          checkInTime
          view
          ownership
          use
          tenure
          season
          maintenanceFee
          yearlyPoints
          nextFeePaidBy
          firstUseYear
          rightOfFirstRefusal
          resaleRestrictions
          contractDocumentUrl
          contractFileName
        }
      }
    `,
    viewer,
  );
  if (!listingDraft) return noDraft;
  const { version, resort, contractDocumentUrl, contractFileName, ...typed } = listingDraft;
  return {
    version,
    resort: resort ?? undefined,
    contract: contractDocumentUrl
      ? { contractDocumentUrl, fileName: contractFileName ?? '' }
      : undefined,
    values: { ...noListing, ...typedValues(typed), resortId: resort?.id ?? '' },
  };
}

export const noDraft: StoredDraft = {
  version: 0,
  resort: undefined,
  contract: undefined,
  values: noListing,
};
