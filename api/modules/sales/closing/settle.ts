import {
  Prisma,
  type EscrowStatus,
  type SaleSettlement,
  type SaleSide,
} from '#api/generated/prisma/client.ts';
import { startOperation } from '#api/modules/payments/operations.ts';
import { startRefunds } from '#api/modules/payments/refunds.ts';
import { maySend } from '#api/modules/payouts/payOut.ts';
import type { Deps } from '#api/context/context.ts';
import { orderPayout } from '#api/modules/escrow/saleEscrow.ts';
import { fundsOf, type Posted } from './steps.ts';

interface EndedSale {
  id: string;
  sellerId: string;
  settlement: SaleSettlement | null;
  account: { status: EscrowStatus } | null;
  ledgerTransactions: Posted;
}

interface Terms {
  priceCents: number;
  depositCents: number;
  currency: string;
}

const ofSeller = {
  to_buyer: () => 0,
  deposit_to_seller: ({ depositCents }: Terms) => depositCents,
  to_seller: ({ priceCents }: Terms) => priceCents,
} satisfies Record<SaleSettlement, (terms: Terms) => number>;

/**
 * Orders what the rule of an ended sale gives to its sides, and ends its escrow once everything was
 * paid. What was paid by card goes out by the payment provider, to the buyer first; the rest by the
 * partner. What a buyer pays later follows the same rule. A side with an open order gets the next one
 * after it was paid; a dispute at the partner holds all, one at the bank of the buyer what was paid by
 * card.
 */
export async function settle(
  deps: Pick<Deps, 'payments' | 'clock'>,
  transaction: Prisma.TransactionClient,
  { id: saleId, sellerId, settlement, account, ledgerTransactions }: EndedSale,
  terms: Terms,
): Promise<void> {
  if (settlement === null || account === null || account.status === 'disputed') return;
  const { freeCents, cardCents } = fundsOf(ledgerTransactions);
  const payouts = await transaction.escrowPayout.findMany({ where: { saleId } });
  if (freeCents <= 0) {
    const status = statusOfEnded(payouts.filter(({ isByCard }) => !isByCard));
    if (status && status !== account.status) {
      await transaction.escrowAccount.update({ where: { saleId }, data: { status } });
    }
  }
  const orderedCents = payouts.reduce(
    (sum, { side, amountCents }) => sum + (side === 'seller' ? amountCents : 0),
    0,
  );
  const seller = Math.max(0, Math.min(freeCents, ofSeller[settlement](terms) - orderedCents));
  const buyer = freeCents - seller;
  const buyerByCard = Math.min(cardCents, buyer);
  const sellerByCard = cardCents - buyerByCard;
  const shares: [SaleSide, boolean, number][] = [
    ['seller', false, seller - sellerByCard],
    ['buyer', false, buyer - buyerByCard],
    ...((await canMoveCard(deps, transaction, saleId, cardCents))
      ? ([
          ['seller', true, sellerByCard],
          ['buyer', true, buyerByCard],
        ] satisfies [SaleSide, boolean, number][])
      : []),
  ];
  const { currency } = terms;
  for (const [side, isByCard, amountCents] of shares) {
    const isOpen = payouts.some(
      (one) => one.side === side && one.isByCard === isByCard && one.paidAt === null,
    );
    if (amountCents > 0 && !isOpen) {
      const order = { saleId, side, isByCard, amountCents, currency, orderedAt: deps.clock() };
      await orderPayout(transaction, order);
      if (isByCard && side === 'buyer') {
        await startRefunds(deps, transaction, { bookingId: null, saleId }, amountCents);
      }
    }
  }
  await paySellerByCard(deps, transaction, { saleId, sellerId });
}

/** Whether what was paid by card can go out: no bank disputes it, and the site has its provider. */
async function canMoveCard(
  { payments }: Pick<Deps, 'payments'>,
  transaction: Prisma.TransactionClient,
  saleId: string,
  cardCents: number,
): Promise<boolean> {
  return (
    cardCents > 0 &&
    payments !== undefined &&
    (await transaction.chargeback.count({
      where: { saleId, status: { in: ['open', 'inquiry'] } },
    })) === 0
  );
}

/**
 * Sends the seller what was ordered, once there are bank details, and again a day after a refusal. What
 * the card no longer covers waits until a refund under way has ended, which makes the order smaller.
 */
async function paySellerByCard(
  { payments, clock }: Pick<Deps, 'payments' | 'clock'>,
  transaction: Prisma.TransactionClient,
  { saleId, sellerId }: { saleId: string; sellerId: string },
): Promise<void> {
  if (!payments) return;
  const [due] = await transaction.$queryRaw<{ amountCents: number; account: string }[]>`
    SELECT amount_cents AS "amountCents", reference AS account
    FROM escrow_payouts JOIN payout_accounts
      ON user_id = ${sellerId}::uuid AND provider = ${payments.name} AND status = 'ready'
    WHERE sale_id = ${saleId}::uuid AND side = 'seller' AND is_by_card AND paid_at IS NULL
      AND NOT payout_is_frozen(sale_id) AND amount_cents <= sale_card_left_cents(sale_id)
      AND ${maySend(Prisma.sql`payment_operations.sale_id = escrow_payouts.sale_id`, clock())}`;
  if (due) {
    await startOperation({ payments, clock }, transaction, { kind: 'transfer', saleId, ...due });
  }
}

/** The status of an escrow that holds nothing more; undefined while a payment is under way. */
function statusOfEnded(
  payouts: { side: SaleSide; paidAt: Date | null }[],
): EscrowStatus | undefined {
  if (payouts.some(({ paidAt }) => paidAt === null)) return undefined;
  if (payouts.length === 0) return 'none';
  return payouts.some(({ side }) => side === 'seller') ? 'released' : 'refunded';
}
