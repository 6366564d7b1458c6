import { command, ruleAs } from '#api/graphql/command.ts';
import { maybe } from '#api/graphql/exposed.ts';
import { idempotencyKeyOf } from '#api/graphql/idempotencyKey.ts';
import { idOf } from '#api/graphql/ids/ids.ts';
import { BookingMoveEnum, BookingPartyEnum, bookingPayload } from './bookings.graphql.ts';
import { holdStay } from './checkout/holdStay.ts';
import { moveBooking } from './moveBooking.ts';
import { checkPayment, payBooking } from './payment/payBooking.ts';
import { payClaim } from './payment/payClaim.ts';
import { holdTime } from '#common/durations.ts';

const errors = ['InvalidInput', 'NotFound', 'Forbidden', 'Conflict', 'Unavailable'] as const;

const version = 'The `version` that you have read. Fails with ConflictError if it has changed.';

command('holdStay', {
  type: bookingPayload('HoldStayPayload', 'The nights are kept until `heldUntil`.'),
  description:
    'Keeps the nights of a week for you while you pay. Your own hold of the same nights is replaced, and keeps its deadline. Needs a verified email address.',
  authScopes: { signedIn: true, token: 'stays:write' },
  errors,
  input: ['Which nights of which week.', `The stay to keep for ${holdTime}.`],
  fields: {
    listingId: idOf('listing'),
    checkIn: ['Date', 'The first night.'],
    checkOut: ['Date', 'The day of departure, at most 60 nights later.'],
    guests: ['Int', 'Number of people, 1 to 30.'],
    seenTotalCents: [
      'Int?',
      'The total that you have shown, in cents. Fails with ConflictError if the price has changed.',
    ],
    idempotencyKey: idempotencyKeyOf('hold one stay'),
  },
  resolve: async (input, context) => ({
    booking: await holdStay(context.deps, await context.account(), context.address, input),
  }),
});

command('payBooking', {
  type: bookingPayload('PayBookingPayload', 'Its `payment` says how the payment stands.'),
  description:
    'Pays a hold: with instant booking the price is taken, otherwise it is reserved until the owner answers. A repeated call returns the payment that is under way or was made.',
  errors,
  input: ['Which hold, and how.', 'Who comes, and the card that pays.'],
  fields: {
    bookingId: idOf('booking', 'It must be yours and held.'),
    version: ['Int', version],
    guestNames: ['String[]', 'Names of the guests, who checks in first; at most 30.'],
    message: ['String?', 'To the owner, plain text of at most 2,000 characters.'],
    method: ['String', 'A token of the card that the payment provider made in the browser.'],
    paysDeposit: [
      'Boolean?',
      'Whether to pay the `deposit` of the booking now, and agree that the card is saved and charged the balance on its day.',
    ],
  },
  resolve: async (input, context) =>
    payBooking(context.deps, await context.viewer(), input, context),
});

command('payClaim', {
  type: bookingPayload('PayClaimPayload', 'Its `payment` says how the payment stands.'),
  description:
    'Pays what you owe for a damage that the owner claimed. A repeated call returns the payment that is under way or was made.',
  errors,
  input: ['Which booking, and the card that pays.', 'A damage to pay for.'],
  fields: {
    bookingId: idOf('booking', 'It must be yours, and its claim OWED.'),
    method: ['String', 'A token of the card that the payment provider made in the browser.'],
  },
  resolve: async (input, { deps, viewer }) => payClaim(deps, await viewer(), input),
});

command('checkPayment', {
  type: bookingPayload('CheckPaymentPayload', 'Its `payment` says how the payment stands.'),
  description:
    'Asks the payment provider how your payment stands, for example after you have confirmed it with your bank.',
  errors,
  input: ['The booking that is being paid.', 'The booking whose payment is under way.'],
  fields: { bookingId: idOf('booking', 'It must be yours.') },
  resolve: (input, { deps, viewer }) =>
    viewer().then((person) => checkPayment(deps, person, input)),
});

command('moveBooking', {
  type: bookingPayload('MoveBookingPayload', 'The move was made, and everyone concerned was told.'),
  description:
    'Accepts, declines, withdraws, offers other terms, takes or refuses them, changes the guests, hands in or confirms the guest certificate, cancels or disputes a booking, answers or decides a dispute, claims a damage, answers or decides the claim, gives goodwill, or leaves its checkout. Fails with ConflictError if it has changed or the move is not open now.',
  authScopes: { signedIn: true, token: 'bookings:write' },
  errors,
  input: ['Which booking and move.', 'A booking, and what you do with it.'],
  fields: {
    bookingId: idOf('booking'),
    version: ['Int', version],
    move: [BookingMoveEnum, 'One of its `moves`.'],
    reason: [
      'String?',
      'Why, in plain text of at most 2,000 characters. Others read it; some moves require it.',
    ],
    refundCents: ['Int?', 'For DECIDE and DECIDE_APPEAL: what the traveler gets back, in cents.'],
    claimCents: [
      'Int?',
      'For CLAIM_DAMAGE and DECIDE_CLAIM: how much is claimed, and how much of it is owed, in cents.',
    ],
    goodwillTo: [maybe(BookingPartyEnum), 'For GOODWILL: TRAVELER or OWNER.'],
    goodwillCents: ['Int?', 'For GOODWILL: how much, in cents of the currency of the booking.'],
    bankReference: [
      'String?',
      'For GOODWILL to the traveler: the reference of the bank transfer, at most 100 characters.',
    ],
    certificateNumber: [
      'String?',
      'For SUBMIT_CERTIFICATE and REPLACE_CERTIFICATE, and for CERTIFY unless one is handed in: the number of the guest certificate, at most 60 characters.',
    ],
    offeredCheckIn: [
      'Date?',
      'For OFFER: the first night; nights of the request itself can be offered, too.',
    ],
    offeredCheckOut: ['Date?', 'For OFFER: the day of departure, at most 60 nights later.'],
    offeredPricePerNightCents: [
      'Int?',
      'For OFFER: the price per night in cents, at most that of the request.',
    ],
    certificateUrl: [
      'String?',
      'For the same moves: the certificate as the URL that its upload returned. It must be a PDF or a picture.',
    ],
    guestNames: [
      'String[]?',
      'For RENAME_GUESTS: names of the guests, who checks in first; at most 30.',
    ],
    idempotencyKey: idempotencyKeyOf('make the move once'),
  },
  resolve: ruleAs('booking', moveBooking, 'account'),
});
