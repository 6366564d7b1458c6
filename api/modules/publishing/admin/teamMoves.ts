import type { ContractVerificationStatus } from '#api/generated/prisma/client.ts';
import { mayMove } from '../verificationMoves.ts';

/** Moves of administrators on a member's listing. */
export type TeamMove = 'withdraw' | 'relist' | 'return_to_review' | 'reject';

interface Standing {
  ownerId: string | null;
  contractVerificationStatus: ContractVerificationStatus;
  isActive: boolean;
  isOver: boolean;
  /** Whether the team, not the owner, made the last withdrawal. */
  teamWithdrewIt: boolean;
}

/**
 * Moves open to an administrator for a listing in its current state. Provider weeks are managed in
 * the inventory, nobody moves their own listing, and only the owner relists after their own
 * withdrawal.
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
