import type { Prisma } from '#api/generated/prisma/client.ts';
import type { DraftContent } from './listingDrafts.ts';

interface PlacedDraft {
  ownerId: string;
  /** Version of the draft to replace; 0 if there must be none. */
  version: number;
  resortId: string | null;
  content: DraftContent;
}

/**
 * Stores a listing draft in a member's account, within the caller's transaction.
 * @returns false if the member's draft has another version
 */
export async function placeListingDraft(
  transaction: Pick<Prisma.TransactionClient, 'listingDraft'>,
  { ownerId, version, resortId, content }: PlacedDraft,
): Promise<boolean> {
  const { count } =
    version === 0
      ? await transaction.listingDraft.createMany({
          data: { ownerId, resortId, content },
          skipDuplicates: true,
        })
      : await transaction.listingDraft.updateMany({
          where: { ownerId, version },
          data: { resortId, content, version: { increment: 1 } },
        });
  return count === 1;
}
