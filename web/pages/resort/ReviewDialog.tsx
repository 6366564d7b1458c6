import { Button } from '../../ui/basics/Button.tsx';
import { TextField } from '../../ui/material/TextField.ts';
import { useId, useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { ConnectionHandler, type RecordSourceSelectorProxy } from 'relay-runtime';
import { useParams } from 'react-router-dom';
import type { ReviewDialog_resort$key } from '../../__generated__/ReviewDialog_resort.graphql.ts';
import type { ReviewDialog_viewer$key } from '../../__generated__/ReviewDialog_viewer.graphql.ts';
import type { ReviewDialogCreateMutation } from '../../__generated__/ReviewDialogCreateMutation.graphql.ts';
import type { ReviewDialogUpdateMutation } from '../../__generated__/ReviewDialogUpdateMutation.graphql.ts';
import type { ReviewDialogWithdrawMutation } from '../../__generated__/ReviewDialogWithdrawMutation.graphql.ts';
import { FormActions } from '../../ui/forms/FormActions.tsx';
import { FormDialog, useFinishDialog } from '../../ui/dialogs/FormDialog.tsx';
import { FormFailure } from '../../ui/forms/FormFailure.tsx';
import { StarInput } from '../../ui/forms/StarInput.tsx';
import { useForm } from '../../ui/forms/useForm.ts';
import { SubmitButton } from '../../ui/forms/SubmitButton.tsx';
import { assertAccepted, messageOf } from '../../relay/refusal.ts';
import { useMutation } from '../../relay/useMutation.ts';
import styles from './ReviewDialog.module.css';
import { validateReview, type ReviewForm as ReviewValues } from './reviewForms.ts';

interface ReviewDialogProps {
  resort: ReviewDialog_resort$key;
  viewer: ReviewDialog_viewer$key;
  isOpen: boolean;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
}

export default function ReviewDialog({ resort, viewer, ...dialog }: ReviewDialogProps) {
  const place = useFragment<ReviewDialog_resort$key>(
    graphql`
      fragment ReviewDialog_resort on Resort {
        id
        databaseId
        name
      }
    `,
    resort,
  );
  const { reviewOf } = useFragment<ReviewDialog_viewer$key>(
    graphql`
      fragment ReviewDialog_viewer on User @argumentDefinitions(resortId: { type: "ID!" }) {
        reviewOf(resortId: $resortId) {
          id
          rating
          title
          content
        }
      }
    `,
    viewer,
  );
  return (
    <FormDialog title="Your Review" {...dialog}>
      <p className={styles.lead}>{place.name}</p>
      <ReviewForm place={place} own={reviewOf ?? undefined} />
    </FormDialog>
  );
}

interface ReviewFormProps {
  place: { id: string; databaseId: string };
  own: { id: string; rating: number; title: string; content: string } | undefined;
}

function ReviewForm({ place, own: current }: ReviewFormProps) {
  // Kept while the dialog closes, whatever was just saved.
  const [own] = useState(current);
  const { id: pageId = '' } = useParams();
  const finish = useFinishDialog();
  const [isAsking, setIsAsking] = useState(false);
  const [create] = useMutation<ReviewDialogCreateMutation>(createMutation);
  const [update] = useMutation<ReviewDialogUpdateMutation>(updateMutation);
  const withdrawal = useWithdrawal(place.id);
  const updater = (store: RecordSourceSelectorProxy) => forgetAllReviews(store, place.id);

  const { formRef, field, submit, isSending, failure } = useForm<ReviewValues>({
    initial: own ? { ...own, rating: String(own.rating) } : { rating: '', title: '', content: '' },
    validate: validateReview,
    send: async ({ rating, title, content }) => {
      const words = { rating: Number(rating), title: title.trim(), content: content.trim() };
      if (own) {
        const variables = { input: { ...words, reviewId: own.id }, resortId: pageId };
        assertAccepted((await update(variables, { updater })).updateReview);
        finish({ title: 'Review updated' });
      } else {
        const variables = { input: { ...words, resortId: place.databaseId }, resortId: pageId };
        assertAccepted((await create(variables, { updater })).createReview);
        finish({ title: 'Review published', description: 'Thank you for telling others' });
      }
    },
    fallbackMessage,
  });

  const rating = field('rating');
  return (
    <form ref={formRef} method="post" onSubmit={submit} noValidate aria-label="Review">
      <StarInput {...rating} label="Your rating" />
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
    </form>
  );
}

function useWithdrawal(placeId: string) {
  const { id: pageId = '' } = useParams();
  const finish = useFinishDialog();
  const [run, isPending] = useMutation<ReviewDialogWithdrawMutation>(withdrawMutation);
  const [failure, setFailure] = useState<string>();
  const withdraw = async (reviewId: string) => {
    setFailure(undefined);
    try {
      const variables = { input: { reviewId }, resortId: pageId };
      const updater = (store: RecordSourceSelectorProxy) => forgetAllReviews(store, placeId);
      assertAccepted((await run(variables, { updater })).withdrawReview);
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
    <div className={styles.question} role="group" aria-labelledby={questionId}>
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

const createMutation = graphql`
  mutation ReviewDialogCreateMutation($input: CreateReviewInput!, $resortId: ID!) {
    createReview(input: $input) {
      __typename
      ... on CreateReviewPayload {
        resort {
          reviewSummary {
            stars
            count
          }
          ...ResortAbout_resort
          ...RecentReviews_resort
        }
        viewer {
          ...ReviewDialog_viewer @arguments(resortId: $resortId)
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
`;

const updateMutation = graphql`
  mutation ReviewDialogUpdateMutation($input: UpdateReviewInput!, $resortId: ID!) {
    updateReview(input: $input) {
      __typename
      ... on UpdateReviewPayload {
        resort {
          reviewSummary {
            stars
            count
          }
          ...ResortAbout_resort
          ...RecentReviews_resort
        }
        viewer {
          ...ReviewDialog_viewer @arguments(resortId: $resortId)
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
`;

const withdrawMutation = graphql`
  mutation ReviewDialogWithdrawMutation($input: WithdrawReviewInput!, $resortId: ID!) {
    withdrawReview(input: $input) {
      __typename
      ... on WithdrawReviewPayload {
        resort {
          reviewSummary {
            stars
            count
          }
          ...ResortAbout_resort
          ...RecentReviews_resort
        }
        viewer {
          ...ReviewDialog_viewer @arguments(resortId: $resortId)
        }
      }
      ... on Error {
        message
      }
    }
  }
`;

/** The question replaces the focused button. */
const takeFocus = (button: HTMLButtonElement | null): void => button?.focus();

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

const fallbackMessage = 'Your review could not be saved. Please try again';
