import { queryFromInfo } from '@pothos/plugin-prisma';
import {
  SaleMove,
  type Sale,
  type SaleEvent,
  type SaleParty,
  type SaleSettlement,
  type SalePayer,
  type SaleSide,
  type SaleSignature,
  type SaleStatus,
  type SaleStepName,
  type SaleTerms,
  type Prisma,
} from '#api/generated/prisma/client.ts';
import type { RequestContext } from '#api/context/context.ts';
import { isoDay } from '#common/days.ts';
import { saleTime } from '#common/durations.ts';
import { moneyOrNull, type Money } from '#common/money.ts';
import { adminList, nodesOf } from '#api/graphql/adminList.ts';
import { builder } from '#api/graphql/builder.ts';
import { command } from '#api/graphql/command.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { columns, maybe, shownType } from '#api/graphql/exposed.ts';
import { idempotencyKeyOf } from '#api/graphql/idempotencyKey.ts';
import { idOf, plainIdOf } from '#api/graphql/ids/ids.ts';
import { argsOf, inputOf } from '#api/graphql/inputs.ts';
import { listTypes } from '#api/graphql/listTypes.ts';
import { MoneyType } from '#api/graphql/money.ts';
import { readPageArgs } from '#api/platform/database/cursors.ts';
import { joined } from '#api/platform/database/joined.ts';
import { keyset } from '#api/platform/database/keyset.ts';
import {
  newestFirst,
  newestFirstConnection,
  newestFirstCost,
  pageSizes,
} from '#api/platform/database/newestFirst.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { maskContacts } from '#api/platform/input/maskContacts.ts';
import { ResortType } from '#api/modules/resorts/resorts.graphql.ts';
import { SaleStepEnum, SaleStepFactsInput, SaleStepType } from '../closing/closing.graphql.ts';
import { fundsOf } from '../closing/steps.ts';
import { closing, shownNote } from './makeMove.ts';
import { asksWhy, movesFor, partsOf, ruleOf, wordsOf } from './moves.ts';
import { makeOffer, moveSale, subjectOf } from './moveSale.ts';
import { payFromSandbox, sandboxPayment } from './payFromSandbox.ts';
import { hashOfSheet, termSheetOf, type TermSheet } from './termSheet.ts';
import { watchSale } from './watchSale.ts';

export const SaleStatusEnum = enumOf<SaleStatus>('SaleStatus', 'Where a sale stands.', {
  offered: 'The latest terms wait for an answer.',
  accepted: 'The latest terms are accepted, and wait for both sides to confirm them.',
  agreed: 'Both sides have confirmed the terms; the steps of the closing are made.',
  sold: 'The buyer is the new owner.',
  declined: 'One side did not want the latest terms.',
  withdrawn: 'One side took its terms back.',
  expired: 'The latest terms were not answered in time.',
  set_aside: 'The owner accepted the offer of somebody else.',
  called_off: 'It ended before the timeshare changed hands.',
});

const SaleSideEnum = enumOf<SaleSide>('SaleSide', 'A side of a sale.', {
  buyer: 'Who would like to buy.',
  seller: 'The owner of the timeshare.',
});

const SalePartyEnum = enumOf<SaleParty>('SaleParty', 'Who moves a sale.', {
  buyer: 'Who would like to buy.',
  seller: 'The owner of the timeshare.',
  team: 'Tideweek’s own team.',
  partner: 'The title and escrow partner, by what it tells about money, or by its link.',
  clock: 'A deadline, or another move that brings this one.',
  provider: 'The payment provider, by what it tells about the card payment of the buyer.',
});

const SaleSettlementEnum = enumOf<SaleSettlement>(
  'SaleSettlement',
  'Who gets the money of a sale that has ended after both sides had confirmed the terms.',
  {
    to_buyer: 'The buyer gets back all that was paid.',
    deposit_to_seller: 'The seller gets the deposit, and the buyer the rest.',
    to_seller: 'The seller gets the price, and the buyer what was paid beyond it.',
  },
);

const SalePayerEnum = enumOf<SalePayer>('SalePayer', 'Who pays a cost of a sale.', {
  buyer: 'The buyer pays all of it.',
  seller: 'The seller pays all of it.',
  split: 'Each side pays half of it.',
});

