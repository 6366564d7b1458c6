import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { Booking, Prisma } from '#api/generated/prisma/client.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
} from '#api/platform/errors.ts';
import { keepCall, keyedCall, wasMade, type KeyedCall } from '#api/platform/database/keyedCalls.ts';
import { idempotencyKey, parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { acceptPrintable, attachEvidence } from '#api/modules/contracts/bookingFiles.ts';
import { queueMail } from '#api/modules/mail/outbox.ts';
import { lockBooking, type BookingDeps, type MovedBooking } from '../moves/makeMove.ts';
import { isClaimOpen } from '../moves/moves.ts';
import { partsOf } from '../moves/partsOf.ts';
import { recipientFor } from '../moves/tellMove.ts';
import { evidenceAdded, type Told } from '../moves/bookingMails.ts';
import { requireSignIn } from '#api/modules/access/signedIn.ts';
import { formatDays } from '#common/dayWords.ts';

type Side = 'traveler' | 'owner';

/** Statements and files, each, that a side can add; the database checks the limit too. */
const mostOfEach = 10;

/** Hours between two mails about evidence of the same side. */
const hoursBetweenMails = 24;

const evidenceInput = z
  .object({
    bookingId: z.string(),
    text: z
      .string({ error: 'The statement must be text' })
      .trim()
      .max(2_000, 'A statement may have at most 2,000 characters')
      .nullish()
      .transform((text) => text || null),
    documentUrl: z
      .string({ error: 'Upload the file' })
      .trim()
      .max(2_000, 'documentUrl may have at most 2,000 characters')
      .nullish()
      .transform((url) => url || null),
    idempotencyKey,
  })
  .refine(({ text, documentUrl }) => (text === null) !== (documentUrl === null), {
    error: 'Write a statement or upload a file, one at a time',
    path: ['text'],
  });

type Wanted = z.infer<typeof evidenceInput>;

/**
 * Adds a statement or a file of one side of a dispute or a damage claim. The other side and the team can read it, and
 * are notified by mail at most once a day.
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError}
 * @throws {ForbiddenError} for administrators, who settle the dispute
 * @throws {ConflictError} unless a reported problem or a claim is being settled
 * @throws {UnavailableError} while the file is still inspected
 */
export async function addEvidence(
  deps: BookingDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Booking> {
  requireSignIn(viewer);
  const { prisma } = deps.database;
  const wanted = parseInput(evidenceInput, input);
  let documentId: string | undefined;
  if (wanted.documentUrl !== null) {
    // Only a side that can still add evidence learns what is wrong with its file.
    await prisma.$transaction((transaction) => requireRoom(transaction, viewer, wanted));
    ({ id: documentId } = await acceptPrintable(deps, 'evidence', viewer, wanted.documentUrl));
  }
  await prisma.$transaction(async (transaction) => {
    const room = await requireRoom(transaction, viewer, wanted);
    if (room) {
      await add(deps, transaction, { ...room, wanted, documentId });
    }
  });
  return prisma.booking.findUniqueOrThrow({ where: { id: wanted.bookingId } });
}

interface Room {
  booking: MovedBooking;
  side: Side;
  number: number;
  call: KeyedCall | undefined;
}

/**
 * Whether the viewer can add evidence now; null if an earlier call with the same key has added it.
 */
async function requireRoom(
  transaction: Prisma.TransactionClient,
  viewer: Viewer,
  wanted: Wanted,
): Promise<Room | null> {
  const { bookingId, text } = wanted;
  const booking = await lockBooking(transaction, bookingId);
  const side = sideOf(viewer, booking);
  const call = keyedCall(`addEvidence ${bookingId} ${side}`, wanted);
  if (await wasMade(transaction, call)) {
    return null;
  }
  if (booking.status !== 'disputed' && !isClaimOpen(booking.claim)) {
    throw new ConflictError(
      'bookingId',
      booking.claim !== null
        ? 'The claim is settled: nothing can be added any more'
        : booking.status === 'resolved'
          ? 'The problem is settled: nothing can be added any more'
          : 'No problem with this stay is being settled',
    );
  }
  const added = await transaction.disputeEvidence.findMany({
    where: { bookingId },
    select: { party: true, text: true },
  });
  const ofThisKind = added.filter(
    (one) => one.party === side && (one.text === null) === (text === null),
  );
  if (ofThisKind.length >= mostOfEach) {
    throw new InvalidInputError([
      text === null
        ? { field: 'documentUrl', message: `You can add at most ${mostOfEach} files` }
        : { field: 'text', message: `You can add at most ${mostOfEach} statements` },
    ]);
  }
  return { booking, side, number: added.length + 1, call };
}

function sideOf(viewer: Viewer, booking: MovedBooking): Side {
  const parts = partsOf(viewer, booking);
  const side = (['traveler', 'owner'] as const).find((one) => parts.includes(one));
  if (!side) {
    throw parts.length === 0
      ? new NotFoundError('Booking not found')
      : new ForbiddenError('Only the traveler and the owner can add evidence');
  }
  return side;
}

async function add(
  deps: BookingDeps,
  transaction: Prisma.TransactionClient,
  {
    booking,
    side: party,
    number,
    call,
    wanted,
    documentId,
  }: Room & { wanted: Wanted; documentId: string | undefined },
): Promise<void> {
  const { id: bookingId } = booking;
  const addedAt = deps.clock();
  const told = await transaction.disputeEvidence.findFirst({
    where: {
      bookingId,
      party,
      isTold: true,
      addedAt: { gt: new Date(addedAt.getTime() - hoursBetweenMails * 3_600_000) },
    },
    select: { id: true },
  });
  const { text } = wanted;
  const isTold = told === null;
  const { id: evidenceId } = await transaction.disputeEvidence.create({
    data: { bookingId, number, party, text, isTold, addedAt },
  });
  if (documentId !== undefined) {
    await attachEvidence(transaction, { documentId, evidenceId, at: addedAt });
  }
  await keepCall(transaction, call);
  if (isTold) {
    await tellEvidence(deps, transaction, booking, party, text);
  }
}

async function tellEvidence(
  deps: Pick<Deps, 'siteSettings' | 'publicUrl'>,
  transaction: Prisma.TransactionClient,
  booking: MovedBooking,
  from: Side,
  text: string | null,
): Promise<void> {
  // Weeks from providers have no owner.
  const others: Told[] =
    from === 'owner' ? ['traveler', 'team'] : booking.owner ? ['owner', 'team'] : ['team'];
  for (const other of others) {
    const recipient = recipientFor(deps, booking, other);
    if (!recipient) {
      continue;
    }
    const mail = evidenceAdded(deps, recipient, {
      to: recipient.to,
      from,
      title: booking.listing?.title ?? booking.resort.name,
      resortName: booking.resort.name,
      dates: formatDays(booking.checkIn, booking.checkOut),
      guest: `${booking.user.firstName} ${booking.user.lastName}`,
      text,
      about: booking.status === 'disputed' ? 'reported problem' : 'damage',
      link: `${deps.publicUrl}/bookings/${booking.id}`,
    });
    await queueMail(transaction, mail);
  }
}
