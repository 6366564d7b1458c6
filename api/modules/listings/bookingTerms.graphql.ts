import type { Listing } from '#api/generated/prisma/client.ts';
import { argsOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { exposed, columns, shownType } from '#api/graphql/exposed.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { MoneyType } from '#api/graphql/money.ts';
import {
  cancellationPolicies,
  cancellationPolicyNames,
  type CancellationPolicy,
} from '../pricing/cancellation.ts';
import { policyNames, refundTable, type RefundRow } from '../pricing/words.ts';
import { ListingType } from './listings.graphql.ts';
import { OwnListingType } from './ownListings.graphql.ts';
import { quoteColumns, stayQuoteOf, type StayQuote } from './stayQuote.ts';
import { shows } from '#api/graphql/shows.ts';
import { answerTime } from '#common/durations.ts';

const halfway = (policy: 'moderate' | 'strict'): string => {
  const [whole, half] = cancellationPolicies[policy];
  return `Everything until ${whole.daysBefore} days before check-in, half of it until ${half.daysBefore} days.`;
};

const [early] = cancellationPolicies.none_after_48h;

export const CancellationPolicyEnum = enumOf(
  'CancellationPolicyName',
  'What travelers get back when they cancel; `CancellationPolicy.rows` has the amounts.',
  {
    flexible: 'Everything until the day before check-in.',
    moderate: halfway('moderate'),
    strict: halfway('strict'),
    none_after_48h: `Everything for ${early.hoursAfterConfirmation} hours after the confirmation, if check-in is at least ${early.daysBefore} days away.`,
  },
);

const RefundRowType = shownType<RefundRow>('RefundRow', {
  extensions: shows(),
  description: 'A row of the refund table of a cancellation policy.',
  fields: {
    when: 'For example "At least 30 days before check-in".',
    refundPercent: [
      'Int',
      'Share of nights, cleaning fee and tax that is refunded. The service fee is refunded with 100 only.',
    ],
  },
});

const CancellationPolicyType = builder
  .objectRef<{ name: CancellationPolicy }>('CancellationPolicy')
  .implement({
    extensions: shows(),
    description: 'A cancellation policy that owners can choose.',
    fields: (t) => ({
      ...exposed(t, {
        name: [CancellationPolicyEnum, 'The value to send.'],
      }),
      label: t.string({
        description: 'Its name in English, for example "Moderate".',
        resolve: ({ name }) => policyNames[name],
      }),
      rows: t.field({
        type: [RefundRowType],
        complexity: { field: 1, multiplier: 1 },
        description: 'What is refunded, from the highest refund to nothing.',
        resolve: ({ name }) => refundTable(name),
      }),
    }),
  });

builder.queryField('cancellationPolicies', (t) =>
  t.field({
    type: [CancellationPolicyType],
    description: 'The cancellation policies that owners can choose, from the most generous.',
    authScopes: { public: true, token: 'listings:read' },
    extensions: { publicAnswer: true },
    complexity: { field: 1, multiplier: 4 },
    resolve: () => cancellationPolicyNames.map((name) => ({ name })),
  }),
);

const QuoteLineKindEnum = enumOf('QuoteLineKind', 'What a part of a price is for.', {
  nights: 'The price of the nights.',
  cleaning: "The owner's cleaning or resort fee, once.",
  tax: 'Occupancy tax of the destination.',
  service_fee: 'What the site asks for its service.',
});

const QuoteLineType = shownType<StayQuote['lines'][number]>('QuoteLine', {
  description: 'A part of the price of a stay.',
  fields: {
    kind: [QuoteLineKindEnum, 'What it is for.'],
    label: 'In English, for example "7 nights × $150" or "Occupancy tax (12.5%)".',
    amount: [MoneyType, 'What it adds to the total; more than 0.'],
  },
});

const StayQuoteType = builder.objectRef<StayQuote>('StayQuote').implement({
  description: 'What a stay costs, and what is refunded when it is cancelled.',
  fields: (t) => ({
    ...exposed(t, {
      nights: ['Int', 'How many nights the stay has.'],
      isInstant: [
        'Boolean',
        'Whether paying confirms the stay. One that starts sooner than the resort issues guest certificates can only be requested, whatever the listing says.',
      ],
      lines: [
        [QuoteLineType],
        'What the total is made of, in the order in which it is shown.',
        { complexity: { field: 1, multiplier: 4 } },
      ],
      total: [MoneyType, 'Sum of the lines: what the traveler pays.'],
      cancellation:
        'What is true about cancelling this stay if it is booked today: "Free cancellation until Mar 3", or "Not refundable".',
      cancellationSteps: [
        'String[]',
        'All refunds that can be had, with their amounts, highest first; empty if there are none.',
        { complexity: { field: 1, multiplier: 1 } },
      ],
    }),
    policy: t.field({
      type: CancellationPolicyType,
      description: 'The cancellation policy of the listing.',
      resolve: ({ policy }) => ({ name: policy }),
    }),
  }),
});

const terms = { cleaningFeeCents: true, currency: true } as const;

builder.prismaObjectFields(ListingType, (t) => ({
  cleaningFee: t.field({
    type: MoneyType,
    description: "The owner's cleaning or resort fee, once per stay.",
    select: terms,
    resolve: ({ cleaningFeeCents, currency }) => ({ amount: cleaningFeeCents, currency }),
  }),
  ...columns<Listing>(t, {
    isInstant: [
      'Boolean',
      `Whether a booking is confirmed at once, unless it starts too soon (\`Resort.certificateLeadDays\`); otherwise the owner answers within ${answerTime}.`,
    ],
  }),
  cancellationPolicy: t.field({
    type: CancellationPolicyType,
    description: 'What travelers get back when they cancel.',
    select: { cancellationPolicy: true },
    resolve: ({ cancellationPolicy }) => ({ name: cancellationPolicy }),
  }),
  quote: t.field({
    type: StayQuoteType,
    nullable: true,
    description: 'The price of a stay in these nights; null if they cannot be booked.',
    args: argsOf({
      checkIn: ['Date', 'The first night.'],
      checkOut: ['Date', 'The day of departure.'],
    }),
    select: quoteColumns,
    resolve: (listing, nights, { deps }) =>
      stayQuoteOf(listing, nights, deps.siteSettings.current()),
  }),
}));

builder.prismaObjectFields(OwnListingType, (t) => ({
  cleaningFee: t.field({
    type: MoneyType,
    description: 'Your cleaning or resort fee, once per stay.',
    select: terms,
    resolve: ({ cleaningFeeCents, currency }) => ({ amount: cleaningFeeCents, currency }),
  }),
  isInstant: t.exposeBoolean('isInstant', {
    description: `Whether a booking is confirmed at once; otherwise you answer within ${answerTime}.`,
  }),
  cancellationPolicy: t.field({
    type: CancellationPolicyType,
    description: 'What travelers get back when they cancel.',
    select: { cancellationPolicy: true },
    resolve: ({ cancellationPolicy }) => ({ name: cancellationPolicy }),
  }),
}));
