import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { showToast, type NewToast } from '#web/ui/feedback/toastStore.ts';
import type { Result } from '#web/relay/refusal.ts';
import { refuse } from '#web/ui/forms/outdated.ts';

interface DecisionAnswer extends Result {
  readonly listing?: { readonly nextInQueueId: string | null | undefined } | undefined;
}

/**
 * Handles the result of a decision: goes to the next listing in the queue, or throws the refusal.
 * @param version The version of the listing on the screen.
 */
export function useDecision(version: number, refresh: () => Promise<void>) {
  const navigate = useNavigate();
  // The version the administrator saw, whatever is loaded while the dialog is open.
  const [seenVersion] = useState(version);

  return {
    seenVersion,
    /** @throws {RefusedError | OutdatedError} */
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
      refuse(answer?.error, refresh);
    },
  };
}
