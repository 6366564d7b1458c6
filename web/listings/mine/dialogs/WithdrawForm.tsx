import { graphql, useFragment } from 'react-relay/hooks';
import type { WithdrawForm_listing$key } from '#web/__generated__/WithdrawForm_listing.graphql.ts';
import type { WithdrawFormMutation } from '#web/__generated__/WithdrawFormMutation.graphql.ts';
import { ConfirmForm } from '#web/ui/forms/ConfirmForm.tsx';
import { assertAccepted } from '#web/relay/refusal.ts';
import { useMutation } from '#web/relay/useMutation.ts';

export default function WithdrawForm({ listing }: { listing: WithdrawForm_listing$key }) {
  const { databaseId, title, stays } = useFragment<WithdrawForm_listing$key>(
    graphql`
      fragment WithdrawForm_listing on OwnListing {
        databaseId
        title
        stays {
          __typename
        }
      }
    `,
    listing,
  );
  const [withdraw] = useMutation<WithdrawFormMutation>(graphql`
    mutation WithdrawFormMutation($input: ListingIdInput!) {
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
        const { withdrawListing: result } = await withdraw({ input: { listingId: databaseId } });
        assertAccepted(result);
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
