import type { ContractVerificationStatus } from '#api/generated/prisma/client.ts';

/** Who changes the verification status; `time` stands for expired evidence. */
export type Mover = 'owner' | 'team' | 'time';

type Status = ContractVerificationStatus;

/** Allowed changes of the verification status: from, to, and by whom. */
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
