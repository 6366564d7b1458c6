import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type {
  BookingMove,
  BookingParty,
  BookingStatus,
  LedgerReason,
  Prisma,
} from '../generated/prisma/client.ts';
import { documentKey } from '../modules/contracts/uploads/keys.ts';
import {
  chargeAmounts,
  payoutAmounts,
  post,
  refundAmounts,
  refundOrderAmounts,
  releaseAmounts,
  type Amounts,
} from '../modules/ledger/ledger.ts';
import { refundOf, type RefundLine } from '../modules/pricing/cancellation.ts';
import { quote, type QuoteLine } from '../modules/pricing/quote.ts';
import { addDays, dayMs, isoDay } from '#common/days.ts';
import type { ObjectStorage } from '../platform/storage/objectStorage.ts';
import { certificatePdf } from './certificatePdf.ts';
import type { SampleStay } from './sampleData.ts';
import { storyNights } from './stayStories.ts';
import { ruleOf } from '#api/modules/bookings/moves/moves.ts';

type Transaction = Prisma.TransactionClient;

const currency = 'USD';
const provider = 'sandbox';
const serviceFeeBps = 800;
const hourMs = 3_600_000;

/** The sample owner's account at the payment sandbox. */
const bank = 'sandbox_account_sample';

interface StoredCertificate {
  id: string;
  number: string;
  size: number;
  sha256: string;
  contentType: string;
}

/** The guest certificates of the stays that have one. */
export type SampleCertificates = ReadonlyMap<SampleStay, StoredCertificate>;

/** Stores the files of the guest certificates. Call it before the transaction that stores the stays. */
export async function storeSampleCertificates(
  storage: Pick<ObjectStorage, 'write'>,
  stays: readonly SampleStay[],
): Promise<SampleCertificates> {
  const stored = new Map<SampleStay, StoredCertificate>();
  for (const stay of stays) {
    if (!certifiedStates.has(stay.story.end.state)) {
      continue;
    }
    const number = `GC ${2_400 + stay.story.guest * 7}`;
    stored.set(stay, { number, ...(await storePdf(storage, drawCertificate(stay, number))) });
  }
  return stored;
}

/** Stores the content of a document; returns the columns that describe it. */
export async function storePdf(storage: Pick<ObjectStorage, 'write'>, content: Buffer) {
  const id = randomUUID();
  const { length: size } = content;
  await storage.write(documentKey({ id }), Readable.from([content]), { maxBytes: size });
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { id, size, sha256, contentType: 'application/pdf' };
}

const certifiedStates = new Set(['certified', 'checked_in', 'disputed', 'completed']);

function drawCertificate({ story, listing, guest, resortName }: SampleStay, number: string) {
  const arrival = new Date(listing.availableFrom);
  const departure = new Date(addDays(listing.availableFrom, storyNights));
  return certificatePdf({
    title: 'Guest Certificate',
    resort: resortName,
    facts: [
      { label: 'Certificate number', value: number },
      { label: 'Guest', value: `${guest.firstName} ${guest.lastName}` },
      { label: 'Arrival', value: days.format(arrival) },
      { label: 'Departure', value: days.format(departure) },
      { label: 'Guests', value: String(story.guests) },
    ],
    note: 'Sample data: this certificate opens no door. Show it with a photo ID at the front desk.',
  });
}

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/**
 * Stores the stays of the stories as the product would: bookings with their history, sandbox
 * payments, the ledger, payouts, reviews and evidence. Their weeks must be stored already.
 * @param certificates as stored by `storeSampleCertificates`
 * @param now until when the stories have progressed
 */
export async function loadSampleStays(
  transaction: Transaction,
  stays: readonly SampleStay[],
  certificates: SampleCertificates,
  now: Date,
): Promise<void> {
  const [first] = stays;
  if (first) {
    await openAccount(transaction, first.listing.ownerId, first.listing.createdAt);
  }
  for (const stay of stays) {
    await loadStay(transaction, stay, certificates.get(stay), now);
  }
}

