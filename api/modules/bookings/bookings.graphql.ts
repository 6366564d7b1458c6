import type { RequestContext } from '#api/context/context.ts';
import type {
  Booking,
  BookingMove,
  BookingParty,
  Prisma,
  BookingEvent,
} from '#api/generated/prisma/client.ts';
import { CardPaymentType } from '#api/modules/payments/cardPayment.graphql.ts';
import { queryFromInfo } from '@pothos/plugin-prisma';
import { argsOf } from '#api/graphql/inputs.ts';
import { joined } from '#api/platform/database/joined.ts';
import { builder } from '#api/graphql/builder.ts';
import { columns, exposed, maybe, shownType } from '#api/graphql/exposed.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { idOf, plainIdOf } from '#api/graphql/ids/ids.ts';
import { MoneyType, moneyColumn, moneyColumnOrNull, moneyOf } from '#api/graphql/money.ts';
import { listTypes } from '#api/graphql/listTypes.ts';
import { isoDay } from '#common/days.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { moneyOrNull } from '#common/money.ts';
import { newestFirstCost } from '#api/platform/database/newestFirst.ts';
import { UserType } from '../accounts/accounts.graphql.ts';
import { ListingFactsType } from '../listings/listingFacts.graphql.ts';
import { cancellationWords, refundWords } from '../pricing/words.ts';
import { decisionsOf } from './disputes/decisions.ts';
import { bookingChoices, movesOf, type BookingChoice } from './moveBooking.ts';
import { momentOf } from './moves/makeMove.ts';
import {
  certificateDue,
  comingMoves,
  type ComingStep,
  moveNames,
  owesBalance,
  ruleOf,
  timed,
  wordsOf,
} from './moves/moves.ts';
import { offerOf, priceOffer, type Offer } from './moves/offers.ts';
import { partsOf } from './moves/partsOf.ts';
import { shownWords } from './moves/shownWords.ts';
import { linesOf } from './payment/shares.ts';
import {
  bookingListWhere,
  reservationListWhere,
  staysConnection,
  staysPage,
} from './reading/bookingLists.ts';
import { priceLines, priced, rates, shownLines, type PriceLine } from './reading/priceLines.ts';
import { watchBooking } from './reading/watchBooking.ts';
import { isStatusIn } from '#common/bookingStatuses.ts';

export const BookingStatusEnum = enumOf(
  'BookingStatus',
  'Status of a booking; docs/bookings.md has the table of moves between them.',
  {
    pending: 'Requested, and not answered yet.',
    held: 'The nights are kept while the traveler pays.',
    confirmed: 'Paid; the nights are booked.',
    certified: 'Paid, and the resort or the team has confirmed the guest certificate.',
    checked_in: 'The day of arrival has come.',
    completed: 'The stay is over.',
    declined: 'The request was declined.',
    expired: 'Nobody paid or answered in time.',
    cancelled: 'It will not take place.',
    disputed: 'The traveler reports a problem; the money is kept until it is settled.',
    resolved: 'The team has settled a reported problem.',
  },
);

export const BookingMoveEnum = enumOf(
  'BookingMove',
  'A step in the life of a booking; docs/bookings.md has the table.',
  Object.fromEntries(moveNames.map((move) => [move, ruleOf(move).means])) as Record<
    BookingMove,
    string
  >,
);

export const BookingPartyEnum = enumOf('BookingParty', 'Who makes a move of a booking.', {
  traveler: 'The member who booked.',
  owner: 'The owner of the week.',
  team: 'An administrator.',
  clock: 'A deadline that has passed.',
  payment: 'The outcome of a payment.',
  resort: 'The resort, by a link in its mail.',
});

const noted = {
  note: true,
  party: true,
  booking: { select: { userId: true, ownerId: true, status: true } },
} as const;

const noteFor = async (
  context: RequestContext,
  { note, party, booking }: Prisma.BookingEventGetPayload<{ select: typeof noted }>,
) => (note === null ? null : shownWords(await partsIn(context, booking), party, note, booking));

async function partsIn(
  { viewer }: RequestContext,
  booking: Pick<Booking, 'userId' | 'ownerId'>,
): Promise<BookingParty[]> {
  const person = await viewer();
  return person ? partsOf(person, booking) : [];
}

