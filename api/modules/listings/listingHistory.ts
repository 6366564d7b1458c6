import type { Listing, ListingEventKind, Prisma } from '../../generated/prisma/client.ts';

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
  event: NewListingEvent,
): Promise<void> {
  await recordListingEvents(transaction, [event]);
}

/** The same for several listings. */
export async function recordListingEvents(
  transaction: Pick<Prisma.TransactionClient, 'listingEvent'>,
  events: NewListingEvent[],
): Promise<void> {
  await transaction.listingEvent.createMany({
    data: events.map(({ note, ...event }) => ({ ...event, note: note?.trim() || null })),
  });
}

/** Whether it was the team, and not its owner, who took a listing off the site last. */
export async function isWithdrawnByTeam(
  transaction: Pick<Prisma.TransactionClient, 'listingEvent'>,
  { id: listingId, ownerId }: Pick<Listing, 'id' | 'ownerId'>,
): Promise<boolean> {
  const last = await transaction.listingEvent.findFirst({
    where: { listingId, kind: 'withdrawn' },
    orderBy: { number: 'desc' },
    select: { actorId: true },
  });
  return last !== null && last.actorId !== ownerId;
}
