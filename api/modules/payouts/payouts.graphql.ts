import type { PaymentOperation, PayoutAccount } from '#api/generated/prisma/client.ts';
import { nodesOf } from '#api/graphql/adminList.ts';
import { argsOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { columns, exposed, maybe, shownType } from '#api/graphql/exposed.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { command } from '#api/graphql/command.ts';
import { plainIdOf } from '#api/graphql/ids/ids.ts';
import { MoneyType, moneyColumn, moneyOf } from '#api/graphql/money.ts';
import { listTypes } from '#api/graphql/listTypes.ts';
import { isoDay } from '#common/days.ts';
import {
  newestFirst,
  newestFirstConnection,
  newestFirstCost,
} from '#api/platform/database/newestFirst.ts';
import { UserType } from '../accounts/accounts.graphql.ts';
import { heldPayouts, payoutOutlook, type HeldPayout, type PayoutOutlook } from './outlook.ts';
import { checkPayoutAccount, connectPayouts, type ConnectedAccount } from './payoutAccounts.ts';
import {
  statementCost,
  statementLines,
  statementOf,
  statementSums,
  type StatementLine,
  type StatementOf,
  type StatementSums,
} from './statement.ts';
import { releaseTime } from '#common/durations.ts';

const AccountStatusEnum = enumOf('PayoutAccountStatus', 'Whether an account can be paid to.', {
  incomplete: 'The payment provider needs more from you.',
  checking: 'The payment provider checks what you entered.',
  ready: 'What the member earns is sent there.',
  refused: 'Your bank details were refused; nothing is paid until you correct them.',
});

const PayoutAccountType = builder.prismaObject('PayoutAccount', {
  description: 'Where a member is paid. Bank details are kept by the payment provider alone.',
  fields: (t) => ({
    status: t.expose('status', {
      type: AccountStatusEnum,
      description: 'How far it has come at the payment provider.',
    }),
    ...columns<PayoutAccount>(t, {
      lastFour: [
        'String?',
        'The last four characters of the bank account’s number; null until it is known.',
      ],
    }),
  }),
});

builder.prismaObjectField(UserType, 'payoutAccount', (t) =>
  t.field({
    type: PayoutAccountType,
    nullable: true,
    description: 'Where the member is paid; null until bank details were entered.',
    select: (_args, { deps }, nestedSelection) => ({
      payoutAccounts: nestedSelection({
        where: { provider: deps.payments?.name ?? '', reference: { not: null } },
        take: 1,
      }),
    }),
    resolve: ({ payoutAccounts }) => payoutAccounts[0] ?? null,
  }),
);

const NextPayoutType = shownType<NonNullable<PayoutOutlook['next']>>('NextPayout', {
  description: 'Money that will become the member’s if nobody objects.',
  fields: {
    on: ['Date', `The day at the resort, ${releaseTime} after check-in.`],
    amount: [MoneyType, 'Nights and cleaning.'],
    resortName: 'Where the stay is.',
  },
});

const OutlookType = shownType<PayoutOutlook>('PayoutOutlook', {
  description: 'What a member is and will be paid.',
  fields: {
    waiting: [
      [MoneyType],
      'Owed to the member and not sent yet, by currency; empty if nothing is.',
    ],
    onTheWay: [[MoneyType], 'Sent, and not confirmed by the payment provider yet, by currency.'],
    next: [maybe(NextPayoutType), 'The next stay that will be paid out; null if none is booked.'],
    years: ['Int[]', 'Years with a statement, the latest first; empty if nothing was earned yet.'],
    offersWeeks: [
      'Boolean',
      'Whether the member has offered a week, or bought one with its stays: only such members are paid.',
    ],
  },
});

builder.prismaObjectField(UserType, 'payoutOutlook', (t) =>
  t.field({
    type: OutlookType,
    description:
      'What the member is and will be paid for stays at their weeks, and by card for sales.',
    resolve: ({ id }, _args, { deps }) => payoutOutlook(deps, id),
  }),
);

const PayoutStatusEnum = enumOf('PayoutStatus', 'How far a payout has come.', {
  waiting: 'It is on its way.',
  succeeded: 'The money has arrived at the account.',
  failed: 'It was refused; the money waits for the next one.',
});

const PayoutType = builder.prismaObject('PaymentOperation', {
  variant: 'Payout',
  description:
    'Money for one stay, or from the card of the buyer for one sale, that was sent to the owner of the week.',
  select: { id: true, createdAt: true },
  fields: (t) => ({
    amount: t.field({
      ...moneyColumn('amountCents'),
      description:
        'Nights and cleaning of the stay, what was kept of it, or the deposit of the sale.',
    }),
    status: t.field({
      type: PayoutStatusEnum,
      description: 'Whether it arrived.',
      select: { status: true },
      resolve: ({ status }) => (status === 'needs_action' ? 'waiting' : status),
    }),
    ...columns<PaymentOperation>(t, {
      createdAt: ['DateTime', 'When it was sent.'],
      settledAt: ['DateTime?', 'When it was paid or refused; null while it is on its way.'],
    }),
    ...columns<PaymentOperation>(t, {
      bookingId: ['ID?', plainIdOf('booking', 'The plain id of the booking; null of a sale.')],
      saleId: ['ID?', plainIdOf('sale', 'The plain id of the sale; null of a stay.')],
    }),
    resortName: t.string({
      description: 'Where the stay was, or the timeshare is.',
      select: {
        booking: { select: { resort: { select: { name: true } } } },
        sale: { select: { listing: { select: { resort: { select: { name: true } } } } } },
      },
      resolve: ({ booking, sale }) => (booking ?? sale?.listing)?.resort.name ?? '',
    }),
    checkIn: t.field({
      type: 'Date',
      nullable: true,
      description: 'The first night of the stay.',
      select: { booking: { select: { checkIn: true } } },
      resolve: ({ booking }) => booking && isoDay(booking.checkIn),
    }),
    checkOut: t.field({
      type: 'Date',
      nullable: true,
      description: 'The day of departure.',
      select: { booking: { select: { checkOut: true } } },
      resolve: ({ booking }) => booking && isoDay(booking.checkOut),
    }),
  }),
});

const [PayoutConnection, PayoutEdge] = listTypes('Payout', PayoutType, {
  node: 'A payout in a list.',
  page: 'A page of payouts.',
});

builder.prismaObjectField(UserType, 'payouts', (t) =>
  t.connection(
    {
      type: PayoutType,
      description: 'Payouts to the member, newest first. `first` defaults to 20.',
      complexity: newestFirstCost,
      resolve: async ({ id: ownerId }, args, context, info) => {
        const { where, ...page } = newestFirst(args);
        const found = await context.deps.database.prisma.paymentOperation.findMany({
          ...nodesOf('Payout', context, info),
          ...page,
          where: {
            AND: [
              where,
              { kind: 'transfer', OR: [{ booking: { ownerId } }, { sale: { sellerId: ownerId } }] },
            ],
          },
        });
        return newestFirstConnection(args, found);
      },
    },
    PayoutConnection,
    PayoutEdge,
  ),
);

const LineKindEnum = builder.enumType('PayoutStatementLineKind', {
  description: 'Why the balance of a member changed.',
  values: {
    STAY: { value: 'release', description: 'A stay took place.' },
    SALE: {
      value: 'sale',
      description: 'The member gets what the buyer of a timeshare paid by card.',
    },
    KEPT: { value: 'retention', description: 'A cancelled stay was not refunded in full.' },
    PAID_OUT: { value: 'payout', description: 'Money was sent to the member.' },
    CHARGEBACK: { value: 'chargeback_end', description: 'A traveler’s bank took money back.' },
    REVERSAL: { value: 'reversal', description: 'A payout was taken back.' },
    SET_OFF: {
      value: 'set_off',
      description: 'A debt of one stay was settled with what another stay earned.',
    },
    CORRECTION: { value: 'correction', description: 'The team corrected the balance.' },
    GOODWILL: { value: 'goodwill', description: 'The site gave money of its own.' },
    CLAIM: { value: 'claim', description: 'The traveler paid for a damage.' },
    REBOOKING: {
      value: 'rebooking',
      description:
        'A week took the place of a cancelled one that cost less: what its owner earns besides, or what the owner who cancelled owes for it.',
    },
  } as const,
});

const LineType = builder.objectRef<StatementLine>('PayoutStatementLine').implement({
  description: 'A change of a member’s balance, as the ledger has it.',
  fields: (t) => ({
    kind: t.expose('reason', { type: LineKindEnum, description: 'Why the balance changed.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was booked.' }),
    amount: t.field({
      ...moneyOf('cents'),
      description: 'Positive: earned; negative: paid out or taken back.',
    }),
    serviceFee: t.field({
      ...moneyOf('serviceFeeCents'),
      description: 'What the traveler paid to the site for the stay; 0 for payouts.',
    }),
    tax: t.field({
      ...moneyOf('taxCents'),
      description: 'Occupancy tax that the traveler paid for the stay; 0 for payouts.',
    }),
    ...exposed(t, {
      bookingId: ['ID?', plainIdOf('booking', 'The plain id of the booking; null of a sale.')],
      saleId: ['ID?', plainIdOf('sale', 'The plain id of the sale; null of a stay.')],
      resortName: 'Where the stay, or the timeshare, is.',
      checkIn: ['Date?', 'The first night of the stay.'],
      checkOut: ['Date?', 'The day of departure.'],
      nights: ['Int?', 'How many nights the stay has.'],
    }),
  }),
});

type Statement = StatementOf & { sums: StatementSums };

const sumFields = {
  opening: 'The balance at the beginning of the year.',
  earned: 'From stays that took place, and from sales by card.',
  kept: 'From cancelled stays that were not refunded in full.',
  corrected: 'Taken back by a bank, or corrected by the team; may be negative.',
  paidOut: 'What was sent to the member.',
  closing: 'The balance at the end of the year, or now.',
} as const satisfies Record<keyof StatementSums, string>;

const StatementType = builder.objectRef<Statement>('PayoutStatement').implement({
  description:
    'The balance of a member in one year, in UTC, from the ledger: opening + earned + kept + corrected - paidOut = closing.',
  fields: (t) => {
    const sum = (name: keyof StatementSums) =>
      t.field({
        type: MoneyType,
        description: sumFields[name],
        resolve: ({ sums, currency }) => ({ amount: sums[name], currency }),
      });
    return {
      year: t.exposeInt('year', { description: 'January 1 to December 31, in UTC.' }),
      opening: sum('opening'),
      earned: sum('earned'),
      kept: sum('kept'),
      corrected: sum('corrected'),
      paidOut: sum('paidOut'),
      closing: sum('closing'),
      lines: t.connection(
        {
          type: LineType,
          description: 'What changed the balance, oldest first. `first` is at most 500.',
          complexity: statementCost,
          resolve: (statement, args, { deps }) => statementLines(deps, statement, args),
        },
        { name: 'PayoutStatementLineConnection', description: 'A page of a statement.' },
        { name: 'PayoutStatementLineEdge', description: 'A line of a statement in a page.' },
      ),
    };
  },
});

builder.prismaObjectField(UserType, 'payoutStatement', (t) =>
  t.field({
    type: StatementType,
    description: 'What the member earned and was paid in a year.',
    args: argsOf({
      year: ['Int', 'The calendar year, in UTC; 2000 to 2199.'],
      currency: ['String?', 'ISO 4217 code; defaults to USD.'],
    }),
    resolve: async ({ id }, args, { deps }) => {
      const statement = statementOf(id, args);
      return { ...statement, sums: await statementSums(deps, statement) };
    },
  }),
);

const HeldPayoutType = builder.objectRef<HeldPayout>('HeldPayout').implement({
  description: 'Money of a member that can’t be paid out.',
  fields: (t) => ({
    ...exposed(t, {
      memberId: plainIdOf('user', 'The plain id of the member.'),
      memberName: 'First and last name of the member.',
      memberEmail: 'The address to write to about the bank details.',
      since: ['DateTime', 'When the first of this money became the member’s.'],
      waiting: [MoneyType, 'What is owed in this currency.'],
    }),
    status: t.expose('status', {
      type: AccountStatusEnum,
      nullable: true,
      description: 'The status of the account; null if no bank details were entered.',
    }),
  }),
});

builder.queryField('heldPayouts', (t) =>
  t.field({
    type: [HeldPayoutType],
    nullable: true,
    description:
      'Members whose money waits for bank details, or whose bank refused it; the 200 largest sums.',
    authScopes: { admin: true },
    resolve: (_root, _args, { deps }) => heldPayouts(deps),
  }),
);

const accountPayload = (name: string) =>
  builder.objectRef<ConnectedAccount>(name).implement({
    description: 'The account as the payment provider knows it now.',
    fields: (t) => ({
      account: t.prismaField({
        type: PayoutAccountType,
        description: 'Where you are paid.',
        resolve: (_query, { account }) => account,
      }),
      user: t.prismaField({
        type: UserType,
        description: 'The member whose account it is.',
        resolve: (query, { account }, _args, { deps }) =>
          deps.database.prisma.user.findUniqueOrThrow({ ...query, where: { id: account.userId } }),
      }),
      ...exposed(t, {
        onboardingUrl: [
          'String?',
          'Send the browser there: the payment provider asks for bank details, and sends it back to /payouts. Null if nothing is missing.',
        ],
      }),
    }),
  });

const errors = ['InvalidInput', 'NotFound', 'Forbidden', 'Unavailable'] as const;

command('connectPayouts', {
  type: accountPayload,
  description:
    'Opens your account at the payment provider, or replaces its bank details. Repeating it opens no second one.',
  errors: [...errors, 'InvalidCredentials'],
  input: [
    'Your password, and the bank details where our own form takes them.',
    'Where you want to be paid.',
  ],
  fields: {
    bankToken: [
      'String?',
      'With the sandbox, the token of POST /api/payments/sandbox/accounts. With Stripe, leave it out and follow `onboardingUrl`.',
    ],
    password: ['String?', 'Your password; always needed.'],
  },
  resolve: async (input, context) => connectPayouts(context.deps, await context.viewer(), input),
});

command('checkPayoutAccount', {
  type: accountPayload,
  description: 'Asks the payment provider how your account stands, after you have been there.',
  errors,
  resolve: async (_args, context) => checkPayoutAccount(context.deps, await context.viewer()),
});
