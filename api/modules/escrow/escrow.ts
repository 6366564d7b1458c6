import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import {
  type Prisma,
  EscrowStatus,
  type Listing,
  type ListingEventKind,
} from '#api/generated/prisma/client.ts';
import {
  ConflictError,
  InvalidInputError,
  RefusedLinkError,
  requireFound,
} from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import { addJob, type Attempt } from '#api/platform/jobs/jobs.ts';
import { checkSignature } from '#api/platform/security/signedMessages.ts';
import { recipientOf } from '../accounts/account.ts';
import { recordListingEvent } from '../listings/listingHistory.ts';
import { listingMail } from '../listings/listingMails.ts';
import { queueMail } from '../mail/outbox.ts';
import { mayEscrowMove } from './transitions.ts';
import { escrowChanged, type EscrowChange } from './mails.ts';

/**
 * Begins the escrow of a newly verified listing, unless an escrow is under way or no partner is
 * configured. A job requests the account from the partner after the commit.
 * @returns whether an escrow was begun
 */
export async function requestEscrow(
  { escrow }: Pick<Deps, 'escrow'>,
  transaction: Prisma.TransactionClient,
  { id, escrowStatus }: Pick<Listing, 'id' | 'escrowStatus'>,
): Promise<boolean> {
  if (!escrow || !mayEscrowMove(escrowStatus, 'pending', 'tideweek')) {
    return false;
  }
  const reference = randomUUID();
  await transaction.listing.update({
    where: { id },
    data: { escrowStatus: 'pending', escrowReference: reference, escrowAccountId: null },
    select: { id: true },
  });
  await recordListingEvent(transaction, {
    listingId: id,
    actorId: null,
    kind: 'escrow_requested',
  });
  await askPartner(transaction, reference);
  return true;
}

export const askPartner = (
  transaction: Prisma.TransactionClient,
  reference: string,
): Promise<void> => addJob(transaction, 'open_escrow', { reference }, `open_escrow:${reference}`);

/**
 * Requests the account of an escrow from the partner. A retry returns the same account.
 * @param payload `{ reference }`; does nothing if that escrow is no longer pending
 */
export async function openEscrow(
  payload: unknown,
  deps: Pick<Deps, 'database' | 'escrow' | 'log'>,
  attempt: Attempt,
): Promise<void> {
  try {
    await askForAccount(payload, deps);
  } catch (error) {
    if (attempt.isLast) {
      deps.log.error(
        { escrow: payload, err: error },
        'a request to the escrow partner was given up',
      );
    }
    throw error;
  }
}

async function askForAccount(
  payload: unknown,
  { database: { prisma }, escrow }: Pick<Deps, 'database' | 'escrow'>,
): Promise<void> {
  const { reference } = z.object({ reference: z.uuid() }).parse(payload);
  const waiting = { escrowReference: reference, escrowAccountId: null };
  const listing = await prisma.listing.findFirst({
    where: { ...waiting, escrowStatus: 'pending' },
  });
  if (!listing) {
    return;
  }
  if (!escrow) {
    throw new Error('An escrow waits, and no partner is configured');
  }
  const { accountId } = await escrow.partner.openAccount({
    reference,
    listingId: listing.id,
    title: listing.title,
    currency: listing.currency,
    pricePerNightCents: listing.pricePerNightCents,
    salePriceCents: listing.isForSale ? listing.salePriceCents : null,
  });
  await prisma.listing.updateMany({ where: waiting, data: { escrowAccountId: accountId } });
}

