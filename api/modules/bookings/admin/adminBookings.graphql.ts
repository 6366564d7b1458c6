import { queryFromInfo } from '@pothos/plugin-prisma';
import { adminList, nodesOf } from '#api/graphql/adminList.ts';
import { maybe } from '#api/graphql/exposed.ts';
import { argsOf } from '#api/graphql/inputs.ts';
import { newestFirstConnection, newestFirstCost } from '#api/platform/database/newestFirst.ts';
import { bookingsPage, disputeConnection, disputeIds } from './adminBookings.ts';
import {
  BookingConnection,
  BookingEdge,
  BookingStatusEnum,
  BookingType,
} from '../bookings.graphql.ts';

const searched =
  'Words that must each occur in the name, username or email address of guest or owner, in the resort’s name or in the certificate number; or the booking number, which is the end of the plain id, or the plain id.';

adminList('bookings', [BookingConnection, BookingEdge], {
  type: BookingType,
  description: 'Bookings of all members, newest first. `first` defaults to 20 and is at most 100.',
  complexity: newestFirstCost,
  args: argsOf({
    status: [maybe(BookingStatusEnum), 'Only bookings of this status.'],
    awaitsTeam: [
      'Boolean?',
      'Only bookings on which the team has something to do: problems to settle, requests for weeks of providers, and missing certificates.',
    ],
    search: ['String?', searched],
  }),
  resolve: async (args, _page, context, info) => {
    const found = await context.deps.database.prisma.booking.findMany({
      ...nodesOf('Booking', context, info),
      ...(await bookingsPage(context.deps, args)),
    });
    return newestFirstConnection(args, found);
  },
});

adminList('disputes', [BookingConnection, BookingEdge], {
  type: BookingType,
  description:
    'Bookings with a reported problem or a claim for a damage: the open ones first, and those first that have waited longest. `first` defaults to 20 and is at most 100.',
  complexity: newestFirstCost,
  args: argsOf({ search: ['String?', searched] }),
  resolve: async (args, _page, context, info) => {
    const ids = await disputeIds(context.deps, args);
    const { select } = queryFromInfo({
      context,
      info,
      typeName: 'Booking',
      path: ['edges', 'node'],
    });
    const found = await context.deps.database.prisma.booking.findMany({
      select: {
        id: true,
        userId: true,
        ownerId: true,
        createdAt: true,
        status: true,
        disputedAt: true,
        claim: true,
        claimedAt: true,
        ...select,
      },
      where: { id: { in: ids } },
      relationLoadStrategy: 'join',
    });
    return disputeConnection(args, ids, found);
  },
});
