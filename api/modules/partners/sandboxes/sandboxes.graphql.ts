import { argsOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { command, payload } from '#api/graphql/command.ts';
import { idOf } from '#api/graphql/ids/ids.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { BookingMoveEnum, BookingType } from '#api/modules/bookings/bookings.graphql.ts';
import { ReviewType } from '#api/modules/reviews/reviews.graphql.ts';
import { OwnListingType } from '#api/modules/listings/ownListings.graphql.ts';
import { OrganizationType } from '../organizations/organizations.graphql.ts';
import { resetSandbox, moveClock } from './sandboxClock.ts';
import {
  createTestBooking,
  moveTestBooking,
  reviewTestStay,
  verifyTestListing,
} from './testBooking.ts';

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

command('moveSandboxClock', {
  type: payload('The clock was moved, and what has fallen due is done.', {
    now: ['DateTime', 'The time in the sandbox now.'],
  }),
  description:
    'Moves the clock of the sandbox forward, at most two years ahead of the real time, and does what falls due: requests expire, stays begin and end. Only for test tokens.',
  authScopes: { signedIn: true, token: 'bookings:write' },
  errors: ['InvalidInput', 'NotFound', 'Forbidden'],
  args: argsOf({ to: ['DateTime', 'The time that it shall be.'] }),
  resolve: async ({ to }, { deps }) => ({ now: await moveClock(deps, to) }),
});

command('resetSandbox', {
  type: payload('All test data is gone; the next call with a test token makes it anew.', {
    organization: [OrganizationType, 'The organization, which stays as it is.'],
  }),
  description:
    'Deletes all test data of an organization of which you are an owner or developer. This can’t be undone.',
  errors: ['InvalidInput', 'NotFound', 'Forbidden'],
  args: argsOf({
    organizationId: idOf('organization'),
    name: ['String', 'Its name, to confirm it.'],
  }),
  resolve: async ({ organizationId, name }, context) => ({
    organization: await resetSandbox(context.deps, await context.viewer(), organizationId, name),
  }),
});

command('verifyTestListing', {
  type: payload('The listing is on offer in the sandbox, if its nights are not over.', {
    listing: [OwnListingType, 'The listing as it is now.'],
  }),
  description:
    'Verifies the ownership of one of your listings in the sandbox, which our team does for live ones. Only for test tokens.',
  authScopes: { signedIn: true, token: 'listings:write' },
  args: argsOf({ listingId: idOf('listing') }),
  resolve: async ({ listingId }, context) => ({
    listing: await verifyTestListing(context.deps, await context.account(), listingId),
  }),
});

command('createTestBooking', {
  type: payload('The stay was booked, or asked for and waits for your answer.', {
    booking: [BookingType, 'The new booking, as its owner sees it.'],
  }),
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
  resolve: async (input, { deps }) => ({ booking: await createTestBooking(deps, input) }),
});

const TestPersonEnum = enumOf(
  'TestPerson',
  'Somebody in a sandbox whose part a test token plays.',
  {
    traveler: 'The test traveler, who books weeks.',
    team: 'Our team, which decides disputes and claims.',
  },
);

command('moveTestBooking', {
  type: payload('The move was made, and everyone concerned was told.', {
    booking: [BookingType, 'The booking as it is now; after TAKE_OFFER the new booking.'],
  }),
  description:
    'Makes a move in a booking of the sandbox for the test traveler or our team: cancels, takes an offer, disputes, decides. Your own moves are made by `moveBooking`. Only for test tokens.',
  authScopes: { signedIn: true, token: 'bookings:write' },
  errors: ['InvalidInput', 'NotFound', 'Forbidden', 'Conflict', 'Unavailable'],
  input: ['The booking, who moves, and the move.', 'A move of somebody else in the sandbox.'],
  fields: {
    bookingId: idOf('booking'),
    by: [TestPersonEnum, 'Who makes the move.'],
    move: [BookingMoveEnum, 'What they do, as for `moveBooking`.'],
    reason: ['String?', 'Why, in plain text of at most 2,000 characters; some moves require it.'],
    refundCents: ['Int?', 'For DECIDE and DECIDE_APPEAL: what the traveler gets back, in cents.'],
    claimCents: ['Int?', 'For DECIDE_CLAIM: how much of the damage is owed, in cents.'],
    card: [
      'String?',
      'For TAKE_OFFER: a card number of the payment sandbox. Defaults to `4242424242424242`, which pays.',
    ],
  },
  resolve: async (input, context) => ({
    booking: await moveTestBooking(context.deps, await context.account(), input),
  }),
});

command('reviewTestStay', {
  type: payload('The review is published in the sandbox.', {
    review: [ReviewType, 'The new review of the test traveler.'],
  }),
  description:
    'Reviews a stay in the sandbox as the test traveler, once it is over; move the clock for it. Only for test tokens.',
  authScopes: { signedIn: true, token: 'bookings:write' },
  errors: ['InvalidInput', 'NotFound', 'Forbidden', 'Conflict'],
  input: ['The stay, and what the test traveler says.', 'A review of a stay in the sandbox.'],
  fields: {
    bookingId: idOf('booking'),
    rating: ['Int', 'From 1 to 5 stars.'],
    title: ['String', 'At most 120 characters.'],
    content: ['String', '10 to 5,000 characters.'],
  },
  resolve: async (input, context) => ({
    review: await reviewTestStay(context.deps, await context.account(), input),
  }),
});
