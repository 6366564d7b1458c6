/** How far a payment has come at the provider. */
export type PaymentStatus =
  | 'authorized'
  | 'captured'
  | 'needs_action'
  | 'declined'
  | 'voided'
  | 'processing';

/** A payment as the provider knows it now. */
export interface PaymentState {
  /** The provider's id of the payment. */
  reference: string;
  /** The key of the call that started it; null if it was not started by us. */
  key: string | null;
  status: PaymentStatus;
  amountCents: number;
  refundedCents: number;
  currency: string;
  /** What the browser needs to confirm the payment; given while the status is needs_action. */
  action?: { clientSecret: string };
  /** Why the payer's bank refused; the message is meant for the payer. */
  decline?: { code: string; message: string };
}

/** A refund as the provider knows it now. */
export interface RefundState {
  reference: string;
  status: 'succeeded' | 'pending' | 'failed';
}

/** An account to which the provider pays, as it stands now. */
export interface AccountState {
  /** The provider's id of the account. */
  reference: string;
  /**
   * `incomplete`: its owner has to enter something; `checking`: the provider checks what was
   * entered; `ready`: it can receive money; `refused`: it never will as it is.
   */
  status: 'incomplete' | 'checking' | 'ready' | 'refused';
  /** The end of the bank account's number. */
  lastFour: string | null;
}

/** A payment or transfer in the provider's own books. */
export type PaymentRecord =
  | ({ kind: 'payment' } & PaymentState)
  | {
      kind: 'transfer';
      reference: string;
      key: string | null;
      amountCents: number;
      currency: string;
    };

/** One page of the provider's books. */
export interface PaymentRecords {
  records: PaymentRecord[];
  /** Reads the next page; null on the last one. */
  cursor: string | null;
}

/** What the provider reported. Only a hint to look: events arrive late, twice and in any order. */
export interface PaymentEvent {
  /** The provider's id of the event, the same however often it is sent. */
  id: string;
  kind: string;
  about: 'payment' | 'account';
  /** The provider's id of the payment or account that the event is about. */
  reference: string;
}

export interface StartCall {
  /** Repeated with the same key, a call is carried out once and answered as the first time. */
  key: string;
  bookingId: string;
  amountCents: number;
  currency: string;
  /** A token of the payer's card, made by the provider in the browser. */
  method: string;
  /** Whether the money is taken at once; otherwise it is only reserved. */
  capture: boolean;
  /** For the payer's statement. */
  description: string;
  receiptEmail: string;
}

/**
 * Moves money. No call may be made in a database transaction. Every method throws
 * PaymentUnavailable if nobody knows whether the call was carried out, and PaymentRefused if it was
 * not and never will be. A declined payment is neither, but a state.
 */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe';
  /** The key with which the browser talks to the provider; null if it needs none. */
  readonly publishableKey: string | null;
  start(call: StartCall): Promise<PaymentState>;
  /** Takes the reserved money; answers the unchanged state if none is reserved. */
  capture(call: { key: string; reference: string }): Promise<PaymentState>;
  /** Ends a payment that was not captured; answers the unchanged state if it was. */
  void(call: { key: string; reference: string }): Promise<PaymentState>;
  refund(call: { key: string; reference: string; amountCents: number }): Promise<RefundState>;
  /** @throws {PaymentRefused} also if the account can't receive money */
  transfer(call: {
    key: string;
    account: string;
    /** The payment that the money comes from. */
    payment: string;
    amountCents: number;
    currency: string;
    bookingId: string;
  }): Promise<{ reference: string }>;
  /**
   * Opens an account that transfers can be made to. With the same key, it answers the account that
   * is open already, or, given other bank details, replaces it.
   */
  openAccount(call: {
    key: string;
    email: string;
    /** A token of bank details that our own form took; null if the provider asks for them. */
    bankToken: string | null;
  }): Promise<AccountState>;
  /** A page of the provider that asks for bank details; null if our own form does. */
  accountPage(call: { key: string; reference: string; returnUrl: string }): Promise<string | null>;
  readAccount(reference: string): Promise<AccountState>;
  read(reference: string): Promise<PaymentState>;
  readRefund(reference: string): Promise<RefundState>;
  /**
   * Finds what a call has made whose answer was lost so long ago that its key may be forgotten.
   * @returns the reference; null if the call was not carried out
   */
  find(call: {
    kind: 'payment' | 'refund' | 'transfer';
    key: string;
    since: Date;
    /** The payment of a refund. */
    payment: string | null;
  }): Promise<string | null>;
  /** Payments and transfers that were made since, in no particular order. */
  records(since: Date, cursor?: string): Promise<PaymentRecords>;
  /**
   * @returns null if the event is about neither a payment nor an account
   * @throws {RefusedLinkError} if the signature is missing, wrong or too old
   */
  readWebhook(body: string, signature: string | undefined): PaymentEvent | null;
}

/** No answer, or none that tells whether the call was carried out. Call again with the same key. */
export class PaymentUnavailable extends Error {}

/** The provider does not carry out the call, however often it is asked. */
export class PaymentRefused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}
