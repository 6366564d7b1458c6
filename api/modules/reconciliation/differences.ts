import { z } from 'zod';

export interface Difference {
  kind: DifferenceKind;
  bookingId: string | null;
  operationId: string | null;
  reference: string | null;
  words: string;
}

export const differenceKinds = {
  unbalanced: 'The entries of a ledger transaction do not sum to zero.',
  balance:
    'The ledger of a booking does not have the balances that its state calls for, or that of a sale what the escrow partner told.',
  unposted: 'Money was moved that the ledger does not have, or the other way round.',
  unknown_payment: 'The provider has a payment or transfer of ours that we do not know.',
  missing_payment: 'The provider does not have a payment or transfer that we know.',
  payment: 'A payment or transfer differs in amount, refunds or status.',
  refund: 'A refund was ordered and has not arrived: it was refused, or never sent.',
  stuck:
    'A call to the provider has been open for a day, or an order to the escrow partner for a week.',
  movement: 'The balance at the provider was changed by something that the ledger does not have.',
  recalled: "A payout was taken back in the provider's dashboard; the owner is owed it again.",
  escrow: 'The balance at the provider is not what the ledger has there.',
  chargeback: 'The provider reports a dispute of a payment that no booking knows.',
} as const;

export type DifferenceKind = keyof typeof differenceKinds;

export const difference = (
  kind: DifferenceKind,
  words: string,
  ids: Partial<Pick<Difference, 'bookingId' | 'operationId' | 'reference'>>,
): Difference => ({ kind, bookingId: null, operationId: null, reference: null, ...ids, words });

/** The differences of a stored report. */
export const storedDifferences = z.array(
  z.object({
    kind: z.enum(Object.keys(differenceKinds) as [DifferenceKind, ...DifferenceKind[]]),
    bookingId: z.string().nullable(),
    operationId: z.string().nullable(),
    reference: z.string().nullable(),
    words: z.string(),
  }),
);
