import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import {
  type Prisma,
  EscrowMovement,
  EscrowStatus,
  type EscrowEvent,
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
import { lockSaleAccount, takeSaleEvent } from './saleEscrow.ts';
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

const statusMessage = `status must be one of ${Object.values(EscrowStatus).join(', ')}`;

const escrowEvent = z.object({
  id: z
    .string({ error: 'id is required' })
    .regex(/^[\x21-\x7e]{1,100}$/, 'id must have 1 to 100 visible characters'),
  reference: z
    .string({ error: 'reference is required' })
    .refine((id) => z.uuid().safeParse(id).success, 'reference must be one that we gave'),
  status: z
    .enum(EscrowStatus, { error: statusMessage })
    .nullish()
    .transform((status) => status ?? null),
  kind: z
    .enum(EscrowMovement, {
      error: `kind must be one of ${Object.values(EscrowMovement).join(', ')}`,
    })
    .nullish()
    .transform((kind) => kind ?? null),
  amountCents: z
    .int('amountCents must be whole cents')
    .min(1, 'amountCents must be more than 0')
    .max(2_000_000_000, 'amountCents may be at most 2,000,000,000')
    .nullish()
    .transform((cents) => cents ?? null),
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
  deps: Pick<Deps, 'database' | 'escrow' | 'siteSettings' | 'publicUrl' | 'clock'>,
  message: { body: string; signature: string | undefined },
): Promise<{ isNew: boolean }> {
  requireFound(deps.escrow, 'There is no escrow partner');
  const event = readEvent(deps.escrow.secret, message);
  return deps.database.prisma.$transaction(async (transaction) => {
    const [found] = await transaction.$queryRaw<{ id: string }[]>`
      SELECT id FROM listings WHERE escrow_reference = ${event.reference}::uuid FOR UPDATE`;
    const account = found ? undefined : await lockSaleAccount(transaction, event.reference);
    const earlier = await transaction.escrowEvent.findUnique({ where: { id: event.id } });
    if (earlier) {
      requireSame(earlier, event);
      return { isNew: false };
    }
    if (account) {
      await takeSaleEvent(
        transaction,
        account,
        { ...event, occurredAt: new Date(event.occurredAt) },
        deps.clock(),
      );
      return { isNew: true };
    }
    requireFound(found, 'There is no escrow with this reference');
    const { status } = event;
    if (status === null) {
      throw new InvalidInputError('kind', 'Only the escrow of a sale tells movements of money');
    }
    const listing = await transaction.listing.findUniqueOrThrow({
      where: { id: found.id },
      include: {
        resort: { select: { name: true } },
        owner: { select: { firstName: true, lastName: true, email: true, closedAt: true } },
      },
    });
    const from = listing.escrowStatus;
    if (!mayEscrowMove(from, status, 'partner')) {
      throw new ConflictError('status', `An escrow that is ${from} can't become ${status}`);
    }
    const { id: eventId, ...told } = event;
    await transaction.escrowEvent.create({
      data: { ...told, id: eventId, listingId: listing.id },
    });
    await transaction.listing.update({
      where: { id: listing.id },
      data: {
        escrowStatus: status,
        ...(event.accountId !== null && { escrowAccountId: event.accountId }),
      },
    });
    const change = changeTo(status);
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
  const event = parseInput(escrowEvent, parsed);
  if ((event.status === null) === (event.kind === null)) {
    throw new InvalidInputError('status', `${statusMessage}, or kind tell a movement of money`);
  }
  if ((event.kind === null) !== (event.amountCents === null)) {
    throw new InvalidInputError('amountCents', 'kind and amountCents belong together');
  }
  return event;
}

function requireSame(
  earlier: Pick<EscrowEvent, 'reference' | 'status' | 'kind' | 'amountCents'>,
  event: EscrowEventInput,
): void {
  const told = ['reference', 'status', 'kind', 'amountCents'] as const;
  if (told.some((field) => earlier[field] !== event[field])) {
    throw new ConflictError('id', 'This id was used for another event');
  }
}

const changeTo = (status: EscrowStatus): EscrowChange =>
  status === 'none' || status === 'pending' ? 'declined' : status;