const SaleMoveEnum = enumOf<SaleMove>(
  'SaleMove',
  'A move of a sale.',
  Object.fromEntries(Object.values(SaleMove).map((move) => [move, ruleOf(move).means])) as Record<
    SaleMove,
    string
  >,
);

const SaleTermsInput = inputOf(
  'SaleTermsInput',
  'What one side offers. Amounts are in cents of the currency of the listing.',
  {
    priceCents: ['Int', 'The price, at least 100.'],
    depositCents: ['Int', 'The part of the price that the buyer pays first, at most the price.'],
    firstUseYear: [
      'Int',
      'The first year in which the buyer uses it: this year or one of the next five.',
    ],
    closingCostsCents: [
      'Int?',
      'What title search, deed and recording cost; null if it is not known yet.',
    ],
    closingCostsBy: [SalePayerEnum, 'Who pays the closing costs.'],
    transferFeeCents: [
      'Int?',
      'What the resort asks for the transfer; null if it is not known yet.',
    ],
    transferFeeBy: [SalePayerEnum, 'Who pays the transfer fee.'],
    maintenanceFeeBy: [SalePayerEnum, 'Who pays the next maintenance fee, as the listing says it.'],
    bookedWeeksGoTo: [SaleSideEnum, 'Who gets the weeks that are booked before the transfer.'],
    closingOn: ['Date', 'The wanted closing day, 14 to 365 days from today.'],
    note: ['String?', 'What else is offered, plain text of at most 2,000 characters.'],
  },
);

const SaleTermsType = builder.prismaObject('SaleTerms', {
  description: 'What one side of a sale offered.',
  fields: (t) => ({
    ...columns<SaleTerms>(t, {
      number: ['Int', '1 for the first offer, without gaps.'],
      side: [SaleSideEnum, 'Which side offered it.'],
      firstUseYear: ['Int', 'The first year in which the buyer uses it.'],
      closingCostsBy: [SalePayerEnum, 'Who pays the closing costs.'],
      transferFeeBy: [SalePayerEnum, 'Who pays the transfer fee of the resort.'],
      maintenanceFeeBy: [SalePayerEnum, 'Who pays the next maintenance fee.'],
      bookedWeeksGoTo: [SaleSideEnum, 'Who gets the weeks that are booked before the transfer.'],
      closingOn: ['Date', 'The wanted closing day.'],
      at: ['DateTime', 'When it was offered.'],
    }),
    ...Object.fromEntries(
      (
        [
          ['price', 'priceCents', 'What the buyer pays for the timeshare.'],
          ['deposit', 'depositCents', 'The part of the price that the buyer pays first.'],
          [
            'closingCosts',
            'closingCostsCents',
            'The closing costs; null if they are not known yet.',
          ],
          ['transferFee', 'transferFeeCents', 'The transfer fee; null if it is not known yet.'],
          [
            'maintenanceFee',
            'maintenanceFeeCents',
            'The yearly fee that the listing said then; null if it said none.',
          ],
        ] as const
      ).map(([name, column, description]) => [
        name,
        t.field({
          type: MoneyType,
          nullable: true,
          description,
          select: { [column]: true, currency: true },
          resolve: (terms) => moneyOrNull(terms[column], terms.currency),
        }),
      ]),
    ),
    note: t.string({
      nullable: true,
      description:
        'What else was offered, plain text. Contact details are replaced by "[hidden]" until terms are accepted.',
      select: { note: true, sale: { select: { acceptedAt: true } } },
      resolve: ({ note, sale }) => note && shownNote(sale, note),
    }),
  }),
});

export const SaleSignatureType = builder.prismaObject('SaleSignature', {
  description: 'How one side confirmed the accepted terms.',
  fields: (t) =>
    columns<SaleSignature>(t, {
      side: [SaleSideEnum, 'Which side has signed.'],
      typedName: ['String', 'The name as it was typed.'],
      termsHash: ['String', 'SHA-256 of the text that was confirmed, in hexadecimal.'],
      at: ['DateTime', 'When it was confirmed.'],
    }),
});

export const parts = { buyerId: true, sellerId: true } as const;

