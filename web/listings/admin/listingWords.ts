import type { OwnListingStatus, TeamMove } from '#web/__generated__/ListingsPageQuery.graphql.ts';
import type { Status } from '#web/ui/basics/statuses.ts';

export const standingWords: Readonly<Partial<Record<OwnListingStatus, Status>>> = {
  PUBLISHED: { tone: 'good', label: 'On offer' },
  OVER: { tone: 'quiet', label: 'Over' },
  IN_REVIEW: { tone: 'open', label: 'In review' },
  MORE_INFORMATION: { tone: 'open', label: 'Waiting for the owner' },
  REJECTED: { tone: 'bad', label: 'Rejected' },
  EXPIRED: { tone: 'bad', label: 'Proof expired' },
  WITHDRAWN: { tone: 'quiet', label: 'Withdrawn' },
};

export type Move = Exclude<TeamMove, `%${string}`>;

interface MoveWords {
  label: string;
  busyLabel: string;
  done: string;
  explanation: string;
  needsReason: boolean;
  isHarsh: boolean;
}

export const moveWords: Readonly<Record<Move, MoveWords>> = {
  WITHDRAW: {
    label: 'Withdraw',
    busyLabel: 'Withdrawing…',
    done: 'taken off the site',
    explanation:
      'Nobody else sees them until the team puts them back. Stays that are booked are not touched.',
    needsReason: false,
    isHarsh: true,
  },
  RELIST: {
    label: 'Put Back',
    busyLabel: 'Putting back…',
    done: 'put back',
    explanation: 'Those that are verified are on offer at once.',
    needsReason: false,
    isHarsh: false,
  },
  RETURN_TO_REVIEW: {
    label: 'Return to Review',
    busyLabel: 'Returning…',
    done: 'returned to review',
    explanation: 'They wait in the verification queue, and nobody else sees them until then.',
    needsReason: false,
    isHarsh: false,
  },
  REJECT: {
    label: 'Reject',
    busyLabel: 'Rejecting…',
    done: 'rejected',
    explanation: 'They leave the site. The owners can send another proof of ownership.',
    needsReason: true,
    isHarsh: true,
  },
};

export const allMoves = Object.keys(moveWords) as Move[];
