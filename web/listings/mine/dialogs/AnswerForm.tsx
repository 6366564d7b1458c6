import { graphql, useFragment } from 'react-relay/hooks';
import type { AnswerForm_listing$key } from '#web/__generated__/AnswerForm_listing.graphql.ts';
import type { AnswerFormMutation } from '#web/__generated__/AnswerFormMutation.graphql.ts';
import { ConfirmForm } from '#web/ui/forms/ConfirmForm.tsx';
import { assertAccepted } from '#web/relay/refusal.ts';
import { useMutation } from '#web/relay/useMutation.ts';

/** The owner's answer to the team; sending it returns the listing to the team. */
export default function AnswerForm({ listing }: { listing: AnswerForm_listing$key }) {
  const { databaseId, status } = useFragment<AnswerForm_listing$key>(
    graphql`
      fragment AnswerForm_listing on OwnListing {
        databaseId
        status
      }
    `,
    listing,
  );
  const [requestReview] = useMutation<AnswerFormMutation>(graphql`
    mutation AnswerFormMutation($input: RequestListingReviewInput!) {
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
        const { requestListingReview: result } = await requestReview({
          input: { listingId: databaseId, note },
        });
        assertAccepted(result);
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
