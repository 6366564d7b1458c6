import { shownType } from '#api/graphql/exposed.ts';
import { argsOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { plainIdOf } from '#api/graphql/ids/ids.ts';
import { mostSpans, ownNights, type OwnNights } from './ownNights.ts';

const KindEnum = enumOf('OwnNightsKind', 'What is with nights of an owner’s week.', {
  free: 'They can be booked.',
  held: 'Somebody is about to pay them.',
  requested: 'A request for them waits for an answer.',
  taken: 'They are booked.',
  blocked: 'They are taken elsewhere, by a calendar.',
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
  },
});

builder.prismaObjectField('User', 'ownNights', (t) =>
  t.field({
    type: [OwnNightsType],
    authScopes: { public: true, token: 'bookings:read' },
    description:
      'Nights of your weeks between two days: taken, requested and free, earliest first.',
    complexity: { field: 10, multiplier: mostSpans / 10 },
    args: argsOf({
      from: ['Date', 'The first night.'],
      to: ['Date', 'The day after the last night, at most 45 nights later.'],
    }),
    resolve: ({ id }, args, { deps }) => ownNights(deps, id, args),
  }),
);
