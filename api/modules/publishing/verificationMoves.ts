import type { ContractVerificationStatus } from '#api/generated/prisma/client.ts';

export type Mover = 'owner' | 'team' | 'time';

type Status = ContractVerificationStatus;

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
