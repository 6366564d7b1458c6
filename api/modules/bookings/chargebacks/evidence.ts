import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { Booking, Chargeback, Prisma } from '#api/generated/prisma/client.ts';
import { isoDay } from '#common/days.ts';
import { formatDays, formatInstant } from '#common/dayWords.ts';
import { endTime, releaseTime, reportTime } from '#common/durations.ts';
import { formatMoney } from '#common/money.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { recordAudit } from '#api/modules/audit/audit.ts';
import { requirePayments } from '#api/modules/payments/operations.ts';
import { cancellationWords } from '#api/modules/pricing/words.ts';
import { ConflictError, UnavailableError, requireFound } from '#api/platform/errors.ts';
import { pdfDocument } from '#api/platform/files/pdf.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { optionalWords, parseInput } from '#api/platform/input/input.ts';
import { PaymentRefused, PaymentUnavailable } from '#api/platform/payments/paymentProvider.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import type { BookingDeps } from '../moves/makeMove.ts';
import { ruleOf } from '../moves/moves.ts';
import { linesOf } from '../payment/shares.ts';
import { lookAtDispute } from './lookAtDispute.ts';

type EvidenceDeps = Pick<Deps, 'database' | 'siteSettings' | 'clock'>;

/** The latest messages of a thread that a bank gets to read. */
const mostMessages = 100;

const evidenceInput = z.object({ bookingId: z.string(), text: optionalWords('Text') });

const disputed = {
  booking: {
    include: {
      user: true,
      resort: true,
      listing: true,
      events: { orderBy: { number: 'asc' } },
      certificates: { where: { status: 'attached' } },
      paymentDevice: true,
    },
  },
} as const satisfies Prisma.ChargebackInclude;

type Found = Prisma.ChargebackGetPayload<{ include: typeof disputed }>;

type Disputed = Found & { booking: NonNullable<Found['booking']> };

/**
 * What the bank would get, as a PDF.
 * @throws {ForbiddenError | InvalidInputError | NotFoundError}
 */
