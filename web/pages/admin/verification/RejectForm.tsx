import { graphql, useFragment } from 'react-relay/hooks';
import type { RejectForm_listing$key } from '../../../__generated__/RejectForm_listing.graphql.ts';
import type { RejectFormMutation } from '../../../__generated__/RejectFormMutation.graphql.ts';
import { ConfirmForm } from '../../../ui/forms/ConfirmForm.tsx';
import { useMutation } from '../../../relay/useMutation.ts';
import { useDecision } from './useDecision.ts';

interface RejectFormProps {
  listing: RejectForm_listing$key;
}

export default function RejectForm({ listing }: RejectFormProps) {
  const data = useFragment<RejectForm_listing$key>(
    graphql`
      fragment RejectForm_listing on OwnListing {
        databaseId
        version
        title
        status
      }
    `,
    listing,
  );
  const { seenVersion, finish } = useDecision(data.databaseId, data.version);
  const [reject] = useMutation<RejectFormMutation>(graphql`
    mutation RejectFormMutation($input: RejectListingInput!) {
      rejectListing(input: $input) {
        __typename
        ... on RejectListingPayload {
          listing {
            nextInQueueId
            ...VerificationReview_listing
          }
        }
        ... on Error {
          message
        }
        ... on InvalidInputError {
          fieldErrors {
            field
            message
          }
        }
      }
    }
  `);
  return (
    <ConfirmForm
      text={{
        label: 'Reason',
        requiredMessage: 'Reason is required',
        hint: 'The owner reads it, by mail and with the listing',
      }}
      label="Reject Listing"
      busyLabel="Rejecting…"
      color="error"
      fallbackMessage="The decision could not be saved. Please try again"
      run={async (reason) => {
        const { rejectListing: answer } = await reject({
          input: { listingId: data.databaseId, version: seenVersion, reason },
        });
        await finish(answer, { title: 'Listing rejected', description: data.title });
        return undefined;
      }}
    >
      <p>
        {data.status === 'PUBLISHED'
          ? 'Nobody finds it any more. Stays that are booked are not touched.'
          : 'Nobody else will see it.'}{' '}
        The owner of <strong>{data.title}</strong> is told why, and can send it again.
      </p>
    </ConfirmForm>
  );
}
