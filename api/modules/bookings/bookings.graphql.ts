import { builder } from '../../graphql/builder.ts';
import { newestFirst, newestFirstConnection, newestFirstCost } from '../../platform/newestFirst.ts';

const BookingStatusEnum = builder.enumType('BookingStatus', {
  description: 'How far a booking is.',
  values: {
    PENDING: { value: 'pending', description: 'Asked for, and not answered yet.' },
    HELD: { value: 'held', description: 'The nights are kept until it is paid.' },
    CONFIRMED: { value: 'confirmed', description: 'The nights are taken.' },
    CANCELLED: { value: 'cancelled', description: 'It will not take place.' },
    COMPLETED: { value: 'completed', description: 'The stay is over.' },
  } as const,
});

const day = (date: Date): string => date.toISOString().slice(0, 10);

const BookingType = builder.prismaObject('Booking', {
  description: 'A stay of a member at a resort.',
  select: { id: true, createdAt: true },
  fields: (t) => ({
    databaseId: t.exposeID('id', { description: 'The plain id of the booking.' }),
    resort: t.relation('resort', { description: 'Where the stay is.' }),
    checkIn: t.string({
      description: 'The first night, YYYY-MM-DD.',
      select: { checkIn: true },
      resolve: (booking) => day(booking.checkIn),
    }),
    checkOut: t.string({
      description: 'The day of leaving, YYYY-MM-DD.',
      select: { checkOut: true },
      resolve: (booking) => day(booking.checkOut),
    }),
    guests: t.exposeInt('guests', { description: 'How many people stay.' }),
    status: t.field({
      type: BookingStatusEnum,
      description: 'How far the booking is.',
      select: { status: true },
      resolve: (booking) => booking.status,
    }),
  }),
});

const BookingEdge = builder.edgeObject({
  type: BookingType,
  name: 'BookingEdge',
  description: 'A booking in a list.',
});

const BookingConnection = builder.connectionObject(
  { type: BookingType, name: 'BookingConnection', description: 'A page of bookings.' },
  BookingEdge,
);

builder.prismaObjectField('User', 'bookings', (t) =>
  t.connection(
    {
      type: BookingType,
      description:
        'Stays of the member, the last booked first. `first` is 20 where nothing is said.',
      complexity: newestFirstCost,
      select: (args, _context, nestedSelection) => ({
        bookings: nestedSelection({ ...newestFirst(args), select: { id: true, createdAt: true } }, [
          'edges',
          'node',
        ]),
      }),
      resolve: (user, args) => newestFirstConnection(args, user.bookings),
    },
    BookingConnection,
    BookingEdge,
  ),
);
