import type {
  Chargeback,
  PaymentOperation,
  Prisma,
  SaleMove,
} from '#api/generated/prisma/client.ts';
import { formatMoney } from '#common/money.ts';
import {
  post,
  refundAmounts,
  saleCardAmounts,
  saleTransferAmounts,
  type Amounts,
} from '#api/modules/ledger/ledger.ts';
import { bank } from '#api/modules/payments/refunds.ts';
import type { ApplyOutcome, PaymentDeps } from '#api/modules/payments/operations.ts';
import { endRefusedPayout } from '#api/modules/payouts/payOut.ts';
import { orderPayout } from '#api/modules/escrow/saleEscrow.ts';
import {
  lockSale,
  makeMove,
  type MovedSale,
  type MoveDeps,
  type SaleDeps,
} from '../moves/makeMove.ts';
import { moveSaleByClock } from '../moves/moveSale.ts';
import { fundsOf } from './steps.ts';

type Deps = PaymentDeps & Pick<SaleDeps, 'siteSettings' | 'publicUrl'>;

/**
 * Applies the outcome of a card payment of a sale, or of what goes out of it: the ledger, the orders
 * that it fulfils, and the moves that follow. Every outcome is applied once.
 */
export async function applySaleOutcome(
  deps: Deps,
  saleId: string,
  ...[transaction, operation, outcome]: Parameters<ApplyOutcome>
): Promise<void> {
  if (outcome.status === 'needs_action') return;
  const { kind, amountCents, provider } = operation;
  const postOf = (reason: Reason, amounts: Amounts) =>
    postOperation(deps, transaction, operation, reason, amounts);
  if (outcome.status === 'failed') {
    if (kind === 'transfer') {
      const { sellerId } = await lockSale(transaction, saleId);
      await endRefusedPayout(deps, transaction, sellerId, operation, outcome);
    }
    if (kind === 'refund') {
      const { code } = outcome;
      deps.log.error({ saleId, operation: operation.id, code }, 'a refund was refused');
    }
    return;
  }
  switch (kind) {
    case 'charge':
      await postOf('charge', saleCardAmounts(amountCents));
      break;
    case 'refund': {
      await orderOutside(deps, transaction, operation, saleId);
      const isRemitted = provider === bank;
      const amounts = refundAmounts(amountCents, isRemitted ? 'bank' : 'escrow');
      await postOf(isRemitted ? 'remittance' : 'refund', amounts);
      break;
    }
    case 'refund_return':
      await postOf('refund', refundAmounts(-amountCents));
      break;
    case 'transfer':
      await postOf('payout', saleTransferAmounts(amountCents));
      break;
    case 'reversal':
      await postOf('reversal', saleTransferAmounts(-amountCents));
      break;
    default:
      throw new Error(`A sale has no payment of the kind ${kind}`);
  }
  await fulfil(deps, transaction, saleId, kind);
  await moveSaleByClock(deps, transaction, saleId);
}

/** What the card of the buyer was promised and has not got, in cents; negative if it got more. */
const owedToBuyer = ({ ledgerTransactions }: MovedSale): number =>
  ledgerTransactions
    .flatMap(({ entries }) => entries)
    .reduce(
      (sum, { account, amountCents }) => sum - (account === 'refund_payable' ? amountCents : 0),
      0,
    );

/** A refund in the provider's dashboard that nobody ordered is taken from what was paid by card. */
async function orderOutside(
  { clock }: Pick<MoveDeps, 'clock'>,
  transaction: Prisma.TransactionClient,
  { isFromDashboard, amountCents, currency }: PaymentOperation,
  saleId: string,
): Promise<void> {
  if (!isFromDashboard) return;
  const sale = await lockSale(transaction, saleId);
  const { cardCents } = fundsOf(sale.ledgerTransactions);
  const cents = Math.min(cardCents, amountCents - owedToBuyer(sale));
  if (cents > 0) {
    const now = { orderedAt: clock(), paidAt: clock() };
    const order = { saleId, side: 'buyer', isByCard: true, amountCents: cents, currency } as const;
    await orderPayout(transaction, { ...order, ...now });
  }
}

