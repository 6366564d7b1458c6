import { graphql, useFragment } from 'react-relay/hooks';
import type { VerifyForm_listing$key } from '../../../__generated__/VerifyForm_listing.graphql.ts';
import type { VerifyFormMutation } from '../../../__generated__/VerifyFormMutation.graphql.ts';
import { ConfirmForm } from '../../../ui/forms/ConfirmForm.tsx';
import { useMutation } from '../../../relay/useMutation.ts';
import { useDecision } from './useDecision.ts';

interface VerifyFormProps {
  listing: VerifyForm_listing$key;
}

export default function VerifyForm({ listing }: VerifyFormProps) {
  const data = useFragment<VerifyForm_listing$key>(
    graphql`
      fragment VerifyForm_listing on OwnListing {
        databaseId
        version
        title
        hasContract
      }
    `,
    listing,
  );
  const { seenVersion, finish } = useDecision(data.databaseId, data.version);
  const [verify] = useMutation<VerifyFormMutation>(graphql`
    mutation VerifyFormMutation($input: VerifyListingInput!) {
      verifyListing(input: $input) {
        __typename
        ... on VerifyListingPayload {
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
      text={
        data.hasContract
          ? { label: 'Note for the history (optional)', hint: 'The owner reads it' }
          : {
              label: 'How was the ownership proven?',
              requiredMessage: 'There is no document: say how the ownership was proven',
              hint: 'The owner reads it',
            }
      }
      day={{
        label: 'Proof good until (optional)',
        hint: 'The listing is hidden after this day. Leave it empty when the proof has no end',
      }}
      label="Verify and Publish"
      busyLabel="Verifying…"
      fallbackMessage="The decision could not be saved. Please try again"
      run={async (note, evidenceEndsOn) => {
        const { verifyListing: answer } = await verify({
          input: { listingId: data.databaseId, version: seenVersion, note, evidenceEndsOn },
        });
        await finish(answer, { title: 'Listing verified', description: data.title });
        return undefined;
      }}
    >
      <p>
        Everyone finds <strong>{data.title}</strong> at once. Its owner hears of it by mail, and our
        escrow partner is asked for an account.
      </p>
    </ConfirmForm>
  );
}
