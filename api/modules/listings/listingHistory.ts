import type { ListingEventKind, Prisma } from '../../generated/prisma/client.ts';

interface NewListingEvent {
  listingId: string;
  /** Who did it; null where no person did. */
  actorId: string | null;
  kind: ListingEventKind;
  /** A reason or a question of at most 2,000 characters, in plain text; the owner reads it. */
  note?: string | null | undefined;
}

/**
 * Adds to the history of a listing, in the transaction of the change that it tells of. The database
 * lets nobody change or remove what stands there.
 */
export async function recordListingEvent(
  transaction: Pick<Prisma.TransactionClient, 'listingEvent'>,
  { listingId, actorId, kind, note }: NewListingEvent,
): Promise<void> {
  await transaction.listingEvent.create({
    data: { listingId, actorId, kind, note: note?.trim() || null },
    select: { id: true },
  });
}
