import { lazy, Suspense } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type {
  BookingMove,
  BookingMoves_booking$key,
} from '#web/__generated__/BookingMoves_booking.graphql.ts';
import { useSiteFacts } from '#web/page/siteFacts.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { useAddressDialog } from '#web/ui/dialogs/useAddressDialog.ts';
import { moveWords } from './moveWords.ts';
import { useLast } from '#web/ui/basics/useLast.ts';

const FormDialog = lazy(() =>
  import('#web/ui/dialogs/FormDialog.tsx').then((module) => ({ default: module.FormDialog })),
);
const MoveForm = lazy(() =>
  import('./MoveForm.tsx').then(({ MoveForm: form }) => ({ default: form })),
);

interface BookingMovesProps {
  booking: BookingMoves_booking$key;
  /** Names the booking for screen readers, in a list of several. */
  of?: string;
}

export function BookingMoves({ booking, of }: BookingMovesProps) {
  const data = useFragment<BookingMoves_booking$key>(
    graphql`
      fragment BookingMoves_booking on Booking {
        databaseId
        choices {
          move
          ...MoveForm_choice
        }
        ...MoveForm_booking
      }
    `,
    booking,
  );
  const { takesPayments } = useSiteFacts();
  // Terms are accepted by paying.
  const choices = data.choices.filter(
    ({ move }) => moveWords[move] && (takesPayments || move !== 'TAKE_OFFER'),
  );
  const nameOf = (move: BookingMove) => `${move.toLowerCase()}-${data.databaseId}`;
  const { shown, open, close } = useAddressDialog(allMoves.map(nameOf), 'act');
  const shownMove = allMoves.find((move) => nameOf(move) === shown);
  // A completed move is no longer open, but its dialog stays for the transition.
  const choice = useLast(choices.find(({ move }) => move === shownMove));
  if (choices.length === 0 && !choice) return null;
  return (
    <div className="cluster gap-3 wide-on-phones">
      {choices.map(({ move }) => {
        const { label, isMain, isEnd } = moveWords[move] ?? {};
        return (
          <Button
            key={move}
            data-opens={nameOf(move)}
            aria-haspopup="dialog"
            variant={isMain ? 'contained' : 'outlined'}
            color={isMain ? 'secondary' : isEnd ? 'error' : 'inherit'}
            onClick={() => open(nameOf(move))}
          >
            {label}
            {of !== undefined && <span className="visuallyHidden"> {of}</span>}
          </Button>
        );
      })}
      {choice && (
        <Suspense fallback={null}>
          <FormDialog
            key={choice.move}
            title={moveWords[choice.move]?.label ?? ''}
            isOpen={shownMove === choice.move}
            onClose={close}
            focusAfter={() =>
              document.querySelector<HTMLElement>(`[data-opens="${nameOf(choice.move)}"]`) ??
              document.querySelector<HTMLElement>('main')
            }
          >
            <MoveForm booking={data} choice={choice} />
          </FormDialog>
        </Suspense>
      )}
    </div>
  );
}

const allMoves = Object.keys(moveWords) as BookingMove[];
