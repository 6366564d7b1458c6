import { z } from 'zod';
import type { PaymentOperation, Prisma, Sale } from '#api/generated/prisma/client.ts';
import { signedIn } from '#api/modules/access/signedIn.ts';
import {
  performAtOnce,
  performOperation,
  startOperation,
} from '#api/modules/payments/operations.ts';
import { chargeProblem } from '#api/modules/pricing/leastCharge.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { lockSale, type MovedSale, type SaleDeps } from '../moves/makeMove.ts';
import { partsOf, requireSeen } from '../moves/moves.ts';
import { applySaleOutcome } from './cardOutcome.ts';
import { openPayment, type ClosingRow } from '../closing/standing.ts';

/** Of one deposit: more declined cards look like somebody who tries stolen ones. */
const mostAttempts = 5;

/** The attempts to pay by card, the latest first. */
export const charges = {
  where: { kind: 'charge' },
  orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  take: mostAttempts,
} as const satisfies Prisma.Sale$paymentOperationsArgs;

export const isTriedTooOften = (attempts: readonly Pick<PaymentOperation, 'status'>[]): boolean =>
  attempts.length >= mostAttempts;

/**
 * What the buyer can pay by card: the whole deposit while its step is open and nothing of it was paid
 * yet, up to the limit in the settings. Undefined if nothing.
 */
export function cardDepositCents(
  { siteSettings, payments }: Pick<SaleDeps, 'siteSettings' | 'payments'>,
  sale: ClosingRow & Pick<Sale, 'status'>,
  currency: string,
): number | undefined {
  const payment = sale.status === 'agreed' ? openPayment(sale) : undefined;
  const step = sale.steps.find(({ step: name }) => name === 'deposit');
  const amount = payment?.amountCents ?? 0;
  return payments &&
    payment?.step === 'deposit' &&
    amount === step?.amountCents &&
    amount <= siteSettings.current().saleCardLimitCents &&
    chargeProblem({ amount, currency }) === undefined
    ? amount
    : undefined;
}

const ofSale = z.object({ saleId: z.string() });

const payInput = ofSale.extend({
  version: z.number({ error: 'Version is required' }).int('Version must be a whole number'),
  method: z
    .string({ error: 'A card is required' })
    .regex(/^[\x21-\x7e]{1,200}$/, 'A card is required'),
});

/**
 * Charges the deposit of a sale to a card of its buyer. After a declined card another can be tried. A
 * repeated call returns the payment that is under way or was made, because the first response may have
 * been lost.
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError | ForbiddenError}
 * @throws {UnavailableError} if the site takes no payments
 * @throws {ConflictError} if the sale has changed, or the deposit can't be paid by card
 */
export async function paySaleDeposit(
  deps: SaleDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Pick<Sale, 'id'>> {
  const { saleId, version, method } = parseInput(payInput, input);
  const operation = await asBuyer(deps, viewer, saleId, async (transaction, sale) => {
    const { id } = sale;
    const attempts = await attemptsOf(transaction, id);
    const made = attempts.find(({ status }) => status !== 'failed');
    if (made) return made;
    requireSeen(sale, version);
    const { currency } = sale.terms[0] ?? { currency: '' };
    const amountCents = cardDepositCents(deps, sale, currency);
    if (amountCents === undefined) {
      throw new ConflictError('saleId', 'There is no deposit that you can pay by card now');
    }
    if (isTriedTooOften(attempts)) {
      throw new ConflictError('method', 'Too many cards were declined. Please contact us');
    }
    return startOperation(deps, transaction, {
      kind: 'charge',
      saleId: id,
      amountCents,
      currency,
      method,
      description: `Deposit, ${sale.listing.resort.name}, ${id.slice(-8)}`,
      receiptEmail: sale.buyer.email,
    });
  });
  const [sale] = await Promise.all([
    perform(deps, operation, performOperation),
    noteCard(deps, operation, method),
  ]);
  return sale;
}

/** Stores the last four digits of the card. Without an answer of the provider, they are not shown. */
async function noteCard(
  { database, payments, log }: SaleDeps,
  { id, status }: PaymentOperation,
  method: string,
): Promise<void> {
  // A repeated call may name another card.
  if (status !== 'waiting') return;
  try {
    const cardLastFour = (await payments?.lastFourOf(method)) ?? null;
    const where = { id, cardLastFour: null };
    await database.prisma.paymentOperation.updateMany({ where, data: { cardLastFour } });
  } catch (error) {
    log.warn({ operation: id, err: error }, 'the digits of a card were not told');
  }
}

/**
 * Asks the payment provider how the buyer's payment stands, for example after it was confirmed with
 * the bank.
 * @throws {SignInRequiredError | NotFoundError | ForbiddenError}
 * @throws {ConflictError} without a payment
 */
export async function checkSalePayment(
  deps: SaleDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Pick<Sale, 'id'>> {
  const { saleId } = parseInput(ofSale, input);
  const operation = await asBuyer(deps, viewer, saleId, async (transaction, { id }) => {
    const [latest] = await attemptsOf(transaction, id);
    if (!latest) throw new ConflictError('saleId', 'Nothing has been paid by card yet');
    return latest;
  });
  return perform(deps, operation, performAtOnce);
}

/** Works on a sale of the viewer, who is its buyer, while it is locked. */
function asBuyer<Result>(
  { database }: SaleDeps,
  viewer: Viewer | null,
  saleId: string,
  work: (transaction: Prisma.TransactionClient, sale: MovedSale) => Promise<Result>,
): Promise<Result> {
  const person = signedIn(viewer);
  return database.prisma.$transaction(async (transaction) => {
    const sale = await lockSale(transaction, saleId);
    const parts = partsOf(person, sale);
    if (parts.length === 0) throw new NotFoundError('Sale not found');
    if (!parts.includes('buyer')) throw new ForbiddenError('Only the buyer pays');
    return work(transaction, sale);
  });
}

const attemptsOf = ({ sale }: Prisma.TransactionClient, id: string): Promise<PaymentOperation[]> =>
  sale.findUniqueOrThrow({ where: { id } }).paymentOperations(charges);

async function perform(
  deps: SaleDeps,
  { id, saleId }: PaymentOperation,
  carryOut: typeof performOperation,
): Promise<Pick<Sale, 'id'>> {
  const sale = { id: saleId ?? '' };
  await carryOut(deps, id, (...outcome) => applySaleOutcome(deps, sale.id, ...outcome));
  return sale;
}
