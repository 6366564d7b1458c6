import type { Booking } from '#api/generated/prisma/client.ts';
import { command } from '#api/graphql/command.ts';
import { exposed } from '#api/graphql/exposed.ts';
import { builder } from '#api/graphql/builder.ts';
import { idOf } from '#api/graphql/ids/ids.ts';
import { moneyOf } from '#api/graphql/money.ts';
import { depositOf } from '#api/modules/pricing/deposit.ts';
import { isoDay } from '#common/days.ts';
import { BookingType, bookingPayload, zoned } from '../bookings.graphql.ts';
import { momentOf } from '../moves/makeMove.ts';
import { balanceDue, owesBalance, timed } from '../moves/moves.ts';
import { canPayBalance, payBalance } from './payBooking.ts';

interface Deposit {
  currency: string;
  depositCents: number;
  balanceCents: number;
  dueOn: string;
  isAgreed: boolean;
  isOwed: boolean;
  canPay: boolean;
  paidAt: Date | null;
  refusedAt: Date | null;
  payBy: Date | null;
}

const DepositType = builder.objectRef<Deposit>('BookingDeposit').implement({
  description: 'The price in two parts: a deposit, and a balance that is due later.',
  fields: (t) => ({
    amount: t.field({ ...moneyOf('depositCents'), description: 'What is paid first.' }),
    balance: t.field({ ...moneyOf('balanceCents'), description: 'What is paid later.' }),
    ...exposed(t, {
      dueOn: ['Date', 'The day on which the balance is charged to the saved card.'],
      isAgreed: ['Boolean', 'Whether the traveler has chosen it; false while it is only offered.'],
      isOwed: ['Boolean', 'Whether the balance is still to be paid.'],
      canPay: ['Boolean', 'Whether the traveler can pay the balance now, by `payBalance`.'],
      paidAt: ['DateTime?', 'When the balance was paid; null before.'],
      refusedAt: ['DateTime?', 'When the saved card did not pay the balance; null otherwise.'],
      payBy: [
        'DateTime?',
        'Until when the balance has to be paid after the saved card did not; null otherwise.',
      ],
    }),
  }),
});

builder.prismaObjectField(BookingType, 'deposit', (t) =>
  t.field({
    type: DepositType,
    nullable: true,
    description:
      'Paying in two parts, chosen with `payBooking` or offered for it; null if the whole price is paid at once.',
    select: { ...timed, ...zoned, totalPriceCents: true, currency: true },
    resolve: (booking, _args, { deps }): Deposit | null => {
      const { totalPriceCents: amount, currency, checkIn, status } = booking;
      const moment = momentOf(deps, booking);
      const { depositPercent } = deps.siteSettings.current();
      const isChoice = status === 'held' && booking.isProtected;
      const depositCents = isChoice
        ? depositOf(depositPercent, { amount, currency }, isoDay(checkIn), moment.today)
        : booking.depositCents;
      const isOwed = !isChoice && isStillOwed(booking);
      if (depositCents === null) return null;
      return {
        currency,
        depositCents,
        balanceCents: amount - depositCents,
        dueOn: balanceDue(booking),
        isAgreed: !isChoice,
        isOwed,
        canPay: canPayBalance(booking, moment),
        paidAt: booking.balancePaidAt,
        refusedAt: booking.balanceRefusedAt,
        payBy: isOwed && booking.balanceRefusedAt ? booking.answerBy : null,
      };
    },
  }),
);

const isStillOwed = (booking: Pick<Booking, 'status' | 'depositCents' | 'balancePaidAt'>) =>
  owesBalance(booking) && ['pending', 'confirmed', 'certified'].includes(booking.status);

command('payBalance', {
  type: bookingPayload('PayBalancePayload', 'Its `payment` says how the payment stands.'),
  description:
    'Pays what the deposit of your booking left to pay, before its day or after the saved card was refused. A repeated call returns the payment that is under way or was made.',
  errors: ['InvalidInput', 'NotFound', 'Forbidden', 'Conflict', 'Unavailable'],
  input: ['Which booking, and how.', 'A booking whose deposit is paid.'],
  fields: {
    bookingId: idOf('booking', 'It must be yours.'),
    method: [
      'String?',
      'A token of another card that the payment provider made in the browser; without it, the saved card pays, and the bank may ask you to confirm.',
    ],
  },
  resolve: async (input, context) =>
    payBalance(context.deps, await context.viewer(), input, context),
});
