import type { Prisma } from '../../generated/prisma/client.ts';
import type { DraftContent } from './listingDrafts.ts';

interface PlacedDraft {
  ownerId: string;
  /** Of the draft that may be replaced; 0: there must be none. */
  version: number;
  resortId: string | null;
  content: DraftContent;
}

/**
 * Puts a listing draft into a member's account, in the transaction of the change that it belongs to.
 * @returns whether it was done: not where the member's draft is not the one of that version
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