const escrowEvent = z.object({
  id: z
    .string({ error: 'id is required' })
    .regex(/^[\x21-\x7e]{1,100}$/, 'id must have 1 to 100 visible characters'),
  reference: z
    .string({ error: 'reference is required' })
    .refine((id) => z.uuid().safeParse(id).success, 'reference must be one that we gave'),
  status: z.enum(EscrowStatus, {
    error: `status must be one of ${Object.values(EscrowStatus).join(', ')}`,
  }),
  accountId: z
    .string({ error: 'accountId must be text' })
    .min(1, 'accountId must not be empty')
    .max(200, 'accountId may have at most 200 characters')
    .nullish()
    .transform((id) => id ?? null),
  occurredAt: z.iso.datetime({
    offset: true,
    error: 'occurredAt must be a moment like 2027-02-13T09:30:00Z',
  }),
});

type EscrowEventInput = z.infer<typeof escrowEvent>;

/**
 * Applies an event of the partner, once however often it is sent.
 * @param message the raw body and its signature
 * @returns whether the event was new
 * @throws {NotFoundError} if no partner is configured, or no escrow has this reference
 * @throws {InvalidInputError} if the event is unsigned, too old or malformed
 * @throws {ConflictError} if the transition is not allowed, or another event has the same id
 */
export async function takeEscrowEvent(
  deps: Pick<Deps, 'database' | 'escrow' | 'siteSettings' | 'publicUrl'>,
  message: { body: string; signature: string | undefined },
): Promise<{ isNew: boolean }> {
  requireFound(deps.escrow, 'There is no escrow partner');
  const event = readEvent(deps.escrow.secret, message);
  return deps.database.prisma.$transaction(async (transaction) => {
    const [found] = await transaction.$queryRaw<{ id: string }[]>`
      SELECT id FROM listings WHERE escrow_reference = ${event.reference}::uuid FOR UPDATE`;
    const earlier = await transaction.escrowEvent.findUnique({ where: { id: event.id } });
    if (earlier) {
      requireSame(earlier, event);
      return { isNew: false };
    }
    requireFound(found, 'There is no escrow with this reference');
    const listing = await transaction.listing.findUniqueOrThrow({
      where: { id: found.id },
      include: {
        resort: { select: { name: true } },
        owner: { select: { firstName: true, lastName: true, email: true, closedAt: true } },
      },
    });
    const from = listing.escrowStatus;
    if (!mayEscrowMove(from, event.status, 'partner')) {
      throw new ConflictError('status', `An escrow that is ${from} can't become ${event.status}`);
    }
    const { id: eventId, ...told } = event;
    await transaction.escrowEvent.create({
      data: { ...told, id: eventId, listingId: listing.id },
    });
    await transaction.listing.update({
      where: { id: listing.id },
      data: {
        escrowStatus: event.status,
        ...(event.accountId !== null && { escrowAccountId: event.accountId }),
      },
    });
    const change = changeTo(event.status);
    await recordListingEvent(transaction, {
      listingId: listing.id,
      actorId: null,
      kind: `escrow_${change}` satisfies ListingEventKind,
    });
    if (listing.owner && !listing.owner.closedAt) {
      const mail = escrowChanged(deps, recipientOf(listing.owner), {
        ...listingMail(deps, listing),
        change,
      });
      await queueMail(transaction, mail);
    }
    return { isNew: true };
  });
}

function readEvent(
  secret: string,
  { body, signature }: { body: string; signature: string | undefined },
): EscrowEventInput {
  switch (checkSignature(secret, body, signature)) {
    case 'invalid':
      throw new RefusedLinkError('signature', 'The signature is missing or does not fit the body');
    case 'stale':
      throw new RefusedLinkError(
        'signature',
        'The signature is too old. Sign the event again and send it',
      );
    case 'valid':
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new InvalidInputError('body', 'The body is not valid JSON');
  }
  return parseInput(escrowEvent, parsed);
}

function requireSame(
  earlier: { reference: string; status: EscrowStatus },
  { reference, status }: EscrowEventInput,
): void {
  if (earlier.reference !== reference || earlier.status !== status) {
    throw new ConflictError('id', 'This id was used for another event');
  }
}

const changeTo = (status: EscrowStatus): EscrowChange =>
  status === 'none' || status === 'pending' ? 'declined' : status;