async function openAccount(transaction: Transaction, userId: string, at: Date): Promise<void> {
  const account = { lastFour: '6789', createdAt: at };
  const { id } = await transaction.payoutAccount.create({
    data: {
      ...account,
      userId,
      provider,
      reference: bank,
      status: 'ready',
      checkedAt: at,
      changedAt: at,
    },
  });
  await transaction.sandboxAccount.create({
    data: { ...account, reference: bank, behavior: 'succeed', openedBy: id },
  });
}

async function loadStay(
  transaction: Transaction,
  stay: SampleStay,
  certificate: StoredCertificate | undefined,
  now: Date,
): Promise<void> {
  const { story, listing, guest, taxBps } = stay;
  const { end } = story;
  const terms = { ...listing, taxBps, serviceFeeBps, currency };
  const price = quote(terms, storyNights);
  const centsOf = (kind: QuoteLine['kind']): number =>
    price.lines.find((line) => line.kind === kind)?.cents ?? 0;
  const moves = movesOf(stay, now);
  const atOf = (move: BookingMove): Date | null =>
    moves.find((made) => made.move === move)?.at ?? null;
  const cancelledAt = atOf('cancel');
  const refund =
    cancelledAt &&
    refundOf(
      story.policy,
      {
        checkIn: listing.availableFrom,
        today: isoDay(cancelledAt),
        now: cancelledAt,
        confirmedAt: atOf('confirm'),
      },
      price.lines,
    );
  const { id: bookingId } = await transaction.booking.create({
    data: {
      resortId: listing.resortId,
      listingId: listing.id,
      userId: guest.id,
      checkIn: new Date(listing.availableFrom),
      checkOut: new Date(addDays(listing.availableFrom, storyNights)),
      guests: story.guests,
      totalPriceCents: price.totalCents,
      currency,
      status: moves.at(-1)?.status ?? 'held',
      isProtected: true,
      pricePerNightCents: listing.pricePerNightCents,
      nightsCents: centsOf('nights'),
      cleaningCents: centsOf('cleaning'),
      taxCents: centsOf('tax'),
      serviceFeeCents: centsOf('service_fee'),
      taxBps,
      serviceFeeBps,
      isInstant: story.isInstant,
      cancellationPolicy: story.policy,
      guestNames: [`${guest.firstName} ${guest.lastName}`],
      message: story.message,
      answerBy: windowEnd(moves),
      acceptedAt: atOf('accept'),
      confirmedAt: atOf('confirm'),
      certificateNumber: certificate?.number ?? null,
      certifiedAt: atOf('certify'),
      disputedAt: atOf('dispute'),
      releasedAt: atOf('release'),
      ...(refund && { endedBy: 'traveler', refundCents: refund.refundCents }),
      createdAt: moves[0]?.at ?? now,
    },
  });
  if (certificate) {
    const { number, ...file } = certificate;
    const certifiedAt = atOf('submit_certificate') ?? now;
    await transaction.contractDocument.create({
      data: {
        ...file,
        ownerId: listing.ownerId,
        bookingId,
        status: 'attached',
        fileName: `Guest certificate ${number}.pdf`,
        createdAt: certifiedAt,
        attachedAt: certifiedAt,
      },
    });
  }
  await transaction.bookingEvent.createMany({
    data: moves.map((made) => ({
      ...made,
      bookingId,
      actorId:
        made.party === 'traveler' ? guest.id : made.party === 'owner' ? listing.ownerId : null,
    })),
  });
  const money = new Money(transaction, bookingId, price.totalCents);
  await money.pay(atOf('hold') ?? now, story.isInstant, atOf('accept'));
  const releasedAt = atOf('release');
  if (releasedAt) {
    await money.keep('release', keptWhole(price.lines), releasedAt);
  }
  if (refund && cancelledAt) {
    await money.keep('retention', refund.lines, cancelledAt);
    await money.refund(refund.refundCents, cancelledAt);
  }
  if (end.state === 'completed' && end.review) {
    const { answer, ...review } = end.review;
    const createdAt = later(atOf('complete'), 2 * dayMs) ?? now;
    await transaction.review.create({
      data: {
        ...review,
        resortId: listing.resortId,
        userId: guest.id,
        bookingId,
        createdAt,
        ...(answer !== null && { answer, answeredAt: later(createdAt, dayMs) }),
      },
    });
  }
  const disputedAt = atOf('dispute');
  if (end.state === 'disputed' && disputedAt) {
    await transaction.disputeEvidence.createMany({
      data: end.evidence.map(({ by, text }, index) => ({
        bookingId,
        number: index + 1,
        party: by,
        text,
        isTold: end.evidence.findIndex((one) => one.by === by) === index,
        addedAt: new Date(disputedAt.getTime() + (index + 1) * 2 * hourMs),
      })),
    });
  }
}

