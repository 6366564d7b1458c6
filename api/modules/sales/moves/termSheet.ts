import { createHash } from 'node:crypto';
import type { SalePayer, SaleSide, SaleTerms } from '#api/generated/prisma/client.ts';
import { costShare } from '#common/costShare.ts';
import { isoDay } from '#common/days.ts';
import { formatDay } from '#common/dayWords.ts';
import { formatMoney, type Money } from '#common/money.ts';
import { pdfDocument } from '#api/platform/files/pdf.ts';

export interface SheetSubject {
  title: string;
  resortName: string;
  buyerName: string;
  sellerName: string;
}

interface SheetFact {
  label: string;
  text: string;
}

interface SheetLine {
  label: string;
  /** Negative in the sum of the seller for what is taken off the price; null if it is not known yet. */
  amount: Money | null;
}

export interface TermSheet {
  facts: SheetFact[];
  /** What the buyer pays. */
  buyerLines: SheetLine[];
  buyerTotal: Money;
  /** What the seller gets. */
  sellerLines: SheetLine[];
  sellerTotal: Money;
}

type Terms = Omit<SaleTerms, 'saleId'>;

const payers: Record<SalePayer, string> = {
  buyer: 'the buyer pays',
  seller: 'the seller pays',
  split: 'half each',
};

const costsOf = (terms: Terms) =>
  [
    ['Closing costs', terms.closingCostsCents, terms.closingCostsBy],
    ['Transfer fee of the resort', terms.transferFeeCents, terms.transferFeeBy],
    ['Next maintenance fee', terms.maintenanceFeeCents, terms.maintenanceFeeBy],
  ] as const;

/** The terms in words, with the sums of both sides. Costs that are not known are left out of a sum. */
export function termSheetOf(terms: Terms, subject: SheetSubject): TermSheet {
  const { currency, priceCents } = terms;
  const money = (amount: number): Money => ({ amount, currency });
  const linesOf = (side: SaleSide): SheetLine[] => [
    { label: 'Price', amount: money(priceCents) },
    ...costsOf(terms)
      .filter(([, , payer]) => payer === side || payer === 'split')
      .map(([label, cents, payer]) => ({
        label: payer === 'split' ? `${label}, half` : label,
        amount:
          cents === null
            ? null
            : money(costShare(cents, payer, side) * (side === 'buyer' ? 1 : -1)),
      })),
  ];
  const totalOf = (lines: SheetLine[]) =>
    money(lines.reduce((sum, { amount }) => sum + (amount?.amount ?? 0), 0));
  const buyerLines = linesOf('buyer');
  const sellerLines = linesOf('seller');
  return {
    facts: factsOf(terms, subject),
    buyerLines,
    buyerTotal: totalOf(buyerLines),
    sellerLines,
    sellerTotal: totalOf(sellerLines),
  };
}

function factsOf(terms: Terms, { title, resortName, buyerName, sellerName }: SheetSubject) {
  const { currency } = terms;
  const money = (amount: number) => formatMoney({ amount, currency });
  return [
    { label: 'Timeshare', text: `${title}, ${resortName}` },
    { label: 'Buyer', text: buyerName },
    { label: 'Seller', text: sellerName },
    { label: 'Price', text: money(terms.priceCents) },
    { label: 'Deposit, part of the price', text: money(terms.depositCents) },
    { label: 'First year of use by the buyer', text: String(terms.firstUseYear) },
    ...costsOf(terms).map(([label, cents, payer]) => ({
      label,
      text: `${cents === null ? 'Not known yet' : money(cents)}; ${payers[payer]}`,
    })),
    {
      label: 'Weeks booked before the transfer',
      text:
        terms.bookedWeeksGoTo === 'buyer'
          ? 'Go to the buyer, with what travelers pay for them'
          : 'Stay with the seller, who hosts them and is paid for them',
    },
    { label: 'Wanted closing day', text: formatDay(isoDay(terms.closingOn)) },
    ...(terms.note === null ? [] : [{ label: 'Also agreed', text: terms.note }]),
  ];
}

/** The text that both sides confirm. It is stored when terms are accepted, and never changes. */
export function textOfSheet(sheet: TermSheet): string {
  const line = ({ label, amount }: SheetLine) =>
    `${label}: ${amount ? formatMoney(amount) : 'not known yet'}`;
  return [
    ...sheet.facts.map(({ label, text }) => `${label}: ${text}`),
    '',
    'The buyer pays',
    ...sheet.buyerLines.map(line),
    `In all: ${formatMoney(sheet.buyerTotal)}`,
    '',
    'The seller gets',
    ...sheet.sellerLines.map(line),
    `In all: ${formatMoney(sheet.sellerTotal)}`,
  ].join('\n');
}

export const hashOfSheet = (text: string): string =>
  createHash('sha256').update(text).digest('hex');

interface Signed {
  side: SaleSide;
  typedName: string;
  address: string;
  at: Date;
}

interface AcceptedSheet {
  text: string;
  acceptedAt: Date;
  signatures: Signed[];
  /** The steps of the closing, if the file is to have them. */
  closing?: { reference: string; steps: SheetFact[] };
}

/** The accepted terms as a file, with what each side has confirmed. */
export function termSheetPdf(
  siteTitle: string,
  { text, acceptedAt, signatures, closing }: AcceptedSheet,
): Promise<Buffer> {
  const document = pdfDocument({ title: 'Term sheet', footer: siteTitle, at: acceptedAt });
  if (closing) document.line('Reference', closing.reference);
  document.paragraph(text);
  document.heading('Confirmed');
  for (const { side, typedName, at } of signatures) {
    document.line(side === 'buyer' ? 'Buyer' : 'Seller', `${typedName}\n${at.toISOString()}`);
  }
  document.line('SHA-256 of the terms', hashOfSheet(text));
  if (closing) document.heading('The closing');
  for (const step of closing?.steps ?? []) document.line(step.label, step.text);
  return document.end();
}
