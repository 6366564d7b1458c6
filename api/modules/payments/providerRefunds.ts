import { z } from 'zod';
import type { PaymentOperation } from '#api/generated/prisma/client.ts';
import type { PaymentProvider, RefundRecord } from '#api/platform/payments/paymentProvider.ts';
import { refundProgress } from './askProvider.ts';
import { lockSubject, settle, type ApplyOutcome, type PaymentDeps } from './operations.ts';

/**
 * Takes over what the provider says about the refunds of a payment: the end of ours, refunds that
 * came back after they had succeeded, bank references, and refunds made in its dashboard.
 * @param reference the provider's id of the payment; unknown ones are left alone
 */
export async function takeRefunds(
  deps: PaymentDeps,
  provider: PaymentProvider,
  reference: string,
  apply: ApplyOutcome,
): Promise<void> {
  const payment = await deps.database.prisma.paymentOperation.findFirst({
    where: {
      provider: provider.name,
      providerReference: reference,
      kind: { in: ['authorize', 'charge'] },
      status: 'succeeded',
    },
  });
  for (const refund of payment ? await provider.refundsOf(reference) : []) {
    const open = payment && (await takeRefund(deps, payment, refund, apply));
    if (open) {
      await settle(deps, open.id, refundProgress(refund), apply);
    }
  }
}

/**
 * Takes over the reversals of a payout that were made in the provider's dashboard.
 * @param reference the provider's id of the transfer; unknown ones are left alone
 */
export async function takeReversals(
  deps: PaymentDeps,
  provider: PaymentProvider,
  reference: string,
  apply: ApplyOutcome,
): Promise<void> {
  const transfer = await deps.database.prisma.paymentOperation.findFirst({
    where: { provider: provider.name, providerReference: reference, kind: 'transfer' },
    include: { payment: true },
  });
  const { payment } = transfer ?? {};
  for (const reversal of payment ? await provider.reversalsOf(reference) : []) {
    const record = { ...reversal, status: 'succeeded', bankReference: null } as const;
    const open = payment && (await takeRefund(deps, payment, record, apply, 'reversal'));
    if (open) {
      await settle(deps, open.id, { reference: reversal.reference, status: 'succeeded' }, apply);
    }
  }
}

/** @returns our operation, if it is still open */
const takeRefund = (
  { database, clock }: PaymentDeps,
  { id: paymentId, bookingId, saleId, currency, provider }: PaymentOperation,
  { reference, key, amountCents, status, bankReference }: RefundRecord,
  apply: ApplyOutcome,
  made: 'refund' | 'reversal' = 'refund',
): Promise<PaymentOperation | undefined> =>
  database.prisma.$transaction(async (transaction) => {
    await lockSubject(transaction, { bookingId, saleId });
    const ours = z.uuid().safeParse(key);
    const known = await transaction.paymentOperation.findMany({
      where: {
        paymentId,
        provider,
        kind: { in: [made, 'refund_return'] },
        OR: [{ providerReference: reference }, ...(ours.success ? [{ id: ours.data }] : [])],
      },
    });
    const open = known.find((operation) => operation.status === 'waiting');
    if (open) {
      return open;
    }
    const now = clock();
    const take = async (kind: 'refund' | 'reversal' | 'refund_return') => {
      const operation = await transaction.paymentOperation.create({
        data: {
          kind,
          isFromDashboard: kind === made,
          bookingId,
          saleId,
          paymentId,
          amountCents,
          currency,
          provider,
          status: 'succeeded',
          providerReference: reference,
          createdAt: now,
          dueAt: now,
          settledAt: now,
          ...(kind === 'refund' && { bankReference }),
        },
      });
      await apply(transaction, operation, { status: 'succeeded' });
    };
    const done = known.find(({ kind, status: end }) => kind === made && end === 'succeeded');
    if (!done && status === 'succeeded') {
      await take(made);
    } else if (done && status === 'failed' && !known.some(({ kind }) => kind === 'refund_return')) {
      await take('refund_return');
    } else if (done && bankReference !== null && bankReference !== done.bankReference) {
      const where = { id: done.id };
      await transaction.paymentOperation.update({ where, data: { bankReference } });
    }
    return undefined;
  });
