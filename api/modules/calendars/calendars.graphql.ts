import type { ListingCalendar, NightConflict } from '#api/generated/prisma/client.ts';
import { builder } from '#api/graphql/builder.ts';
import { command, payload } from '#api/graphql/command.ts';
import { columns, shownType } from '#api/graphql/exposed.ts';
import { idOf, plainIdOf } from '#api/graphql/ids/ids.ts';
import { inputOf } from '#api/graphql/inputs.ts';
import { OwnListingType } from '../listings/ownListings.graphql.ts';
import { setBlockedNights, type NightRange } from './blockNights.ts';
import { importCalendar, readCalendar, removeCalendar } from './calendars.ts';

const CalendarType = builder.prismaNode('ListingCalendar', {
  description:
    'A calendar of another site that an owner brings in: its nights are blocked here. It is read every 15 minutes.',
  authScopes: ({ listing }) => ({ admin: true, self: listing.ownerId ?? undefined }),
  select: { listing: { select: { ownerId: true } } },
  id: { field: 'id', description: 'Global id, for `node`.' },
  fields: (t) => ({
    databaseId: t.exposeID('id', plainIdOf('listingCalendar', 'The plain id of the calendar.')),
    ...columns<ListingCalendar>(t, {
      name: 'Its name, by the owner.',
      shownAddress: [
        'String',
        'Host and last characters of its address. The address itself is never shown again.',
      ],
      lastReadAt: ['DateTime?', 'When it was last read or found unchanged; null if never.'],
      problem: [
        'String?',
        'Why it could not be read the last time, or not all of it, in words. Its nights stay blocked meanwhile.',
      ],
    }),
    stays: t.relationCount('blockedNights', {
      description: 'How many stays ahead it has.',
    }),
  }),
});

const mostConflicts = 100;

const ConflictType = builder.prismaObject('NightConflict', {
  description:
    'Nights that are taken in a calendar of another site and booked here too. The booking keeps its nights.',
  fields: (t) => ({
    ...columns<NightConflict>(t, {
      source: 'The name of the calendar.',
      startsOn: ['Date', 'The first night that the calendar has.'],
      endsOn: ['Date', 'The day after the last night that the calendar has.'],
      bookingId: plainIdOf('booking', 'The plain id of the booking.'),
      checkIn: ['Date', 'The first night of the booking.'],
      checkOut: ['Date', 'The day of departure of the booking.'],
    }),
  }),
});

builder.prismaObjectFields(OwnListingType, (t) => ({
  importedCalendars: t.relation('ownCalendars', {
    type: CalendarType,
    description: 'Calendars of other sites that block its nights, by name; at most 20.',
    authScopes: { signedIn: true },
    complexity: { field: 2, multiplier: 20 },
    query: { orderBy: { name: 'asc' } },
  }),
  nightConflicts: t.relation('nightConflicts', {
    type: ConflictType,
    description: `Nights ahead that are taken twice, here and elsewhere, earliest first; at most ${mostConflicts}.`,
    authScopes: { signedIn: true },
    complexity: { field: 5, multiplier: 10 },
    query: {
      orderBy: [{ startsOn: 'asc' }, { checkIn: 'asc' }, { blockedId: 'asc' }],
      take: mostConflicts,
    },
  }),
}));

const NightRangeType = shownType<NightRange>('NightRange', {
  description: 'Nights in a row.',
  fields: {
    from: ['Date', 'The first night.'],
    to: ['Date', 'The day after the last night.'],
  },
});

const NightRangeInput = inputOf('NightRangeInput', 'Nights in a row.', {
  from: ['Date', 'The first night.'],
  to: ['Date', 'The day after the last night.'],
});

const listing = [OwnListingType, 'The listing as it is now.'] as const;

command('setBlockedNights', {
  type: payload('The nights are blocked or free, as far as no calendar blocks them.', {
    listing,
    changed: [
      [NightRangeType],
      'The nights that were not so before: the opposite call with these undoes this one.',
    ],
  }),
  description:
    'Blocks nights of a listing of yours so that nobody can book them, or frees nights that you blocked.',
  authScopes: { signedIn: true, token: 'listings:write' },
  input: ['The listing and its nights.', 'Nights to block or to free.'],
  fields: {
    listingId: idOf('listing', 'It must be yours.'),
    isBlocked: ['Boolean', 'True blocks the nights, false frees them.'],
    nights: [
      [NightRangeInput],
      'At most 40 ranges of nights, from tonight on, on offer and not booked.',
    ],
  },
  resolve: async (input, { deps, account }) => setBlockedNights(deps, await account(), input),
});

const readPayload = payload('The calendar was read, or is read within a minute.', {
  listing,
  isRead: ['Boolean', 'Whether it was read; false if the other site answers slowly.'],
});

const CalendarIdInput = inputOf('ListingCalendarIdInput', 'One of your calendars.', {
  calendarId: idOf('listingCalendar', 'It must be of a listing of yours.'),
});

command('importCalendar', {
  type: readPayload,
  description:
    'Brings a calendar of another site into a listing of yours, at most 20 of a listing. Its nights are blocked from then on.',
  input: ['The listing and the calendar.', 'A calendar of another site.'],
  fields: {
    listingId: idOf('listing', 'It must be yours.'),
    name: ['String', 'A name of 1 to 40 characters that no other calendar of the listing has.'],
    address: [
      'String',
      'The address of an iCalendar file (RFC 5545), with https, http or webcal. It is stored encrypted.',
    ],
  },
  resolve: async (input, { deps, viewer }) => importCalendar(deps, await viewer(), input),
});

command('readCalendar', {
  type: readPayload,
  description: 'Reads a calendar of yours now.',
  input: [CalendarIdInput, 'Names the calendar.'],
  resolve: async ({ calendarId }, { deps, viewer }) =>
    readCalendar(deps, await viewer(), calendarId),
});

command('removeCalendar', {
  type: payload('The calendar is gone, and its nights are free unless something else takes them.', {
    listing,
  }),
  description: 'Removes a calendar from a listing of yours.',
  input: [CalendarIdInput, 'Names the calendar.'],
  resolve: async ({ calendarId }, { deps, viewer }) => ({
    listing: await removeCalendar(deps, await viewer(), calendarId),
  }),
});
