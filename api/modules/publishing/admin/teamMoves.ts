import type { ContractVerificationStatus } from '#api/generated/prisma/client.ts';
import { mayMove } from '../verificationMoves.ts';

/** What administrators can do with a member's listing. */
export type TeamMove = 'withdraw' | 'relist' | 'return_to_review' | 'reject';

interface Standing {
  ownerId: string | null;
  contractVerificationStatus: ContractVerificationStatus;
  isActive: boolean;
  isOver: boolean;
  /** Whether the team, not the owner, withdrew it last. */
  teamWithdrewIt: boolean;
}

/**
 * What an administrator can do with a listing in its current state. Providers' weeks are managed in
 * the inventory, nobody moves their own listing, and only the owner relists what they withdrew.
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
