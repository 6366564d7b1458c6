import { graphql, useFragment } from 'react-relay/hooks';
import type { AnswerReview_booking$key } from '../__generated__/AnswerReview_booking.graphql.ts';
import type { AnswerReviewMutation } from '../__generated__/AnswerReviewMutation.graphql.ts';
import { useCommand } from '../relay/useMutation.ts';
import { useFinishDialog } from '../ui/dialogs/FormDialog.tsx';
import { DialogForm } from '../ui/forms/Form.tsx';
import { useForm } from '../ui/forms/useForm.ts';
import { useIdempotencyKeys } from '../ui/forms/useIdempotencyKeys.ts';
import { TextField } from '../ui/material/TextField.ts';
import { GuestReview } from './GuestReview.tsx';

export function AnswerReview({ booking: key }: { booking: AnswerReview_booking$key }) {
  const booking = useFragment<AnswerReview_booking$key>(bookingFragment, key);
  const { review, canAnswerReview } = booking;
  if (!review) {
    return <p>There is no review of this stay. Its author may have withdrawn it.</p>;
  }
  return (
    <>
      <GuestReview review={review} />
      {canAnswerReview && <AnswerForm bookingId={booking.id} reviewId={review.id} />}
    </>
  );
}

function AnswerForm({ bookingId, reviewId }: { bookingId: string; reviewId: string }) {
  const [send] = useCommand<AnswerReviewMutation>(graphql`
    mutation AnswerReviewMutation($input: AnswerReviewInput!) {
      answerReview(input: $input) {
        ... on AnswerReviewPayload {
          review {
            answer {
              content
              createdAt
            }
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const keyOf = useIdempotencyKeys();
  const finish = useFinishDialog();
  const form = useForm<{ content: string }>({
    initial: { content: '' },
    validate: ({ content }) => {
      const { length } = content.trim();
      if (length === 0) return { content: 'Answer is required' };
      return length > 2_000 ? { content: 'Answer may have at most 2,000 characters' } : {};
    },
    send: async ({ content }) => {
      const answer = { reviewId, content: content.trim() };
      await send(
        { input: { ...answer, idempotencyKey: keyOf(answer) } },
        { updater: (store) => store.get(bookingId)?.setValue(false, 'canAnswerReview') },
      );
      finish({ title: 'Answer published', description: 'It stands below the review' });
    },
    fallbackMessage: 'Your answer could not be saved. Please try again',
  });
  const hint =
    'Everybody can read it below the review. You can answer once, and it can’t be changed.';
  return (
    <DialogForm
      form={form}
      label="Answer"
      className="stack gap-4"
      submit="Publish Answer"
      sending="Publishing…"
    >
      <TextField
        {...form.field('content', hint)}
        label="Your answer"
        multiline
        minRows={4}
        maxRows={10}
      />
    </DialogForm>
  );
}

const bookingFragment = graphql`
  fragment AnswerReview_booking on Booking {
    id
    canAnswerReview
    review {
      id
      ...GuestReview_review
    }
  }
`;