const BookingEventType = builder.prismaObject('BookingEvent', {
  description: 'Something that happened to a booking.',
  fields: (t) => ({
    ...columns<BookingEvent>(t, {
      move: [BookingMoveEnum, 'Which step was made.'],
      party: [BookingPartyEnum, 'Which side made the step.'],
      status: [BookingStatusEnum, 'The status of the booking afterwards.'],
      at: ['DateTime', 'When it happened.'],
    }),
    title: t.string({
      description: 'The step in a few words for the reader, such as "Accepted".',
      select: noted,
      resolve: async ({ move, booking }, _args, context) =>
        wordsOf(move, await partsIn(context, booking)).title,
    }),
    means: t.string({
      description: 'What the step means to the reader, in a sentence.',
      select: noted,
      resolve: async ({ move, booking }, _args, context) =>
        wordsOf(move, await partsIn(context, booking)).means,
    }),
    note: t.string({
      nullable: true,
      description:
        'The reason given, plain text. Contact details of the other side are replaced by "[hidden]" until the booking is confirmed.',
      select: noted,
      resolve: async (event, _args, context) => (await noteFor(context, event))?.text ?? null,
    }),
    hidesContacts: t.boolean({
      description:
        'Whether contact details in `note` are hidden from the other side until the booking is confirmed.',
      select: noted,
      resolve: async (event, _args, context) =>
        (await noteFor(context, event))?.hidesContacts ?? false,
    }),
  }),
});

const ComingMoveType = shownType<ComingStep & ReturnType<typeof wordsOf>>('ComingBookingMove', {
  description: 'What the clock will do with a booking unless somebody moves it before.',
  fields: {
    move: [BookingMoveEnum, 'What will happen.'],
    at: ['DateTime?', 'The instant; null if it depends on the day at the resort.'],
    on: ['Date?', 'The day at the resort; null if there is an instant.'],
    title: ['String', 'What will happen, in a few words for the reader.'],
    means: ['String', 'What will happen, in a sentence for the reader.'],
  },
});

const MoneyStepEnum = enumOf('BookingMoneyStep', 'What a move of a booking does with the money.', {
  none: 'Moves no money.',
  reserved: 'The price, or its deposit, has been reserved on the card.',
  paid: 'The price, or a part of it, has been paid.',
  capture: 'Takes what is reserved.',
  balance: 'Charges the rest of the price to the saved card.',
  let_go: 'Lets go what is reserved; nothing is charged.',
  refund_by_policy: 'Gives back what the cancellation policy says, and pays out the rest.',
  refund_all: 'Gives everything back.',
  refund_chosen: 'Gives back what the team decides, and pays out the rest.',
  pay_out: 'Pays the owner.',
  given_back: 'Takes off what was given back at the payment provider.',
});

const BookingChoiceType = shownType<BookingChoice>('BookingChoice', {
  description: 'Something that you can do with a booking now, by `moveBooking`.',
  fields: {
    move: [BookingMoveEnum, 'The `move` to send.'],
    party: [BookingPartyEnum, 'In which part you do it.'],
    asksWhy: ['Boolean', 'Whether you have to give a `reason`.'],
    money: [MoneyStepEnum, 'What it does with the money of the traveler.'],
    refund: [
      maybe(MoneyType),
      'What the traveler gets back if you do it now; null if nothing is given back.',
    ],
  },
});

const BookingPriceLineEnum = enumOf(
  'BookingPriceLineKind',
  'What a line of the price of a booking is for.',
  {
    nights: 'The nights, at the price per night.',
    cleaning: 'The cleaning or resort fee of the owner.',
    tax: 'The occupancy tax of the destination.',
    service_fee: 'The fee of the site.',
  },
);

const BookingPriceLineType = builder.objectRef<PriceLine>('BookingPriceLine').implement({
  description: 'A line of the price of a booking.',
  fields: (t) => ({
    kind: t.expose('kind', { type: BookingPriceLineEnum, description: 'What it is for.' }),
    label: t.exposeString('label', {
      description: 'In English, for example "7 nights × $150" or "Occupancy tax (12.5%)".',
    }),
    amount: t.field({ ...moneyOf('cents'), description: 'What it adds to the total.' }),
  }),
});

