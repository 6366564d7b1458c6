import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type {
  EscrowAccount,
  EscrowMovement,
  EscrowPayout,
  EscrowStatus,
  Prisma,
} from '#api/generated/prisma/client.ts';
import { ConflictError } from '#api/platform/errors.ts';
import { addJob } from '#api/platform/jobs/jobs.ts';
import {
  post,
  saleCardOrder,
  saleOrderAmounts,
  salePaymentAmounts,
  salePayoutAmounts,
} from '../ledger/ledger.ts';
import { mayEscrowMove } from './transitions.ts';

/** Begins the escrow of an agreed sale. */
export async function requestSaleAccount(
  transaction: Prisma.TransactionClient,
  saleId: string,
): Promise<void> {
  await transaction.escrowAccount.create({ data: { saleId } });
  await askForAccount(transaction, saleId);
}

/** A job requests the account of a sale from the partner after the commit. */
export const askForAccount = (
  transaction: Prisma.TransactionClient,
  saleId: string,
): Promise<void> =>
  addJob(transaction, 'open_sale_account', { saleId }, `open_sale_account:${saleId}`);

/** Requests the account of a sale from the partner. A retry returns the same account. */
export async function openSaleAccount(
  payload: unknown,
  { database: { prisma }, escrow }: Pick<Deps, 'database' | 'escrow'>,
): Promise<void> {
  const { saleId } = z.object({ saleId: z.uuid() }).parse(payload);
  const waiting = { saleId, accountId: null, status: 'pending' } as const;
  const account = await prisma.escrowAccount.findFirst({
    where: waiting,
    include: {
      sale: { include: { listing: true, terms: { orderBy: { number: 'desc' }, take: 1 } } },
    },
  });
  if (!account) return;
  const {
    sale: { listing, terms },
  } = account;
  const { accountId } = await partnerOf(escrow).openAccount({
    reference: saleId,
    listingId: listing.id,
    title: listing.title,
    currency: terms[0]?.currency ?? listing.currency,
    pricePerNightCents: listing.pricePerNightCents,
    salePriceCents: terms[0]?.priceCents ?? null,
    depositCents: terms[0]?.depositCents ?? 0,
  });
  await prisma.$transaction(async (transaction) => {
    await lockSaleAccount(transaction, saleId);
    await transaction.escrowAccount.updateMany({
      where: { saleId, accountId: null },
      data: { accountId },
    });
  });
}

function partnerOf(escrow: Deps['escrow']) {
  if (!escrow) throw new Error('The escrow of a sale waits, and no partner is configured');
  return escrow.partner;
}

/**
 * Promises money of a sale to a side. A job tells the partner after the commit; what was paid by card
 * goes out by the payment provider.
 */
export async function orderPayout(
  transaction: Prisma.TransactionClient,
  order: Pick<
    EscrowPayout,
    'saleId' | 'side' | 'amountCents' | 'currency' | 'isByCard' | 'orderedAt'
  > &
    Partial<Pick<EscrowPayout, 'paidAt'>>,
): Promise<void> {
  const { id } = await transaction.escrowPayout.create({ data: order });
  const { saleId, currency, amountCents, orderedAt: at, side, isByCard } = order;
  const [reason, amounts] = isByCard
    ? saleCardOrder(side, amountCents)
    : (['sale_order', saleOrderAmounts(amountCents)] as const);
  await post(transaction, {
    bookingId: null,
    saleId,
    reason,
    operationId: null,
    currency,
    amounts,
    at,
  });
  if (!isByCard) await addJob(transaction, 'pay_out_sale', { payoutId: id }, `pay_out_sale:${id}`);
}

