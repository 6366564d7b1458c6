import type {
  Chargeback,
  LedgerReason,
  PaymentOperation,
  Prisma,
  SaleMove,
  SaleSide,
} from '#api/generated/prisma/client.ts';
import { formatMoney } from '#common/money.ts';
import {
  post,
  refundAmounts,
  saleCardAmounts,
  saleCardOrder,
  saleTransferAmounts,
  type Amounts,
} from '#api/modules/ledger/ledger.ts';
import { endArrival, endRefusal, type Refunded } from '#api/modules/payments/refundNews.ts';
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
import { fundsOf } from '../closing/steps.ts';

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
    const sale = await lockSale(transaction, saleId);
    if (kind === 'transfer') {
      await endRefusedPayout(deps, transaction, sale.sellerId, operation, outcome);
    }
    if (kind === 'refund') await endRefusal(deps, transaction, refundedSale(sale), operation);
    await keepOrdersToLedger(deps, transaction, saleId);
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
  await fulfil(deps, transaction, saleId, operation);
  await keepOrdersToLedger(deps, transaction, saleId);
  await moveSaleByClock(deps, transaction, saleId);
}

/** What a refund of a sale is of. */
export const refundedSale = ({ id: saleId, buyer, listing }: MovedSale): Refunded => ({
  bookingId: null,
  saleId,
  payer: buyer,
  resortName: listing.resort.name,
  title: listing.title,
});

/** What a side was promised by card and has not got, and what it has got, in cents; it may owe back. */
function sharesByCard({ ledgerTransactions }: MovedSale, side: SaleSide) {
  const payable = side === 'buyer' ? 'refund_payable' : 'sale_payable';
  const sum = (which: (reason: LedgerReason) => boolean): number =>
    ledgerTransactions
      .flatMap(({ reason, entries }) => (which(reason) ? entries : []))
      .reduce(
        (cents, { account, amountCents }) => cents + (account === payable ? amountCents : 0),
        0,
      );
  return {
    owed: -sum((reason) => reason !== 'sale_order' && reason !== 'sale_payout'),
    got: sum((reason) => paying.includes(reason)),
  };
}

const owedByCard = (sale: MovedSale, side: SaleSide): number => sharesByCard(sale, side).owed;

/** Why the provider, or our bank, has paid a side, or got it back. */
const paying: LedgerReason[] = ['refund', 'remittance', 'payout', 'reversal'];

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
  const cents = Math.min(cardCents, amountCents - owedByCard(sale, 'buyer'));
  if (cents > 0) {
    const now = { orderedAt: clock(), paidAt: clock() };
    const order = { saleId, side: 'buyer', isByCard: true, amountCents: cents, currency } as const;
    await orderPayout(transaction, { ...order, ...now });
  }
}

/** Marks the order that an operation has paid, or that is open again, and tells the buyer of a refund. */
async function fulfil(
  deps: Deps,
  transaction: Prisma.TransactionClient,
  saleId: string,
  operation: PaymentOperation,
): Promise<void> {
  const { escrowPayout } = transaction;
  const { kind } = operation;
  const byCard = { saleId, isByCard: true } as const;
  const data = { paidAt: deps.clock() };
  if (kind === 'transfer') {
    await escrowPayout.updateMany({ where: { ...byCard, side: 'seller', paidAt: null }, data });
  }
  if (kind !== 'refund' && kind !== 'refund_return') return;
  const ofBuyer = { ...byCard, side: 'buyer' } as const;
  const sale = await lockSale(transaction, saleId);
  const isOwed = owedByCard(sale, 'buyer') > 0;
  const open = { where: { ...ofBuyer, paidAt: null } };
  if (!isOwed) {
    await escrowPayout.updateMany({ ...open, data });
  } else if ((await escrowPayout.count(open)) === 0) {
    const last = { where: ofBuyer, orderBy: { id: 'desc' } } as const;
    const { id } = await escrowPayout.findFirstOrThrow(last);
    await escrowPayout.update({ where: { id }, data: { paidAt: null } });
  }
  await (kind === 'refund'
    ? endArrival(deps, transaction, refundedSale(sale), operation, !isOwed)
    : endRefusal(deps, transaction, refundedSale(sale), operation));
}

/**
 * Takes from the open orders by card what a bank has kept since, or the buyer got in the provider's
 * dashboard. An order whose payment is under way waits for its end: it may have been paid.
 */
async function keepOrdersToLedger(
  { clock }: Pick<MoveDeps, 'clock'>,
  transaction: Prisma.TransactionClient,
  saleId: string,
): Promise<void> {
  const { escrowPayout, paymentOperation } = transaction;
  const ofSale = { saleId, isByCard: true } as const;
  const open = await escrowPayout.findMany({ where: { ...ofSale, paidAt: null } });
  for (const { id, side, amountCents, currency } of open) {
    const kind = side === 'seller' ? 'transfer' : 'refund';
    if ((await paymentOperation.count({ where: { saleId, kind, status: 'waiting' } })) > 0)
      continue;
    const sale = await lockSale(transaction, saleId);
    const { owed, got } = sharesByCard(sale, side);
    const ofBuyer =
      side === 'seller' ? Math.min(Math.max(owed, 0), Math.max(-owedByCard(sale, 'buyer'), 0)) : 0;
    const orders = await escrowPayout.findMany({ where: { ...ofSale, side } });
    const ordered = orders.reduce((sum, order) => sum + order.amountCents, 0);
    const left = amountCents - (ordered - got - owed) - ofBuyer;
    if (left <= 0) {
      await escrowPayout.delete({ where: { id } });
    } else if (left < amountCents) {
      const data = { amountCents: left, ...(owed === ofBuyer && { paidAt: clock() }) };
      await escrowPayout.update({ where: { id }, data });
    }
    if (ofBuyer > 0) {
      const at = clock();
      const [reason, amounts] = saleCardOrder('seller', -ofBuyer);
      const posted = { bookingId: null, saleId, operationId: null, currency, at };
      await post(transaction, { ...posted, reason, amounts });
      const paid = { ...ofSale, side: 'buyer', currency, orderedAt: at, paidAt: at } as const;
      await orderPayout(transaction, { ...paid, amountCents: ofBuyer });
    }
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
  const take = (account: keyof typeof amounts, cents: number): void => {
    const part = Math.min(left, Math.max(cents, 0));
    amounts[account] += part;
    left -= part;
  };
  take('sale_funds', fundsOf(ledgerTransactions).cardCents);
  const orders = await transaction.escrowPayout.findMany({
    where: { saleId, isByCard: true },
    orderBy: [{ paidAt: { sort: 'asc', nulls: 'first' } }, { id: 'asc' }],
  });
  for (const { side, amountCents: ordered } of orders) {
    take(side === 'seller' ? 'sale_payable' : 'refund_payable', ordered);
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
  await keepOrdersToLedger(deps, transaction, saleId);
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
