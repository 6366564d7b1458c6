import { builder } from '#api/graphql/builder.ts';
import { command, ruleAs } from '#api/graphql/command.ts';
import { columns, exposed, shownType } from '#api/graphql/exposed.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { idOf, plainIdOf } from '#api/graphql/ids/ids.ts';
import { MoneyType, moneyColumn } from '#api/graphql/money.ts';
import type { Prisma, RefundStep } from '#api/generated/prisma/client.ts';
import { joined } from '#api/platform/database/joined.ts';
import { bank, nextTry } from '#api/modules/payments/refunds.ts';
import type { BankDetails } from '#api/platform/payments/bankDetails.ts';
import type { Subject } from '#api/modules/payments/operations.ts';
import { parts, partsIn, SaleType } from '#api/modules/sales/moves/saleWork.graphql.ts';
import { BookingType } from '../bookings.graphql.ts';
import {
  askRefundDetails,
  giveRefundDetails,
  openRefundDetails,
  refundsToSettle,
  remitRefund,
  retryRefund,
  type RefundToSettle,
} from './settleRefunds.ts';
import { givenBack } from './shares.ts';

const RefundStatusEnum = enumOf('RefundStatus', 'How far a refund has come.', {
  on_its_way: 'It was sent to the bank of the traveler.',
  refused: 'The bank refused it; the money is kept for the traveler.',
  came_back: 'The bank sent it back after it had arrived.',
  arrived: 'The bank of the traveler has it.',
  transferred: 'The team paid it by bank transfer.',
});

function statusOf({ kind, status, provider }: RefundStep) {
  if (kind === 'refund_return') {
    return 'came_back';
  }
  if (status === 'failed') {
    return 'refused';
  }
  return status !== 'succeeded' ? 'on_its_way' : provider === bank ? 'transferred' : 'arrived';
}

const RefundStepType = builder.prismaObject('RefundStep', {
  description: 'A step of giving money back to the traveler, or to the buyer of a timeshare.',
  select: { kind: true, status: true, provider: true },
  fields: (t) => ({
    status: t.field({
      type: RefundStatusEnum,
      description: 'What happened to the refund.',
      select: { id: true },
      resolve: (step) => statusOf(step as RefundStep),
    }),
    amount: t.field({ ...moneyColumn('amountCents'), description: 'How much it is.' }),
    ...columns<RefundStep>(t, {
      at: ['DateTime', 'When it happened.'],
      reference: [
        'String?',
        'With what the bank of the traveler finds the money; null if it is not known.',
      ],
    }),
  }),
});

/** Both fields that read the steps read them alike, so that they are read once. */
const inOrder = { orderBy: [{ at: 'asc' }, { id: 'asc' }] } satisfies Prisma.RefundStepFindManyArgs;

const ofTraveler = {
  authScopes: ({ userId }: { userId: string }) => ({ admin: true, self: userId }),
  unauthorizedResolver: () => null,
};

const asksDetails = {
  nullable: true,
  description:
    'Whether the team needs bank details of the payer to give money back, by `giveRefundDetails`; null to the other side.',
  select: { refundBankDetails: { select: { enteredAt: true } } },
  resolve: ({
    refundBankDetails: asked,
  }: {
    refundBankDetails: { enteredAt: Date | null } | null;
  }) => asked !== null && asked.enteredAt === null,
} as const;

builder.prismaObjectFields(BookingType, (t) => ({
  refundSteps: t.relation('refundSteps', {
    type: RefundStepType,
    nullable: true,
    description:
      'What was given back and how it went, oldest first; null to the owner of the week.',
    query: inOrder,
    ...ofTraveler,
  }),
  refundTriedAgainAt: t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'When a refused refund is tried again by itself; null if it is on its way, has arrived, or is settled by the team.',
    select: { refundCents: true, outsideRefundCents: true, refundSteps: inOrder },
    ...ofTraveler,
    resolve: (booking) => {
      const steps = booking.refundSteps;
      const refused = steps.filter((step) => ['refused', 'came_back'].includes(statusOf(step)));
      const done = steps.reduce((sum, { kind, status, amountCents }) => {
        const arrived = status === 'succeeded' ? amountCents : 0;
        return kind === 'refund' ? sum + arrived : sum - arrived;
      }, 0);
      const refusedAt = Math.max(...refused.map(({ at }) => at.getTime()));
      return done >= givenBack(booking) || refused.length === 0
        ? null
        : nextTry({
            refusals: refused.length,
            refusedAt: new Date(refusedAt),
            isUnderWay: steps.some((step) => statusOf(step) === 'on_its_way'),
          });
    },
  }),
  asksRefundDetails: t.boolean({ ...asksDetails, ...ofTraveler }),
}));

builder.prismaObjectFields(SaleType, (t) => ({
  asksRefundDetails: t.boolean({
    ...asksDetails,
    authScopes: ({ buyerId }) => ({ admin: true, self: buyerId }),
    unauthorizedResolver: () => null,
  }),
  refundSteps: t.field({
    type: [RefundStepType],
    description:
      'What of a deposit by card was given back and how it went, oldest first. The seller sees neither references nor what the bank of the buyer refused.',
    select: (_args, _context, nestedSelection) => ({
      ...parts,
      refundSteps: nestedSelection(inOrder),
    }),
    resolve: async ({ refundSteps, ...sale }, _args, context) =>
      (await partsIn(context, sale)).some((part) => part !== 'seller')
        ? refundSteps
        : refundSteps
            .filter((step) => statusOf(step as RefundStep) !== 'refused')
            .map((step) => ({ ...step, reference: null })),
  }),
}));

