import type { Deps } from '#api/context/context.ts';
import type { BookingParty, Prisma, ReceiptKind } from '#api/generated/prisma/client.ts';
import { isoDay, nightsBetween } from '#common/days.ts';
import { formatDay, formatDays } from '#common/dayWords.ts';
import { formatMoney } from '#common/money.ts';
import { plural } from '#common/numbers.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import type { QuoteLineKind } from '#api/modules/pricing/quote.ts';
import { partsOf } from '../moves/partsOf.ts';
import { priceLines, priced } from '../reading/priceLines.ts';
import { requireFound } from '#api/platform/errors.ts';
import { pdfDocument } from '#api/platform/files/pdf.ts';
import { signedIn } from '#api/modules/access/signedIn.ts';

interface Line {
  label: string;
  cents: number;
  currency: string;
}

interface Fact {
  label: string;
  text: string;
}

export interface ReceiptDocument {
  number: string;
  /** Such as "Receipt 2027-000012". */
  title: string;
  issuedAt: Date;
  /** Name of the site, and how to reach it. */
  issuer: string[];
  recipient: string;
  facts: Fact[];
  /** Sum to the total. */
  lines: Line[];
  total: Line;
  note: string | null;
}

interface KindWords {
  title: string;
  total: string;
  party: BookingParty;
}

const kinds: Readonly<Record<ReceiptKind, KindWords>> = {
  receipt: { title: 'Receipt', total: 'Total paid', party: 'traveler' },
  credit_note: { title: 'Credit note', total: 'Total to give back', party: 'traveler' },
  invoice: { title: 'Service fee invoice', total: 'Total, already paid', party: 'traveler' },
  statement: { title: 'Earnings statement', total: 'Total earned', party: 'owner' },
};

export const mayRead = (parts: readonly BookingParty[], kind: ReceiptKind): boolean =>
  parts.includes('team') || parts.includes(kinds[kind].party);

export const receiptNumber = ({ year, number }: { year: number; number: number }): string =>
  `${year}-${String(number).padStart(6, '0')}`;

export const receiptTitle = (receipt: {
  kind: ReceiptKind;
  year: number;
  number: number;
}): string => `${kinds[receipt.kind].title} ${receiptNumber(receipt)}`;

const read = {
  ...priced,
  userId: true,
  ownerId: true,
  guests: true,
  guestNames: true,
  resort: { select: { name: true, location: true, destination: true } },
  receipts: {
    orderBy: [{ year: 'asc' }, { number: 'asc' }],
    include: { transaction: { select: { reason: true } } },
  },
  ledgerTransactions: {
    where: { remittanceId: null },
    orderBy: { id: 'asc' },
    select: { reason: true, at: true, entries: true },
  },
} satisfies Prisma.BookingSelect;

type ReadBooking = Prisma.BookingGetPayload<{ select: typeof read }>;
type ReadReceipt = ReadBooking['receipts'][number];

/** A receipt of a booking, as its page and its file show it; null if it is not for this person. */
export async function findReceipt(
  { database, siteSettings }: Pick<Deps, 'database' | 'siteSettings'>,
  viewer: Viewer,
  bookingId: string,
  number: string,
): Promise<ReceiptDocument | null> {
  const booking = await database.prisma.booking.findUnique({
    where: { id: idToFind(bookingId) },
    relationLoadStrategy: 'join',
    select: read,
  });
  const receipt = booking?.receipts.find(
    (found) => receiptNumber(found) === number && mayRead(partsOf(viewer, booking), found.kind),
  );
  if (!booking || !receipt) {
    return null;
  }
  const { kind, issuedAt, recipient, amountCents: cents, currency } = receipt;
  const { title, contactEmail, contactPhone } = siteSettings.current();
  return {
    number,
    title: receiptTitle(receipt),
    issuedAt,
    issuer: [receipt.issuer ?? title, contactEmail, contactPhone].filter(Boolean),
    recipient,
    facts: [...stayFacts(booking, receipt), ...moneyFacts(booking, receipt)],
    lines: linesFor(booking, receipt),
    total: { label: `${kinds[kind].total} (${currency})`, cents, currency },
    note:
      kind === 'statement' && !isOfClaim(receipt)
        ? 'The traveler paid service fee and tax on top; nothing was deducted from your amount.'
        : null,
  };
}

function stayFacts(booking: ReadBooking, { kind, issuedAt }: ReadReceipt): Fact[] {
  const { id, resort, guests, guestNames } = booking;
  const [from, to] = [isoDay(booking.checkIn), isoDay(booking.checkOut)];
  const names = guestNames.length > 0 ? guestNames.join(', ') : plural(guests, 'person');
  return [
    { label: 'Date', text: formatDay(issuedAt) },
    { label: 'Booking', text: id.slice(-8).toUpperCase() },
    { label: 'Stay', text: `${resort.name}, ${resort.location}` },
    {
      label: 'Dates',
      text: `${formatDays(from, to)}, ${plural(nightsBetween(from, to), 'night')}`,
    },
    ...(kind === 'statement' ? [] : [{ label: 'Guests', text: names }]),
  ];
}

const isOfClaim = ({ transaction }: Pick<ReadReceipt, 'transaction'>): boolean =>
  transaction.reason === 'claim';

