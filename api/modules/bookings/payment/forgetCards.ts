import { bookingStatuses } from '#common/bookingStatuses.ts';
import { PaymentRefused } from '#api/platform/payments/paymentProvider.ts';
import type { BookingDeps } from '../moves/makeMove.ts';

/** How many cards one run of the job forgets. */
const mostCards = 1_000;

/** The hourly job: deletes saved cards at the provider once the rest is paid or the booking is over. */
export async function forgetCards({ database, payments, clock, log }: BookingDeps): Promise<void> {
  if (!payments) {
    return;
  }
  const { paymentOperation } = database.prisma;
  const isOver = [...bookingStatuses.ended, ...bookingStatuses.past];
  const saved = await paymentOperation.findMany({
    where: {
      provider: payments.name,
      kind: { in: ['authorize', 'charge'] },
      isBalance: false,
      settledAt: { not: null },
      providerReference: { not: null },
      cardForgottenAt: null,
      booking: {
        depositCents: { not: null },
        OR: [{ balancePaidAt: { not: null } }, { status: { in: isOver } }],
      },
    },
    orderBy: { createdAt: 'asc' },
    take: mostCards,
  });
  for (const { id, providerReference } of saved) {
    try {
      await payments.forgetCard(providerReference ?? '');
    } catch (error) {
      log.error({ operation: id, err: error }, 'a saved card could not be forgotten');
      if (!(error instanceof PaymentRefused)) {
        continue;
      }
    }
    await paymentOperation.update({ where: { id }, data: { cardForgottenAt: clock() } });
  }
}