const BookingOfferType = builder.objectRef<Offer>('BookingOffer').implement({
  description: 'Other terms for a request.',
  fields: (t) => ({
    ...exposed(t, {
      checkIn: ['Date', 'The first night that is offered.'],
      checkOut: ['Date', 'The day of departure that is offered.'],
    }),
    pricePerNight: t.field({
      type: MoneyType,
      description: 'The price per night that is offered.',
      resolve: ({ terms }) => ({ amount: terms.pricePerNightCents, currency: terms.currency }),
    }),
    priceLines: t.field({
      type: [BookingPriceLineType],
      complexity: { field: 1, multiplier: 4 },
      description: 'What the price would be made of, those of 0 left out.',
      resolve: ({ price: { lines, nights }, terms }) => shownLines(lines, terms, nights),
    }),
    totalPrice: t.field({
      type: MoneyType,
      description: 'What the traveler would pay in all.',
      resolve: ({ price }) => ({ amount: price.totalCents, currency: price.currency }),
    }),
  }),
});

const isSettled = (status: Booking['status']): boolean =>
  isStatusIn('ended', status) || status === 'resolved';

export const zoned = { resort: { select: { zone: { select: { today: true } } } } } as const;

const listed = { id: true, userId: true, ownerId: true, createdAt: true } as const;

export const BookingType = builder.prismaNode('Booking', {
  description:
    'A stay of a member at a resort. Only the member, the owner of the week and administrators can read it.',
  nullable: true,
  authScopes: async (booking, context) => {
    const account = await context.account();
    const isPart = account !== null && partsOf(account, booking).length > 0;
    const tokenOf = { account: booking.userId, scope: 'stays:read' } as const;
    return isPart && { public: true, token: 'bookings:read', tokenOf };
  },
  select: listed,
  id: { field: 'id', description: 'Global id, for `node` and the mutations.' },
  fields: (t) => ({
    databaseId: t.exposeID('id', plainIdOf('booking', 'The plain id of the booking.')),
    ...columns<Booking>(t, {
      version: [
        'Int',
        'Incremented by each change; the mutations need the one that you have read.',
      ],
      createdAt: ['DateTime', 'When it was booked.'],
      releasedAt: ['DateTime?', 'When the money became the owner’s.'],
      isInstant: ['Boolean', 'Whether it is booked by paying, without an answer of the owner.'],
      certificateNumber: [
        'String?',
        'Number of the resort’s guest certificate in the traveler’s name.',
      ],
      confirmedAt: ['DateTime?', 'When it was paid and confirmed; null before.'],
      acceptedAt: [
        'DateTime?',
        'When the request was accepted; null before, and with instant booking.',
      ],
      checkIn: ['Date', 'The first night.'],
      checkOut: ['Date', 'The day of departure.'],
      isProtected: [
        'Boolean',
        'Whether it is paid here; false for stays that were agreed elsewhere.',
      ],
      status: [BookingStatusEnum, 'Status of the booking.'],
    }),
    listing: t.relation('listing', {
      nullable: true,
      description: 'The week; null if it is no longer on offer or the stay was agreed elsewhere.',
    }),
    weekTitle: t.string({
      nullable: true,
      description: 'The headline of the week, also if it is no longer on offer.',
      select: { listing: { select: { title: true } } },
      resolve: ({ listing }) => listing?.title ?? null,
    }),
    facts: t.relation('listing', {
      type: ListingFactsType,
      nullable: true,
      description: 'Facts of the unit, also if it is no longer on offer.',
    }),
    resort: t.relation('resort', { description: 'Where the stay is.' }),
  }),
});

