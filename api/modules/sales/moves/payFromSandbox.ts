import { z } from 'zod';
import { type Sale, SaleStepName } from '#api/generated/prisma/client.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { signedIn } from '#api/modules/access/signedIn.ts';
import { openPayment, type ClosingRow } from '../closing/standing.ts';
import { lockSale, type SaleDeps } from './makeMove.ts';
import { moveSaleByClock } from './moveSale.ts';
import { partsOf } from './moves.ts';

/** What the buyer can pay from the sandbox; undefined if nothing, or if a real partner holds the money. */
export const sandboxPayment = (
  { escrow }: Pick<SaleDeps, 'escrow'>,
  sale: ClosingRow & Pick<Sale, 'status'>,
) =>
  escrow?.partner.payIn && sale.account && sale.status === 'agreed' ? openPayment(sale) : undefined;

const wireInput = z.object({ saleId: z.string(), step: z.enum(SaleStepName) });

/**
 * Lets the sandbox partner report that the buyer has paid what is missing of an open step, and moves
 * the sale. Calls at the same time pay once, by the id of the event.
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError}
 * @throws {ForbiddenError} if the viewer is not the buyer
 * @throws {ConflictError} if nothing of the step is to be paid, or the partner is no sandbox
 */
export async function payFromSandbox(
  deps: SaleDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Pick<Sale, 'id'>> {
  const person = signedIn(viewer);
  const { saleId, step } = parseInput(wireInput, input);
  const { prisma } = deps.database;
  const sale = await prisma.$transaction((transaction) => lockSale(transaction, saleId));
  const parts = partsOf(person, sale);
  if (parts.length === 0) throw new NotFoundError('Sale not found');
  if (!parts.includes('buyer')) throw new ForbiddenError('Only the buyer pays');
  const payment = sandboxPayment(deps, sale);
  if (payment?.step !== step) {
    throw new ConflictError('step', 'Nothing can be paid from the sandbox for this step now');
  }
  const { id: reference } = sale;
  const { amountCents } = payment;
  await deps.escrow?.partner.payIn?.({ reference, kind: payment.step, amountCents });
  // The job that the event added does the same; the buyer sees it at once.
  await prisma.$transaction((transaction) => moveSaleByClock(deps, transaction, reference));
  return sale;
}
