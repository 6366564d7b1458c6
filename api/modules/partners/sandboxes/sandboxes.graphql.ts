import { argsOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { command, payload } from '#api/graphql/command.ts';
import { idOf } from '#api/graphql/ids/ids.ts';
import { BookingType } from '#api/modules/bookings/bookings.graphql.ts';
import { OwnListingType } from '#api/modules/listings/ownListings.graphql.ts';
import { OrganizationType } from '../organizations/organizations.graphql.ts';
import { resetSandbox, moveClock } from './sandboxClock.ts';
import { createTestBooking, verifyTestListing } from './testBooking.ts';

builder.queryFields((t) => ({
  sandboxClock: t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'The time that it is in the sandbox of a test token; `moveSandboxClock` moves it. Null for live data.',
    authScopes: { signedIn: true, token: 'any' },
    resolve: (_root, _args, { deps }) => (deps.sandbox ? deps.clock() : null),
  }),
}));

const ResetSandboxPayload = builder
  .objectRef<{ organizationId: string }>('ResetSandboxPayload')
  .implement({
    description: 'All test data is gone; the next call with a test token makes it anew.',
    fields: (t) => ({
      organization: t.prismaField({
        type: OrganizationType,
        description: 'The organization, which stays as it is.',
        resolve: (query, { organizationId: id }, _args, { deps }) =>
          deps.database.prisma.organization.findUniqueOrThrow({ ...query, where: { id } }),
      }),
    }),
  });

const CreateTestBookingPayload = builder
  .objectRef<{ bookingId: string }>('CreateTestBookingPayload')
  .implement({
    description: 'The stay was booked, or asked for and waits for your answer.',
    fields: (t) => ({
      booking: t.prismaField({
        type: BookingType,
        description: 'The new booking, as its owner sees it.',
        resolve: (query, { bookingId: id }, _args, { deps }) =>
          deps.database.prisma.booking.findUniqueOrThrow({ ...query, where: { id } }),
      }),
    }),
  });

const VerifyTestListingPayload = builder
  .objectRef<{ listingId: string }>('VerifyTestListingPayload')
  .implement({
    description: 'The listing is on offer in the sandbox, if its nights are not over.',
    fields: (t) => ({
      listing: t.prismaField({
        type: OwnListingType,
        description: 'The listing as it is now.',
        resolve: (query, { listingId: id }, _args, { deps }) =>
          deps.database.prisma.listing.findUniqueOrThrow({ ...query, where: { id } }),
      }),
    }),
  });

command('moveSandboxClock', {
  type: payload('The clock was moved, and what has fallen due is done.', {
    now: ['DateTime', 'The time in the sandbox now.'],
  }),
  description:
    'Moves the clock of the sandbox forward, at most two years ahead of the real time, and does what falls due: requests expire, stays begin and end. Only for test tokens.',
  authScopes: { signedIn: true, token: 'bookings:write' },
  errors: ['InvalidInput', 'NotFound', 'Forbidden'],
  args: argsOf({
    to: ['DateTime', 'The time that it shall be.'],
  }),
  resolve: async ({ to }, { deps }) => ({ now: await moveClock(deps, to) }),
});

command('resetSandbox', {
  type: ResetSandboxPayload,
  description:
    'Deletes all test data of an organization of which you are an owner or developer. This can’t be undone.',

  errors: ['InvalidInput', 'NotFound', 'Forbidden'],
  args: argsOf({
    organizationId: idOf('organization'),
    name: ['String', 'Its name, to confirm it.'],
  }),
  resolve: async ({ organizationId, name }, context) => {
    await resetSandbox(context.deps, await context.viewer(), organizationId, name);
    return { organizationId };
  },
});

command('verifyTestListing', {
  type: VerifyTestListingPayload,
  description:
    'Verifies the ownership of one of your listings in the sandbox, which our team does for live ones. Only for test tokens.',
  authScopes: { signedIn: true, token: 'listings:write' },

  args: argsOf({
    listingId: idOf('listing'),
  }),
  resolve: async ({ listingId }, context) => ({
    listingId: (await verifyTestListing(context.deps, await context.account(), listingId)).id,
  }),
});

command('createTestBooking', {
  type: CreateTestBookingPayload,
  description:
    'Books one of your weeks in the sandbox as a test traveler, so that you can try accepting and declining. Only for test tokens.',
  authScopes: { signedIn: true, token: 'bookings:write' },
  errors: ['InvalidInput', 'NotFound', 'Forbidden', 'Conflict', 'Unavailable'],
  input: ['The stay and how it is paid.', 'A stay that the test traveler books in the sandbox.'],
  fields: {
    listingId: idOf('listing'),
    checkIn: ['Date', 'First night of the stay.'],
    checkOut: ['Date', 'Day after the last night.'],
    guests: ['Int', 'How many people stay.'],
    card: [
      'String',
      'A card number of the payment sandbox; `4242424242424242` pays, `4000000000009995` is declined.',
    ],
  },
  resolve: async (input, { deps }) => ({
    bookingId: (await createTestBooking(deps, input)).id,
  }),
});
