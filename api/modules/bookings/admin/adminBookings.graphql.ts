import { queryFromInfo } from '@pothos/plugin-prisma';
import type { Booking } from '../../../generated/prisma/client.ts';
import { builder } from '../../../graphql/builder.ts';
import { idOf } from '../../../graphql/ids.ts';
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
        'Bookings of all members, newest first. `first` defaults to 20 and is at most 100.',
      authScopes: { admin: true },
      complexity: newestFirstCost,
      args: {
        status: t.arg({ type: BookingStatusEnum, description: 'Only bookings of this status.' }),
        search: t.arg.string({
          description:
            'Words that must each occur in the guest’s name, username or email address, or in the resort’s name; or the plain id.',
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
  description: 'A booking and its new status.',
  fields: (t) => ({
    bookingId: t.id({ required: true, ...idOf('booking') }),
    seen: t.field({
      type: BookingStatusEnum,
      required: true,
      description: 'The status you read. Fails with ConflictError if it has changed.',
    }),
    status: t.field({
      type: BookingStatusEnum,
      required: true,
      description: 'CONFIRMED or CANCELLED; must be one of its `moves`.',
    }),
    reason: t.string({ description: 'Reason, shown to the guest; at most 2,000 characters.' }),
  }),
});

const SetBookingStatusPayload = builder
  .objectRef<{ booking: Booking }>('SetBookingStatusPayload')
  .implement({
    description: 'The booking was confirmed or cancelled, and its guest was notified by mail.',
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
    description:
      'Confirms or cancels a booking. Fails with ConflictError if a night is already taken.',
    authScopes: { admin: true },
    errors: { types: [InvalidInputError, NotFoundError, ForbiddenError, ConflictError] },
    args: {
      input: t.arg({
        type: SetBookingStatusInput,
        required: true,
        description: 'Which booking, and its new status.',
      }),
    },
    resolve: async (_root, { input }, context) => ({
      booking: await setBookingStatus(context.deps, await context.viewer(), input),
    }),
  }),
);
