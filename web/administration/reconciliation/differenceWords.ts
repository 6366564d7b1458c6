import type { DifferenceKind } from '#web/__generated__/ReconciliationPageQuery.graphql.ts';

/** Without the placeholder that Relay adds for values of newer servers. */
type Known = Exclude<DifferenceKind, `%${string}`>;

interface DifferenceWords {
  title: string;
  /** How such a difference is settled. */
  todo: string;
}

const words: Readonly<Record<Known, DifferenceWords>> = {
  UNBALANCED: {
    title: 'Entries that do not sum to zero',
    todo: 'The database refuses such entries, so somebody wrote around it. Compare with a backup.',
  },
  BALANCE: {
    title: 'The ledger differs from its booking',
    todo: 'Look at the booking and its payment. If the ledger is wrong, record a correction.',
  },
  UNPOSTED: {
    title: 'Money that the ledger does not have',
    todo: 'Look at the booking. What its accounts lack also stands under “The ledger differs from its booking”, where it is corrected.',
  },
  UNKNOWN_PAYMENT: {
    title: 'Unknown payments and transfers',
    todo: 'Look for the reference in the dashboard of the payment provider.',
  },
  MISSING_PAYMENT: {
    title: 'Payments that the provider does not have',
    todo: 'Look for the reference in the dashboard of the payment provider.',
  },
  PAYMENT: {
    title: 'Payments that differ',
    todo: 'Compare again: refunds in the dashboard of the provider are taken over.',
  },
  REFUND: {
    title: 'Refunds that have not arrived',
    todo: 'They are tried again by themselves three times. Then settle them by hand.',
  },
  STUCK: {
    title: 'Calls that are open for a day',
    todo: 'They go on being tried. Look at the status of the payment provider.',
  },
  MOVEMENT: {
    title: 'Changes of the balance that the ledger does not have',
    todo: 'Run a comparison: fees, payouts to our bank, refunds and reversals are taken over. Record what is left.',
  },
  RECALLED: {
    title: 'Payouts that were taken back',
    todo: 'Somebody took them back in the dashboard of the payment provider. They stay held until you pay again.',
  },
  ESCROW: {
    title: 'The balance at the payment provider differs',
    todo: 'Settle the other differences first, then run a comparison. Look for the rest in the dashboard of the payment provider.',
  },
  CHARGEBACK: {
    title: 'Chargebacks',
    todo: 'The bank of a traveler disputes a payment. Answer it in time.',
  },
};

export const differenceWords = (kind: DifferenceKind): DifferenceWords =>
  Object.hasOwn(words, kind)
    ? words[kind as Known]
    : { title: 'Other differences', todo: 'Load this page again to see what they are.' };
