import { queryFromInfo } from '@pothos/plugin-prisma';
import type { Booking } from '../../../generated/prisma/client.ts';
import { builder } from '../../../graphql/builder.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
} from '../../../platform/errors.ts';
import { newestFirstConnection, newestFirstCost } from '../../../platform/newestFirst.ts';
import { bookingsPage, setBookingStatus } from './adminBookings.ts';
import {
  BookingConnection,
  BookingEdge,
  BookingStatusEnum,
  BookingType,
} from '../bookings.graphql.ts';

builder.queryField('bookings', (t) =>
  t.connection(
    {
      type: BookingType,
      nullable: true,
      description:
        'Bookings of every member, the last booked first. `first` defaults to 20 and is at most 100.',
      authScopes: { admin: true },
      complexity: newestFirstCost,
      args: {
        status: t.arg({ type: BookingStatusEnum, description: 'Only those of this status.' }),
        search: t.arg.string({
          description:
            'Words of the guest’s name, username or address, or of the resort’s name; all must occur. Or the plain id.',
        }),
      },
      resolve: async (_root, args, context, info) => {
        const found = await context.deps.database.prisma.booking.findMany({
          ...queryFromInfo({ context, info, typeName: 'Booking', path: ['edges', 'node'] }),
          ...(await bookingsPage(context.deps, args)),
          relationLoadStrategy: 'join',
        });
        return newestFirstConnection(args, found);
      },
    },
    BookingConnection,
    BookingEdge,
  ),
);

const SetBookingStatusInput = builder.inputType('SetBookingStatusInput', {
  description: 'What is to become of a booking.',
  fields: (t) => ({
    bookingId: t.id({ required: true, description: 'Plain id (`databaseId`) of the booking.' }),
    seen: t.field({
      type: BookingStatusEnum,
      required: true,
      description: 'The status that you were shown; when it has another by now, nothing is done.',
    }),
    status: t.field({
      type: BookingStatusEnum,
      required: true,
      description: 'CONFIRMED or CANCELLED, where it is among its `moves`.',
    }),
    reason: t.string({ description: 'Why, for the guest to read; 2,000 characters at most.' }),
  }),
});

const SetBookingStatusPayload = builder
  .objectRef<{ booking: Booking }>('SetBookingStatusPayload')
  .implement({
    description: 'The booking is confirmed or cancelled, and its guest was told by mail.',
    fields: (t) => ({
      booking: t.field({
        type: BookingType,
        description: 'The booking as it is now.',
        resolve: ({ booking }) => booking,
      }),
    }),
  });

builder.mutationField('setBookingStatus', (t) =>
  t.field({
    type: SetBookingStatusPayload,
    nullable: true,
    description: 'Confirms or cancels a booking. A night of a listing is never sold twice.',
    authScopes: { admin: true },
    errors: { types: [InvalidInputError, NotFoundError, ForbiddenError, ConflictError] },
    args: {
      input: t.arg({
        type: SetBookingStatusInput,
        required: true,
        description: 'Which booking, and what is to become of it.',
      }),
    },
    resolve: async (_root, { input }, context) => ({
      booking: await setBookingStatus(context.deps, await context.viewer(), input),
    }),
  }),
);
