import type { Deps } from '#api/context/context.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { formatMoney } from '#common/money.ts';
import { recipientOf } from '../accounts/account.ts';
import { queueMail, teamOf } from '../mail/outbox.ts';
import { payoutHeld } from './mails.ts';

/** Queues the mail about money that can't be paid out; after a refusal, also to the team. */
export async function tellOwner(
  deps: Pick<Deps, 'siteSettings' | 'publicUrl'>,
  transaction: Prisma.TransactionClient,
  ownerId: string,
  change: 'waiting' | 'refused',
): Promise<void> {
  const owner = await transaction.user.findUniqueOrThrow({ where: { id: ownerId } });
  const sums = await transaction.$queryRaw<{ currency: string; cents: number }[]>`
    SELECT payables.currency, sum(cents)::float8 AS cents
    FROM payables JOIN bookings ON id = booking_id
    WHERE owner_id = ${ownerId}::uuid AND cents > 0 GROUP BY payables.currency ORDER BY 1`;
  const values = {
    change,
    owner: `${owner.firstName} ${owner.lastName}`,
    amount: sums
      .map(({ currency, cents: amount }) => formatMoney({ amount, currency }))
      .join(' and '),
  };
  const toOwner = payoutHeld(deps, recipientOf(owner), {
    ...values,
    to: 'owner',
    link: `${deps.publicUrl}/payouts`,
  });
  if (change === 'waiting') {
    await queueMail(transaction, toOwner);
    return;
  }
  const toTeam = payoutHeld(deps, teamOf(deps), {
    ...values,
    to: 'team',
    link: `${deps.publicUrl}/admin/bookings/payouts`,
  });
  await queueMail(transaction, toOwner, toTeam);
}