const later = <Instant extends Date | null>(at: Instant, ms: number): Instant =>
  (at && new Date(at.getTime() + ms)) as Instant;

/** The end of the last window that a move opened. */
function windowEnd(moves: readonly MadeMove[]): Date | null {
  const opening = moves.findLast(({ move }) => ruleOf(move).opens);
  return opening ? later(opening.at, (ruleOf(opening.move).opens?.hours ?? 0) * hourMs) : null;
}

const keptWhole = (lines: readonly QuoteLine[]): RefundLine[] =>
  lines.map(({ kind, cents }) => ({ kind, refundCents: 0, keptCents: cents }));

interface MadeMove {
  move: BookingMove;
  party: BookingParty;
  status: BookingStatus;
  note: string | null;
  at: Date;
}

function movesOf({ story, listing }: SampleStay, now: Date): MadeMove[] {
  const { end } = story;
  const noon = (day: number): Date =>
    new Date(Date.parse(`${addDays(listing.availableFrom, day)}T12:00:00Z`));
  // A request is answered within a day.
  const booked = end.state === 'pending' ? later(now, -4 * hourMs) : noon(-story.bookedBefore);
  const paid = later(booked, 5 * 60_000);
  const answered = later(booked, 6 * hourMs);
  const made = (
    move: BookingMove,
    party: BookingParty,
    status: BookingStatus,
    at: Date,
    note: string | null = null,
  ): MadeMove => ({ move, party, status, at, note });
  const hold = made('hold', 'traveler', 'held', booked);
  const request = made('request', 'payment', 'pending', paid);
  if (end.state === 'pending') {
    return [hold, request];
  }
  const confirmed = story.isInstant
    ? [hold, made('confirm', 'payment', 'confirmed', paid)]
    : [
        hold,
        request,
        made('accept', 'owner', 'pending', answered),
        made('confirm', 'payment', 'confirmed', answered),
      ];
  if (end.state === 'cancelled') {
    return [...confirmed, made('cancel', 'traveler', 'cancelled', noon(-end.daysBefore))];
  }
  const steps = [
    made('submit_certificate', 'owner', 'confirmed', noon(4 - story.bookedBefore)),
    made('certify', 'team', 'certified', later(noon(4 - story.bookedBefore), 4 * hourMs)),
    made('check_in', 'clock', 'checked_in', noon(0)),
    made('release', 'clock', 'checked_in', noon(2)),
    made('complete', 'clock', 'completed', noon(storyNights)),
  ];
  const count = { confirmed: 0, certified: 2, checked_in: 3, disputed: 3, completed: 5 }[end.state];
  return [
    ...confirmed,
    ...steps.slice(0, count),
    ...(end.state === 'disputed'
      ? [made('dispute', 'traveler', 'disputed', later(noon(0), 20 * hourMs), end.report)]
      : []),
  ];
}

/** Moves the money of one booking: at the sandbox, in our operations and in the ledger. */
class Money {
  readonly #transaction: Transaction;
  readonly #bookingId: string;
  readonly #totalCents: number;
  readonly #paymentId = randomUUID();
  readonly #reference: string;

  constructor(transaction: Transaction, bookingId: string, totalCents: number) {
    this.#transaction = transaction;
    this.#bookingId = bookingId;
    this.#totalCents = totalCents;
    this.#reference = `sandbox_payment_${this.#paymentId}`;
  }

