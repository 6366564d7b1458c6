import type { Prisma } from '#api/generated/prisma/client.ts';
import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { MoneyType } from '#api/graphql/money.ts';
import { BookingType } from '../bookings.graphql.ts';
import { isClaimOpen } from '../moves/moves.ts';

const ClaimStatusEnum = enumOf('ClaimStatus', 'How a claim for a damage stands.', {
  claimed: 'The traveler can agree or contest it, until `answerBy`; then the team decides.',
  contested: 'The owner can add to it until `answerBy`; then the team decides.',
  owed: 'Agreed or decided; the traveler has not paid.',
  dismissed: 'The team decided that nothing is owed.',
  paid: 'The traveler has paid.',
  taken_back: 'The traveler has paid, and their bank took the money back.',
});

const claimed = {
  claim: true,
  claimCents: true,
  claimOwedCents: true,
  claimAnswerBy: true,
  currency: true,
  claimedAt: true,
} as const satisfies Prisma.BookingSelect;

type Claimed = Prisma.BookingGetPayload<{ select: typeof claimed }>;

const DamageClaimType = builder.objectRef<Claimed>('DamageClaim').implement({
  description: 'A claim of the owner for a damage.',
  fields: (t) => ({
    status: t.field({
      type: ClaimStatusEnum,
      description: 'Whose turn it is, or how the claim ended.',
      resolve: ({ claim }) => claim ?? 'claimed',
    }),
    amount: t.field({
      type: MoneyType,
      description: 'What the owner claims.',
      resolve: ({ claimCents, currency }) => ({ amount: claimCents ?? 0, currency }),
    }),
    owed: t.field({
      type: MoneyType,
      nullable: true,
      description: 'What was agreed or decided; null before.',
      resolve: ({ claimOwedCents: amount, currency }) =>
        amount === null ? null : { amount, currency },
    }),
    answerBy: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the team can decide; null once it is agreed or decided.',
      resolve: ({ claim, claimAnswerBy }) => (isClaimOpen(claim) ? claimAnswerBy : null),
    }),
    claimedAt: t.field({
      type: 'DateTime',
      description: 'When the owner claimed it.',
      resolve: ({ claimedAt }) => claimedAt ?? new Date(0),
    }),
  }),
});

builder.prismaObjectField(BookingType, 'claim', (t) =>
  t.field({
    type: DamageClaimType,
    nullable: true,
    description: 'What the owner claims for a damage; null if nothing is claimed.',
    select: claimed,
    resolve: (booking) => (booking.claim === null ? null : booking),
  }),
);