export const partsIn = async (context: RequestContext, sale: Pick<Sale, keyof typeof parts>) => {
  const account = await context.account();
  return account ? partsOf(account, sale) : [];
};

const ofSale = {
  note: true,
  move: true,
  sale: { select: { ...parts, acceptedAt: true } },
} as const;

const SaleEventType = builder.prismaObject('SaleEvent', {
  description: 'Something that happened to a sale.',
  fields: (t) => ({
    ...columns<SaleEvent>(t, {
      move: [SaleMoveEnum, 'Which move was made.'],
      party: [SalePartyEnum, 'Which party made the move.'],
      status: [SaleStatusEnum, 'The status of the sale afterwards.'],
      at: ['DateTime', 'When it happened.'],
      step: [maybe(SaleStepEnum), 'The step of the closing that it is about.'],
    }),
    title: t.string({
      description: 'The move in a few words for the reader, such as "Accepted".',
      select: ofSale,
      resolve: async ({ move, sale }, _args, context) =>
        wordsOf(move, await partsIn(context, sale)).title,
    }),
    means: t.string({
      description: 'What the move means to the reader, in a sentence.',
      select: ofSale,
      resolve: async ({ move, sale }, _args, context) =>
        wordsOf(move, await partsIn(context, sale)).means,
    }),
    note: t.string({
      nullable: true,
      description:
        'The reason given, plain text. Contact details are replaced by "[hidden]" until terms are accepted.',
      select: ofSale,
      resolve: ({ note, sale }) => note && shownNote(sale, note),
    }),
  }),
});

const SheetFactType = shownType<TermSheet['facts'][number]>('TermSheetFact', {
  description: 'A term in plain words.',
  fields: { label: 'What it is about.', text: 'What the terms say.' },
});

const SheetLineType = shownType<TermSheet['buyerLines'][number]>('TermSheetLine', {
  description: 'An amount in the sum of one side.',
  fields: {
    label: 'What it is for.',
    amount: [maybe(MoneyType), 'Null if it is not known yet; then it is not in the sum.'],
  },
});

export const TermSheetType = shownType<TermSheet & { hash: string | null }>('TermSheet', {
  description: 'The latest terms of a sale in plain words, with the sums of both sides.',
  fields: {
    facts: [[SheetFactType], 'The terms in plain words.'],
    buyerLines: [[SheetLineType], 'What the buyer pays.'],
    buyerTotal: [MoneyType, 'What the buyer pays in all, as far as it is known.'],
    sellerLines: [
      [SheetLineType],
      'What the seller gets: the price, less the costs that the seller pays.',
    ],
    sellerTotal: [MoneyType, 'What the seller gets in all, as far as it is known.'],
    hash: [
      'String?',
      'SHA-256 of the accepted text, in hexadecimal, to confirm it with; null before terms are accepted.',
    ],
  },
});

const people = { firstName: true, lastName: true } as const;

const movable = {
  ...closing,
  ...parts,
  status: true,
  turn: true,
  isTold: true,
  answerBy: true,
  // As `Sale.signatures` reads them: one statement for both.
  signatures: { orderBy: { at: 'asc' } },
  seller: { select: { ...people, closedAt: true } },
  buyer: { select: { ...people, closedAt: true } },
  listing: {
    select: {
      title: true,
      isActive: true,
      isForSale: true,
      ownerId: true,
      resort: { select: { name: true } },
    },
  },
} as const satisfies Prisma.SaleSelect;

export const sheetFields = {
  ...movable,
  acceptedAt: true,
  termSheet: true,
  terms: { orderBy: { number: 'asc' } },
} as const satisfies Prisma.SaleSelect;

/** The latest terms in words. @param names in place of those of the accounts */
export function sheetOf(
  { terms, acceptedAt, termSheet, ...sale }: Prisma.SaleGetPayload<{ select: typeof sheetFields }>,
  names: Partial<Record<'buyerName' | 'sellerName', string>> = {},
): TermSheet & { hash: string | null } {
  const latest = terms.at(-1);
  if (!latest) throw new Error('A sale has terms');
  const note = latest.note && shownNote({ acceptedAt }, latest.note);
  const subject = { ...subjectOf(sale, acceptedAt !== null), ...names };
  return {
    ...termSheetOf({ ...latest, note }, subject),
    hash: termSheet === null ? null : hashOfSheet(termSheet),
  };
}

