import { z } from 'zod';
import { optionalLine } from '#api/platform/input/input.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import { formatMoney } from '#common/money.ts';
import { goodwillAmounts, post } from '#api/modules/ledger/ledger.ts';
import type { BookingDeps, MovedBooking } from '../moves/makeMove.ts';

export const goodwillInput = {
  goodwillTo: z.enum(['traveler', 'owner'], { error: 'Choose who gets it' }).nullish(),
  goodwillCents: z
    .number({ error: 'The amount must be a number' })
    .int('The amount must be in whole cents')
    .nullish(),
  bankReference: optionalLine('The reference', 100),
};

type Wanted = z.infer<z.ZodObject<typeof goodwillInput>>;

/**
 * Gives money of Tideweek's own to a side of a booking that the transaction has locked: to an owner
 * with the next payout, to a traveler by a bank transfer that was made by hand.
 * @throws {InvalidInputError} if the limit of all gifts on a booking would be passed, or the gift
 *   does not say to whom, how much and, for a traveler, by which transfer
 */
export async function giveGoodwill(
  { siteSettings, clock }: Pick<BookingDeps, 'siteSettings' | 'clock'>,
  transaction: Prisma.TransactionClient,
  { id: bookingId, ownerId, currency }: MovedBooking,
  { goodwillTo: party, goodwillCents: amountCents, bankReference }: Wanted,
): Promise<void> {
  if (party == null || (party === 'owner' && ownerId === null)) {
    throw new InvalidInputError(
      'goodwillTo',
      party == null ? 'Choose who gets it' : 'This week has no owner: give it to the traveler',
    );
  }
  const { goodwillLimitCents } = siteSettings.current();
  const { _sum: given } = await transaction.goodwillGift.aggregate({
    where: { bookingId },
    _sum: { amountCents: true },
  });
  const left = goodwillLimitCents - (given.amountCents ?? 0);
  if (left <= 0) {
    throw new InvalidInputError('goodwillCents', 'The limit of goodwill on a booking is used up');
  }
  if (amountCents == null || amountCents < 1 || amountCents > left) {
    const most = formatMoney({ amount: left, currency });
    throw new InvalidInputError('goodwillCents', `The amount must be $0.01 to ${most}`);
  }
  if ((party === 'traveler') !== (bankReference !== null)) {
    throw new InvalidInputError(
      'bankReference',
      party === 'traveler'
        ? 'Enter the reference of the bank transfer to the traveler'
        : 'An owner is paid with the next payout: leave the reference out',
    );
  }
  const at = clock();
  await transaction.goodwillGift.create({
    data: { bookingId, party, amountCents, bankReference, at },
  });
  const amounts = goodwillAmounts(amountCents, party);
  await post(transaction, {
    bookingId,
    reason: 'goodwill',
    operationId: null,
    currency,
    amounts,
    at,
  });
}