  /** @param acceptedAt when a request was accepted; null if it was not */
  async pay(bookedAt: Date, isInstant: boolean, acceptedAt: Date | null): Promise<void> {
    const at = later(bookedAt, 5 * 60_000);
    await this.#transaction.sandboxPayment.create({
      data: {
        reference: this.#reference,
        key: this.#paymentId,
        bookingId: this.#bookingId,
        amountCents: this.#totalCents,
        currency,
        capture: isInstant,
        status: isInstant || acceptedAt ? 'captured' : 'authorized',
        lastFour: '4242',
        behavior: 'succeed',
        clientSecret: `sandbox_secret_${this.#paymentId}`,
        createdAt: at,
      },
    });
    const paid = chargeAmounts(this.#totalCents);
    const payment = { id: this.#paymentId, reference: this.#reference, cents: this.#totalCents };
    await this.#operation(isInstant ? 'charge' : 'authorize', { ...payment, at });
    if (isInstant) {
      await this.#post('charge', this.#paymentId, paid, at);
    } else if (acceptedAt) {
      const capture = { ...payment, id: randomUUID(), at: acceptedAt };
      await this.#operation('capture', capture);
      await this.#post('charge', capture.id, paid, acceptedAt);
    }
  }

  /** Divides the kept amount, and pays the owner an hour later. */
  async keep(
    reason: 'release' | 'retention',
    lines: readonly RefundLine[],
    at: Date,
  ): Promise<void> {
    const kept = Object.fromEntries(lines.map(({ kind, keptCents }) => [kind, keptCents]));
    const hostCents = (kept['nights'] ?? 0) + (kept['cleaning'] ?? 0);
    const shares = {
      hostCents,
      taxCents: kept['tax'] ?? 0,
      serviceFeeCents: kept['service_fee'] ?? 0,
    };
    await this.#post(reason, null, releaseAmounts(shares, 'owner'), at);
    const id = randomUUID();
    const reference = `sandbox_transfer_${id}`;
    const sentAt = later(at, hourMs);
    await this.#transaction.sandboxTransfer.create({
      data: {
        reference,
        key: id,
        account: bank,
        amountCents: hostCents,
        currency,
        bookingId: this.#bookingId,
        createdAt: sentAt,
      },
    });
    await this.#operation('transfer', { id, reference, cents: hostCents, at: sentAt });
    await this.#post('payout', id, payoutAmounts(hostCents, 'owner'), sentAt);
  }

  async refund(cents: number, at: Date): Promise<void> {
    const id = randomUUID();
    const reference = `sandbox_refund_${id}`;
    await this.#transaction.sandboxRefund.create({
      data: {
        reference,
        key: id,
        paymentReference: this.#reference,
        amountCents: cents,
        status: 'succeeded',
        createdAt: at,
      },
    });
    await this.#operation('refund', { id, reference, cents, at });
    await this.#post('refund_order', id, refundOrderAmounts(cents), at);
    await this.#post('refund', id, refundAmounts(cents), at);
  }

  async #operation(
    kind: 'authorize' | 'charge' | 'capture' | 'refund' | 'transfer',
    { id, reference, cents, at }: { id: string; reference: string; cents: number; at: Date },
  ): Promise<void> {
    await this.#transaction.paymentOperation.create({
      data: {
        id,
        bookingId: this.#bookingId,
        kind,
        paymentId: id === this.#paymentId ? null : this.#paymentId,
        amountCents: cents,
        currency,
        provider,
        status: 'succeeded',
        providerReference: reference,
        attempts: 1,
        createdAt: at,
        dueAt: at,
        settledAt: at,
      },
    });
  }

  async #post(
    reason: LedgerReason,
    operationId: string | null,
    amounts: Amounts,
    at: Date,
  ): Promise<void> {
    const bookingId = this.#bookingId;
    await post(this.#transaction, { bookingId, reason, operationId, currency, amounts, at });
  }
}
