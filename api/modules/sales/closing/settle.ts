import type { Prisma, SaleSettlement, SaleSide } from '#api/generated/prisma/client.ts';
import { orderPayout } from '#api/modules/escrow/saleEscrow.ts';
import { fundsOf, type Posted } from './steps.ts';

interface EndedSale {
  id: string;
  settlement: SaleSettlement | null;
  account: { status: string } | null;
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
 * Orders from the partner what the rule of an ended sale gives to its sides. What a buyer pays later
 * follows the same rule. A side with an open order gets the next one after it was paid; a dispute
 * holds all.
 */
export async function settle(
  transaction: Prisma.TransactionClient,
  { id: saleId, settlement, account, ledgerTransactions }: EndedSale,
  terms: Terms,
  now: Date,
): Promise<void> {
  if (settlement === null || account?.status === 'disputed') return;
  const { freeCents } = fundsOf(ledgerTransactions);
  if (freeCents <= 0) return;
  const payouts = await transaction.escrowPayout.findMany({ where: { saleId } });
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
