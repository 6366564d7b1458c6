import type { EscrowMovement, SaleMove, SaleStepName } from '../generated/prisma/client.ts';

/** The story of the sale of a sample listing. */
export interface SaleStory {
  /** Index among the sample listings. */
  listing: number;
  /** Index of the buyer among the sample users; 2 is the sample traveler. */
  buyer: number;
  happenings: readonly Happening[];
}

export type Happening = {
  daysAgo: number;
  /** Of offered terms: the price, in percent of what the owner asks. Defaults to 100. */
  percent?: number;
  /** The note of an offer, or the reason of a move. */
  words?: string;
  step?: SaleStepName;
  facts?: { feesOwedCents?: number; registry?: string; instrument?: string };
} & ({ by: 'buyer' | 'seller' | 'team'; does: SaleMove } | { by: 'partner'; does: EscrowMovement });

/** Both sides agree on what the owner asks, and the buyer pays the deposit. */
const agreement = (daysAgo: number): Happening[] => [
  { daysAgo, by: 'buyer', does: 'offer' },
  { daysAgo: daysAgo - 1, by: 'seller', does: 'accept' },
  { daysAgo: daysAgo - 1.5, by: 'buyer', does: 'confirm_terms' },
  { daysAgo: daysAgo - 2, by: 'seller', does: 'confirm_terms' },
  { daysAgo: daysAgo - 4, by: 'partner', does: 'deposit' },
];

const recorded = (
  daysAgo: number,
  step: SaleStepName,
  facts: Happening['facts'] = {},
): Happening => ({ daysAgo, by: 'team', does: 'record_step', step, facts });

/** A sale of each kind, oldest first. */
export const saleStories: readonly SaleStory[] = [
  {
    listing: 114,
    buyer: 9,
    happenings: [
      { daysAgo: 40, by: 'buyer', does: 'offer' },
      { daysAgo: 39, by: 'seller', does: 'accept' },
      { daysAgo: 38, by: 'buyer', does: 'back_out', words: 'We move abroad and can’t use it.' },
    ],
  },
  {
    listing: 153,
    buyer: 2,
    happenings: [
      ...agreement(30),
      recorded(22, 'estoppel', { feesOwedCents: 0 }),
      { daysAgo: 21, by: 'team', does: 'waive_step', step: 'title', words: 'The buyer agrees.' },
      { daysAgo: 19, by: 'partner', does: 'balance' },
      recorded(18, 'buyer_signature'),
      recorded(17, 'seller_signature'),
      recorded(10, 'deed', { registry: 'Osceola County', instrument: 'OR 6412-0088' }),
      recorded(4, 'confirmation'),
      { daysAgo: 3, by: 'partner', does: 'released' },
    ],
  },
  {
    listing: 116,
    buyer: 2,
    happenings: [
      ...agreement(16),
      recorded(4, 'estoppel', { feesOwedCents: 32_000 }),
      recorded(1, 'seller_signature'),
    ],
  },
  {
    listing: 170,
    buyer: 2,
    happenings: [
      { daysAgo: 2, by: 'buyer', does: 'offer', percent: 85, words: 'Can we close by summer?' },
      { daysAgo: 0.2, by: 'seller', does: 'counter', percent: 95, words: 'Yes, for this price.' },
    ],
  },
  {
    listing: 114,
    buyer: 14,
    happenings: [
      { daysAgo: 1.5, by: 'buyer', does: 'offer', percent: 90 },
      { daysAgo: 1, by: 'seller', does: 'accept' },
      { daysAgo: 0.5, by: 'buyer', does: 'confirm_terms' },
    ],
  },
];
