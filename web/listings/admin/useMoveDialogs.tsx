import { lazy, Suspense, useState } from 'react';
import { openerId } from '#web/admin/table/useTable.ts';
import { useSeen } from '#web/ui/dialogs/useSeen.ts';
import { allMoves, moveWords, type Move } from './listingWords.ts';
import type { Movable } from './useMoveListings.ts';

const MoveDialog = lazy(() => import('./MoveDialog.tsx'));

export function useMoveDialogs(listings: readonly Movable[], refresh: () => Promise<void>) {
  const [asked, setAsked] = useState<Move>();
  const seen = useSeen(asked);
  return {
    opener: (move: Move) =>
      ({
        id: openerId(move),
        variant: 'outlined',
        color: moveWords[move].isHarsh ? 'error' : 'inherit',
        'aria-haspopup': 'dialog',
        onClick: () => setAsked(move),
      }) as const,
    dialogs: (
      <Suspense fallback={null}>
        {allMoves.map(
          (move) =>
            seen.includes(move) && (
              <MoveDialog
                key={move}
                move={move}
                listings={listings}
                isOpen={asked === move}
                onClose={() => setAsked(undefined)}
                focusAfter={() => document.getElementById(openerId(move))}
                refresh={refresh}
              />
            ),
        )}
      </Suspense>
    ),
  };
}