builder.prismaObjectFields(BookingType, (t) => ({
  guest: t.relation('user', {
    type: UserType,
    nullable: true,
    description: 'The member who booked it; null to the owner of the week.',
    authScopes: ({ userId }) => ({ admin: true, self: userId }),
    unauthorizedResolver: () => null,
  }),
  owner: t.relation('owner', {
    type: UserType,
    nullable: true,
    description:
      'The owner of the week; null for weeks of providers, and to all but administrators.',
    authScopes: { admin: true },
    unauthorizedResolver: () => null,
  }),
  guestName: t.string({
    description:
      'First and last name of the member who booked it, without contact details to the owner until it is confirmed.',
    select: { status: true, user: { select: { firstName: true, lastName: true } } },
    resolve: async ({ user, ...booking }, _args, context) => {
      const name = `${user.firstName} ${user.lastName}`;
      return shownWords(await partsIn(context, booking), 'traveler', name, booking).text;
    },
  }),
  guestNames: t.stringList({
    description:
      'Names of the guests, who checks in first; empty until it is paid. Without contact details to the owner until it is confirmed.',
    select: { status: true, guestNames: true },
    resolve: async ({ guestNames, ...booking }, _args, context) => {
      const parts = await partsIn(context, booking);
      return guestNames.map((name) => shownWords(parts, 'traveler', name, booking).text);
    },
  }),
  guests: t.exposeInt('guests', { description: 'Number of people.' }),
  message: t.string({
    nullable: true,
    description:
      'What the traveler wrote to the owner, plain text. To the owner, contact details are replaced by "[hidden]" until it is confirmed.',
    select: { status: true, message: true },
    resolve: async ({ message, ...booking }, _args, context) =>
      message === null
        ? null
        : shownWords(await partsIn(context, booking), 'traveler', message, booking).text,
  }),
  messageHidesContacts: t.boolean({
    description:
      'Whether contact details in `message` are hidden from the owner until it is confirmed.',
    select: { status: true, message: true },
    resolve: ({ message, status }) =>
      message !== null && shownWords([], 'traveler', message, { status }).hidesContacts,
  }),
  parts: t.field({
    type: [BookingPartyEnum],
    description: 'Who you are in it: its traveler, the owner of the week, the team.',
    resolve: (booking, _args, context) => partsIn(context, booking),
  }),
}));

builder.prismaObjectFields(BookingType, (t) => ({
  totalPrice: t.field({
    ...moneyColumn('totalPriceCents'),
    description: 'What the traveler pays in all.',
  }),
  priceLines: t.field({
    type: [BookingPriceLineType],
    complexity: { field: 1, multiplier: 4 },
    description:
      'What the price is made of, those of 0 left out; empty for stays that were agreed elsewhere.',
    select: priced,
    resolve: priceLines,
  }),
  refund: t.field({
    ...moneyColumnOrNull('refundCents'),
    description: 'What the traveler gets back; null if nothing was charged or is given back.',
  }),
  ownerShare: t.field({
    type: MoneyType,
    nullable: true,
    description:
      'What the owner of the week gets: nights and cleaning of a stay that takes place, and what is kept of another, as the ledger says. Null if that is nothing, for stays that were agreed elsewhere, and to the traveler.',
    select: {
      status: true,
      nightsCents: true,
      cleaningCents: true,
      currency: true,
      ownerId: true,
      ledgerTransactions: {
        where: { reason: { in: ['release', 'retention', 'refund_order', 'correction'] } },
        select: {
          entries: {
            where: { account: { in: ['owner_payable', 'provider_payable'] } },
            select: { amountCents: true },
          },
        },
      },
    },
    authScopes: ({ ownerId }) => ({
      admin: true,
      ...(ownerId !== null && { self: ownerId }),
      tokenOf: { account: ownerId, scope: 'bookings:read' },
    }),
    unauthorizedResolver: () => null,
    resolve: ({ status, nightsCents, cleaningCents, currency, ledgerTransactions }) => {
      if (!isSettled(status)) {
        const cents = nightsCents === null ? null : nightsCents + (cleaningCents ?? 0);
        return moneyOrNull(cents, currency);
      }
      const cents = ledgerTransactions
        .flatMap(({ entries }) => entries)
        .reduce((sum, { amountCents }) => sum - amountCents, 0);
      return moneyOrNull(cents || null, currency);
    },
  }),
}));

