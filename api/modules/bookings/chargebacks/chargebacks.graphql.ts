import type { Booking } from '#api/generated/prisma/client.ts';
import { builder } from '#api/graphql/builder.ts';
import { command, ruleAs } from '#api/graphql/command.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { columns, maybe, shownType } from '#api/graphql/exposed.ts';
import { idOf, plainIdOf } from '#api/graphql/ids/ids.ts';
import { MoneyType } from '#api/graphql/money.ts';
import { BookingType, bookingPayload } from '../bookings.graphql.ts';
import { chargebackRows, type ChargebackRow } from './chargebacks.ts';
import { sendChargebackEvidence } from './evidence.ts';

const ChargebackStatusEnum = enumOf(
  'ChargebackStatus',
  'How a payment stands that the payer’s bank disputes.',
  {
    open: 'The bank has taken the money and has not decided; it can be neither paid out nor given back.',
    won: 'The bank returned the money.',
    lost: 'The bank keeps the money.',
    inquiry: 'The bank asks and has taken no money; nothing is paid out meanwhile.',
    closed: 'The bank asked, and takes no money.',
  },
);

builder.prismaObjectFields(BookingType, (t) =>
  columns<Booking>(t, {
    chargeback: [
      maybe(ChargebackStatusEnum),
      'How the latest dispute of the payer’s bank stands; null if there was none.',
    ],
  }),
);

const ChargebackType = shownType<ChargebackRow>('Chargeback', {
  description: 'A payment that the payer’s bank disputes.',
  fields: {
    bookingId: ['ID?', plainIdOf('booking', 'The plain id of the booking; null of a sale.')],
    saleId: ['ID?', plainIdOf('sale', 'The plain id of the sale; null of a booking.')],
    title: ['String?', 'Title of the listing that is sold; null of a booking.'],
    resortName: 'Name of the resort.',
    guestName: 'The member who paid.',
    guestEmail: 'Email address of the member who paid.',
    amount: [MoneyType, 'What the bank took.'],
    reason: 'Why, by the bank’s code, such as `fraudulent`.',
    status: [ChargebackStatusEnum, 'Whether the bank has decided, and for whom.'],
    openedAt: ['DateTime', 'When the bank took the money.'],
    evidenceDueBy: ['DateTime?', 'Until when the bank takes evidence; null if it takes none.'],
    evidenceSentAt: ['DateTime?', 'When the team sent evidence; null if it has not.'],
    decidedAt: ['DateTime?', 'When the bank decided; null while it is open.'],
  },
});

builder.queryField('chargebacks', (t) =>
  t.field({
    type: [ChargebackType],
    nullable: true,
    description:
      'Payments that banks of payers dispute, open ones first by the bank’s deadline; at most 200.',
    authScopes: { admin: true },
    resolve: (_root, _args, { deps }) => chargebackRows(deps),
  }),
);

command('sendChargebackEvidence', {
  type: bookingPayload(
    'SendChargebackEvidencePayload',
    'The bank has the evidence.',
    'The booking whose payment is disputed.',
  ),
  description:
    'Sends the history of a booking, its certificate, messages and terms as one PDF to the payer’s bank, once. Only administrators can. Preview it at GET /api/bookings/:id/evidence.',
  errors: ['InvalidInput', 'NotFound', 'Forbidden', 'Conflict', 'Unavailable'],
  input: ['Which booking, and what the team says.', 'The evidence to send.'],
  fields: {
    bookingId: idOf('booking', 'Its payment must be disputed.'),
    text: ['String?', 'What the team says about it, plain text of at most 2,000 characters.'],
  },
  resolve: ruleAs('booking', sendChargebackEvidence),
});
