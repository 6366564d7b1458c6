import { builder } from '#api/graphql/builder.ts';
import { command } from '#api/graphql/command.ts';
import { idempotencyKeyOf } from '#api/graphql/idempotencyKey.ts';
import { idOf } from '#api/graphql/ids/ids.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  UnavailableError,
} from '#api/platform/errors.ts';
import { BookingMoveEnum, bookingPayload } from './bookings.graphql.ts';
import { holdStay } from './checkout/holdStay.ts';
import { moveBooking } from './moveBooking.ts';
import { checkPayment, payBooking } from './payment/payBooking.ts';

const errors = {
  types: [InvalidInputError, NotFoundError, ForbiddenError, ConflictError, UnavailableError],
};

const version = 'The `version` that you have read. Fails with ConflictError if it has changed.';

const HoldStayInput = builder.inputType('HoldStayInput', {
  description: 'The stay to keep for 15 minutes.',
  fields: (t) => ({
    listingId: t.id({ required: true, ...idOf('listing') }),
    checkIn: t.field({ type: 'Date', required: true, description: 'The first night.' }),
    checkOut: t.field({
      type: 'Date',
      required: true,
      description: 'The day of departure, at most 60 nights later.',
    }),
    guests: t.int({ required: true, description: 'Number of people, 1 to 30.' }),
    seenTotalCents: t.int({
      description:
        'The total that you have shown, in cents. Fails with ConflictError if the price has changed.',
    }),
    idempotencyKey: t.string(idempotencyKeyOf('hold one stay')),
  }),
});

command('holdStay', {
  type: bookingPayload('HoldStayPayload', 'The nights are kept until `heldUntil`.'),
  description:
    'Keeps the nights of a week for you while you pay. Your own hold of the same nights is replaced, and keeps its deadline. Needs a verified email address.',
  authScopes: { signedIn: true },
  errors,
  input: [HoldStayInput, 'Which nights of which week.'],
  resolve: async (input, context) => ({
    booking: await holdStay(context.deps, await context.viewer(), context.address, input),
  }),
});

const PayBookingInput = builder.inputType('PayBookingInput', {
  description: 'Who comes, and the card that pays.',
  fields: (t) => ({
    bookingId: t.id({ required: true, ...idOf('booking', 'It must be yours and held.') }),
    version: t.int({ required: true, description: version }),
    guestNames: t.stringList({
      required: true,
      description: 'Names of the guests, who checks in first; at most 30.',
    }),
    message: t.string({ description: 'To the owner, plain text of at most 2,000 characters.' }),
    method: t.string({
      required: true,
      description: 'A token of the card that the payment provider made in the browser.',
    }),
  }),
});

command('payBooking', {
  type: bookingPayload('PayBookingPayload', 'Its `payment` says how the payment stands.'),
  description:
    'Pays a hold: with instant booking the price is taken, otherwise it is reserved until the owner answers. A repeated call returns the payment that is under way or was made.',
  authScopes: { signedIn: true },
  errors,
  input: [PayBookingInput, 'Which hold, and how.'],
  resolve: (input, { deps, viewer }) => viewer().then((person) => payBooking(deps, person, input)),
});

const CheckPaymentInput = builder.inputType('CheckPaymentInput', {
  description: 'The booking whose payment is under way.',
  fields: (t) => ({
    bookingId: t.id({ required: true, ...idOf('booking', 'It must be yours.') }),
  }),
});

command('checkPayment', {
  type: bookingPayload('CheckPaymentPayload', 'Its `payment` says how the payment stands.'),
  description:
    'Asks the payment provider how your payment stands, for example after you have confirmed it with your bank.',
  authScopes: { signedIn: true },
  errors,
  input: [CheckPaymentInput, 'The booking that is being paid.'],
  resolve: (input, { deps, viewer }) =>
    viewer().then((person) => checkPayment(deps, person, input)),
});

const MoveBookingInput = builder.inputType('MoveBookingInput', {
  description: 'A booking, and what you do with it.',
  fields: (t) => ({
    bookingId: t.id({ required: true, ...idOf('booking') }),
    version: t.int({ required: true, description: version }),
    move: t.field({
      type: BookingMoveEnum,
      required: true,
      description: 'One of its `moves`.',
    }),
    reason: t.string({
      description:
        'Why, in plain text of at most 2,000 characters. Others read it; some moves require it.',
    }),
    refundCents: t.int({
      description: 'For RESOLVE: what the traveler gets back, in cents.',
    }),
    certificateNumber: t.string({
      description:
        'For CERTIFY and REPLACE_CERTIFICATE: the number of the guest certificate, at most 60 characters.',
    }),
    offeredCheckIn: t.field({
      type: 'Date',
      description: 'For OFFER: the first night; nights of the request itself can be offered, too.',
    }),
    offeredCheckOut: t.field({
      type: 'Date',
      description: 'For OFFER: the day of departure, at most 60 nights later.',
    }),
    offeredPricePerNightCents: t.int({
      description: 'For OFFER: the price per night in cents, at most that of the request.',
    }),
    certificateUrl: t.string({
      description:
        'For CERTIFY and REPLACE_CERTIFICATE: the certificate as the URL that its upload returned. It must be a PDF or a picture.',
    }),
  }),
});

command('moveBooking', {
  type: bookingPayload('MoveBookingPayload', 'The move was made, and everyone concerned was told.'),
  description:
    'Accepts, declines, withdraws, offers other terms, takes or refuses them, certifies, cancels, disputes or resolves a booking, or leaves its checkout. Fails with ConflictError if it has changed or the move is not open now.',
  authScopes: { signedIn: true, token: 'bookings:write' },
  errors,
  input: [MoveBookingInput, 'Which booking and move.'],
  resolve: async (input, context) => ({
    booking: await moveBooking(context.deps, await context.account(), input),
  }),
});
