import type { Listing, ListingEventKind, Prisma } from '#api/generated/prisma/client.ts';

interface NewListingEvent {
  listingId: string;
  actorId: string | null;
  kind: ListingEventKind;
  /** A reason or a question for the owner, in plain text of at most 2,000 characters. */
  note?: string | null | undefined;
}

/**
 * Adds an entry to the history of a listing, in the transaction of the change. The database refuses
 * changing or deleting entries.
 */
export async function recordListingEvent(
  transaction: Pick<Prisma.TransactionClient, 'listingEvent'>,
  event: NewListingEvent,
): Promise<void> {
  await recordListingEvents(transaction, [event]);
}

export async function recordListingEvents(
  transaction: Pick<Prisma.TransactionClient, 'listingEvent'>,
  events: NewListingEvent[],
): Promise<void> {
  await transaction.listingEvent.createMany({
    data: events.map(({ note, ...event }) => ({ ...event, note: note?.trim() || null })),
  });
}

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
