import { graphql, useFragment } from 'react-relay/hooks';
import type { AskForm_listing$key } from '../../../__generated__/AskForm_listing.graphql.ts';
import type { AskFormMutation } from '../../../__generated__/AskFormMutation.graphql.ts';
import { ConfirmForm } from '../../../ui/forms/ConfirmForm.tsx';
import { useMutation } from '../../../relay/useMutation.ts';
import { useDecision } from './useDecision.ts';

interface AskFormProps {
  listing: AskForm_listing$key;
}

export default function AskForm({ listing }: AskFormProps) {
  const data = useFragment<AskForm_listing$key>(
    graphql`
      fragment AskForm_listing on OwnListing {
        databaseId
        version
        title
      }
    `,
    listing,
  );
  const { seenVersion, finish } = useDecision(data.databaseId, data.version);
  const [ask] = useMutation<AskFormMutation>(graphql`
    mutation AskFormMutation($input: AskAboutListingInput!) {
      askAboutListing(input: $input) {
        __typename
        ... on AskAboutListingPayload {
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
        label: 'Question',
        requiredMessage: 'Question is required',
        hint: 'The owner reads it, by mail and with the listing',
      }}
      label="Send Question"
      busyLabel="Sending…"
      fallbackMessage="The question could not be sent. Please try again"
      run={async (question) => {
        const { askAboutListing: answer } = await ask({
          input: { listingId: data.databaseId, version: seenVersion, question },
        });
        await finish(answer, { title: 'Question sent', description: data.title });
        return undefined;
      }}
    >
      <p>
        <strong>{data.title}</strong> leaves the queue until its owner has answered or sent another
        document.
      </p>
    </ConfirmForm>
  );
}
