import { lazy, Suspense } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type {
  DealStatus_sale$data,
  DealStatus_sale$key,
  SaleMove,
} from '#web/__generated__/DealStatus_sale.graphql.ts';
import { TimeLeft } from '#web/bookings/TimeLeft.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { useLast } from '#web/ui/basics/useLast.ts';
import { useAddressDialog } from '#web/ui/dialogs/useAddressDialog.ts';
import { TonePanel } from '#web/ui/panels/TonePanel.tsx';
import { moveWords, readerOf, standingOf, toneOf } from './dealWords.ts';

const DealDialog = lazy(() => import('./DealDialog.tsx'));

export function DealStatus({ sale }: { sale: DealStatus_sale$key }) {
  const data = useFragment<DealStatus_sale$key>(saleFragment, sale);
  const { status, turn, answerBy, listing, steps, settlement } = data;
  const reader = readerOf(data.side);
  const confirmed = data.signatures.map(({ side }) => side);
  const { title, text, until } = standingOf({ status, turn, reader, confirmed, steps, settlement });
  return (
    <TonePanel tone={toneOf(status)} label="How it stands" title={title}>
      <p>{text}</p>
      {data.isDisputed && (
        <p>
          <strong>One side objects at the escrow partner</strong>, who holds the money until this is
          settled.{!data.closedAt && ' No deadline ends the sale meanwhile.'}
        </p>
      )}
      {until !== undefined && answerBy && (
        <p>
          <strong>
            {until} <TimeLeft until={answerBy} />
          </strong>
        </p>
      )}
      <Moves sale={data} />
      {reader === 'BUYER' && data.closedAt && status !== 'SOLD' && listing && (
        <ButtonLink to={`/sale/${listing.databaseId}`} variant="quiet">
          See the Timeshare
        </ButtonLink>
      )}
    </TonePanel>
  );
}

function Moves({ sale }: { sale: DealStatus_sale$data }) {
  const isMain = ({ move }: { move: SaleMove }) => Number(moveWords[move]?.isMain ?? false);
  const choices = sale.choices
    .filter(({ move }) => moveWords[move])
    .toSorted((one, other) => isMain(other) - isMain(one));
  const { shown, open, close } = useAddressDialog(allMoves, 'act');
  // A completed move is no longer open, but its dialog stays for the transition.
  const choice = useLast(choices.find(({ move }) => move === shown));
  if (choices.length === 0 && !choice) return null;
  return (
    <div className="cluster gap-3 wide-on-phones">
      {choices.map(({ move }) => {
        const { label, isMain, isEnd } = moveWords[move] ?? {};
        return (
          <Button
            key={move}
            data-opens={move}
            aria-haspopup="dialog"
            variant={isMain ? 'contained' : 'outlined'}
            color={isMain ? 'secondary' : isEnd ? 'error' : 'inherit'}
            onClick={() => open(move)}
          >
            {label}
          </Button>
        );
      })}
      {choice && (
        <Suspense fallback={null}>
          <DealDialog
            key={choice.move}
            sale={sale}
            choice={choice}
            isOpen={shown === choice.move}
            onClose={close}
            focusAfter={() =>
              document.querySelector<HTMLElement>(`[data-opens="${choice.move}"]`) ??
              document.querySelector<HTMLElement>('main')
            }
          />
        </Suspense>
      )}
    </div>
  );
}

const allMoves = Object.keys(moveWords) as SaleMove[];

const saleFragment = graphql`
  fragment DealStatus_sale on Sale {
    status
    turn
    side
    answerBy
    closedAt
    isDisputed
    settlement
    signatures {
      side
    }
    steps {
      ...dealWords_step @relay(mask: false)
    }
    listing {
      databaseId
    }
    choices {
      move
      ...DealDialog_choice
    }
    ...DealDialog_sale
  }
`;
