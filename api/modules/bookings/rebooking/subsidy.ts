import type { Prisma } from '#api/generated/prisma/client.ts';
import { formatDays } from '#common/dayWords.ts';
import { formatMoney } from '#common/money.ts';
import { recipientOf } from '#api/modules/accounts/account.ts';
import { post } from '#api/modules/ledger/ledger.ts';
import { queueMail } from '#api/modules/mail/outbox.ts';
import { moved, type BookingDeps, type MovedBooking } from '../moves/makeMove.ts';
import { weekTaken } from './mails.ts';

/**
 * When the price of another week is divided, adds what its owner earns by its own price, in
 * proportion to what they keep, and charges it to the owner who cancelled.
 */
export async function paySubsidy(
  { clock }: Pick<BookingDeps, 'clock'>,
  transaction: Prisma.TransactionClient,
  { id, rebookingOfId, subsidyCents, nightsCents, cleaningCents, currency }: MovedBooking,
  hostCents: number,
): Promise<void> {
  const whole = BigInt((nightsCents ?? 0) + (cleaningCents ?? 0));
  const subsidyPaidCents =
    whole === 0n ? 0 : Number((BigInt(subsidyCents) * BigInt(hostCents)) / whole);
  if (subsidyPaidCents === 0 || rebookingOfId === null) {
    return;
  }
  await transaction.booking.update({ where: { id }, data: { subsidyPaidCents } });
  for (const [bookingId, cents] of [
    [id, subsidyPaidCents],
    [rebookingOfId, -subsidyPaidCents],
  ] as const) {
    const amounts = { goodwill: cents, owner_payable: -cents };
    const about = { bookingId, reason: 'rebooking', operationId: null, currency } as const;
    await post(transaction, { ...about, amounts, at: clock() });
  }
}

/** Tells the owner who cancelled that the traveler has taken another week, and what it costs them. */
export async function tellFormerOwner(
  deps: Pick<BookingDeps, 'siteSettings' | 'publicUrl'>,
  transaction: Prisma.TransactionClient,
  { rebookingOfId, subsidyCents: amount, currency }: MovedBooking,
): Promise<void> {
  const cancelled =
    rebookingOfId &&
    (await transaction.booking.findUnique({ where: { id: rebookingOfId }, include: moved }));
  if (!cancelled || !cancelled.owner || cancelled.owner.closedAt) {
    return;
  }
  const { id, owner, listing, resort, checkIn, checkOut } = cancelled;
  const mail = weekTaken(deps, recipientOf(owner), {
    title: listing?.title ?? resort.name,
    resortName: resort.name,
    dates: formatDays(checkIn, checkOut),
    cost: amount === 0 ? null : formatMoney({ amount, currency }),
    link: `${deps.publicUrl}/bookings/${id}`,
  });
  await queueMail(transaction, mail);
}
