import type { ContractVerificationStatus } from '../../generated/prisma/client.ts';

/** Who moves a listing on: its owner, an administrator, or the end of its evidence. */
export type Mover = 'owner' | 'team' | 'time';

type Status = ContractVerificationStatus;

/** How the proof of ownership of a listing goes on from each status, and through whom. */
const verificationMoves: Record<Status, Partial<Record<Status, readonly Mover[]>>> = {
  pending: { verified: ['team'], rejected: ['team'], more_information: ['team'] },
  more_information: {
    pending: ['owner', 'team'],
    verified: ['team'],
    rejected: ['team'],
    more_information: ['team'],
  },
  verified: { pending: ['owner', 'team'], rejected: ['team'], expired: ['time'] },
  rejected: { pending: ['owner', 'team'] },
  expired: { pending: ['owner', 'team'] },
};

export const mayMove = (from: Status, to: Status, mover: Mover): boolean =>
  verificationMoves[from][to]?.includes(mover) ?? false;