const SaleChoiceType = shownType<{
  move: SaleMove;
  asksWhy: boolean;
  title: string;
  means: string;
}>('SaleChoice', {
  description: 'A move that you can make now.',
  fields: {
    move: [SaleMoveEnum, 'For `moveSale`.'],
    asksWhy: ['Boolean', 'Whether it needs a reason.'],
    title: 'The move in a few words.',
    means: 'What it does, in a sentence.',
  },
});

const SaleFundsType = shownType<{ held: Money; toBuyer: Money; toSeller: Money }>('SaleFunds', {
  description: 'Money of a sale, as the escrow partner and the payment provider have told it.',
  fields: {
    held: [MoneyType, 'What the partner and the payment provider hold now.'],
    toBuyer: [
      MoneyType,
      'What is given back to the buyer, by the partner and to the card, paid or on its way.',
    ],
    toSeller: [
      MoneyType,
      'What is paid to the seller, by the partner and out of the card payment, paid or on its way.',
    ],
  },
});

const SandboxPaymentType = shownType<{ step: SaleStepName; amount: Money }>('SandboxPayment', {
  description:
    'A payment that the buyer can play, since a sandbox stands in for the escrow partner.',
  fields: {
    step: [SaleStepEnum, 'The open step that it is for.'],
    amount: [MoneyType, 'What is still missing of it.'],
  },
});