const RefundToSettleType = builder.objectRef<RefundToSettle>('RefundToSettle').implement({
  description: 'A refund that was refused and has not arrived.',
  fields: (t) => ({
    ...exposed(t, {
      bookingId: ['ID?', plainIdOf('booking', 'The plain id of the booking; null of a sale.')],
      saleId: ['ID?', plainIdOf('sale', 'The plain id of the sale; null of a booking.')],
      payerName: 'First and last name of the traveler, or of the buyer.',
      resortName: 'Where the stay was, or the timeshare is.',
      title: ['String?', 'Title of the listing that was for sale; null of a booking.'],
      refusals: ['Int', 'How often it was refused.'],
      reason: 'Why it was refused the last time.',
      since: ['DateTime', 'When it was refused first.'],
      isListed: ['Boolean', 'Whether it waits for the team: it is not tried again by itself.'],
      isUnderWay: ['Boolean', 'Whether it is on its way again.'],
      askedAt: ['DateTime?', 'When the payer was asked for bank details; null if never.'],
      enteredAt: ['DateTime?', 'When the payer entered them; null if not yet.'],
    }),
    amount: t.field({
      type: MoneyType,
      description: 'What is still owed to the payer.',
      resolve: ({ cents: amount, currency }) => ({ amount, currency }),
    }),
    triedAgainAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it is tried again by itself.',
      resolve: (refund) => nextTry(refund),
    }),
  }),
});

builder.queryField('refundsToSettle', (t) =>
  t.field({
    type: [RefundToSettleType],
    nullable: true,
    description:
      'Refused refunds that have not arrived, at most 200: first those that wait for the team, the oldest first.',
    authScopes: { admin: true },
    resolve: (_root, _args, { deps }) => refundsToSettle(deps),
  }),
);

const ofOne = {
  bookingId: ['ID?', idOf('booking', 'Or give `saleId`.')],
  saleId: ['ID?', idOf('sale', 'Or give `bookingId`.')],
} as const;

const fields = {
  ...ofOne,
  amountCents: [
    'Int',
    'What is owed, as you have read it. Fails with ConflictError if that has changed.',
  ],
} as const;

const input = ['Which refund it is about.', 'A refused refund.'] as const;

const ofTeam = { authScopes: { admin: true } };

const refundPayload = (name: string, description: string) =>
  builder.objectRef<{ subject: Subject }>(name).implement({
    description,
    fields: (t) => ({
      booking: t.prismaField({
        type: BookingType,
        nullable: true,
        description: 'The booking as it is now; null of a sale.',
        resolve: (query, { subject: { bookingId: id } }, _args, { deps }) =>
          id === null ? null : deps.database.prisma.booking.findUnique(joined(query, { id })),
      }),
      sale: t.prismaField({
        type: SaleType,
        nullable: true,
        description: 'The sale as it is now; null of a booking.',
        resolve: (query, { subject: { saleId: id } }, _args, { deps }) =>
          id === null ? null : deps.database.prisma.sale.findUnique(joined(query, { id })),
      }),
    }),
  });

command('retryRefund', {
  ...ofTeam,
  type: refundPayload('RetryRefundPayload', 'The refund was sent to the bank again.'),
  description: 'Tries a refused refund again at once.',
  errors: ['InvalidInput', 'NotFound', 'Forbidden', 'Conflict', 'Unavailable'],
  input,
  fields,
  resolve: ruleAs('subject', retryRefund),
});

command('askRefundDetails', {
  ...ofTeam,
  type: refundPayload('AskRefundDetailsPayload', 'The payer got a mail.'),
  description: 'Asks the payer by mail for bank details, which they enter at the booking or sale.',
  input,
  fields,
  resolve: ruleAs('subject', askRefundDetails),
});

command('remitRefund', {
  ...ofTeam,
  type: refundPayload('RemitRefundPayload', 'The refund is paid, and the payer got a mail.'),
  description:
    'Records that the team paid a refused refund by bank transfer. The same reference again changes nothing.',
  input: ['Which refund, and how it was paid.', 'A bank transfer of the team.'],
  fields: {
    ...fields,
    reference: ['String', 'Reference of the bank transfer, at most 100 characters.'],
  },
  resolve: ruleAs('subject', remitRefund),
});

command('giveRefundDetails', {
  type: refundPayload('GiveRefundDetailsPayload', 'The bank details are stored, encrypted.'),
  description:
    'Says where a refund of your booking or purchase may be sent, after the team has asked for it.',
  errors: ['InvalidInput', 'NotFound', 'Forbidden', 'Conflict', 'InvalidCredentials'],
  input: ['Which booking or sale, and where the money may go.', 'A bank account of the payer.'],
  fields: {
    ...ofOne,
    holderName: ['String', 'Name of the account holder.'],
    iban: ['String?', 'For accounts that have one.'],
    routingNumber: ['String?', 'Nine digits, for accounts in the United States.'],
    accountNumber: ['String?', 'For accounts in the United States.'],
    password: ['String', 'The password of the viewer.'],
  },
  resolve: ruleAs('subject', giveRefundDetails),
});

const BankDetailsType = shownType<BankDetails>('RefundBankDetails', {
  description: 'A bank account that a refund may be sent to.',
  fields: {
    holderName: 'Name of the account holder.',
    routingNumber: ['String?', 'Nine digits; null if `number` is an IBAN.'],
    number: 'Account number or IBAN.',
  },
});

command('openRefundDetails', {
  ...ofTeam,
  type: builder.objectRef<{ details: BankDetails }>('OpenRefundDetailsPayload').implement({
    description: 'The opening stands in the audit log.',
    fields: (t) => ({
      details: t.expose('details', { type: BankDetailsType, description: 'Where it may go.' }),
    }),
  }),
  description: 'Opens the bank details that the payer entered for a refund.',
  input,
  fields,
  resolve: ruleAs('details', openRefundDetails),
});
