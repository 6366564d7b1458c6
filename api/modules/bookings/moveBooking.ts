import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  BookingMove,
  type Booking,
  type BookingParty,
  type Prisma,
} from '#api/generated/prisma/client.ts';
import { bookingStatuses } from '#common/bookingStatuses.ts';
import { isoDay } from '#common/days.ts';
import { ConflictError, InvalidInputError } from '#api/platform/errors.ts';
import { keepCall, keyedCall, wasMade } from '#api/platform/database/keyedCalls.ts';
import {
  idempotencyKey,
  optionalWords,
  parseInput,
  optionalLine,
} from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import type { Moment } from '../moves/defineMoves.ts';
import { recordAudit } from '../audit/audit.ts';
import { acceptPrintable, attachCertificate } from '../contracts/bookingFiles.ts';
import { abandonOperation, performOperation, startOperation } from '../payments/operations.ts';
import { refundAll, refundOf, splitOf, type Refund } from '../pricing/cancellation.ts';
import { askResort, certificateData } from './certificates/confirmCertificate.ts';
import { createHold, nightsRefused } from './checkout/createHold.ts';
import { clearHolds } from './checkout/holdStay.ts';
import { claimData } from './disputes/claims.ts';
import { decidedCents, disputeData, madeFirstDecision } from './disputes/decisions.ts';
import {
  lockBooking,
  makeMove,
  momentOf,
  openedBy,
  type BookingDeps,
  type MovedBooking,
} from './moves/makeMove.ts';
import {
  asksWhy,
  clockMoves,
  isOpen,
  moveNames,
  movesFor,
  requireOpen,
  ruleOf,
  type MoneyStep,
  type InParts,
  type Timed,
} from './moves/moves.ts';
import { offerInput, offerOf, requireOffer } from './moves/offers.ts';
import { partsOf } from './moves/partsOf.ts';
import { endKeeping, keepOtherWeeks } from './checkout/otherWeeks.ts';
import { giveGoodwill, goodwillInput } from './payment/goodwill.ts';
import { orderRefund } from './payment/refunds.ts';
import { guestNames } from './payment/guestNames.ts';
import { applyOutcome, lapse, postKept, takeBack } from './payment/settlePayment.ts';
import { settle, type Refundable } from './payment/settlements.ts';
import { keptShares, linesOf, ofPaid } from './payment/shares.ts';
import { takeBalance } from './payment/balance.ts';
import { requireSignIn } from '../access/signedIn.ts';
import type { Money } from '#common/money.ts';

const moveInput = z.object({
  bookingId: z.string(),
  version: z.number({ error: 'Version is required' }).int('Version must be a whole number'),
  move: z.enum(BookingMove),
  reason: optionalWords('Reason'),
  refundCents: z
    .number({ error: 'The refund must be an amount' })
    .int('The refund must be in whole cents')
    .nullish(),
  certificateNumber: optionalLine('The certificate number', 60),
  claimCents: z
    .number({ error: 'The amount must be a number' })
    .int('The amount must be in whole cents')
    .nullish(),
  ...offerInput,
  ...goodwillInput,
  certificateUrl: z
    .string({ error: 'Upload the certificate' })
    .trim()
    .max(2_000, 'certificateUrl may have at most 2,000 characters')
    .nullish()
    .transform((url) => url || null),
  guestNames: guestNames.nullish(),
  idempotencyKey,
});

type Wanted = z.infer<typeof moveInput>;

export interface Part {
  party: BookingParty;
  viewer: Viewer;
}

/**
 * Makes a person's move in a booking, such as accept, offer, cancel or dispute. Status, history,
 * mail, ledger and payment order are written in one transaction; the payment provider is called
 * afterwards. A repeated call with the same idempotency key changes nothing.
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError}
 * @throws {ForbiddenError} if the viewer may not make this move
 * @throws {ConflictError} if the booking has changed, the move is not open now, or the key was used
 *   for something else
 * @throws {UnavailableError} while the certificate is still inspected
 */
