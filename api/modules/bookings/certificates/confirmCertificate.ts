import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { BookingMove, Prisma } from '#api/generated/prisma/client.ts';
import { goneMessage, linkRefused, linkToken } from '#api/modules/access/secretLinks.ts';
import { queueMail } from '#api/modules/mail/outbox.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import { optionalWords, parseInput } from '#api/platform/input/input.ts';
import { hashOfSecret, newLinkSecret } from '#api/platform/security/linkSecrets.ts';
import { formatDays } from '#common/dayWords.ts';
import {
  lockBooking,
  makeMove,
  momentOf,
  moved,
  type BookingDeps,
  type MovedBooking,
} from '../moves/makeMove.ts';
import { isOpen } from '../moves/moves.ts';
import { certificateAsked } from './mails.ts';

type Caller = { address: string };

/** The columns that a move of the guest certificate changes. */
export function certificateData(
  booking: Pick<MovedBooking, 'certifiedAt'>,
  move: BookingMove,
  number: string | undefined,
  now: Date,
): Prisma.BookingUncheckedUpdateInput {
  switch (move) {
    case 'submit_certificate':
    case 'replace_certificate':
      return { certificateNumber: number ?? null };
    case 'certify':
      return {
        certifiedAt: booking.certifiedAt ?? now,
        certificateLinkHash: null,
        ...(number !== undefined && { certificateNumber: number }),
      };
    case 'refuse_certificate':
      return {
        certificateNumber: null,
        certificateLinkHash: null,
        certificates: {
          updateMany: { where: { status: 'attached' }, data: { status: 'discarded' } },
        },
      };
    default:
      return {};
  }
}

/**
 * Mails the resort a new link to confirm the certificate. Earlier links work no longer. In a sandbox,
 * where nobody reads mail, the resort confirms at once.
 */
export async function askResort(
  deps: BookingDeps,
  transaction: Prisma.TransactionClient,
  booking: MovedBooking,
): Promise<void> {
  if (deps.sandbox) {
    const data = certificateData(booking, 'certify', undefined, deps.clock());
    const byResort = { party: 'resort', actorId: null, data } as const;
    await makeMove(deps, transaction, booking, 'certify', byResort);
    return;
  }
  const { certificateEmail: address, name } = booking.resort;
  const secret = newLinkSecret();
  await transaction.booking.update({
    where: { id: booking.id },
    data: { certificateLinkHash: address === '' ? null : hashOfSecret(secret) },
  });
  if (address === '') return;
  await queueMail(
    transaction,
    certificateAsked(
      deps,
      { firstName: '', name, address },
      {
        ...wordsOfStay(booking),
        link: `${deps.publicUrl}/certificate?token=${secret}`,
      },
    ),
  );
}

export interface AskedCertificate {
  resortName: string;
  guest: string;
  dates: string;
  number: string;
}

const wordsOfStay = (booking: MovedBooking): AskedCertificate => ({
  resortName: booking.resort.name,
  guest: booking.guestNames[0] ?? `${booking.user.firstName} ${booking.user.lastName}`,
  dates: formatDays(booking.checkIn, booking.checkOut),
  number: booking.certificateNumber ?? '',
});

const tokenInput = z.object({ token: linkToken });

/**
 * What the resort confirms with a link from its mail.
 * @throws {InvalidInputError} on `token` if it was used, replaced, or the stay has begun
 * @throws {RateLimitedError} after too many requests from one address
 */
export async function certificateToConfirm(
  deps: BookingDeps & Pick<Deps, 'rateLimits'>,
  caller: Caller,
  input: unknown,
): Promise<AskedCertificate> {
  const { token } = parseInput(tokenInput, input);
  await deps.rateLimits.spend('linkByAddress', caller.address);
  const booking = await deps.database.prisma.booking.findUnique({
    where: { certificateLinkHash: hashOfSecret(token) },
    include: moved,
    relationLoadStrategy: 'join',
  });
  if (!booking || !isOpen(booking, 'certify', 'resort', momentOf(deps, booking))) {
    throw linkRefused(goneMessage);
  }
  return wordsOfStay(booking);
}

const answerInput = tokenInput.extend({
  isBooked: z.boolean({ error: 'Say whether the guest is booked' }),
  words: optionalWords('Your words'),
});

/**
 * The resort confirms or refuses a guest certificate, once.
 * @throws as `certificateToConfirm`, and {InvalidInputError} on `words` if a refusal has none
 */
export async function answerCertificate(
  deps: BookingDeps & Pick<Deps, 'rateLimits'>,
  caller: Caller,
  input: unknown,
): Promise<AskedCertificate> {
  const { token, isBooked, words } = parseInput(answerInput, input);
  await deps.rateLimits.spend('linkByAddress', caller.address);
  if (!isBooked && words === null) {
    throw new InvalidInputError('words', 'Say what is wrong, so that it can be put right');
  }
  return deps.database.prisma.$transaction(async (transaction) => {
    const booking = await asked(deps, transaction, token);
    const move = isBooked ? 'certify' : 'refuse_certificate';
    await makeMove(deps, transaction, booking, move, {
      party: 'resort',
      actorId: null,
      note: words,
      data: certificateData(booking, move, undefined, deps.clock()),
    });
    return wordsOfStay(booking);
  });
}

/** The booking of a link, locked. */
async function asked(
  deps: Pick<Deps, 'clock'>,
  transaction: Prisma.TransactionClient,
  token: string,
): Promise<MovedBooking> {
  const where = { certificateLinkHash: hashOfSecret(token) };
  const found = await transaction.booking.findUnique({ where, select: { id: true } });
  if (!found) throw linkRefused(goneMessage);
  const booking = await lockBooking(transaction, found.id);
  const isAsked =
    booking.certificateLinkHash === where.certificateLinkHash &&
    isOpen(booking, 'certify', 'resort', momentOf(deps, booking));
  if (!isAsked) throw linkRefused(goneMessage);
  return booking;
}
