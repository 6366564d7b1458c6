import type { ContractVerificationStatus } from '../../../generated/prisma/client.ts';
import { mayMove } from '../verificationMoves.ts';

/** What administrators can do with a listing of a member. */
export type TeamMove = 'withdraw' | 'relist' | 'return_to_review' | 'reject';

interface Standing {
  ownerId: string | null;
  contractVerificationStatus: ContractVerificationStatus;
  isActive: boolean;
  isOver: boolean;
  /** Whether it was the team who took it off the site last. */
  teamWithdrewIt: boolean;
}

/**
 * What an administrator can do with a listing as it stands. Weeks of providers are managed in the
 * inventory; nobody decides about their own; what its owner withdrew, only the owner puts back.
 */
export function teamMoves(listing: Standing, adminId: string): TeamMove[] {
  const { ownerId, contractVerificationStatus: status, isActive, isOver } = listing;
  if (ownerId === null || ownerId === adminId) {
    return [];
  }
  if (!isActive) {
    return listing.teamWithdrewIt && !isOver ? ['relist'] : [];
  }
  return [
    'withdraw',
    ...(mayMove(status, 'pending', 'team') ? ['return_to_review' as const] : []),
    ...(mayMove(status, 'rejected', 'team') ? ['reject' as const] : []),
  ];
}