builder.prismaObjectFields(BookingType, (t) => ({
  payment: t.field({
    type: CardPaymentType,
    nullable: true,
    description: 'The last attempt to pay, for the stay or a damage; only the traveler sees it.',
    select: (_args, _context, nestedSelection) => ({
      paymentOperations: nestedSelection({
        where: { kind: { in: ['authorize', 'charge', 'claim'] } },
        orderBy: { createdAt: 'desc' },
        take: 1,
      }),
    }),
    authScopes: ({ userId }) => ({ self: userId }),
    unauthorizedResolver: () => null,
    resolve: ({ paymentOperations }) => paymentOperations[0] ?? null,
  }),
  cancellation: t.stringList({
    description:
      'What the traveler gets back by cancelling, the highest refund first, such as "Free cancellation until Mar 3: $570 back"; "Not refundable" alone if nothing. Empty for stays that were agreed elsewhere.',
    select: {
      ...priced,
      ...zoned,
      status: true,
      confirmedAt: true,
      cancellationPolicy: true,
      depositCents: true,
      balancePaidAt: true,
    },
    resolve: (booking, _args, { deps }) => {
      const { cancellationPolicy: policy, confirmedAt } = booking;
      if (policy === null) return [];
      const checkIn = isoDay(booking.checkIn);
      const moment = { ...momentOf(deps, booking), checkIn, confirmedAt };
      const steps = refundWords(policy, moment, linesOf(booking), booking.currency);
      const words = steps.length > 0 ? steps : [cancellationWords(policy, moment)];
      return owesBalance(booking) && booking.status !== 'held'
        ? [...words, 'What you have not paid yet is taken off']
        : words;
    },
  }),
}));

builder.prismaObjectFields(BookingType, (t) => ({
  offer: t.field({
    type: BookingOfferType,
    nullable: true,
    description:
      'Other terms that are offered instead of accepting the request, open until `answerBy`; null if there are none. `TAKE_OFFER` holds these nights at this price for 15 minutes, and `holdStay` of the same stay then returns that hold, to be paid.',
    select: {
      ...rates,
      status: true,
      offeredCheckIn: true,
      offeredCheckOut: true,
      offeredPricePerNightCents: true,
    },
    resolve: (booking) => offerOf(booking),
  }),
  quoteOffer: t.field({
    type: BookingOfferType,
    nullable: true,
    description:
      'What other terms would cost the traveler, before `OFFER` sends them; null if the dates are not in order or the price is above that of the request. Says nothing about whether the nights are free.',
    args: argsOf({
      checkIn: ['Date', 'The first night to offer.'],
      checkOut: ['Date', 'The day of departure to offer.'],
      pricePerNightCents: ['Int', 'The price per night to offer, in cents.'],
    }),
    select: rates,
    resolve: (booking, { checkIn, checkOut, pricePerNightCents }) =>
      priceOffer(booking, new Date(checkIn), new Date(checkOut), pricePerNightCents),
  }),
  isOffered: t.boolean({
    description:
      'Whether it takes an offer, or is kept in place of a week that its owner cancelled: its price holds for this checkout alone.',
    select: { offerOfId: true, rebookingOfId: true },
    resolve: ({ offerOfId, rebookingOfId }) => offerOfId !== null || rebookingOfId !== null,
  }),
}));

builder.prismaObjectFields(BookingType, (t) => ({
  events: t.relation('events', {
    type: BookingEventType,
    description: 'What happened so far, oldest first.',
    query: { orderBy: { number: 'asc' } },
  }),
  moves: t.field({
    type: [BookingMoveEnum],
    description: 'What you can do with it now, by `moveBooking`.',
    select: { ...timed, ...zoned, userId: true, decisions: decisionsOf },
    resolve: async (booking, _args, context) => {
      const viewer = await context.account();
      return viewer ? [...movesOf(viewer, booking, momentOf(context.deps, booking)).keys()] : [];
    },
  }),
  choices: t.field({
    type: [BookingChoiceType],
    complexity: { field: 1, multiplier: 3 },
    description: 'What you can do with it now, and what that does; the same moves as `moves`.',
    select: {
      ...timed,
      ...zoned,
      ...priced,
      userId: true,
      decisions: decisionsOf,
      cancellationPolicy: true,
      refundCents: true,
      totalPriceCents: true,
    },
    resolve: async (booking, _args, context) => {
      const viewer = await context.account();
      return viewer ? bookingChoices(viewer, booking, momentOf(context.deps, booking)) : [];
    },
  }),
}));