export const SaleType = builder.prismaNode('Sale', {
  description:
    'The sale of a timeshare: what one buyer and its owner agree on, from the first offer. Only both sides and administrators can read it.',
  nullable: true,
  authScopes: async (sale, context) =>
    (await partsIn(context, sale)).length > 0 && { public: true, token: 'sales:read' },
  select: { id: true, createdAt: true, dueAt: true, ...parts },
  id: { field: 'id', description: 'Global id, for `node` and the mutations.' },
  fields: (t) => ({
    databaseId: t.exposeID('id', plainIdOf('sale', 'The plain id, as in the address of its page.')),
    ...columns<Sale>(t, {
      version: ['Int', 'Incremented by each change; `moveSale` needs the one that you have read.'],
      status: [SaleStatusEnum, 'Where it stands.'],
      turn: [SaleSideEnum, 'While it is OFFERED, whose answer is awaited.'],
      answerBy: [
        'DateTime?',
        `Until when the latest terms have to be answered or confirmed, ${saleTime} from when the person was told; null if no deadline runs.`,
      ],
      createdAt: ['DateTime', 'When the first offer was made.'],
      acceptedAt: ['DateTime?', 'When terms were accepted.'],
      agreedAt: ['DateTime?', 'When both sides had confirmed the terms.'],
      closedAt: ['DateTime?', 'When the sale ended; null while it is open.'],
    }),
    isDisputed: t.boolean({
      description:
        'Whether the escrow partner holds the money because one side objects; nobody misses a deadline meanwhile.',
      select: { account: { select: { status: true } } },
      resolve: ({ account }) => account?.status === 'disputed',
    }),
    settlement: t.expose('settlement', {
      type: SaleSettlementEnum,
      nullable: true,
      description:
        'Who gets the money; null while the sale is open, and if both sides had not confirmed the terms.',
    }),
    side: t.field({
      type: SaleSideEnum,
      nullable: true,
      description: 'Your side; null for administrators.',
      resolve: async (sale, _args, context) =>
        (await partsIn(context, sale)).find((part) => part === 'buyer' || part === 'seller') ??
        null,
    }),
    title: t.string({
      description: 'The headline of the listing, also if it is no longer for sale.',
      select: { listing: { select: { title: true } } },
      resolve: ({ listing }) => listing.title,
    }),
    resort: t.field({
      type: ResortType,
      description: 'Where the timeshare is.',
      select: (_args, _context, nestedSelection) => ({
        listing: { select: { resort: nestedSelection() } },
      }),
      resolve: ({ listing }) => listing.resort,
    }),
    listing: t.relation('listing', {
      nullable: true,
      description: 'The listing; null if it is no longer for sale.',
    }),
    buyerName: t.string({
      description: 'Name of the buyer; until terms are accepted, the first name.',
      select: { acceptedAt: true, buyer: { select: people } },
      resolve: ({ acceptedAt, buyer }) => shownName(buyer, acceptedAt),
    }),
    sellerName: t.string({
      description: 'Name of the seller; until terms are accepted, the first name.',
      select: { acceptedAt: true, seller: { select: people } },
      resolve: ({ acceptedAt, seller }) => shownName(seller, acceptedAt),
    }),
    terms: t.relation('terms', {
      type: SaleTermsType,
      description: 'Everything that was offered, oldest first; the last are the latest terms.',
      query: { orderBy: { number: 'asc' } },
    }),
    termSheet: t.field({
      type: TermSheetType,
      description: 'The latest terms in plain words, with the sums of both sides.',
      complexity: { field: 1, multiplier: 3 },
      select: sheetFields,
      resolve: (sale) => sheetOf(sale),
    }),
    signatures: t.relation('signatures', {
      type: SaleSignatureType,
      description: 'Who has confirmed the accepted terms.',
      complexity: { field: 1, multiplier: 2 },
      query: { orderBy: { at: 'asc' } },
    }),
    steps: t.relation('steps', {
      type: SaleStepType,
      description: 'The steps of the closing, in their order; empty until the sale is agreed.',
      // A dozen rows of one sale, which its statement reads along.
      complexity: { field: 1, multiplier: 2 },
      // The order of the database type.
      query: { orderBy: { step: 'asc' } },
    }),
    funds: t.field({
      type: SaleFundsType,
      nullable: true,
      description: 'The money that is held for the sale; null until it is agreed.',
      select: {
        agreedAt: true,
        ledgerTransactions: closing.ledgerTransactions,
        payouts: { select: { side: true, amountCents: true } },
        listing: { select: { currency: true } },
      },
      resolve: ({ agreedAt, ledgerTransactions, payouts, listing: { currency } }) => {
        const ordered = (side: SaleSide) => ({
          currency,
          amount: payouts.reduce((sum, one) => sum + (one.side === side ? one.amountCents : 0), 0),
        });
        return (
          agreedAt && {
            held: { currency, amount: fundsOf(ledgerTransactions).heldCents },
            toBuyer: ordered('buyer'),
            toSeller: ordered('seller'),
          }
        );
      },
    }),
    sandboxPayment: t.field({
      type: SandboxPaymentType,
      nullable: true,
      description:
        'What you, the buyer, can pay now by `payFromSandbox`; null if nothing, or if a real escrow partner holds the money.',
      select: { ...closing, ...parts, status: true, listing: { select: { currency: true } } },
      resolve: async (sale, _args, context) => {
        const isBuyer = (await partsIn(context, sale)).includes('buyer');
        const payment = isBuyer && sandboxPayment(context.deps, sale);
        return (
          (payment && {
            step: payment.step,
            amount: { amount: payment.amountCents, currency: sale.listing.currency },
          }) ||
          null
        );
      },
    }),
    events: t.relation('events', {
      type: SaleEventType,
      description: 'What happened so far, oldest first.',
      query: { orderBy: { number: 'asc' } },
    }),
    choices: t.field({
      type: [SaleChoiceType],
      description: 'What you can do with it now, by `moveSale`.',
      complexity: { field: 1, multiplier: 3 },
      select: movable,
      resolve: async (sale, _args, context) => {
        const own = await partsIn(context, sale);
        const now = context.deps.clock();
        return [...movesFor(own, sale, { now, today: isoDay(now) })].map(([move, party]) => ({
          move,
          asksWhy: asksWhy(sale, move, party),
          ...wordsOf(move, own),
        }));
      },
    }),
  }),
});

const shownName = (
  { firstName, lastName }: { firstName: string; lastName: string },
  acceptedAt: Date | null,
): string => (acceptedAt ? `${firstName} ${lastName}` : maskContacts(firstName).text);

const SaleList = listTypes('Sale', SaleType, {
  node: 'A sale in a list.',
  page: 'A page of sales.',
});

const statusArgs = argsOf({ statuses: [maybe([SaleStatusEnum]), 'Only sales of these statuses.'] });

const ofStatuses = (statuses: SaleStatus[] | null | undefined): Prisma.SaleWhereInput =>
  statuses ? { status: { in: statuses } } : {};

