import { builder } from '#api/graphql/builder.ts';
import { exposed } from '#api/graphql/exposed.ts';
import { plainIdOf } from '#api/graphql/ids/ids.ts';
import { shownWords } from '../moves/shownWords.ts';
import { mostUnpaid, unpaidDays, unpaidHolds, type UnpaidHold } from './unpaidHolds.ts';

const UnpaidHoldType = builder
  .objectRef<UnpaidHold & { readers: 'owner' | 'team' }>('UnpaidHold')
  .implement({
    description: 'Nights that a traveler kept in a checkout and has not paid.',
    fields: (t) => ({
      ...exposed(t, {
        bookingId: plainIdOf('booking', 'The plain id of the booking.'),
        weekTitle: 'The headline of the week, or the name of the resort.',
        imageUrl: 'A picture of the resort.',
        checkIn: ['Date', 'The first night.'],
        checkOut: ['Date', 'The day after the last night.'],
        heldAt: ['DateTime', 'When the checkout began.'],
        heldUntil: [
          'DateTime',
          'How long the nights are kept; they are free before if the traveler left.',
        ],
        isOpen: ['Boolean', 'Whether the nights are kept now.'],
        times: [
          'Int',
          `How many holds without payment the traveler began in ${unpaidDays} days: in weeks of the owner, or for administrators in all.`,
        ],
      }),
      travelerId: t.id({
        nullable: true,
        ...plainIdOf('user', 'The plain id of the traveler; null to the owner of the week.'),
        resolve: ({ readers, travelerId }) => (readers === 'team' ? travelerId : null),
      }),
      travelerName: t.string({
        description: 'First and last name of the traveler, without contact details to the owner.',
        resolve: ({ readers, firstName, lastName, status }) =>
          shownWords([readers], 'traveler', `${firstName} ${lastName}`, { status }).text,
      }),
    }),
  });

const description = `the last ${unpaidDays} days that were not paid, open or not, the newest first; at most ${mostUnpaid}. Nights that a traveler changed before the deadline are listed once.`;
const complexity = { field: 10, multiplier: mostUnpaid / 10 };

builder.prismaObjectField('User', 'unpaidHolds', (t) =>
  t.field({
    type: [UnpaidHoldType],
    authScopes: { public: true },
    description: `Checkouts for the member’s weeks in ${description}`,
    complexity,
    resolve: async ({ id }, _args, { deps }) =>
      (await unpaidHolds(deps, id)).map((hold) => ({ ...hold, readers: 'owner' as const })),
  }),
);

builder.queryField('unpaidHolds', (t) =>
  t.field({
    type: [UnpaidHoldType],
    nullable: true,
    description: `Checkouts of all members in ${description}`,
    authScopes: { admin: true },
    complexity,
    resolve: async (_root, _args, { deps }) =>
      (await unpaidHolds(deps)).map((hold) => ({ ...hold, readers: 'team' as const })),
  }),
);
