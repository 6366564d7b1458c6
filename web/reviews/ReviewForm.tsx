import { Button } from '../ui/basics/Button.tsx';
import { TextField } from '../ui/material/TextField.ts';
import { useId, useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { ConnectionHandler, type RecordProxy, type RecordSourceSelectorProxy } from 'relay-runtime';
import type { ReviewForm_booking$key } from '../__generated__/ReviewForm_booking.graphql.ts';
import type { ReviewForm_resort$key } from '../__generated__/ReviewForm_resort.graphql.ts';
import type { ReviewForm_review$key } from '../__generated__/ReviewForm_review.graphql.ts';
import type { ReviewFormCreateMutation } from '../__generated__/ReviewFormCreateMutation.graphql.ts';
import type { ReviewFormUpdateMutation } from '../__generated__/ReviewFormUpdateMutation.graphql.ts';
import type { ReviewFormWithdrawMutation } from '../__generated__/ReviewFormWithdrawMutation.graphql.ts';
import { Form, FormActions, FormFailure, SubmitButton } from '../ui/forms/Form.tsx';
import { useFinishDialog } from '../ui/dialogs/FormDialog.tsx';
import { takeFocus } from '../ui/dialogs/takeFocus.ts';
import { StarInput } from '../ui/forms/fields/StarInput.tsx';
import { useForm } from '../ui/forms/useForm.ts';
import { useIdempotencyKeys } from '../ui/forms/useIdempotencyKeys.ts';
import { messageOf } from '../relay/refusal.ts';
import { useCommand } from '../relay/useMutation.ts';
import styles from './ReviewForm.module.css';
import type { FieldErrors } from '../relay/fieldErrors.ts';

interface ReviewFormProps {
  place: ReviewForm_resort$key;
  /** The reviewed stay; without it, the review is about the resort. */
  booking?: ReviewForm_booking$key;
  own: ReviewForm_review$key | null | undefined;
  /**
   * Id of the resort in the page's query, whose own reviews are updated; the plain id by default.
   */
  pageId?: string | undefined;
}

export function ReviewForm(props: ReviewFormProps) {
  const { pageId } = props;
  const place = useFragment<ReviewForm_resort$key>(resortFragment, props.place);
  const booking = useFragment<ReviewForm_booking$key>(bookingFragment, props.booking ?? null);
  const current = useFragment<ReviewForm_review$key>(reviewFragment, props.own ?? null);
  // Kept while the dialog closes, even after a save.
  const [own] = useState(current);
  const resortId = pageId ?? place.databaseId;
  const keyOf = useIdempotencyKeys();
  const finish = useFinishDialog();
  const [isAsking, setIsAsking] = useState(false);
  const [create] = useCommand<ReviewFormCreateMutation>(createMutation);
  const [update] = useCommand<ReviewFormUpdateMutation>(updateMutation);
  const withdrawal = useWithdrawal(place.id, resortId, booking?.id);
  const updater = (store: RecordSourceSelectorProxy) => forgetAllReviews(store, place.id);

  const form = useForm<ReviewValues>({
    initial: {
      rating: own ? String(own.rating) : '',
      title: own?.title ?? '',
      content: own?.content ?? '',
    },
    validate: validateReview,
    send: async ({ rating, title, content }) => {
      const words = { rating: Number(rating), title: title.trim(), content: content.trim() };
      if (own) {
        const variables = { input: { ...words, reviewId: own.id }, resortId };
        await update(variables, { updater });
        finish({ title: 'Review updated' });
      } else {
        const review = {
          ...words,
          resortId: place.databaseId,
          bookingId: booking?.databaseId ?? null,
        };
        const input = { ...review, idempotencyKey: keyOf(review) };
        const linked = (store: RecordSourceSelectorProxy) => {
          updater(store);
          const made = store.getRootField('createReview')?.getLinkedRecord('review');
          if (booking && made) linkReview(store, booking.id, made);
        };
        await create({ input, resortId }, { updater: linked });
        finish({ title: 'Review published', description: 'Thank you for telling others' });
      }
    },
    fallbackMessage,
  });

  const { field, isSending, failure } = form;
  return (
    <Form form={form} label="Review" className="stack gap-4">
      <StarInput {...field('rating')} label="Your rating" />
      <TextField {...field('title')} label="Title" placeholder="The week in a few words" />
      <TextField
        {...field('content')}
        label="Review"
        multiline
        minRows={4}
        maxRows={10}
        placeholder="The rooms, the place, the people: what should others know?"
      />
      <FormFailure message={failure ?? (isAsking ? withdrawal.failure : undefined)} />
      {own && isAsking && (
        <WithdrawQuestion
          isWithdrawing={withdrawal.isPending}
          onWithdraw={() => void withdrawal.withdraw(own.id)}
          onKeep={() => setIsAsking(false)}
        />
      )}
      <FormActions>
        <SubmitButton isSending={isSending}>{own ? 'Save Review' : 'Publish Review'}</SubmitButton>
        {own && !isAsking && (
          <Button color="inherit" onClick={() => setIsAsking(true)}>
            Withdraw Review
          </Button>
        )}
      </FormActions>
    </Form>
  );
}

function useWithdrawal(placeId: string, resortId: string, bookingId: string | undefined) {
  const finish = useFinishDialog();
  const [run, isPending] = useCommand<ReviewFormWithdrawMutation>(withdrawMutation);
  const [failure, setFailure] = useState<string>();
  const withdraw = async (reviewId: string) => {
    setFailure(undefined);
    try {
      const variables = { input: { reviewId }, resortId };
      const updater = (store: RecordSourceSelectorProxy) => {
        forgetAllReviews(store, placeId);
        if (bookingId !== undefined) linkReview(store, bookingId, null);
      };
      await run(variables, { updater });
      finish({ title: 'Review withdrawn' });
    } catch (error) {
      setFailure(messageOf(error, fallbackMessage));
    }
  };
  return { withdraw, isPending, failure };
}

interface WithdrawQuestionProps {
  isWithdrawing: boolean;
  onWithdraw: () => void;
  onKeep: () => void;
}

function WithdrawQuestion({ isWithdrawing, onWithdraw, onKeep }: WithdrawQuestionProps) {
  const questionId = useId();
  return (
    <div
      className={`row wrap gap-3 padding-4 rounded ${styles.question}`}
      role="group"
      aria-labelledby={questionId}
    >
      <p id={questionId}>Withdraw your review? Its stars will no longer count.</p>
      <Button
        variant="contained"
        color="error"
        aria-busy={isWithdrawing}
        onClick={isWithdrawing ? undefined : onWithdraw}
        ref={takeFocus}
      >
        {isWithdrawing ? 'Withdrawing…' : 'Yes, withdraw it'}
      </Button>
      <Button color="inherit" onClick={onKeep}>
        Keep it
      </Button>
    </div>
  );
}

const resortFragment = graphql`
  fragment ReviewForm_resort on Resort {
    id
    databaseId
  }
`;

const bookingFragment = graphql`
  fragment ReviewForm_booking on Booking {
    id
    databaseId
  }
`;

const reviewFragment = graphql`
  fragment ReviewForm_review on Review {
    id
    rating
    title
    content
  }
`;

/* All that a review changes of its resort, wherever it is shown. */
/* eslint-disable relay/must-colocate-fragment-spreads, relay/unused-fields -- The mutations refresh what others show. */
void graphql`
  fragment ReviewForm_rated on Resort {
    reviewSummary {
      stars
      count
    }
    ...ResortAbout_resort
    ...RecentReviews_resort
  }
`;
/* eslint-enable relay/must-colocate-fragment-spreads, relay/unused-fields */

const createMutation = graphql`
  mutation ReviewFormCreateMutation($input: CreateReviewInput!, $resortId: ID!) {
    createReview(input: $input) {
      ... on CreateReviewPayload {
        review {
          ...ReviewForm_review
          ...GuestReview_review
        }
        resort {
          ...ReviewForm_rated
        }
        viewer {
          ...ReviewDialog_viewer @arguments(resortId: $resortId)
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

const updateMutation = graphql`
  mutation ReviewFormUpdateMutation($input: UpdateReviewInput!, $resortId: ID!) {
    updateReview(input: $input) {
      ... on UpdateReviewPayload {
        resort {
          ...ReviewForm_rated
        }
        viewer {
          ...ReviewDialog_viewer @arguments(resortId: $resortId)
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

const withdrawMutation = graphql`
  mutation ReviewFormWithdrawMutation($input: WithdrawReviewInput!, $resortId: ID!) {
    withdrawReview(input: $input) {
      ... on WithdrawReviewPayload {
        resort {
          ...ReviewForm_rated
        }
        viewer {
          ...ReviewDialog_viewer @arguments(resortId: $resortId)
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

/** Invalidates the list of all reviews, so that it is refetched when next shown. */
function forgetAllReviews(store: RecordSourceSelectorProxy, resortId: string): void {
  const resort = store.get(resortId);
  if (!resort) return;
  for (const sort of ['NEWEST', 'HIGHEST', 'LOWEST']) {
    ConnectionHandler.getConnection(resort, 'AllReviewsDialog_reviews', {
      sort,
    })?.invalidateRecord();
  }
}

function linkReview(
  store: RecordSourceSelectorProxy,
  bookingId: string,
  review: RecordProxy | null,
): void {
  const booking = store.get(bookingId);
  if (review) booking?.setLinkedRecord(review, 'review');
  else booking?.setValue(null, 'review');
  booking?.setValue(review === null, 'canReview');
}

const fallbackMessage = 'Your review could not be saved. Please try again';

interface ReviewValues {
  rating: string;
  title: string;
  content: string;
}

function validateReview(form: ReviewValues): FieldErrors<keyof ReviewValues> {
  const errors: FieldErrors<keyof ReviewValues> = {};
  const [title, content] = [form.title.trim(), form.content.trim()];
  if (!/^[1-5]$/.test(form.rating)) errors.rating = 'Choose from 1 to 5 stars';
  if (title === '') errors.title = 'Title is required';
  else if (title.length > 120) errors.title = 'Title may have at most 120 characters';
  if (content === '') errors.content = 'Review is required';
  else if (content.length < 10) errors.content = 'Review must have at least 10 characters';
  else if (content.length > 5000) errors.content = 'Review may have at most 5,000 characters';
  return errors;
}
