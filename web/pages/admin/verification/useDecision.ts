import { useState } from 'react';
import { fetchQuery, useRelayEnvironment } from 'react-relay/hooks';
import { useNavigate } from 'react-router-dom';
import type { verificationReviewPageLoaderQuery } from '../../../__generated__/verificationReviewPageLoaderQuery.graphql.ts';
import { FieldRefusedError } from '../../../components/ConfirmForm.tsx';
import { OutdatedError } from '../../../components/outdated.ts';
import { showToast, type NewToast } from '../../../components/toastStore.ts';
import { verificationReviewPageQuery } from './verificationReviewPageLoader.ts';

/** What a mutation of the team answers, as far as all have it in common. */
interface DecisionAnswer {
  readonly __typename: string;
  readonly listing?: { readonly nextInQueueId: string | null | undefined } | undefined;
  readonly message?: string | undefined;
  readonly fieldErrors?:
    readonly { readonly field: string; readonly message: string }[] | undefined;
}

/**
 * How a decision goes on: to the next in the queue, or with why it was not taken.
 * @param version as the screen shows the listing
 */
export function useDecision(databaseId: string, version: number) {
  const environment = useRelayEnvironment();
  const navigate = useNavigate();
  // What is loaded while the dialog is open was not looked at.
  const [seenVersion] = useState(version);

  return {
    seenVersion,
    /** @throws {FieldRefusedError | OutdatedError | Error} */
    finish: async (answer: DecisionAnswer | null | undefined, toast: NewToast): Promise<void> => {
      if (answer?.listing) {
        const next = answer.listing.nextInQueueId;
        await navigate(`/admin/verification${next ? `/${next}` : ''}`, { replace: true });
        showToast({
          ...toast,
          description: `${toast.description ?? ''}${next ? '' : '. Nobody else is waiting'}`,
        });
        return;
      }
      if (answer?.__typename === 'ConflictError' || answer?.__typename === 'NotFoundError') {
        throw new OutdatedError(answer.message, () =>
          fetchQuery<verificationReviewPageLoaderQuery>(
            environment,
            verificationReviewPageQuery,
            { id: databaseId },
            { fetchPolicy: 'network-only' },
          ).toPromise(),
        );
      }
      const [refused] = answer?.fieldErrors ?? [];
      if (refused) {
        throw new FieldRefusedError(
          refused.field === 'evidenceEndsOn' ? 'day' : 'text',
          refused.message,
        );
      }
      throw new Error(answer?.message);
    },
  };
}