export async function previewEvidence(
  deps: EvidenceDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Buffer> {
  requireAdmin(viewer);
  const { bookingId, text } = parseInput(evidenceInput, input);
  return evidencePdf(deps, await findDisputed(deps, bookingId), text);
}

/**
 * Sends the evidence of a booking, with a text of the team, to the payer's bank. A bank takes
 * evidence once.
 * @throws {ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if evidence was sent, or the bank has decided or takes none any more
 * @throws {UnavailableError} if the payment provider does not answer
 */
export async function sendChargebackEvidence(
  deps: BookingDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Booking> {
  const administrator = requireAdmin(viewer);
  const { bookingId, text } = parseInput(evidenceInput, input);
  const chargeback = await findDisputed(deps, bookingId);
  requireUnsent(chargeback, deps.clock());
  const { id, reference, booking } = chargeback;
  const pdf = await evidencePdf(deps, chargeback, text);
  try {
    await requirePayments(deps).sendEvidence({
      key: `${id}-${chargeback.booking.version}`,
      reference,
      pdf,
      customerName: `${booking.user.firstName} ${booking.user.lastName}`,
      customerEmail: booking.user.email,
      customerAddress: booking.paymentDevice?.address ?? null,
      product: `Stay at ${booking.resort.name}, ${booking.resort.location}`,
      serviceDates: `${isoDay(booking.checkIn)} to ${isoDay(booking.checkOut)}`,
      text: text ?? 'The attached document has the history of the booking.',
    });
  } catch (error) {
    if (error instanceof PaymentUnavailable) {
      throw new UnavailableError('The payment provider did not answer. Please send it again', 60);
    }
    if (error instanceof PaymentRefused) {
      throw new ConflictError(
        'text',
        `The payment provider refused the evidence: ${error.message}`,
      );
    }
    throw error;
  }
  await deps.database.prisma.$transaction(async (transaction) => {
    const { count } = await transaction.chargeback.updateMany({
      where: { id, status: { in: ['open', 'inquiry'] }, evidenceSentAt: null },
      data: { evidenceSentAt: deps.clock(), evidenceSentBy: administrator.id },
    });
    if (count > 0) {
      await recordAudit(transaction, administrator, 'booking.evidence', booking.id, {
        after: { chargeback: id },
        ...(text !== null && { note: text }),
      });
    }
  });
  await lookAtDispute(deps, reference);
  return deps.database.prisma.booking.findUniqueOrThrow({ where: { id: booking.id } });
}

function requireUnsent({ status, evidenceSentAt, evidenceDueBy }: Chargeback, now: Date): void {
  if (status !== 'open' && status !== 'inquiry') {
    throw new ConflictError('bookingId', 'The bank has decided already');
  }
  if (evidenceSentAt !== null) {
    throw new ConflictError('bookingId', 'The evidence was sent already');
  }
  if (evidenceDueBy !== null && evidenceDueBy <= now) {
    throw new ConflictError('bookingId', 'The bank takes no evidence any more');
  }
}

/** The booking with its open chargeback, or with its latest one. @throws {NotFoundError} */
async function findDisputed({ database }: EvidenceDeps, bookingId: string): Promise<Disputed> {
  const chargeback = await database.prisma.chargeback.findFirst({
    where: { bookingId: idToFind(bookingId) },
    orderBy: { decidedAt: { sort: 'desc', nulls: 'first' } },
    include: disputed,
  });
  requireFound(chargeback?.booking, 'The payment of this booking is not disputed');
  return { ...chargeback, booking: chargeback.booking };
}

async function evidencePdf(
  deps: EvidenceDeps,
  chargeback: Disputed,
  text: string | null,
): Promise<Buffer> {
  const { booking } = chargeback;
  const site = deps.siteSettings.current();
  const document = pdfDocument({
    title: `Evidence about booking ${booking.id.slice(-8)}`,
    footer: [site.title, site.contactEmail].filter(Boolean).join(' · '),
    at: deps.clock(),
  });
  const money = (amount: number) => formatMoney({ amount, currency: booking.currency });
  if (text !== null) {
    document.paragraph(text);
  }

  document.heading('The stay');
  document.line('Resort', `${booking.resort.name}, ${booking.resort.location}`);
  if (booking.listing) {
    document.line('Week', booking.listing.title);
  }
  document.line('Nights', formatDays(booking.checkIn, booking.checkOut));
  document.line('Booked by', `${booking.user.firstName} ${booking.user.lastName}`);
  document.line('Email address', booking.user.email);
  document.line('Guests', booking.guestNames.join(', ') || String(booking.guests));
  const [certificate] = booking.certificates;
  document.line(
    'Guest certificate',
    booking.certificateNumber === null
      ? 'None so far'
      : `Number ${booking.certificateNumber}, in the name of ${booking.guestNames[0] ?? 'the guest'}${certificate ? `; received on ${formatInstant(certificate.createdAt)}` : ''}`,
  );

  document.heading('The payment');
  document.table(
    [{ title: 'For' }, { title: 'Amount', width: 110, isAmount: true }],
    [
      ...linesOf(booking).map(({ kind, cents }) => [lineWords[kind] ?? kind, money(cents)]),
      ['Total', money(booking.totalPriceCents)],
      ...(booking.depositCents === null
        ? []
        : [['Deposit, paid first by agreement', money(booking.depositCents)]]),
    ],
  );
  document.line(
    'Disputed',
    `${money(chargeback.amountCents)}, for the reason "${chargeback.reason}"`,
  );
  const { paymentDevice: device } = booking;
  document.line('Paid', device ? formatInstant(device.at) : formatInstant(booking.createdAt));
  document.line('IP address', device?.address ?? 'Not kept');
  document.line('Browser', device?.device ?? 'Not kept');

  document.heading('Terms that the payer saw before paying');
  for (const term of termsOf(booking)) {
    document.paragraph(term);
  }

  document.heading('What happened');
  document.table(
    [{ title: 'When', width: 130 }, { title: 'What', width: 160 }, { title: 'Meaning' }],
    booking.events.map(({ at, move }) => {
      const { title, means } = ruleOf(move);
      return [formatInstant(at), title, means];
    }),
  );

  const messages = await messagesOf(deps, booking);
  document.heading('Messages between traveler and owner');
  if (messages.length === 0) {
    document.paragraph('There are none.');
  }
  for (const { side, sentAt, text: written } of messages) {
    document.line(
      `${side === 'traveler' ? 'Traveler' : 'Owner'}, ${formatInstant(sentAt)}`,
      written,
    );
  }
  return document.end();
}

/** The terms that were kept with the booking, and when its money moves. */
export function termsOf({
  cancellationPolicy: policy,
  checkIn,
  createdAt: now,
  confirmedAt,
  keepsTax,
}: Pick<
  Booking,
  'cancellationPolicy' | 'checkIn' | 'createdAt' | 'confirmedAt' | 'keepsTax'
>): string[] {
  const stay = { checkIn: isoDay(checkIn), today: isoDay(now), now, confirmedAt };
  return [
    ...(policy === null ? [] : [`Cancellation: ${cancellationWords(policy, stay)}`]),
    `If the stay is cancelled, occupancy tax is given back ${keepsTax ? 'in the same part as the nights' : 'in full'}.`,
    `If the resort’s guest certificate is not confirmed ${endTime} before check-in, the stay ends and everything is given back.`,
    `The owner of the week is paid ${releaseTime} after check-in at the earliest. From check-in on, the traveler has at least ${reportTime} to report a problem before that.`,
  ];
}

/** The latest messages about the week, oldest first; hidden ones are left out. */
async function messagesOf({ database }: EvidenceDeps, { listingId, userId }: Disputed['booking']) {
  if (listingId === null) {
    return [];
  }
  const latest = await database.prisma.message.findMany({
    where: { hiddenAt: null, thread: { listingId, travelerId: userId } },
    orderBy: [{ sentAt: 'desc' }, { number: 'desc' }],
    take: mostMessages,
    select: { side: true, sentAt: true, text: true },
  });
  return latest.reverse();
}

const lineWords: Record<string, string> = {
  nights: 'Nights',
  cleaning: 'Cleaning',
  tax: 'Occupancy tax',
  service_fee: 'Service fee',
};