builder.prismaObjectFields(BookingType, (t) => ({
  coming: t.field({
    type: [ComingMoveType],
    complexity: { field: 1, multiplier: 3 },
    description: 'What the clock will do next, in order.',
    select: { ...timed, ...zoned },
    resolve: async (booking, _args, context) => {
      const parts = await partsIn(context, booking);
      return comingMoves(booking, momentOf(context.deps, booking)).map((coming) => ({
        ...coming,
        ...wordsOf(coming.move, parts),
      }));
    },
  }),
  ...columns<Booking>(t, {
    heldUntil: ['DateTime?', 'Until when the nights are kept for payment.'],
    answerBy: [
      'DateTime?',
      'Until when the person whose turn it is has time: to answer a request or an offer, to pay the rest after a deposit, or to report a problem before the owner is paid.',
    ],
    endedBy: [maybe(BookingPartyEnum), 'Who ended it before the stay; null otherwise.'],
  }),
  heldSeconds: t.int({
    nullable: true,
    description: 'Seconds until `heldUntil`, for clocks that are wrong; null unless it is held.',
    select: { status: true, heldUntil: true },
    resolve: ({ status, heldUntil }, _args, { deps }) =>
      status === 'held' && heldUntil
        ? Math.max(0, Math.round((heldUntil.getTime() - deps.clock().getTime()) / 1000))
        : null,
  }),
  certificateDue: t.field({
    type: 'Date',
    nullable: true,
    description:
      'The day by which the guest certificate has to be handed in and confirmed; null unless it is missing.',
    select: timed,
    resolve: (booking) => certificateDue(booking),
  }),
}));

builder.prismaObjectField(BookingType, 'takenBy', (t) =>
  t.relation('taken', {
    type: BookingType,
    nullable: true,
    description:
      'Of a request whose offer was taken: the booking with the offered terms, which took its place; null otherwise.',
  }),
);

builder.prismaObjectFields(BookingType, (t) => ({
  otherWeeks: t.field({
    type: [BookingType],
    complexity: { field: 1, multiplier: 3 },
    description:
      'Of a stay that its owner cancelled: the weeks that are kept for the traveler to choose from until their `heldUntil`, or the one that was taken. Empty to the owner. `payBooking` takes one, `ABANDON` lets one go.',
    select: (_args, _context, nestedSelection) => ({
      otherWeeks: nestedSelection({
        where: { OR: [{ status: 'held' }, { confirmedAt: { not: null } }] },
        orderBy: { id: 'asc' },
      }),
    }),
    authScopes: ({ userId }) => ({ admin: true, self: userId }),
    unauthorizedResolver: () => [],
    resolve: ({ otherWeeks }) => otherWeeks,
  }),
  insteadOf: t.relation('rebookingOf', {
    type: BookingType,
    nullable: true,
    description:
      'The stay that its owner cancelled and whose place this one takes; null otherwise.',
    authScopes: ({ userId }) => ({ admin: true, self: userId }),
    unauthorizedResolver: () => null,
  }),
}));

export const [BookingConnection, BookingEdge] = listTypes('Booking', BookingType, {
  node: 'A booking in a list.',
  page: 'A page of bookings.',
});

const listOrder =
  'Within OPEN and UPCOMING the next check-in comes first, within PAST and CANCELLED the last; the whole list is newest first.';

const BookingListEnum = enumOf('BookingList', 'A part of a list of bookings.', {
  open: 'Waiting for a payment or an answer.',
  upcoming: 'Booked, now or ahead.',
  past: 'The stay is over.',
  cancelled: 'It did not or will not take place.',
});

builder.prismaObjectField('User', 'bookings', (t) =>
  t.connection(
    {
      type: BookingType,
      authScopes: { public: true, token: 'stays:read' },
      description: `Bookings of the member. ${listOrder} \`first\` defaults to 20.`,
      complexity: newestFirstCost,
      args: argsOf({ list: [maybe(BookingListEnum), 'Only this part of them.'] }),
      select: (args, _context, nestedSelection) => {
        const { where, ...page } = staysPage(args);
        return {
          bookings: nestedSelection(
            {
              ...page,
              where: { AND: [where, bookingListWhere(args.list)] },
              select: { ...listed, checkIn: true },
            },
            ['edges', 'node'],
          ),
        };
      },
      resolve: (user, args) => staysConnection(args, user.bookings),
    },
    BookingConnection,
    BookingEdge,
  ),
);

