import { Button } from '#web/ui/basics/Button.tsx';
import { lazy, Suspense } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { DecisionBar_listing$key } from '#web/__generated__/DecisionBar_listing.graphql.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { useAddressDialog } from '#web/ui/dialogs/useAddressDialog.ts';
import { useSeen } from '#web/ui/dialogs/useSeen.ts';
import { decisions, type Decision } from './decisions.ts';
import styles from './VerificationReview.module.css';

const DecisionForm = lazy(() => import('./DecisionForm.tsx'));

interface DecisionBarProps {
  listing: DecisionBar_listing$key;
  /** Plain id of the administrator who decides. */
  viewerId: string | undefined;
  refresh: () => Promise<void>;
}

export function DecisionBar({ listing, viewerId, refresh }: DecisionBarProps) {
  const data = useFragment<DecisionBar_listing$key>(
    graphql`
      fragment DecisionBar_listing on OwnListing {
        status
        owner {
          databaseId
        }
        ...DecisionForm_listing
      }
    `,
    listing,
  );
  const { shown, open, close } = useAddressDialog(decisions, 'act');
  const possible: readonly Decision[] =
    data.owner.databaseId === viewerId ? [] : (possibleAt[data.status] ?? []);
  const seen = useSeen(shown && possible.includes(shown) ? shown : undefined);

  const button = (decision: Decision) => ({
    id: `decide-${decision}`,
    'aria-haspopup': 'dialog' as const,
    onClick: () => open(decision),
  });
  const dialog = (decision: Decision) => ({
    isOpen: shown === decision && possible.includes(decision),
    onClose: close,
    focusAfter: () => document.getElementById(`decide-${decision}`),
  });
  return (
    <section className={styles.bar} aria-label="Decision">
      <h2>
        {data.owner.databaseId === viewerId
          ? 'This listing is yours: another administrator must decide about it.'
          : barWords[data.status]}
      </h2>
      {possible.length > 0 && (
        <div className={`cluster gap-3 ${styles.buttons}`}>
          {possible.includes('reject') && (
            <Button variant="outlined" color="error" {...button('reject')}>
              {data.status === 'PUBLISHED' ? 'Take Back' : 'Reject'}
            </Button>
          )}
          {possible.includes('ask') && (
            <Button variant="quiet" {...button('ask')}>
              Ask for More
            </Button>
          )}
          {possible.includes('verify') && (
            <Button variant="main" {...button('verify')}>
              Verify
            </Button>
          )}
        </div>
      )}
      {seen.map((decision) => (
        <FormDialog key={decision} title={questions[decision]} isWide {...dialog(decision)}>
          <Suspense fallback={null}>
            <DecisionForm listing={data} decision={decision} refresh={refresh} />
          </Suspense>
        </FormDialog>
      ))}
    </section>
  );
}

const questions: Record<Decision, string> = {
  verify: 'Verify this ownership?',
  ask: 'Ask for more information',
  reject: 'Reject this listing?',
};

/** The decisions that the server allows in each status. */
const possibleAt: Readonly<Partial<Record<string, readonly Decision[]>>> = {
  IN_REVIEW: decisions,
  MORE_INFORMATION: decisions,
  PUBLISHED: ['reject'],
  OVER: ['reject'],
};

const barWords: Readonly<Partial<Record<string, string>>> = {
  IN_REVIEW: 'Does the document prove this ownership?',
  MORE_INFORMATION: 'The owner has an open question. You can decide all the same.',
  PUBLISHED: 'Verified: everyone finds this listing.',
  OVER: 'Verified, but its last night has passed.',
  REJECTED: 'Turned down. It comes back when the owner sends it again.',
  EXPIRED: 'The proof has run out. It comes back when the owner sends another.',
  WITHDRAWN: 'The owner took it off the site: nothing to decide.',
};