builder.queryField('mySales', (t) =>
  t.connection(
    {
      type: SaleType,
      nullable: true,
      description:
        'Your sales, as buyer and as seller, newest first. `first` defaults to 20 and is at most 100.',
      authScopes: { signedIn: true },
      complexity: newestFirstCost,
      args: statusArgs,
      resolve: async (_root, { statuses, ...args }, context, info) => {
        const viewer = await context.viewer();
        const { where, ...page } = newestFirst(args);
        const own = { OR: [{ buyerId: viewer?.id ?? '' }, { sellerId: viewer?.id ?? '' }] };
        const found = viewer
          ? await context.deps.database.prisma.sale.findMany({
              ...nodesOf('Sale', context, info),
              ...page,
              where: { AND: [where, own, ofStatuses(statuses)] },
            })
          : [];
        return newestFirstConnection(args, found);
      },
    },
    ...SaleList,
  ),
);

builder.queryField('sale', (t) =>
  t.prismaField({
    type: SaleType,
    nullable: true,
    description: 'A sale that you are a side of; administrators see all. Null if there is none.',
    authScopes: { signedIn: true, token: 'sales:read' },
    args: argsOf({ id: idOf('sale') }),
    resolve: async (query, _root, { id }, context) => {
      const account = await context.account();
      const own = { OR: [{ buyerId: account?.id ?? '' }, { sellerId: account?.id ?? '' }] };
      return (
        account &&
        context.deps.database.prisma.sale.findFirst(
          joined(query, { id: idToFind(id), ...(account.role !== 'admin' && own) }),
        )
      );
    },
  }),
);

const SaleChange = builder.objectRef<{ saleId: string }>('SaleChange').implement({
  description: 'A change of a sale.',
  fields: (t) => ({
    sale: t.prismaField({
      type: SaleType,
      nullable: true,
      description: 'The sale as it is now.',
      resolve: (query, { saleId }, _args, { deps }) =>
        deps.database.prisma.sale.findUnique(joined(query, { id: saleId })),
    }),
  }),
});

builder.subscriptionField('saleChanged', (t) =>
  t.field({
    type: SaleChange,
    description:
      'A sale that you are a side of, now and after each change of it or of its money. Ends with the session, or after 30 minutes.',
    authScopes: { signedIn: true, token: 'sales:read' },
    args: argsOf({ id: idOf('sale') }),
    subscribe: async (_root, { id }, context) =>
      watchSale(context.deps, await context.credential(), id, context.closed),
    resolve: (saleId) => ({ saleId }),
  }),
);

const PartInListing = builder
  .objectRef<{ isOwner: boolean; sale: Sale | null }>('PartInListing')
  .implement({
    description: 'What you have to do with a listing for sale.',
    fields: (t) => ({
      isOwner: t.exposeBoolean('isOwner', { description: 'Whether it is yours.' }),
      sale: t.expose('sale', {
        type: SaleType,
        nullable: true,
        description: 'Your latest sale of it as its buyer; null if you made no offer for it.',
      }),
    }),
  });

builder.queryField('myPartIn', (t) =>
  t.field({
    type: PartInListing,
    nullable: true,
    description: 'Whether a listing is yours, and your latest offer for it; null if it is gone.',
    authScopes: { signedIn: true },
    args: argsOf({ listingId: idOf('listing') }),
    resolve: async (_root, { listingId }, context, info) => {
      const viewer = await context.viewer();
      const select = {
        ownerId: true,
        sales: {
          ...queryFromInfo({ context, info, typeName: 'Sale', path: ['sale'] }),
          where: { buyerId: viewer?.id ?? '' },
          orderBy: { id: 'desc' },
          take: 1,
        },
      } as const;
      const found =
        viewer &&
        (await context.deps.database.prisma.listing.findUnique(
          joined({ select }, { id: idToFind(listingId) }),
        ));
      return (
        found && { isOwner: found.ownerId === viewer.id, sale: (found.sales[0] as Sale) ?? null }
      );
    },
  }),
);

const dueFirst = keyset<'dueAt' | 'id'>(
  'SALES_DUE',
  'asc',
  { dueAt: 'timestamptz', id: 'uuid' },
  { turned: ['id'] },
);

