import { graphql, useFragment } from 'react-relay/hooks';
import { Link, useNavigate } from 'react-router-dom';
import type { EditListingPageQuery } from '#web/__generated__/EditListingPageQuery.graphql.ts';
import { NoSuchListing } from '#web/listings/NoSuchListing.tsx';
import { definePage, type MemberPageProps } from '#web/page/definePage.tsx';
import { GuardedPage } from '#web/ui/dialogs/useLeaveGuard.tsx';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { CreateListingSkeleton } from '../CreateListingSkeleton.tsx';
import styles from './EditListing.module.css';
import { Button } from '#web/ui/basics/Button.tsx';
import { useState } from 'react';
import type { BookingTerms_query$key } from '#web/__generated__/BookingTerms_query.graphql.ts';
import type {
  EditListingPage_listing$key,
  EditListingPage_listing$data,
} from '#web/__generated__/EditListingPage_listing.graphql.ts';
import type { EditListingPageMutation } from '#web/__generated__/EditListingPageMutation.graphql.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { utcToday } from '#common/days.ts';
import { Form, FormFailure } from '#web/ui/forms/Form.tsx';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { useForm } from '#web/ui/forms/useForm.ts';
import { isOutdated } from '#web/relay/refusal.ts';
import { useCommand } from '#web/relay/useMutation.ts';
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

export const page = definePage<EditListingPageQuery>({
  path: '/dashboard/listings/:id/edit',
  access: 'signedIn',
  query: graphql`
    query EditListingPageQuery($id: ID!) {
      ...AppShell_query
      ...BookingTerms_query
      viewer {
        listing(databaseId: $id) {
          title
          ...EditListingPage_listing
        }
      }
    }
  `,
  variables: ({ id }) => ({ id }),
  fetchPolicy: 'network-only',
  meta: ({ viewer }) => viewer.listing && { title: `Edit ${viewer.listing.title}` },
  skeleton: (
    <div className={`sections content ${styles.page}`}>
      <CreateListingSkeleton />
    </div>
  ),
  component: EditListingScreen,
});

function EditListingScreen({ data, id }: MemberPageProps<EditListingPageQuery>) {
  const { listing } = data.viewer;
  if (!listing) return <NoSuchListing />;
  const path = `/dashboard/listings/${id}`;
  return (
    <div className={`sections content ${styles.page}`}>
      <header>
        <BackLink to={path}>Back to the Listing</BackLink>
        <h1>Edit Listing</h1>
        <p className="margin-top-2 soft text-18 breaks">
          <Link to={path}>{listing.title}</Link>
        </p>
      </header>
      <GuardedPage>
        <EditListing listing={listing} terms={data} />
      </GuardedPage>
    </div>
  );
}

interface EditListingProps {
  listing: EditListingPage_listing$key;
  terms: BookingTerms_query$key;
}

function EditListing({ listing, terms }: EditListingProps) {
  const data = useFragment<EditListingPage_listing$key>(listingFragment, listing);
  // The initial values of the form; the version detects concurrent changes.
  const [start] = useState({
    values: valuesOf(data),
    rightOfFirstRefusal: data.facts.rightOfFirstRefusal ?? null,
    version: data.version,
  });
  const [resort, setResort] = useState<ChosenResort | undefined>(data.resort);
  const [isStale, setIsStale] = useState(false);
  const navigate = useNavigate();
  const [updateListing] = useCommand<EditListingPageMutation>(updateMutation);
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
      const { listing: saved } = await updateListing({
        input: {
          listingId: data.databaseId,
          version: start.version,
          details: editedDetails(values),
        },
      });
      const isInReview = needsReview(values) && saved.status === 'IN_REVIEW';
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
  const { values: typed, isSending, failure } = form;
  const isForReview = needsReview(typed);

  return (
    <Form form={form} label="Edit Listing" className="stack gap-5">
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
            <Button type="submit" variant="main" aria-busy={isSending}>
              {isSending ? 'Saving…' : isForReview ? 'Save and Send to Review' : 'Save Changes'}
            </Button>
          )}
          <ButtonLink to={path} variant="quiet">
            Cancel
          </ButtonLink>
        </div>
      </div>
    </Form>
  );
}

const listingFragment = graphql`
  fragment EditListingPage_listing on OwnListing {
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

const updateMutation = graphql`
  mutation EditListingPageMutation($input: UpdateListingInput!) {
    updateListing(input: $input) {
      ... on UpdateListingPayload {
        listing {
          status
          # What other pages show of it, such as the text of a price.
          ...ListingFacts_listing
          ...EditListingPage_listing
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

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

function valuesOf(listing: EditListingPage_listing$data): ListingValues {
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
