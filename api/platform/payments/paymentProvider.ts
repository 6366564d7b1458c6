import { formatMoney } from '#common/money.ts';
import { smallestPayment } from '#common/stripeAmounts.ts';

export type PaymentStatus =
  | 'authorized'
  | 'captured'
  | 'needs_action'
  | 'declined'
  | 'voided'
  | 'processing';

export interface PaymentState {
  reference: string;
  /** The key of the call that started it; null if another system started it. */
  key: string | null;
  status: PaymentStatus;
  amountCents: number;
  refundedCents: number;
  currency: string;
  /** Data for the browser to confirm the payment, while the status is needs_action. */
  action?: { clientSecret: string };
  /** Why the payer's bank refused; the message is meant for the payer. */
  decline?: { code: string; message: string };
}

export interface RefundState {
  reference: string;
  status: 'succeeded' | 'pending' | 'failed';
  /** With what the bank of the payer finds it; null until the provider knows it. */
  bankReference: string | null;
}

export interface RefundRecord extends RefundState {
  /** The key of the call that made it; null if it was made in the provider's dashboard. */
  key: string | null;
  amountCents: number;
}

/** A payment that the payer's bank disputes. */
export interface DisputeState {
  reference: string;
  /** The reference of the payment. */
  payment: string;
  /** `inquiry`: the bank asks, and has taken no money; `closed`: it asked, and takes none. */
  status: 'inquiry' | 'closed' | 'open' | 'won' | 'lost';
  amountCents: number;
  /** What the provider charges for it so far; less if it gives a fee back. */
  feeCents: number;
  currency: string;
  /** The bank's code, such as `fraudulent`. */
  reason: string;
  openedAt: Date;
  /** Until when the bank takes evidence; null if it takes none. */
  evidenceDueBy: Date | null;
}

export interface Evidence {
  pdf: Buffer;
  customerName: string;
  customerEmail: string;
  /** The IP address of the payer; null if it is not known. */
  customerAddress: string | null;
  product: string;
  /** Days of the stay. */
  serviceDates: string;
  text: string;
}

export interface AccountState {
  reference: string;
  /** `incomplete`: its owner has to enter data; `refused`: can't receive money without new data. */
  status: 'incomplete' | 'checking' | 'ready' | 'refused';
  lastFour: string | null;
}

export type PaymentRecord =
  | ({ kind: 'payment' } & PaymentState)
  | {
      kind: 'transfer';
      reference: string;
      key: string | null;
      amountCents: number;
      /** The part that was taken back. */
      reversedCents: number;
      currency: string;
    };

/** A line of the provider's books: something changed our balance there. */
export interface Movement {
  reference: string;
  /** `bank`: between the balance and our own bank account; `fee`: of no payment. */
  kind:
    | 'payment'
    | 'refund'
    | 'refund_return'
    | 'transfer'
    | 'reversal'
    | 'dispute'
    | 'bank'
    | 'fee'
    | 'other';
  /** The reference of the payment, refund, transfer, reversal or dispute. */
  source: string | null;
  /** The key of the call that made the source. */
  key: string | null;
  /** Where to look, as after an event, if it is unknown. */
  about: Pick<PaymentEvent, 'about' | 'reference'> | null;
  /** The provider's description. */
  words: string;
  /** Without the fee; negative if it left the balance. */
  amountCents: number;
  feeCents: number;
  currency: string;
  at: Date;
}

export interface PaymentRecords {
  records: PaymentRecord[];
  /** Reads the next page; null on the last one. */
  cursor: string | null;
}

/** An event of the provider. Only a hint: events arrive late, repeated and in any order. */
export interface PaymentEvent {
  id: string;
  kind: string;
  about: 'payment' | 'account' | 'dispute' | 'transfer';
  reference: string;
}

/** Milliseconds for a provider to answer, well below those of an operation of the API. */
export const callPatience = 4_000;

/** Repeated calls with the same key and retry run once and return the first response. */
export interface Keyed {
  /** Stands in the provider's object, by which `find` finds it, whatever the retry. */
  key: string;
  /** A new number gives a new idempotency key, for keys whose stored response is a fault. */
  retry?: number | undefined;
}

export const callKey = ({ key, retry = 0 }: Keyed): string =>
  retry === 0 ? key : `${key}-${retry}`;

/** Hundredths of the currency. */
interface Amount {
  amountCents: number;
  currency: string;
}

export interface StartCall extends Keyed, Amount {
  /** Id of the booking, or of the sale. */
  bookingId: string;
  isSale?: boolean;
  /** A card from the browser, or the saved card of the payment with this reference. */
  method: string | { savedBy: string; isPayerThere: boolean };
  /** Whether the card is saved, to be charged later without the payer, who agrees. */
  savesCard?: boolean;
  /** Whether the money is captured at once or only reserved. */
  capture: boolean;
  description: string;
  receiptEmail: string;
}

