import { Button } from '#web/ui/basics/Button.tsx';
import { useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { useNavigate } from 'react-router-dom';
import type { BookingTerms_query$key } from '#web/__generated__/BookingTerms_query.graphql.ts';
import type {
  EditListing_listing$key,
  EditListing_listing$data,
} from '#web/__generated__/EditListing_listing.graphql.ts';
import type { EditListingMutation } from '#web/__generated__/EditListingMutation.graphql.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { utcToday } from '#common/days.ts';
import { FormFailure } from '#web/ui/forms/Form.tsx';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { useForm } from '#web/ui/forms/useForm.ts';
import { assertAccepted, isOutdated } from '#web/relay/refusal.ts';
import { useMutation } from '#web/relay/useMutation.ts';
import formStyles from '../CreateListing.module.css';
import styles from './EditListing.module.css';
import { ListingFields } from '../fields/ListingFields.tsx';
import {
  detailsOf,
  formFieldOf,
  validateListing,
  type ListingValues,
  noListing,
  typedValues,
} from '../fields/listingForm.ts';
import type { ChosenResort } from '../fields/ResortPicker.tsx';

interface EditListingProps {
  listing: EditListing_listing$key;
  terms: BookingTerms_query$key;
}

export function EditListing({ listing, terms }: EditListingProps) {
  const data = useFragment<EditListing_listing$key>(listingFragment, listing);
  // The initial values of the form; the version detects concurrent changes.
  const [start] = useState({
    values: valuesOf(data),
    rightOfFirstRefusal: data.facts.rightOfFirstRefusal ?? null,
    version: data.version,
  });
  const [resort, setResort] = useState<ChosenResort | undefined>(data.resort);
  const [isStale, setIsStale] = useState(false);
  const navigate = useNavigate();
  const updateListing = useUpdateListing();
  const path = `/dashboard/listings/${data.databaseId}`;

  const editedDetails = (values: ListingValues) => detailsFor(values, start.rightOfFirstRefusal);
  const needsReview = (values: ListingValues): boolean =>
    changedFields(editedDetails(start.values), editedDetails(values)).some((field) =>
      data.reviewedFields.includes(field),
    );
  const form = useForm<ListingValues>({
    initial: start.values,
    validate: (values) => validateListing(values, utcToday(), start.values),
    send: async (values) => {
      const { updateListing: result } = await updateListing({
        input: {
          listingId: data.databaseId,
          version: start.version,
          details: editedDetails(values),
        },
      });
      assertAccepted(result);
      const isInReview = needsReview(values) && result?.listing?.status === 'IN_REVIEW';
      await navigate(path, { replace: true });
      showToast({
        title: 'Listing saved',
        ...(isInReview && { description: 'Our team looks at it again' }),
      });
    },
    fieldOf: formFieldOf,
    fallbackMessage: 'The listing could not be saved. Please try again',
    onFailure: ({ error }) => setIsStale(isOutdated(error)),
  });
  const { formRef, values: typed, submit, isSending, failure } = form;
  const isForReview = needsReview(typed);

  return (
    <form
      ref={formRef}
      className={`stack gap-5 ${formStyles.form}`}
      method="post"
      onSubmit={submit}
      noValidate
      aria-label="Edit Listing"
    >
      <ListingFields form={form} resort={resort} onResort={setResort} terms={terms} />
      <FormFailure message={failure} />
      <div className={styles.bar} data-review={isForReview}>
        <p role="status">{reviewText(isForReview, data.reviewedFields.length > 0)}</p>
        <div className={`flex gap-3 ${styles.buttons}`}>
          {isStale ? (
            <Button variant="contained" onClick={() => window.location.reload()}>
              Load It Again
            </Button>
          ) : (
            <Button type="submit" variant="contained" color="secondary" aria-busy={isSending}>
              {isSending ? 'Saving…' : isForReview ? 'Save and Send to Review' : 'Save Changes'}
            </Button>
          )}
          <ButtonLink to={path} variant="quiet">
            Cancel
          </ButtonLink>
        </div>
      </div>
    </form>
  );
}

/* typedValues reads the fields by name. */
/* eslint-disable relay/unused-fields */
const listingFragment = graphql`
  fragment EditListing_listing on OwnListing {
    databaseId
    version
    reviewedFields
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
`;
/* eslint-enable relay/unused-fields */

function useUpdateListing() {
  const [updateListing] = useMutation<EditListingMutation>(graphql`
    mutation EditListingMutation($input: UpdateListingInput!) {
      updateListing(input: $input) {
        ... on UpdateListingPayload {
          listing {
            status
            # What other pages show of it, such as the text of a price.
            ...ListingFacts_listing
            ...EditListing_listing
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  return updateListing;
}

/** The listing as input. A switch can't tell null from false: an unanswered right stays null. */
const detailsFor = (values: ListingValues, rightBefore: boolean | null) => ({
  ...detailsOf(values),
  rightOfFirstRefusal: values.rightOfFirstRefusal !== '' || (rightBefore === null ? null : false),
});

function changedFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  return Object.keys(before).filter((field) => before[field] !== after[field]);
}

function reviewText(isForReview: boolean, isReviewed: boolean): string {
  if (isForReview) {
    return 'What you changed is in your contract, so our team looks at it again. Others do not see the listing until they are done.';
  }
  return isReviewed
    ? 'Words and prices change at once. When you change the resort, the dates or the unit, our team looks at the listing again.'
    : 'The listing is with our team already: they see what you change.';
}

function valuesOf(listing: EditListing_listing$data): ListingValues {
  const { facts, resort, cancellationPolicy, ...data } = listing;
  const { cleaningFee, isWholeOnly, minNights } = data;
  return {
    ...noListing,
    ...typedValues({ ...data, ...facts }),
    resortId: resort.id,
    stays: isWholeOnly ? 'whole' : minNights > 1 ? 'least' : 'any',
    minNights: isWholeOnly || minNights === 1 ? '' : String(minNights),
    ...(cleaningFee.amount === 0 && { cleaningFee: '' }),
    cancellationPolicy: cancellationPolicy.name,
  };
}