builder.prismaObjectField('User', 'reservations', (t) =>
  t.connection(
    {
      type: BookingType,
      authScopes: { public: true, token: 'bookings:read' },
      description: `Requests for and bookings of the member’s weeks. ${listOrder} \`first\` defaults to 20.`,
      complexity: newestFirstCost,
      args: argsOf({ list: [maybe(BookingListEnum), 'Only this part of them.'] }),
      resolve: async (user, args, context, info) => {
        const { where, ...page } = staysPage(args);
        const { select } = queryFromInfo({
          context,
          info,
          typeName: 'Booking',
          path: ['edges', 'node'],
        });
        const found = await context.deps.database.prisma.booking.findMany({
          select: { ...listed, checkIn: true, ...select },
          ...page,
          where: { AND: [where, reservationListWhere(user.id, args.list)] },
          relationLoadStrategy: 'join',
        });
        return staysConnection(args, found);
      },
    },
    BookingConnection,
    BookingEdge,
  ),
);

const mostWaiting = 20;

const waitingNow = (now: Date) =>
  ({
    where: { OR: [{ heldUntil: null }, { heldUntil: { gt: now } }] },
    orderBy: [{ dueAt: 'asc' }, { bookingId: 'asc' }],
    take: mostWaiting,
  }) satisfies Prisma.WaitingBookingFindManyArgs;

builder.prismaObjectField('User', 'waitingBookings', (t) =>
  t.field({
    type: [BookingType],
    complexity: { field: 1, multiplier: mostWaiting },
    description:
      'Bookings that wait for the member, the most urgent first, at most 20: checkouts to pay, requests and offers to answer, certificates due soon, and reported problems.',
    select: (_args, { deps }, nestedSelection) => ({
      waiting: { ...waitingNow(deps.clock()), select: { booking: nestedSelection() } },
    }),
    resolve: ({ waiting }) => waiting.map(({ booking }) => booking),
  }),
);

builder.queryField('booking', (t) =>
  t.prismaField({
    type: BookingType,
    nullable: true,
    description: 'A booking of yours, or of your week; null if there is none.',
    authScopes: { signedIn: true, token: 'bookings:read' },
    args: argsOf({ id: idOf('booking') }),
    resolve: (query, _root, { id }, { deps }) =>
      deps.database.prisma.booking.findUnique(joined(query, { id: idToFind(id) })),
  }),
);

const BookingChange = builder.objectRef<{ bookingId: string }>('BookingChange').implement({
  description: 'A change of a booking.',
  fields: (t) => ({
    booking: t.prismaField({
      type: BookingType,
      nullable: true,
      description: 'The booking as it is now.',
      resolve: (query, { bookingId }, _args, { deps }) =>
        deps.database.prisma.booking.findUnique(joined(query, { id: bookingId })),
    }),
  }),
});

export const bookingPayload = (
  name: string,
  description: string,
  shows = 'The booking as it is now.',
) =>
  builder.objectRef<{ booking: Pick<Booking, 'id'> }>(name).implement({
    description,
    fields: (t) => ({
      booking: t.prismaField({
        type: BookingType,
        description: shows,
        resolve: (query, { booking }, _args, { deps }) =>
          deps.database.prisma.booking.findUniqueOrThrow(joined(query, { id: booking.id })),
      }),
    }),
  });

builder.subscriptionField('bookingChanged', (t) =>
  t.field({
    type: BookingChange,
    description:
      'A booking of yours, or of your week, now and after each change of it or of its payment. Ends with the session, or after 30 minutes.',
    authScopes: { signedIn: true, token: 'bookings:read' },
    args: argsOf({ id: idOf('booking') }),
    subscribe: async (_root, { id }, context) =>
      watchBooking(context.deps, await context.credential(), id, context.closed),
    resolve: (bookingId) => ({ bookingId }),
  }),
);
