import type { ContractVerificationStatus } from '../../generated/prisma/client.ts';

/** Who moves a listing on: its owner, an administrator, or the end of its evidence. */
export type Mover = 'owner' | 'team' | 'time';

type Status = ContractVerificationStatus;

/** How the proof of ownership of a listing goes on from each status, and through whom. */
const verificationMoves: Record<Status, Partial<Record<Status, Mover>>> = {
  pending: { verified: 'team', rejected: 'team', more_information: 'team' },
  more_information: {
    pending: 'owner',
    verified: 'team',
    rejected: 'team',
    more_information: 'team',
  },
  verified: { pending: 'owner', rejected: 'team', expired: 'time' },
  rejected: { pending: 'owner' },
  expired: { pending: 'owner' },
};

export const mayMove = (from: Status, to: Status, mover: Mover): boolean =>
  verificationMoves[from][to] === mover;
