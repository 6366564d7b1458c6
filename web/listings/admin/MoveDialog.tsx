import { Button } from '#web/ui/basics/Button.tsx';
import { LinearProgress } from '#web/ui/material/LinearProgress.ts';
import { useState } from 'react';
import { ConfirmForm } from '#web/ui/forms/ConfirmForm.tsx';
import { FormDialog, type DialogState } from '#web/ui/dialogs/FormDialog.tsx';
import { plural } from '#common/numbers.ts';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { takeFocus } from '#web/ui/dialogs/takeFocus.ts';
import { moveWords, type Move } from './listingWords.ts';
import styles from './MoveDialog.module.css';
import { useMoveListings, type Movable, type MoveResult } from './useMoveListings.ts';

interface MoveDialogProps extends DialogState {
  move: Move;
  listings: readonly Movable[];
  refresh: () => Promise<void>;
}

export default function MoveDialog(props: MoveDialogProps) {
  const { move, listings, isOpen, onClose, focusAfter, refresh } = props;
  return (
    <FormDialog
      title={`${moveWords[move].label} Listings`}
      isOpen={isOpen}
      onClose={onClose}
      focusAfter={focusAfter}
      isWide
    >
      <MoveForm move={move} listings={listings} onClose={onClose} refresh={refresh} />
    </FormDialog>
  );
}

type MoveFormProps = Pick<MoveDialogProps, 'move' | 'listings' | 'onClose' | 'refresh'>;

function MoveForm({ move, listings, onClose, refresh }: MoveFormProps) {
  // The listings that the administrator saw, even if newer data is loaded while the dialog is open.
  const [chosen] = useState(listings);
  const { run, start, stop } = useMoveListings(move);
  const { label, busyLabel, explanation, needsReason, isHarsh } = moveWords[move];
  const possible = chosen.filter(({ moves }) => moves.includes(move));
  const skipped = chosen.length - possible.length;

  if (run) {
    return (
      <div className={`stack gap-4 ${styles.run}`}>
        <p role="status">{run.isOver ? outcomeOf(move, run.results) : busyLabel}</p>
        <LinearProgress
          variant="determinate"
          value={(run.results.length / run.total) * 100}
          aria-label={`${run.results.length} of ${run.total} done`}
        />
        <ul className="stack ruled breaks" aria-label="Results">
          {run.results.map(({ listing, failure }) => (
            <li className="flex gap-3 at-top between padding-y-3" key={listing.databaseId}>
              <span>
                {listing.title}
                {failure !== undefined && <span className="block red text-15">{failure}</span>}
              </span>
              <StatusBadge status={failure === undefined ? done : notDone} />
            </li>
          ))}
        </ul>
        {run.isOver ? (
          <Button ref={takeFocus} variant="contained" onClick={onClose}>
            Close
          </Button>
        ) : (
          <Button variant="quiet" onClick={stop}>
            Stop After This One
          </Button>
        )}
      </div>
    );
  }
  return (
    <ConfirmForm
      label={`${label} ${plural(possible.length, 'Listing')}`}
      busyLabel={busyLabel}
      color={isHarsh ? 'error' : 'primary'}
      text={{
        label: 'Reason',
        hint: needsReason ? 'The owners read it' : 'May be left out; the owners read it',
        ...(needsReason && { requiredMessage: 'Reason is required' }),
      }}
      fallbackMessage="The listings could not be changed. Please try again"
      run={async (reason) => {
        await start(possible, reason);
        await refresh();
        return undefined;
      }}
    >
      <ul className={`stack breaks ${styles.titles}`} aria-label="Listings">
        {possible.map(({ databaseId, title }) => (
          <li key={databaseId}>{title}</li>
        ))}
      </ul>
      <p>{explanation} The owners are told by mail.</p>
      {skipped > 0 && (
        <p>
          {plural(skipped, 'other listing')} of those that you chose can’t be changed so and{' '}
          {skipped === 1 ? 'stays' : 'stay'} as {skipped === 1 ? 'it is' : 'they are'}.
        </p>
      )}
    </ConfirmForm>
  );
}

function outcomeOf(move: Move, results: readonly MoveResult[]): string {
  const failures = results.filter(({ failure }) => failure !== undefined).length;
  const moved = `${plural(results.length - failures, 'listing')} ${moveWords[move].done}`;
  return failures === 0 ? `${moved}.` : `${moved}, ${failures} not changed.`;
}

const done = { tone: 'good', label: 'Done' } as const;
const notDone = { tone: 'bad', label: 'Not changed' } as const;
