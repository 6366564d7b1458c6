import { useState } from 'react';
import { fetchQuery, useRelayEnvironment } from 'react-relay/hooks';
import { useNavigate } from 'react-router-dom';
import type { verificationReviewPageLoaderQuery } from '../../../__generated__/verificationReviewPageLoaderQuery.graphql.ts';
import { showToast, type NewToast } from '../../../ui/feedback/toastStore.ts';
import { refuse, type Answer } from '../_parts/settle.ts';
import { verificationReviewPageQuery } from './verificationReviewPageLoader.ts';

interface DecisionAnswer extends Answer {
  readonly listing?: { readonly nextInQueueId: string | null | undefined } | undefined;
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
      refuse(answer, () =>
        fetchQuery<verificationReviewPageLoaderQuery>(
          environment,
          verificationReviewPageQuery,
          { id: databaseId },
          { fetchPolicy: 'network-only' },
        ).toPromise(),
      );
    },
  };
}
