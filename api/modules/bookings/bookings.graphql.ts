import { builder } from '../../graphql/builder.ts';
import { plainIdOf } from '../../graphql/ids.ts';
import { MoneyType } from '../../graphql/money.ts';
import { UserType } from '../accounts/accounts.graphql.ts';
import { movesOf } from './bookingMoves.ts';
import { newestFirst, newestFirstConnection, newestFirstCost } from '../../platform/newestFirst.ts';
import { isoDay, utcToday } from '../../platform/days.ts';

export const BookingStatusEnum = builder.enumType('BookingStatus', {
  description: 'Status of a booking.',
  values: {
    PENDING: { value: 'pending', description: 'Requested, and not answered yet.' },
    HELD: { value: 'held', description: 'The nights are taken while it waits for payment.' },
    CONFIRMED: { value: 'confirmed', description: 'The nights are taken.' },
    CANCELLED: { value: 'cancelled', description: 'It will not take place.' },
    COMPLETED: { value: 'completed', description: 'The stay is over.' },
  } as const,
});

export const BookingType = builder.prismaNode('Booking', {
  description: 'A stay of a member at a resort. Only the member and administrators can read it.',
  nullable: true,
  authScopes: (booking) => ({ admin: true, self: booking.userId }),
  select: { id: true, userId: true, createdAt: true },
  id: { field: 'id', description: 'Global id, for `node` and the mutations.' },
  fields: (t) => ({
    databaseId: t.exposeID('id', plainIdOf('booking', 'The plain id of the booking.')),
    guest: t.relation('user', { type: UserType, description: 'The member who booked it.' }),
    totalPrice: t.field({
      type: MoneyType,
      description: 'Price of all nights.',
      select: { totalPriceCents: true, currency: true },
      resolve: ({ totalPriceCents, currency }) => ({ amount: totalPriceCents, currency }),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was booked.' }),
    moves: t.field({
      type: [BookingStatusEnum],
      description: 'The statuses that an administrator can give it now.',
      select: { status: true, checkOut: true },
      resolve: (booking) => [...movesOf(booking, utcToday())],
    }),
    resort: t.relation('resort', { description: 'Where the stay is.' }),
    checkIn: t.field({
      type: 'Date',
      description: 'The first night.',
      select: { checkIn: true },
      resolve: (booking) => isoDay(booking.checkIn),
    }),
    checkOut: t.field({
      type: 'Date',
      description: 'The day of departure.',
      select: { checkOut: true },
      resolve: (booking) => isoDay(booking.checkOut),
    }),
    guests: t.exposeInt('guests', { description: 'Number of people.' }),
    status: t.field({
      type: BookingStatusEnum,
      description: 'Status of the booking.',
      select: { status: true },
      resolve: (booking) => booking.status,
    }),
  }),
});

export const BookingEdge = builder.edgeObject({
  type: BookingType,
  name: 'BookingEdge',
  description: 'A booking in a list.',
});

export const BookingConnection = builder.connectionObject(
  { type: BookingType, name: 'BookingConnection', description: 'A page of bookings.' },
  BookingEdge,
);

builder.prismaObjectField('User', 'bookings', (t) =>
  t.connection(
    {
      type: BookingType,
      description: 'Bookings of the member, newest first. `first` defaults to 20.',
      complexity: newestFirstCost,
      select: (args, _context, nestedSelection) => ({
        bookings: nestedSelection(
          { ...newestFirst(args), select: { id: true, userId: true, createdAt: true } },
          ['edges', 'node'],
        ),
      }),
      resolve: (user, args) => newestFirstConnection(args, user.bookings),
    },
    BookingConnection,
    BookingEdge,
  ),
);
