import { shownType } from '#api/graphql/exposed.ts';
import { argsOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { plainIdOf } from '#api/graphql/ids/ids.ts';
import { OwnListingType } from '#api/modules/listings/ownListings.graphql.ts';
import { mostSpans, ownNights, type OwnNights } from './ownNights.ts';

const KindEnum = enumOf('OwnNightsKind', 'What is with nights of an owner’s week.', {
  free: 'They can be booked.',
  held: 'Somebody is about to pay them.',
  requested: 'A request for them waits for an answer.',
  taken: 'They are booked.',
  blocked: 'You block them, or a calendar of another site does.',
});

const OwnNightsType = shownType<OwnNights>('OwnNights', {
  description: 'Nights in a row of one of your weeks, and what is with them.',
  fields: {
    listingId: plainIdOf('listing', 'The plain id of the week.'),
    listingTitle: 'The headline of the week.',
    resortName: 'Where the week is.',
    kind: [KindEnum, 'What is with them.'],
    from: ['Date', 'The first night.'],
    to: ['Date', 'The day after the last night.'],
    bookingId: [
      'ID?',
      plainIdOf('booking', 'The plain id of the booking that has them; null if none has.'),
    ],
    blockedBy: [
      'String?',
      'Of blocked nights, the name of the calendar or provider that has them; null if you block them.',
    ],
    isConflict: ['Boolean', 'Whether blocked nights are booked here too.'],
  },
});

const between = argsOf({
  from: ['Date', 'The first night.'],
  to: ['Date', 'The day after the last night, at most 45 nights later.'],
});

const cost = { field: 10, multiplier: mostSpans / 10 };

builder.prismaObjectField('User', 'ownNights', (t) =>
  t.field({
    type: [OwnNightsType],
    authScopes: { public: true, token: 'bookings:read' },
    description:
      'Nights of your weeks between two days: taken, requested, blocked and free, earliest first.',
    complexity: cost,
    args: between,
    resolve: ({ id }, args, { deps }) => ownNights(deps, { ownerId: id }, args),
  }),
);

builder.prismaObjectField(OwnListingType, 'ownNights', (t) =>
  t.field({
    type: [OwnNightsType],
    authScopes: { signedIn: true, token: 'bookings:read' },
    description: 'Nights of the week between two days, as in `User.ownNights`.',
    complexity: cost,
    args: between,
    select: { id: true },
    resolve: ({ id }, args, { deps }) => ownNights(deps, { listingId: id }, args),
  }),
);