/** Marks the order that an operation has paid, or that is open again. */
async function fulfil(
  { clock }: Pick<MoveDeps, 'clock'>,
  transaction: Prisma.TransactionClient,
  saleId: string,
  kind: PaymentOperation['kind'],
): Promise<void> {
  const { escrowPayout } = transaction;
  const byCard = { saleId, isByCard: true } as const;
  const data = { paidAt: clock() };
  if (kind === 'transfer') {
    await escrowPayout.updateMany({ where: { ...byCard, side: 'seller', paidAt: null }, data });
  }
  if (kind !== 'refund' && kind !== 'refund_return') return;
  const ofBuyer = { ...byCard, side: 'buyer' } as const;
  const isOwed = owedToBuyer(await lockSale(transaction, saleId)) > 0;
  const open = { where: { ...ofBuyer, paidAt: null } };
  if (!isOwed) {
    await escrowPayout.updateMany({ ...open, data });
  } else if ((await escrowPayout.count(open)) === 0) {
    const last = { where: ofBuyer, orderBy: { id: 'desc' } } as const;
    const { id } = await escrowPayout.findFirstOrThrow(last);
    await escrowPayout.update({ where: { id }, data: { paidAt: null } });
  }
}

/**
 * What the ledger loses once a bank keeps a card payment: what is free, then what was ordered and not
 * paid, and then what a side has and owes back, about which the team decides.
 */
export async function lossOfSale(
  transaction: Prisma.TransactionClient,
  { amountCents }: Pick<Chargeback, 'amountCents'>,
  saleId: string,
): Promise<Amounts> {
  const { ledgerTransactions } = await lockSale(transaction, saleId);
  const amounts = { sale_funds: 0, sale_payable: 0, refund_payable: 0 };
  let left = amountCents;
  const take = (account: keyof typeof amounts, cents: number): number => {
    const part = Math.min(left, Math.max(cents, 0));
    amounts[account] += part;
    left -= part;
    return part;
  };
  take('sale_funds', fundsOf(ledgerTransactions).cardCents);
  const orders = await transaction.escrowPayout.findMany({
    where: { saleId, isByCard: true },
    orderBy: [{ paidAt: { sort: 'asc', nulls: 'first' } }, { id: 'asc' }],
  });
  for (const { id, side, amountCents: ordered, paidAt } of orders) {
    const part = take(side === 'seller' ? 'sale_payable' : 'refund_payable', ordered);
    if (paidAt === null && part === ordered) {
      await transaction.escrowPayout.delete({ where: { id } });
    } else if (paidAt === null && part > 0) {
      const data = { amountCents: ordered - part };
      await transaction.escrowPayout.update({ where: { id }, data });
    }
  }
  take('refund_payable', left);
  return amounts;
}

/** Writes what a bank says about the card payment to the history, calls the team in, and goes on. */
export async function disputeOfSale(
  deps: Deps,
  transaction: Prisma.TransactionClient,
  saleId: string,
  move: Extract<SaleMove, `chargeback${string}`>,
  { amountCents: amount, currency, reason, status }: Chargeback,
): Promise<void> {
  const words = `${formatMoney({ amount, currency })}, ${reason.replaceAll('_', ' ')}`;
  const note = status === 'inquiry' ? `The bank asks, and has taken nothing: ${words}` : words;
  const sale = await lockSale(transaction, saleId);
  await makeMove(deps, transaction, sale, move, { party: 'provider', actorId: null, note });
  await moveSaleByClock(deps, transaction, saleId);
}

type Reason = 'charge' | 'refund' | 'remittance' | 'payout' | 'reversal';

const postOperation = (
  { clock }: Pick<MoveDeps, 'clock'>,
  transaction: Prisma.TransactionClient,
  { id: operationId, bookingId, saleId, currency }: PaymentOperation,
  reason: Reason,
  amounts: Amounts,
) =>
  post(transaction, {
    bookingId,
    saleId,
    reason,
    operationId,
    currency,
    amounts,
    at: clock(),
  });
