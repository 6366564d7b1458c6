import { graphql, useFragment } from 'react-relay/hooks';
import type { RelistForm_listing$key } from '#web/__generated__/RelistForm_listing.graphql.ts';
import type { RelistFormMutation } from '#web/__generated__/RelistFormMutation.graphql.ts';
import { ConfirmForm } from '#web/ui/forms/ConfirmForm.tsx';
import { useMutation } from '#web/relay/useMutation.ts';

export default function RelistForm({ listing }: { listing: RelistForm_listing$key }) {
  const { databaseId, title, verificationStatus } = useFragment<RelistForm_listing$key>(
    graphql`
      fragment RelistForm_listing on OwnListing {
        databaseId
        title
        verificationStatus
      }
    `,
    listing,
  );
  const [relist] = useMutation<RelistFormMutation>(graphql`
    mutation RelistFormMutation($input: ListingIdInput!) {
      relistListing(input: $input) {
        ... on RelistListingPayload {
          listing {
            status
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
        const { relistListing: result } = await relist({ input: { listingId: databaseId } });
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