/** Tells the partner to pay a side of a sale. It pays an order once, however often it is told. */
export async function payOutSale(
  payload: unknown,
  { database: { prisma }, escrow, clock }: Pick<Deps, 'database' | 'escrow' | 'clock'>,
): Promise<void> {
  const { payoutId } = z.object({ payoutId: z.uuid() }).parse(payload);
  const waiting = { id: payoutId, isByCard: false, acceptedAt: null, paidAt: null };
  const payout = await prisma.escrowPayout.findFirst({
    where: waiting,
    include: { sale: { select: { account: true } } },
  });
  if (!payout) return;
  const { saleId, side, amountCents, currency, sale } = payout;
  await partnerOf(escrow).payOut({
    payoutId,
    reference: saleId,
    accountId: sale.account?.accountId ?? null,
    to: side,
    amountCents,
    currency,
  });
  await prisma.escrowPayout.updateMany({
    where: { id: payoutId, acceptedAt: null },
    data: { acceptedAt: clock() },
  });
}

interface SaleEvent {
  id: string;
  reference: string;
  status: EscrowStatus | null;
  kind: EscrowMovement | null;
  amountCents: number | null;
  accountId: string | null;
  occurredAt: Date;
}

/** The account of a sale, locked with the sale and its listing, which shows the account's status. */
export async function lockSaleAccount(
  transaction: Prisma.TransactionClient,
  saleId: string,
): Promise<EscrowAccount | null> {
  await transaction.$executeRaw`SELECT lock_sale(${saleId}::uuid)`;
  return transaction.escrowAccount.findUnique({ where: { saleId } });
}

/**
 * Applies a new event about a sale: the status of its account, or money that came or went, which is
 * posted to the ledger. A job moves the sale after the commit.
 * @throws {ConflictError} if the transition is not allowed, or nobody ordered this payout
 */
export async function takeSaleEvent(
  transaction: Prisma.TransactionClient,
  { saleId, status: from }: EscrowAccount,
  event: SaleEvent,
  now: Date,
): Promise<void> {
  const { status, kind, amountCents, accountId } = event;
  const {
    sale: { listingId },
    currency,
  } = await transaction.saleTerms.findFirstOrThrow({
    where: { saleId },
    select: { currency: true, sale: { select: { listingId: true } } },
  });
  if (status && status !== from && !mayEscrowMove(from, status, 'partner')) {
    throw new ConflictError(
      'status',
      `The account of a sale that is ${from} can't become ${status}`,
    );
  }
  if (amountCents !== null && (kind === 'released' || kind === 'refunded')) {
    await confirmPayout(transaction, saleId, { kind, amountCents, now });
  }
  await transaction.escrowEvent.create({
    data: { ...event, saleId, listingId },
  });
  const isIn = kind === 'deposit' || kind === 'balance';
  await transaction.escrowAccount.update({
    where: { saleId },
    data: {
      ...(status && { status }),
      // Money in an account shows that it is open.
      ...(isIn && from !== 'disputed' && { status: 'active' }),
      ...(accountId !== null && { accountId }),
    },
  });
  if (kind && amountCents) {
    await post(transaction, {
      bookingId: null,
      saleId,
      reason: isIn ? 'sale_payment' : 'sale_payout',
      operationId: null,
      providerRecord: `escrow:${event.id}`,
      currency,
      amounts: isIn ? salePaymentAmounts(amountCents) : salePayoutAmounts(amountCents),
      at: now,
    });
  }
  await addJob(transaction, 'move_sale', { saleId }, `move_sale:${saleId}`);
}

async function confirmPayout(
  transaction: Prisma.TransactionClient,
  saleId: string,
  told: { kind: 'released' | 'refunded'; amountCents: number; now: Date },
): Promise<void> {
  const side = told.kind === 'released' ? 'seller' : 'buyer';
  const { count } = await transaction.escrowPayout.updateMany({
    where: { saleId, side, amountCents: told.amountCents, isByCard: false, paidAt: null },
    data: { paidAt: told.now },
  });
  if (count === 0) {
    throw new ConflictError('amountCents', `No payment of this amount to the ${side} was ordered`);
  }
}