export async function moveBooking(
  deps: BookingDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Booking> {
  requireSignIn(viewer);
  const { prisma } = deps.database;
  const wanted = parseInput(moveInput, input);
  const call = keyedCall(`moveBooking ${viewer.id} ${wanted.bookingId}`, wanted);
  const read = async (transaction: Prisma.TransactionClient) => {
    const booking = await lockBooking(transaction, wanted.bookingId);
    if (await wasMade(transaction, call)) {
      return null;
    }
    const moment = momentOf(deps, booking);
    const party = requireOpen(partsOf(viewer, booking), booking, wanted, moment);
    return { booking, moment, party };
  };
  let certificate: Certificate | undefined;
  if (certificateMoves.has(wanted.move)) {
    // Only a person who may make the move learns what is wrong with the document.
    const isOpenNow = await prisma.$transaction(read);
    certificate =
      isOpenNow && !isConfirmed(isOpenNow.booking, wanted)
        ? await requireCertificate(deps, viewer, wanted)
        : undefined;
  }
  const operations = await prisma
    .$transaction(async (transaction) => {
      const found = await read(transaction);
      if (!found) {
        return [];
      }
      const { booking, moment, party } = found;
      await keepCall(transaction, call);
      if (certificate) {
        await attachCertificate(transaction, { ...certificate, bookingId: booking.id });
      }
      const asked = { ...wanted, certificate };
      return carryOut(deps, transaction, booking, asked, { party, viewer }, moment);
    })
    .catch((error: unknown) => {
      throw nightsRefused(error) ? offerTaken() : error;
    });
  for (const id of operations) {
    await performOperation(deps, id, applyOutcome(deps));
  }
  return prisma.booking.findUniqueOrThrow({ where: { id: wanted.bookingId } });
}

/** @returns ids of payment operations to send to the provider */
async function carryOut(
  deps: BookingDeps,
  transaction: Prisma.TransactionClient,
  booking: MovedBooking,
  wanted: Wanted & { certificate: Certificate | undefined },
  { party, viewer }: Part,
  moment: Moment,
): Promise<string[]> {
  const { move, reason, certificate } = wanted;
  if (move === 'abandon') {
    // First abandons a payment under way. If the payment succeeds after all, the stay is booked.
    const abandoned = await abandonOperation(deps, transaction, booking.id);
    if (abandoned) {
      await transaction.booking.update({
        where: { id: booking.id },
        data: { heldUntil: moment.now },
      });
      return [abandoned];
    }
  }
  const refund = refundFor(booking, wanted, moment);
  const inDispute = await disputeData(transaction, booking, wanted, { party, viewer }, moment.now);
  const renamed = move === 'rename_guests' ? requireOthers(booking, wanted) : undefined;
  const weeks = move === 'cancel_by_owner' ? await keepOtherWeeks(deps, transaction, booking) : [];
  const after = await makeMove(deps, transaction, booking, move, {
    party,
    actorId: viewer.id,
    note: renamed?.join(', ') ?? reason,
    told: { ...toldOf(wanted), weeks, earnedCents: earnedCents(booking, move, refund) },
    data: {
      ...inDispute,
      ...claimData(booking, wanted, moment.now),
      ...(move === 'accept' && { acceptedAt: moment.now }),
      ...certificateData(booking, move, certificate?.number, moment.now),
      ...(renamed && { guestNames: renamed }),
      ...(move === 'offer' && (await requireOffer(transaction, booking, wanted, moment))),
      ...(endings.has(ruleOf(move).to) && { endedBy: party }),
      ...(refund && { refundCents: refund.refundCents }),
    },
  });
  if (weeks.length > 0) {
    await makeMove(deps, transaction, after, 'offer_weeks', {
      party: 'clock',
      actorId: null,
      note: reason,
      told: { weeks },
    });
  }
  if (certificate && move !== 'certify') {
    await askResort(deps, transaction, after);
  }
  if (party === 'team') {
    await recordAudit(transaction, viewer, 'booking.move', booking.id, {
      before: { status: booking.status },
      after: {
        status: after.status,
        move,
        ...(refund && { refundCents: refund.refundCents }),
        ...amountsOf(wanted),
      },
      ...(reason !== null && { note: reason }),
    });
  }
  if (move === 'take_offer') {
    await holdOffered(deps, transaction, booking);
  }
  if (move === 'goodwill') {
    await giveGoodwill(deps, transaction, booking, wanted);
  }
  if (move === 'accept_decision') {
    // Once both sides have accepted, the decision is final.
    return moveByClock(deps, transaction, booking.id);
  }
  return moveMoney(deps, transaction, after, move, refund);
}

/** Opens the checkout of an offer. The owner has agreed already: paying confirms it. */
async function holdOffered(
  deps: BookingDeps,
  transaction: Prisma.TransactionClient,
  booking: MovedBooking,
): Promise<void> {
  const { resortId, listingId, userId, guests, cancellationPolicy, certificateLeadDays } = booking;
  const offer = offerOf(booking);
  if (!offer || listingId === null || cancellationPolicy === null) {
    throw new Error(`Booking ${booking.id} has no offer to take`);
  }
  const { checkIn, checkOut, terms } = offer;
  await clearHolds(deps, transaction, userId, { listingId, checkIn, checkOut });
  await createHold(deps, transaction, terms, {
    resortId,
    listingId,
    userId,
    checkIn,
    checkOut,
    guests,
    isInstant: true,
    cancellationPolicy,
    certificateLeadDays,
    offerOfId: booking.id,
  });
}

const offerTaken = () =>
  new ConflictError('move', 'The nights of the offer are no longer free: it can’t be taken');

function requireOthers(booking: MovedBooking, { guestNames: names }: Wanted): string[] {
  if (!names) {
    throw new InvalidInputError('guestNames', 'Say who checks in');
  }
  if (isDeepStrictEqual(names, booking.guestNames)) {
    throw new InvalidInputError('guestNames', 'These are the names already');
  }
  return names;
}

const endings = new Set<string | null>(bookingStatuses.ended);

/** Moves that hand over the guest certificate, its number and document, or confirm it. */
const certificateMoves = new Set<BookingMove>([
  'submit_certificate',
  'certify',
  'replace_certificate',
]);

/** Whether the team confirms what was handed in, and hands in nothing itself. */
const isConfirmed = (booking: MovedBooking, { move, certificateUrl }: Wanted): boolean =>
  move === 'certify' && booking.certificateNumber !== null && certificateUrl === null;

interface Certificate {
  number: string;
  documentId: string;
}

async function requireCertificate(
  deps: BookingDeps,
  viewer: Viewer,
  { certificateNumber: number, certificateUrl: url }: Wanted,
): Promise<Certificate> {
  if (number === null || url === null) {
    throw new InvalidInputError([
      ...(number === null
        ? [{ field: 'certificateNumber', message: 'Certificate number is required' }]
        : []),
      ...(url === null ? [{ field: 'certificateUrl', message: 'Upload the certificate' }] : []),
    ]);
  }
  const { id: documentId } = await acceptPrintable(deps, 'certificate', viewer, url);
  return { number, documentId };
}

/**
 * The refund that the rule of a move gives now; undefined if there is no refund or a person chooses
 * the amount.
 */
function ruledRefund(
  booking: Refundable & InParts & Pick<Booking, 'refundCents'>,
  move: BookingMove,
  { now, today }: Moment,
): Refund | undefined {
  const { money } = ruleOf(move);
  if (booking.refundCents !== null) {
    return undefined;
  }
  if (money === 'refund_all') {
    return ofPaid(booking, refundAll(linesOf(booking)));
  }
  if (money !== 'refund_by_policy') {
    return undefined;
  }
  const { cancellationPolicy: policy, confirmedAt, checkIn } = booking;
  if (policy === null) throw new Error(`Booking ${booking.id} has no cancellation policy`);
  const at = { checkIn: isoDay(checkIn), today, now, confirmedAt };
  return ofPaid(booking, refundOf(policy, at, linesOf(booking)));
}

function refundFor(
  booking: MovedBooking,
  { move, refundCents }: Pick<Wanted, 'move' | 'refundCents'>,
  moment: Moment,
): Refund | undefined {
  const refund =
    ruleOf(move).money === 'refund_chosen' && booking.refundCents === null
      ? settle(booking, refundCents)
      : ruledRefund(booking, move, moment);
  // What the provider's dashboard or the payer's bank gave back already stays given.
  return refund && refund.refundCents < booking.outsideRefundCents
    ? splitOf(linesOf(booking), booking.outsideRefundCents)
    : refund;
}

/** What the owner or provider has of the price, once a move divides it. */
function earnedCents(
  booking: MovedBooking,
  move: BookingMove,
  refund: Refund | undefined,
): number | null {
  if (!refund && move !== 'release') {
    return null;
  }
  const { refundCents = booking.refundCents } = refund ?? {};
  return keptShares({ ...booking, status: ruleOf(move).to ?? booking.status, refundCents })
    .hostCents;
}

async function moveMoney(
  deps: BookingDeps,
  transaction: Prisma.TransactionClient,
  booking: MovedBooking,
  move: BookingMove,
  refund: Refund | undefined,
): Promise<string[]> {
  const { id: bookingId } = booking;
  const { money } = ruleOf(move);
  if (money === 'capture' || money === 'let_go') {
    const kind = money === 'capture' ? 'capture' : 'void';
    return [(await startOperation(deps, transaction, { kind, bookingId })).id];
  }
  if (money === 'balance') {
    return [(await takeBalance(deps, transaction, booking)).id];
  }
  if (!refund) {
    return [];
  }
  // A balance that is paid after all is given back.
  const abandoned = await abandonOperation(deps, transaction, bookingId);
  await (booking.releasedAt === null
    ? postKept(deps, transaction, booking, 'retention')
    : takeBack(deps, transaction, booking));
  const ordered = await orderRefund(deps, transaction, booking);
  return abandoned === undefined ? ordered : [abandoned, ...ordered];
}

/**
 * Makes every move of the clock that is due for a booking.
 * @returns ids of payment operations to send to the provider
 */
export async function moveByClock(
  deps: BookingDeps,
  transaction: Prisma.TransactionClient,
  bookingId: string,
): Promise<string[]> {
  const operations: string[] = [];
  const locked = await lockBooking(transaction, bookingId);
  let booking = await openAnew(deps, transaction, await endKeeping(deps, transaction, locked));
  const moment = momentOf(deps, booking);
  const select = { move: true } as const;
  const events = await transaction.bookingEvent.findMany({ where: { bookingId }, select });
  const made = new Set(events.map(({ move }) => move));
  for (const move of clockMoves) {
    if (made.has(move) || !isOpen(booking, move, 'clock', moment)) {
      continue;
    }
    if (move === 'lapse' || move === 'end_unpaid' || move === 'take_balance') {
      // A payment under way decides first.
      const abandoned = await abandonOperation(deps, transaction, bookingId);
      if (abandoned) {
        operations.push(abandoned);
        continue;
      }
    }
    if (move === 'lapse') {
      booking = await lapse(deps, transaction, booking);
      continue;
    }
    const refund =
      move === 'resolve' && booking.refundCents === null
        ? refundFor(
            booking,
            { move, refundCents: await decidedCents(transaction, booking) },
            moment,
          )
        : ruledRefund(booking, move, moment);
    booking = await makeMove(deps, transaction, booking, move, {
      party: 'clock',
      actorId: null,
      told: { earnedCents: earnedCents(booking, move, refund) },
      data: {
        ...(refund && { refundCents: refund.refundCents }),
        ...(endings.has(ruleOf(move).to) && { endedBy: 'clock' }),
        ...(move === 'release' && { releasedAt: moment.now }),
      },
    });
    if (move === 'release') {
      await postKept(deps, transaction, booking, 'release');
    }
    operations.push(...(await moveMoney(deps, transaction, booking, move, refund)));
  }
  return operations;
}

/** A window that ends before its mail was sent begins anew, once: nothing waits for mail for ever. */
async function openAnew(
  deps: BookingDeps,
  transaction: Prisma.TransactionClient,
  booking: MovedBooking,
): Promise<MovedBooking> {
  const now = deps.clock();
  const { isTold, answerBy, claimIsTold, claimAnswerBy } = booking;
  const anew = async (isWaiting: boolean, endsAt: Date | null, end: string) => {
    if (!isWaiting || endsAt === null || endsAt > now) return {};
    const { move } = await transaction.bookingEvent.findFirstOrThrow({
      where: {
        bookingId: booking.id,
        move: { in: moveNames.filter((one) => end in openedBy(one, now)) },
      },
      orderBy: { number: 'desc' },
      select: { move: true },
    });
    return openedBy(move, now);
  };
  const window = {
    ...(await anew(!isTold, answerBy, 'answerBy')),
    ...(await anew(!claimIsTold, claimAnswerBy, 'claimAnswerBy')),
  };
  if (isDeepStrictEqual(window, {})) return booking;
  await transaction.booking.update({ where: { id: booking.id }, data: window });
  return { ...booking, ...window };
}

export interface BookingChoice {
  move: BookingMove;
  party: BookingParty;
  asksWhy: boolean;
  money: MoneyStep;
  refund: Money | null;
}

type Chosen = Timed & Pick<Booking, 'userId'> & Parameters<typeof madeFirstDecision>[1];

/** The moves that a person can make now, and in which part. */
export function movesOf(
  viewer: Viewer,
  booking: Chosen,
  moment: Moment,
): Map<BookingMove, BookingParty> {
  const moves = movesFor(partsOf(viewer, booking), booking, moment);
  if (madeFirstDecision(viewer, booking)) moves.delete('decide_appeal');
  return moves;
}

export const bookingChoices = (
  viewer: Viewer,
  booking: Chosen & Refundable & InParts & Pick<Booking, 'currency' | 'refundCents'>,
  moment: Moment,
): BookingChoice[] =>
  [...movesOf(viewer, booking, moment)].map(([move, party]) => {
    const refund = ruledRefund(booking, move, moment);
    return {
      move,
      party,
      asksWhy: asksWhy(booking, move, party),
      money: ruleOf(move).money,
      refund: refund ? { amount: refund.refundCents, currency: booking.currency } : null,
    };
  });

/** Amounts that a person named for a move that moves no money of the traveler. */
const amountsOf = ({ move, refundCents, goodwillTo, goodwillCents, claimCents }: Wanted) => ({
  ...(move === 'decide_claim' && { claimCents }),
  ...(move === 'decide' && { refundCents }),
  ...(move === 'goodwill' && { goodwillTo, goodwillCents }),
});

const toldOf = ({ move, refundCents, goodwillTo, goodwillCents }: Wanted) => ({
  ...(move === 'decide' && { refundCents }),
  ...(move === 'goodwill' && { only: goodwillTo, goodwillCents }),
});
