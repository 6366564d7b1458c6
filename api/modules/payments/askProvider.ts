import { z } from 'zod';
import type { PaymentOperation } from '#api/generated/prisma/client.ts';
import {
  PaymentRefused,
  retryAfter,
  type PaymentProvider,
  type PaymentState,
  type RefundState,
} from '#api/platform/payments/paymentProvider.ts';

export type PaymentOutcome =
  | { status: 'succeeded' }
  | { status: 'failed'; code: string; message: string }
  | { status: 'needs_action'; clientSecret: string };

/** State of an operation at the provider; `reference` is null if the call never arrived. */
export type Progress = { reference: string | null; bankReference?: string | null } & (
  | PaymentOutcome
  | { status: 'waiting' }
);

export type AskedOperation = PaymentOperation & { payment: PaymentOperation | null };

const cardDetails = z.object({
  method: z.union([z.string(), z.object({ savedBy: z.string(), isPayerThere: z.boolean() })]),
  savesCard: z.boolean().default(false),
  description: z.string(),
  receiptEmail: z.string(),
});

const accountDetails = z.object({ account: z.string() });

const transferDetails = z.object({ transfer: z.string() });

/**
 * Calls the provider to carry out an operation or to read its state. Repeating it is safe, since
 * the operation's id is the idempotency key. After faults, call
 * `recoverCall`.
 * @throws {PaymentUnavailable} if the outcome is unknown
 */
export async function askProvider(
  provider: PaymentProvider,
  operation: AskedOperation,
): Promise<Progress> {
  try {
    return await carryOut(provider, operation);
  } catch (error) {
    if (error instanceof PaymentRefused) {
      const { code, message } = error;
      return { reference: operation.providerReference, status: 'failed', code, message };
    }
    throw error;
  }
}

async function carryOut(provider: PaymentProvider, operation: AskedOperation): Promise<Progress> {
  const { kind, amountCents, currency, providerReference: known } = operation;
  switch (kind) {
    case 'authorize':
    case 'charge':
    case 'claim':
      return paymentProgress(kind, await takePayment(provider, operation));
    case 'capture':
    case 'void':
      return paymentProgress(
        kind,
        await provider[kind]({ ...keysOf(operation), reference: paymentOf(operation) }),
      );
    case 'refund': {
      const reference = paymentOf(operation);
      return refundProgress(
        known === null
          ? await provider.refund({ ...keysOf(operation), reference, amountCents, currency })
          : await provider.readRefund(known),
      );
    }
    case 'transfer': {
      if (known !== null) {
        return { reference: known, status: 'succeeded' };
      }
      const { account } = accountDetails.parse(operation.details);
      // The money of a stay that was paid in two parts may come from both.
      const isCovered = amountCents <= (operation.payment?.amountCents ?? 0);
      const payment = isCovered ? paymentOf(operation) : null;
      const call = { account, payment, amountCents, currency, ...subjectOf(operation) };
      const { reference } = await provider.transfer({ ...keysOf(operation), ...call });
      return { reference, status: 'succeeded' };
    }
    case 'reversal': {
      if (known !== null) {
        return { reference: known, status: 'succeeded' };
      }
      const { transfer } = transferDetails.parse(operation.details);
      const call = { ...keysOf(operation), transfer, amountCents, currency };
      const { reference } = await provider.reverseTransfer(call);
      return { reference, status: 'succeeded' };
    }
    case 'refund_return':
      throw new Error(`Operation ${operation.id} is no call to the provider`);
  }
}

const keysOf = ({ id: key, faults }: PaymentOperation) => ({ key, retry: retryAfter(faults) });

/**
 * Finds the outcome of a call that must not be repeated before, because its idempotency key may have
 * expired or is answered by a stored fault: the money could move twice.
 * @param isRepeated whether to call again, with a new key, if the provider did not carry it out
 */
export async function recoverCall(
  provider: PaymentProvider,
  operation: AskedOperation,
  isRepeated: boolean,
): Promise<Progress> {
  const { id: key, kind, createdAt: since } = operation;
  const providerReference = await provider.find({
    kind: kind === 'refund' || kind === 'transfer' || kind === 'reversal' ? kind : 'payment',
    key,
    since,
    payment: operation.payment?.providerReference ?? null,
    ...(kind === 'reversal' && transferDetails.parse(operation.details)),
  });
  return providerReference === null && !isRepeated
    ? {
        reference: null,
        status: 'failed',
        code: 'no_answer',
        message: 'The payment provider did not answer. No money was moved',
      }
    : askProvider(provider, { ...operation, providerReference });
}

async function takePayment(
  provider: PaymentProvider,
  operation: AskedOperation,
): Promise<PaymentState> {
  const { kind, amountCents, currency, providerReference: known } = operation;
  const state =
    known === null
      ? await provider.start({
          ...keysOf(operation),
          ...subjectOf(operation),
          amountCents,
          currency,
          capture: kind !== 'authorize',
          ...cardDetails.parse(operation.details),
        })
      : await provider.read(known);
  // After a declined confirmation the browser could retry with the same secret, and we would get
  // money without a booking.
  const isOver =
    operation.isAbandoned || (state.status === 'declined' && operation.status === 'needs_action');
  if (!isOver) {
    return state;
  }
  const { key, retry } = keysOf(operation);
  const ended = await provider.void({ key: `${key}-end`, retry, reference: state.reference });
  return ended.status === 'voided' && state.decline
    ? { ...ended, status: 'declined', decline: state.decline }
    : ended;
}

const subjectOf = ({ bookingId, saleId }: PaymentOperation) => ({
  bookingId: bookingId ?? saleId ?? '',
  isSale: saleId !== null,
});

function paymentOf({ id, payment }: AskedOperation): string {
  if (!payment?.providerReference) {
    throw new Error(`Payment operation ${id} is about no payment`);
  }
  return payment.providerReference;
}

export function paymentProgress(
  kind: 'authorize' | 'charge' | 'claim' | 'capture' | 'void',
  { reference, status, action, decline }: PaymentState,
): Progress {
  const failed = (code: string, message: string): Progress => ({
    reference,
    status: 'failed',
    code,
    message,
  });
  switch (status) {
    case 'authorized':
      return { reference, status: kind === 'authorize' ? 'succeeded' : 'waiting' };
    case 'captured':
      return kind === 'void'
        ? failed('captured', 'The money was taken before the payment could be ended')
        : { reference, status: 'succeeded' };
    case 'voided':
    case 'declined':
      return kind === 'void'
        ? { reference, status: 'succeeded' }
        : failed(
            decline?.code ?? 'ended',
            decline?.message ?? 'The payment was ended before the money was taken',
          );
    case 'needs_action':
      return action && kind !== 'capture' && kind !== 'void'
        ? { reference, status: 'needs_action', clientSecret: action.clientSecret }
        : { reference, status: 'waiting' };
    case 'processing':
      return { reference, status: 'waiting' };
  }
}

export function refundProgress({ reference, status, bankReference }: RefundState): Progress {
  switch (status) {
    case 'succeeded':
      return { reference, bankReference, status };
    case 'pending':
      return { reference, status: 'waiting' };
    case 'failed':
      return {
        reference,
        status,
        code: 'refund_failed',
        message: 'The bank of the payer did not take the money back',
      };
  }
}