adminList('sales', SaleList, {
  type: SaleType,
  description:
    'Sales of all members: first those whose answer or open step is due first, then the others, newest first. `first` defaults to 20 and is at most 100.',
  complexity: newestFirstCost,
  args: statusArgs,
  resolve: async ({ statuses, ...args }, _page, context, info) => {
    const request = readPageArgs(args, pageSizes);
    const { where, ...page } = dueFirst.prisma(request);
    const found = await context.deps.database.prisma.sale.findMany({
      ...nodesOf('Sale', context, info),
      ...page,
      where: { AND: [where, ofStatuses(statuses)] },
    });
    return dueFirst.pageOf(request, found);
  },
});

export const salePayload = (name: string, description: string) =>
  builder.objectRef<{ sale: Pick<Sale, 'id'> }>(name).implement({
    description,
    fields: (t) => ({
      sale: t.prismaField({
        type: SaleType,
        description: 'The sale as it is now.',
        resolve: (query, { sale }, _args, { deps }) =>
          deps.database.prisma.sale.findUniqueOrThrow(joined(query, { id: sale.id })),
      }),
    }),
  });

command('makeOffer', {
  type: salePayload('MakeOfferPayload', 'The offer was made, and the owner is told.'),
  description: `Makes an offer for a timeshare that is for sale; the owner has ${saleTime} to answer. One open offer of a person for a listing. Needs a verified email address.`,
  input: ['Which listing, and what you offer.', 'An offer for a timeshare.'],
  fields: {
    listingId: idOf('listing', 'It must be for sale, and not yours.'),
    terms: [SaleTermsInput, 'What you offer.'],
    idempotencyKey: idempotencyKeyOf('make the offer once'),
  },
  resolve: async (input, context) => ({
    sale: await makeOffer(context.deps, await context.viewer(), input),
  }),
});

command('moveSale', {
  type: salePayload('MoveSalePayload', 'The move was made, and everyone concerned was told.'),
  description:
    'Counters, accepts, declines or withdraws an offer, confirms the accepted terms, records a step of the closing, or ends a sale. Fails with ConflictError if it has changed or the move is not open now.',
  input: ['Which sale and move.', 'A sale, and what you do with it.'],
  fields: {
    saleId: idOf('sale'),
    version: [
      'Int',
      'The `version` that you have read. Fails with ConflictError if it has changed.',
    ],
    move: [SaleMoveEnum, 'One of its `choices`.'],
    reason: [
      'String?',
      'Why, in plain text of at most 2,000 characters. The other side reads it; some moves require it.',
    ],
    terms: [maybe(SaleTermsInput), 'For COUNTER: what you offer.'],
    typedName: ['String?', 'For CONFIRM_TERMS: your name, as in your account.'],
    termsHash: ['String?', 'For CONFIRM_TERMS: the `hash` of the term sheet that you have read.'],
    step: [
      maybe(SaleStepEnum),
      'For RECORD_STEP, WAIVE_STEP, FAIL_STEP and EXTEND_STEP: the open step that it is about.',
    ],
    facts: [maybe(SaleStepFactsInput), 'For RECORD_STEP: what the step asks for.'],
    documentUrl: [
      'String?',
      'For RECORD_STEP: the URL of an uploaded PDF or picture, which both sides can open.',
    ],
    dueOn: ['Date?', 'For EXTEND_STEP: the new last day, at most 180 days from today.'],
    idempotencyKey: idempotencyKeyOf('make the move once'),
  },
  resolve: async (input, context) => ({
    sale: await moveSale(context.deps, await context.viewer(), context.address, input),
  }),
});

command('payFromSandbox', {
  type: salePayload('PayFromSandboxPayload', 'The partner holds the money, and the sale went on.'),
  description:
    'Plays the payment of the buyer where a sandbox stands in for the escrow partner: what is missing of an open step is paid, once.',
  input: ['The `sandboxPayment` to make.', 'A sale, and the step to pay.'],
  fields: { saleId: idOf('sale'), step: [SaleStepEnum, 'The open step: deposit or balance.'] },
  resolve: async (input, context) => ({
    sale: await payFromSandbox(context.deps, await context.viewer(), input),
  }),
});
