import type {
  Booking,
  DisputeDecision,
  DisputeEvidence,
  BookingParty,
} from '#api/generated/prisma/client.ts';
import { argsOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
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
import { BookingPartyEnum, BookingType, bookingPayload, zoned } from '../bookings.graphql.ts';
import { momentOf } from '../moves/makeMove.ts';
import { partsOf } from '../moves/partsOf.ts';
import { timed } from '../moves/moves.ts';
import {
  appealObstacle,
  decisionsOf,
  disputeStage,
  madeFirstDecision,
  type DisputeStage,
} from './decisions.ts';
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

const DisputeDecisionType = builder.prismaObject('DisputeDecision', {
  description: 'A decision of the team about a reported problem. Both sides read it.',
  fields: (t) => ({
    ...columns<DisputeDecision>(t, {
      isAppeal: ['Boolean', 'Whether it was made on an appeal; it is final then.'],
      reasons: ['String', 'Why, in plain text.'],
      at: ['DateTime', 'When it was made.'],
    }),
    refund: t.field({
      type: MoneyType,
      description: 'What the traveler gets back once the decision is final.',
      select: { refundCents: true, booking: { select: { currency: true } } },
      resolve: ({ refundCents: amount, booking }) => ({ amount, currency: booking.currency }),
    }),
  }),
});

const DisputeStageEnum = enumOf<DisputeStage>(
  'DisputeStage',
  'How far the settling of a reported problem has come.',
  {
    hearing: 'Both sides can tell theirs, until `decisionFrom` or until both have nothing to add.',
    to_decide: 'The team can decide.',
    decided: 'Both sides can accept the decision or appeal, until `appealUntil`.',
    appealed: 'A side has appealed, and the other can still answer, until `appealUntil`.',
    appeal_to_decide: 'Another administrator can decide on the appeal.',
  },
);

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
    restedBy: [[BookingPartyEnum], 'The sides of a dispute that have nothing to add.'],
    acceptedBy: [[BookingPartyEnum], 'The sides that accepted the decision.'],
    appealedBy: [[BookingPartyEnum], 'The sides that appealed against the decision.'],
  }),
  disputeStage: t.field({
    type: DisputeStageEnum,
    nullable: true,
    description: 'How far a reported problem has come; null unless it is being settled.',
    select: { ...timed, ...zoned },
    resolve: (booking, _args, { deps }) => disputeStage(booking, momentOf(deps, booking)),
  }),
  decisionFrom: t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'From when the team can decide, or before if both sides have nothing to add; null without a dispute, and once it is decided.',
    select: { disputedAt: true, decidedAt: true, answerBy: true },
    resolve: ({ disputedAt, decidedAt, answerBy }) =>
      disputedAt !== null && decidedAt === null ? answerBy : null,
  }),
  appealUntil: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Until when both sides can accept the decision or appeal; null before it.',
    select: { decidedAt: true, answerBy: true },
    resolve: ({ decidedAt, answerBy }) => (decidedAt === null ? null : answerBy),
  }),
  decisions: t.relation('decisions', {
    type: DisputeDecisionType,
    description: 'What the team decided: the first decision, and the one on an appeal.',
    query: { orderBy: { isAppeal: 'asc' } },
  }),
  appealObstacle: t.string({
    nullable: true,
    description:
      'Why you cannot decide on the appeal, for an administrator who made the first decision; null otherwise.',
    select: { appealedBy: true, status: true, decisions: decisionsOf },
    resolve: async ({ status, appealedBy, decisions }, _args, { account, deps }) => {
      const viewer = await account();
      const waits = status === 'disputed' && appealedBy.length > 0;
      if (!viewer || !waits || !madeFirstDecision(viewer, { decisions })) return null;
      const others = { role: 'admin', closedAt: null, id: { not: viewer.id } } as const;
      return appealObstacle((await deps.database.prisma.user.count({ where: others })) === 0);
    },
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
    select: { ...priced, totalPriceCents: true, outsideRefundCents: true },
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

const GoodwillType = shownType<{ party: BookingParty; amount: Money; at: Date }>(
  'BookingGoodwill',
  {
    description: 'Money that the site gave to a side of a booking from its own account.',
    fields: {
      party: [BookingPartyEnum, 'Who gets it: TRAVELER or OWNER.'],
      amount: [MoneyType, 'The amount that was given.'],
      at: ['DateTime', 'When it was given.'],
    },
  },
);

builder.prismaObjectField(BookingType, 'goodwill', (t) =>
  t.field({
    type: [GoodwillType],
    description: 'What the site gave you beside the booking’s own money; administrators see all.',
    select: {
      currency: true,
      gifts: { select: { party: true, amountCents: true, at: true }, orderBy: { at: 'asc' } },
    },
    resolve: async ({ gifts, currency, ...booking }, _args, { account }) => {
      const viewer = await account();
      const parts = viewer ? partsOf(viewer, booking) : [];
      return gifts
        .filter(({ party }) => parts.includes('team') || parts.includes(party))
        .map(({ amountCents: amount, ...gift }) => ({ ...gift, amount: { amount, currency } }));
    },
  }),
);

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
