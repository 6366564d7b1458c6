import type { DisputeEvidence, Booking } from '#api/generated/prisma/client.ts';
import { argsOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { columns, shownType } from '#api/graphql/exposed.ts';
import { command, ruleAs } from '#api/graphql/command.ts';
import { idempotencyKeyOf } from '#api/graphql/idempotencyKey.ts';
import { idOf } from '#api/graphql/ids/ids.ts';
import { MoneyType } from '#api/graphql/money.ts';
import type { Money } from '#common/money.ts';
import {
  ContractDocumentType,
  documentLinkPayload,
} from '#api/modules/contracts/contracts.graphql.ts';
import { evidenceLink } from '#api/modules/contracts/bookingFiles.ts';
import { BookingPartyEnum, BookingType, bookingPayload } from '../bookings.graphql.ts';
import { priced } from '../reading/priceLines.ts';
import { addEvidence } from './evidence.ts';
import { lastPolicyRefund, settle } from '../payment/settlements.ts';

const DisputeEvidenceType = builder.prismaObject('DisputeEvidence', {
  description: 'A statement or a file about a reported problem. Both sides and the team read it.',
  fields: (t) => ({
    ...columns<DisputeEvidence>(t, {
      number: ['Int', 'Counted within the booking, from 1; names a file for `createEvidenceLink`.'],
      text: ['String?', 'The statement, plain text; null for a file.'],
      addedAt: ['DateTime', 'When the side added it.'],
      party: [BookingPartyEnum, 'The side that added it: TRAVELER or OWNER.'],
    }),
    document: t.field({
      type: ContractDocumentType,
      nullable: true,
      description:
        'The file; null for a statement, and for a file that was removed with the account of its side.',
      select: { document: true },
      resolve: ({ document }) => (document?.status === 'attached' ? document : null),
    }),
  }),
});

interface Settlement {
  traveler: Money;
  owner: Money;
  tax: Money;
  serviceFee: Money;
}

const SettlementType = shownType<Settlement>('BookingSettlement', {
  description: 'Who gets what of the price if the team settles a problem in this way.',
  fields: {
    traveler: [MoneyType, 'Given back to the traveler.'],
    owner: [MoneyType, 'Paid to the owner, or to the provider of the week.'],
    tax: [MoneyType, 'Kept as occupancy tax.'],
    serviceFee: [MoneyType, 'Kept as service fee.'],
  },
});

builder.prismaObjectFields(BookingType, (t) => ({
  ...columns<Booking>(t, {
    disputedAt: ['DateTime?', 'When the traveler reported a problem; null if there was none.'],
  }),
  evidence: t.relation('evidence', {
    type: DisputeEvidenceType,
    description: 'What both sides said and showed about a reported problem, oldest first.',
    query: { orderBy: { number: 'asc' } },
  }),
  lastPolicyRefund: t.field({
    type: MoneyType,
    nullable: true,
    description:
      'What the cancellation policy would have given back on the day before check-in, the last one to cancel. Only administrators see it.',
    authScopes: { admin: true },
    unauthorizedResolver: () => null,
    select: { ...priced, confirmedAt: true, cancellationPolicy: true },
    resolve: (booking, _args, { deps }) => {
      const refund = lastPolicyRefund(booking, deps.clock());
      return refund ? { amount: refund.refundCents, currency: booking.currency } : null;
    },
  }),
  settlement: t.field({
    type: SettlementType,
    nullable: true,
    description:
      'Who gets what if the team settles a reported problem with this refund; null for stays that were agreed elsewhere. Only administrators see it.',
    authScopes: { admin: true },
    unauthorizedResolver: () => null,
    args: argsOf({
      refundCents: ['Int', 'What the traveler gets back, in cents; at most the whole price.'],
    }),
    select: { ...priced, totalPriceCents: true },
    resolve: (booking, { refundCents }) => {
      if (booking.nightsCents === null) return null;
      const { lines } = settle(booking, refundCents);
      const money = (cents: number): Money => ({ amount: cents, currency: booking.currency });
      const kept = Object.fromEntries(lines.map(({ kind, keptCents }) => [kind, keptCents]));
      return {
        traveler: money(refundCents),
        owner: money((kept['nights'] ?? 0) + (kept['cleaning'] ?? 0)),
        tax: money(kept['tax'] ?? 0),
        serviceFee: money(kept['service_fee'] ?? 0),
      };
    },
  }),
}));

command('addEvidence', {
  type: bookingPayload(
    'AddEvidencePayload',
    'It was added; the other side and the team can read it.',
    'The booking with all evidence.',
  ),
  description:
    'Adds a statement or a file of yours about a reported problem, at most 10 of each, until the team has settled it. The other side and the team read it; it cannot be changed. Fails with ConflictError unless the booking is DISPUTED.',
  errors: ['InvalidInput', 'NotFound', 'Forbidden', 'Conflict', 'Unavailable'],
  input: [
    'What to add, and to which booking.',
    'A statement, or a file, about a reported problem.',
  ],
  fields: {
    bookingId: idOf('booking'),
    text: ['String?', 'A statement in plain text of at most 2,000 characters.'],
    documentUrl: ['String?', 'A PDF or a picture, as the URL that its upload returned.'],
    idempotencyKey: idempotencyKeyOf('add it once'),
  },
  resolve: ruleAs('booking', addEvidence),
});

command('createEvidenceLink', {
  type: documentLinkPayload('CreateEvidenceLinkPayload', {
    description: 'A link to a file of a dispute, which works only for the viewer.',
    document: 'The file that the link opens.',
  }),
  description:
    'Creates a link to a file of a dispute, for its two sides and administrators. It works for 15 minutes and only for the viewer.',
  errors: ['InvalidInput', 'NotFound'],
  input: ['The booking and the number of the file.', 'The file of a dispute to open.'],
  fields: {
    bookingId: idOf('booking'),
    number: ['Int', 'Its `number` within the booking.'],
  },
  resolve: async ({ bookingId, number }, context) =>
    evidenceLink(context.deps, await context.viewer(), bookingId, number),
});
