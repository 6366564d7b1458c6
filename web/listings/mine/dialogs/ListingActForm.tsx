import { useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type {
  ListingActForm_listing$data,
  ListingActForm_listing$key,
} from '#web/__generated__/ListingActForm_listing.graphql.ts';
import type { ListingActFormAnswerMutation } from '#web/__generated__/ListingActFormAnswerMutation.graphql.ts';
import type { ListingActFormCalendarMutation } from '#web/__generated__/ListingActFormCalendarMutation.graphql.ts';
import type { ListingActFormRelistMutation } from '#web/__generated__/ListingActFormRelistMutation.graphql.ts';
import type { ListingActFormWithdrawMutation } from '#web/__generated__/ListingActFormWithdrawMutation.graphql.ts';
import { useCommand, useMutation } from '#web/relay/useMutation.ts';
import { ConfirmForm } from '#web/ui/forms/ConfirmForm.tsx';

interface ListingActFormProps {
  name: keyof typeof forms;
  listing: ListingActForm_listing$key;
  onCalendarUrl: (calendarUrl: string) => void;
}

interface FormProps extends Pick<ListingActFormProps, 'onCalendarUrl'> {
  listing: ListingActForm_listing$data;
}

const forms = { withdraw: Withdraw, relist: Relist, answer: Answer, calendar: RenewCalendar };

export default function ListingActForm({ name, listing, onCalendarUrl }: ListingActFormProps) {
  const data = useFragment<ListingActForm_listing$key>(
    graphql`
      fragment ListingActForm_listing on OwnListing {
        databaseId
        title
        status
        verificationStatus
        hasCalendarLink
        stays {
          __typename
        }
      }
    `,
    listing,
  );
  const Form = forms[name];
  return <Form listing={data} onCalendarUrl={onCalendarUrl} />;
}

function Withdraw({ listing: { databaseId: listingId, title, stays } }: FormProps) {
  const [withdraw] = useCommand<ListingActFormWithdrawMutation>(graphql`
    mutation ListingActFormWithdrawMutation($input: ListingIdInput!) {
      withdrawListing(input: $input) {
        ... on WithdrawListingPayload {
          listing {
            ...MyListing_listing
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  return (
    <ConfirmForm
      label="Withdraw Listing"
      busyLabel="Withdrawing…"
      color="error"
      cancelLabel="Keep It Listed"
      fallbackMessage="The listing could not be withdrawn. Please try again"
      run={async () => {
        await withdraw({ input: { listingId } });
        return { title: 'Listing withdrawn', description: 'You can list it again at any time' };
      }}
    >
      <p>
        <strong>{title}</strong> leaves search and the page of its resort at once.
      </p>
      <ul>
        <li>
          {stays.length > 0
            ? 'Stays that are booked stay booked: the guests will come.'
            : 'No nights of it are booked.'}
        </li>
        <li>Its proof of ownership and its history are kept.</li>
        <li>You can list it again until its dates begin.</li>
      </ul>
    </ConfirmForm>
  );
}

function Relist({ listing: { databaseId: listingId, title, verificationStatus } }: FormProps) {
  const [relist] = useMutation<ListingActFormRelistMutation>(graphql`
    mutation ListingActFormRelistMutation($input: ListingIdInput!) {
      relistListing(input: $input) {
        ... on RelistListingPayload {
          listing {
            ...MyListing_listing
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const isVerified = verificationStatus === 'VERIFIED';
  return (
    <ConfirmForm
      label="List Again"
      busyLabel="Listing…"
      fallbackMessage="The listing could not be put back. Please try again"
      run={async () => {
        const { relistListing: result } = await relist({ input: { listingId } });
        if (!result || result.error) {
          throw new Error(result?.error?.fieldErrors?.[0]?.message ?? result?.error?.message);
        }
        return {
          title: 'Listed again',
          description: isVerified
            ? 'Everyone can find your week'
            : 'Others see it once our team has verified it',
        };
      }}
    >
      <p>
        {isVerified ? (
          <>
            Your ownership is verified, so everyone finds <strong>{title}</strong> again at once.
          </>
        ) : (
          <>
            <strong>{title}</strong> goes back to where it was. Others see it once our team has
            verified your ownership.
          </>
        )}
      </p>
    </ConfirmForm>
  );
}

function Answer({ listing: { databaseId: listingId, status } }: FormProps) {
  const [requestReview] = useCommand<ListingActFormAnswerMutation>(graphql`
    mutation ListingActFormAnswerMutation($input: RequestListingReviewInput!) {
      requestListingReview(input: $input) {
        ... on RequestListingReviewPayload {
          listing {
            ...MyListing_listing
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const isAnswer = status === 'MORE_INFORMATION';
  return (
    <ConfirmForm
      text={
        isAnswer
          ? { label: 'Your answer', requiredMessage: 'Your answer is required' }
          : { label: 'What should the team know? (optional)' }
      }
      label={isAnswer ? 'Send Answer' : 'Send to the Team'}
      busyLabel="Sending…"
      fallbackMessage="It could not be sent. Please try again"
      run={async (note) => {
        await requestReview({ input: { listingId, note } });
        return {
          title: isAnswer ? 'Answer sent' : 'Sent to the team',
          description: 'Your listing is in review again',
        };
      }}
    >
      <p>
        {isAnswer
          ? 'Your listing goes back to the team with your answer. If they asked for a document, upload it instead: no answer is needed then.'
          : 'Your listing goes back to the team as it is now. If something must be corrected, do that first.'}
      </p>
    </ConfirmForm>
  );
}

function RenewCalendar({ listing, onCalendarUrl }: FormProps) {
  const { databaseId: listingId } = listing;
  // The text stays the same while the dialog closes.
  const [isRenewal] = useState(listing.hasCalendarLink);
  const [reset] = useCommand<ListingActFormCalendarMutation>(graphql`
    mutation ListingActFormCalendarMutation($input: ListingIdInput!) {
      resetListingCalendar(input: $input) {
        ... on ResetListingCalendarPayload {
          calendarUrl
          listing {
            hasCalendarLink
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  return (
    <ConfirmForm
      label={isRenewal ? 'Renew Link' : 'Make Link'}
      busyLabel={isRenewal ? 'Renewing…' : 'Making…'}
      fallbackMessage="The link could not be made. Please try again"
      run={async () => {
        onCalendarUrl((await reset({ input: { listingId } })).calendarUrl);
        return {
          title: isRenewal ? 'Link renewed' : 'Link made',
          description: 'Use it now: it is shown this once',
        };
      }}
    >
      <p>
        {isRenewal
          ? 'The link that you have now stops working, in every calendar that uses it.'
          : 'Whoever has the link can read the booked nights, and no guests.'}{' '}
        The new link is shown once.
      </p>
    </ConfirmForm>
  );
}
