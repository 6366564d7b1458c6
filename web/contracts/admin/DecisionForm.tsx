import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { refuse } from '#web/ui/forms/outdated.ts';
import { graphql, useFragment } from 'react-relay/hooks';
import type {
  DecisionForm_listing$data,
  DecisionForm_listing$key,
} from '#web/__generated__/DecisionForm_listing.graphql.ts';
import type { DecisionFormAskMutation } from '#web/__generated__/DecisionFormAskMutation.graphql.ts';
import type { DecisionFormRejectMutation } from '#web/__generated__/DecisionFormRejectMutation.graphql.ts';
import type { DecisionFormVerifyMutation } from '#web/__generated__/DecisionFormVerifyMutation.graphql.ts';
import { ConfirmForm, type ConfirmFormProps } from '#web/ui/forms/ConfirmForm.tsx';
import { useMutation } from '#web/relay/useMutation.ts';
import type { Decision } from './decisions.ts';

interface DecisionFormProps {
  listing: DecisionForm_listing$key;
  decision: Decision;
  refresh: () => Promise<void>;
}

/** Inside a FormDialog: verifies a listing, rejects it, or asks its owner for more. */
export default function DecisionForm({ listing, decision, refresh }: DecisionFormProps) {
  const data = useFragment<DecisionForm_listing$key>(listingFragment, listing);
  const navigate = useNavigate();
  // The version the administrator saw, whatever is loaded while the dialog is open.
  const [version] = useState(data.version);
  const [verify] = useMutation<DecisionFormVerifyMutation>(decisionFormVerifyMutation);
  const [ask] = useMutation<DecisionFormAskMutation>(decisionFormAskMutation);
  const [reject] = useMutation<DecisionFormRejectMutation>(decisionFormRejectMutation);
  const seen = { listingId: data.databaseId, version };
  const send = (text: string, evidenceEndsOn: string) => {
    switch (decision) {
      case 'verify':
        return verify({ input: { ...seen, note: text, evidenceEndsOn: evidenceEndsOn || null } });
      case 'ask':
        return ask({ input: { ...seen, question: text } });
      case 'reject':
        return reject({ input: { ...seen, reason: text } });
    }
  };
  const { done, ...form } = forms[decision](data);
  return (
    <ConfirmForm
      {...form}
      run={async (text, day) => {
        const { answer } = await send(text, day);
        if (!answer?.listing) refuse(answer?.error, refresh);
        const next = answer.listing.nextInQueueId;
        await navigate(`/admin/verification${next ? `/${next}` : ''}`, { replace: true });
        const description = `${data.title}${next ? '' : '. Nobody else is waiting'}`;
        showToast({ title: done, description });
        return undefined;
      }}
    />
  );
}

const listingFragment = graphql`
  fragment DecisionForm_listing on OwnListing {
    databaseId
    version
    title
    status
    hasContract
  }
`;

const decisionFormVerifyMutation = graphql`
  mutation DecisionFormVerifyMutation($input: VerifyListingInput!) {
    answer: verifyListing(input: $input) {
      ... on VerifyListingPayload {
        listing {
          nextInQueueId
          ...VerificationReview_listing
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

const decisionFormAskMutation = graphql`
  mutation DecisionFormAskMutation($input: AskAboutListingInput!) {
    answer: askAboutListing(input: $input) {
      ... on AskAboutListingPayload {
        listing {
          nextInQueueId
          ...VerificationReview_listing
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

const decisionFormRejectMutation = graphql`
  mutation DecisionFormRejectMutation($input: RejectListingInput!) {
    answer: rejectListing(input: $input) {
      ... on RejectListingPayload {
        listing {
          nextInQueueId
          ...VerificationReview_listing
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

type Form = Omit<ConfirmFormProps, 'run'> & {
  done: string;
};

const forms: Record<Decision, (listing: DecisionForm_listing$data) => Form> = {
  verify: ({ title, hasContract }) => ({
    label: 'Verify and Publish',
    busyLabel: 'Verifying…',
    done: 'Listing verified',
    text: hasContract
      ? { label: 'Note for the history (optional)', hint: 'The owner reads it' }
      : {
          label: 'How was the ownership proven?',
          requiredMessage: 'There is no document: say how the ownership was proven',
          hint: 'The owner reads it',
        },
    day: {
      name: 'evidenceEndsOn',
      label: 'Proof good until (optional)',
      hint: 'The listing is hidden after this day. Leave it empty when the proof has no end',
    },
    fallbackMessage: 'The decision could not be saved. Please try again',
    children: (
      <p>
        Everyone finds <strong>{title}</strong> at once. Its owner hears of it by mail.
      </p>
    ),
  }),
  ask: ({ title }) => ({
    label: 'Send Question',
    busyLabel: 'Sending…',
    done: 'Question sent',
    text: {
      label: 'Question',
      requiredMessage: 'Question is required',
      hint: 'The owner reads it, by mail and with the listing',
    },
    fallbackMessage: 'The question could not be sent. Please try again',
    children: (
      <p>
        <strong>{title}</strong> leaves the queue until its owner has answered or sent another
        document.
      </p>
    ),
  }),
  reject: ({ title, status }) => ({
    label: 'Reject Listing',
    busyLabel: 'Rejecting…',
    done: 'Listing rejected',
    color: 'error',
    text: {
      label: 'Reason',
      requiredMessage: 'Reason is required',
      hint: 'The owner reads it, by mail and with the listing',
    },
    fallbackMessage: 'The decision could not be saved. Please try again',
    children: (
      <p>
        {status === 'PUBLISHED'
          ? 'Nobody finds it any more. Stays that are booked are not touched.'
          : 'Nobody else will see it.'}{' '}
        The owner of <strong>{title}</strong> is told why, and can send it again.
      </p>
    ),
  }),
};
