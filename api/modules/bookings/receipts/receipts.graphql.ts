import type { Receipt } from '#api/generated/prisma/client.ts';
import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { columns, exposed, shownType } from '#api/graphql/exposed.ts';
import { argsOf } from '#api/graphql/inputs.ts';
import { moneyColumn, moneyOf } from '#api/graphql/money.ts';
import { BookingType } from '../bookings.graphql.ts';
import { partsOf } from '../moves/partsOf.ts';
import {
  findReceipt,
  mayRead,
  receiptNumber,
  receiptTitle,
  type ReceiptDocument,
} from './receipts.ts';

const ReceiptKindEnum = enumOf('ReceiptKind', 'What a receipt is about, and for whom.', {
  receipt: 'To the traveler: a payment was taken.',
  credit_note: 'To the traveler: money is given back.',
  invoice: 'To the traveler: the service fee, once the site has earned it.',
  statement: 'To the owner of the week: what became theirs.',
});

const numbered = { year: true, number: true } as const;

const ReceiptType = builder.prismaObject('Receipt', {
  description: 'A numbered document about money of a booking. It never changes.',
  select: { kind: true },
  fields: (t) => ({
    ...columns<Receipt>(t, {
      kind: [ReceiptKindEnum, 'What it is about.'],
      issuedAt: ['DateTime', 'When the money was paid, ordered to be given back, or earned.'],
    }),
    number: t.string({
      description: 'The year in UTC and a number without gaps, such as "2027-000012".',
      select: numbered,
      resolve: receiptNumber,
    }),
    title: t.string({
      description: 'Such as "Receipt 2027-000012".',
      select: { ...numbered, kind: true },
      resolve: receiptTitle,
    }),
    amount: t.field({ ...moneyColumn('amountCents'), description: 'The total.' }),
  }),
});

const FactType = shownType<ReceiptDocument['facts'][number]>('ReceiptFact', {
  description: 'A fact on a receipt.',
  fields: { label: 'In English, such as "Stay".', text: 'What it is.' },
});

const ReceiptLineType = builder.objectRef<ReceiptDocument['total']>('ReceiptLine').implement({
  description: 'A sum on a receipt.',
  fields: (t) => ({
    ...exposed(t, { label: 'In English, such as "7 nights × $150".' }),
    amount: t.field({ ...moneyOf('cents'), description: 'How much it is.' }),
  }),
});

const ReceiptDocumentType = shownType<ReceiptDocument>('ReceiptDocument', {
  description:
    'All that a receipt says. `GET /api/bookings/{id}/receipts/{number}` has it as a PDF.',
  fields: {
    number: 'The year in UTC and a number without gaps.',
    title: 'Such as "Receipt 2027-000012".',
    issuer: ['String[]', 'Name of the site, and how to reach it.'],
    recipient: 'Name of the member at that time.',
    facts: [[FactType], 'Date, stay, and how it was paid or given back.'],
    lines: [[ReceiptLineType], 'They sum to the total.'],
    total: [ReceiptLineType, 'What was paid, given back or earned.'],
    note: ['String?', 'What the sums leave out; null if nothing.'],
  },
});

builder.prismaObjectFields(BookingType, (t) => ({
  receipts: t.field({
    type: [ReceiptType],
    complexity: { field: 1, multiplier: 4 },
    description:
      'Receipts, credit notes and invoices for the traveler, statements for the owner; all of them for the team. Oldest first.',
    select: (_args, _context, nestedSelection) => ({
      userId: true,
      ownerId: true,
      receipts: nestedSelection({ orderBy: [{ year: 'asc' }, { number: 'asc' }] }),
    }),
    resolve: async (booking, _args, context) => {
      const viewer = await context.account();
      const parts = viewer ? partsOf(viewer, booking) : [];
      return booking.receipts.filter(({ kind }) => mayRead(parts, kind));
    },
  }),
  receipt: t.field({
    type: ReceiptDocumentType,
    nullable: true,
    description: 'The receipt with this number; null if there is none for you.',
    args: argsOf({ number: ['String', 'Such as "2027-000012".'] }),
    resolve: async ({ id }, { number }, context) => {
      const viewer = await context.account();
      return viewer && findReceipt(context.deps, viewer, id, number);
    },
  }),
}));
