import type {
  EscrowStatus,
  Prisma,
  SaleSettlement,
  SaleSide,
} from '#api/generated/prisma/client.ts';
import { orderPayout } from '#api/modules/escrow/saleEscrow.ts';
import { fundsOf, type Posted } from './steps.ts';

interface EndedSale {
  id: string;
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
 * Orders from the partner what the rule of an ended sale gives to its sides, and ends its escrow once
 * everything was paid. What a buyer pays later follows the same rule. A side with an open order gets
 * the next one after it was paid; a dispute holds all.
 */
export async function settle(
  transaction: Prisma.TransactionClient,
  { id: saleId, settlement, account, ledgerTransactions }: EndedSale,
  terms: Terms,
  now: Date,
): Promise<void> {
  if (settlement === null || account === null || account.status === 'disputed') return;
  const { freeCents } = fundsOf(ledgerTransactions);
  const payouts = await transaction.escrowPayout.findMany({ where: { saleId } });
  if (freeCents <= 0) {
    const status = statusOfEnded(payouts);
    if (status && status !== account.status) {
      await transaction.escrowAccount.update({ where: { saleId }, data: { status } });
    }
    return;
  }
  const orderedCents = payouts.reduce(
    (sum, { side, amountCents }) => sum + (side === 'seller' ? amountCents : 0),
    0,
  );
  const sellerCents = Math.min(freeCents, ofSeller[settlement](terms) - orderedCents);
  const shares: [SaleSide, number][] = [
    ['seller', sellerCents],
    ['buyer', freeCents - sellerCents],
  ];
  for (const [side, amountCents] of shares) {
    if (amountCents > 0 && !payouts.some((one) => one.side === side && one.paidAt === null)) {
      await orderPayout(transaction, {
        saleId,
        side,
        amountCents,
        currency: terms.currency,
        orderedAt: now,
      });
    }
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