function moneyFacts(booking: ReadBooking, receipt: ReadReceipt): Fact[] {
  const { receipts } = booking;
  const { kind } = receipt;
  const others = (wanted: ReceiptKind, label: string): Fact[] =>
    receipts
      .filter((other) => other.kind === wanted && !isOfClaim(other))
      .map((other) => {
        const { amountCents: amount, currency, issuedAt } = other;
        const sum = formatMoney({ amount, currency });
        return { label, text: `${sum}, ${receiptTitle(other)} of ${formatDay(issuedAt)}` };
      });
  switch (kind) {
    case 'receipt':
      return [
        { label: 'Paid', text: 'By card' },
        ...(isOfClaim(receipt) ? [] : others('credit_note', 'To be given back')),
      ];
    case 'credit_note':
      return [...others('receipt', 'Was paid'), ...refundFacts(booking)];
    case 'invoice':
      return others('receipt', 'Paid');
    case 'statement':
      return [];
  }
}

/** How the money of the booking was given back so far, and what came back from a bank. */
function refundFacts({ ledgerTransactions }: ReadBooking): Fact[] {
  return ledgerTransactions.flatMap(({ reason, at, entries }) => {
    const entry = entries.find(({ account }) => account === 'refund_payable');
    if (!entry || (reason !== 'refund' && reason !== 'remittance')) {
      return [];
    }
    const { amountCents, currency } = entry;
    const way =
      amountCents < 0
        ? 'came back from the bank'
        : reason === 'refund'
          ? 'to the card'
          : 'by bank transfer';
    const sum = formatMoney({ amount: Math.abs(amountCents), currency });
    return [{ label: 'Given back', text: `${sum} ${way} on ${formatDay(at)}` }];
  });
}

function linesFor(booking: ReadBooking, receipt: ReadReceipt): Line[] {
  const { kind, amountCents, currency, transaction } = receipt;
  const price = priceLines(booking).map((line) =>
    line.kind === 'tax' ? { ...line, label: `${line.label}, ${booking.resort.destination}` } : line,
  );
  const whole = (label: string): Line[] => [{ label, cents: amountCents, currency }];
  const ifWhole = (lines: Line[], otherwise: string): Line[] =>
    lines.reduce((sum, { cents }) => sum + cents, 0) === amountCents ? lines : whole(otherwise);
  const rent: readonly QuoteLineKind[] = ['nights', 'cleaning'];
  if (isOfClaim(receipt)) return whole('Payment for a damage');
  switch (kind) {
    case 'receipt':
      return ifWhole(price, 'Payment for the stay');
    case 'invoice':
      return whole(price.find((line) => line.kind === 'service_fee')?.label ?? 'Service fee');
    case 'statement':
      return ifWhole(
        price.filter((line) => rent.includes(line.kind)),
        transaction.reason === 'release' ? 'Nights and cleaning' : 'Kept of nights and cleaning',
      );
    case 'credit_note': {
      const kept = keptOf(booking);
      const parts = [
        {
          label: 'Nights and cleaning',
          cents: sumOf(price, rent) - kept.rent,
        },
        ...price
          .filter((line) => !rent.includes(line.kind))
          .map(({ kind: part, label, cents }) => ({
            label,
            cents: cents - (part === 'tax' ? kept.tax : kept.service_fee),
          })),
      ];
      return ifWhole(
        parts.filter(({ cents }) => cents !== 0).map((part) => ({ ...part, currency })),
        'Given back of the price',
      );
    }
  }
}

const sumOf = (
  lines: readonly { kind: QuoteLineKind; cents: number }[],
  among: readonly QuoteLineKind[],
): number => lines.reduce((sum, { kind, cents }) => sum + (among.includes(kind) ? cents : 0), 0);

/** What became the owner's, the tax office's and ours. */
function keptOf({ ledgerTransactions }: ReadBooking) {
  const kept = { rent: 0, tax: 0, service_fee: 0 };
  const divided = ledgerTransactions.filter(
    ({ reason }) => reason === 'release' || reason === 'retention',
  );
  for (const { account, amountCents } of divided.flatMap(({ entries }) => entries)) {
    if (account === 'owner_payable' || account === 'provider_payable') kept.rent -= amountCents;
    if (account === 'tax_payable') kept.tax -= amountCents;
    if (account === 'service_fee') kept.service_fee -= amountCents;
  }
  return kept;
}

/**
 * A receipt as a PDF.
 * @throws {SignInRequiredError}
 * @throws {NotFoundError} also if it is not for this person
 */
export async function receiptFile(
  deps: Pick<Deps, 'database' | 'siteSettings'>,
  viewer: Viewer | null,
  bookingId: string,
  number: string,
): Promise<Buffer> {
  const receipt = await findReceipt(deps, signedIn(viewer), bookingId, number);
  requireFound(receipt, 'Receipt not found');
  const { title, issuer, issuedAt, recipient, facts, lines, total, note } = receipt;
  const document = pdfDocument({ title, footer: issuer.join(' · '), at: issuedAt });
  document.line('From', issuer.join('\n'));
  document.line('To', recipient);
  for (const { label, text } of facts) {
    document.line(label, text);
  }
  document.table(
    [{ title: 'What' }, { title: 'Amount', width: 130, isAmount: true }],
    [...lines, total].map(({ label, cents: amount, currency }) => [
      label,
      formatMoney({ amount, currency }),
    ]),
  );
  if (note !== null) {
    document.paragraph(note);
  }
  return document.end();
}