/**
 * Never call it in a database transaction. Throws PaymentUnavailable if the outcome is unknown, and
 * PaymentRefused if the call never will be carried out. A declined payment is a state, no error.
 */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe';
  /** Milliseconds that a call may take before it counts as unanswered. */
  readonly patience: number;
  /** The provider's key for the browser; null if it needs none. */
  readonly publishableKey: string | null;
  start(call: StartCall): Promise<PaymentState>;
  /** The last four digits of a card from the browser; null if it is no card. */
  lastFourOf(method: string): Promise<string | null>;
  /** Captures reserved money; returns the unchanged state if none is reserved. */
  capture(call: Keyed & { reference: string }): Promise<PaymentState>;
  /** Cancels an uncaptured payment; returns the unchanged state of a captured payment. */
  void(call: Keyed & { reference: string }): Promise<PaymentState>;
  /** Deletes the card that a payment has saved, and its payer; a repeated call changes nothing. */
  forgetCard(reference: string): Promise<void>;
  refund(call: Keyed & { reference: string } & Amount): Promise<RefundState>;
  /** @throws {PaymentRefused} also if the account can't receive money */
  transfer(
    call: Keyed & {
      account: string;
      /** The payment that covers it alone; null if several do together. */
      payment: string | null;
      bookingId: string;
      isSale?: boolean;
    } & Amount,
  ): Promise<{ reference: string }>;
  /** Takes money of a transfer back. @throws {PaymentRefused} also if the account has spent it */
  reverseTransfer(
    call: Keyed & {
      /** The reference of the transfer. */
      transfer: string;
    } & Amount,
  ): Promise<{ reference: string }>;
  readDispute(reference: string): Promise<DisputeState>;
  /** Hands evidence to the bank; a later call replaces it as long as the bank allows it. */
  sendEvidence(call: { key: string; reference: string } & Evidence): Promise<void>;
  /** With a repeated key, returns the open account or, given other bank details, replaces it. */
  openAccount(
    call: Keyed & {
      email: string;
      /** A token of bank details from our own form; null if the provider has the form. */
      bankToken: string | null;
    },
  ): Promise<AccountState>;
  /** The provider's page for bank details; null if our own form collects them. */
  accountPage(call: { key: string; reference: string; returnUrl: string }): Promise<string | null>;
  readAccount(reference: string): Promise<AccountState>;
  read(reference: string): Promise<PaymentState>;
  readRefund(reference: string): Promise<RefundState>;
  /** Every refund of a payment, whoever made it. */
  refundsOf(payment: string): Promise<RefundRecord[]>;
  /** Every reversal of a transfer, whoever made it. */
  reversalsOf(
    transfer: string,
  ): Promise<{ reference: string; key: string | null; amountCents: number }[]>;
  /** Cents by currency, with those that are not available yet. */
  balance(): Promise<Map<string, number>>;
  /** What changed the balance since, in no particular order. */
  movements(
    since: Date,
    cursor?: string,
  ): Promise<{ movements: Movement[]; cursor: string | null }>;
  readMovement(reference: string): Promise<Movement>;
  /** The reference of a call whose response was lost; null if it was not carried out. */
  find(call: {
    kind: 'payment' | 'refund' | 'transfer' | 'reversal' | 'account';
    key: string;
    since: Date;
    payment: string | null;
    /** The reference of the transfer that a reversal is about. */
    transfer?: string;
  }): Promise<string | null>;
  /** Payments and transfers made since, in no particular order. */
  records(since: Date, cursor?: string): Promise<PaymentRecords>;
  /** Null for other events. @throws {RefusedLinkError} for a bad or old signature */
  readWebhook(body: string, signature: string | undefined): PaymentEvent | null;
}

/** The outcome is unknown. Repeat the call with the same key. */
export class PaymentUnavailable extends Error {}

/** The provider answered with a fault of its own, which it may repeat for this key for a day. */
export class PaymentFault extends PaymentUnavailable {}

/** Faults after which the outcome is looked up, and a new key is used if there is none. */
export const mostFaults = 2;

/** The number of the key to use after so many faults. */
export const retryAfter = (faults: number): number => (faults < mostFaults ? 0 : faults);

/** The provider refuses the call for good. */
export class PaymentRefused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** @throws {PaymentRefused} for a part of a currency that is paid whole, such as 12.34 yen */
export function requirePayable({ amountCents: amount, currency }: Amount): void {
  if (amount % smallestPayment(currency) !== 0) {
    const words = `${formatMoney({ amount, currency })} can't be paid, since ${currency} is paid whole`;
    throw new PaymentRefused('amount_not_whole', words);
  }
}
