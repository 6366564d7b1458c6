import { queryFromInfo } from '@pothos/plugin-prisma';
import { builder } from '../../../graphql/builder.ts';
import { newestFirstConnection, newestFirstCost } from '../../../platform/newestFirst.ts';
import { bookingsPage } from './adminBookings.ts';
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
