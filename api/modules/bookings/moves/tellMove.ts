import type { Deps } from '#api/context/context.ts';
import type { BookingMove, BookingParty, Prisma } from '#api/generated/prisma/client.ts';
import { isStatusIn } from '#common/bookingStatuses.ts';
import { isoDay } from '#common/days.ts';
import { formatDay, formatDays } from '#common/dayWords.ts';
import { formatMoney } from '#common/money.ts';
import { recipientOf } from '#api/modules/accounts/account.ts';
import { queueMail, teamOf } from '#api/modules/mail/outbox.ts';
import type { MailRecipient, PreparedMail } from '#api/modules/mail/defineMail.ts';
import type { MovedBooking } from './makeMove.ts';
import { balanceCents } from '../payment/shares.ts';
import { balanceDue, owesBalance, ruleOf } from './moves.ts';
import { offerOf } from './offers.ts';
import { shownWords } from './shownWords.ts';
import { bookingChanged, type Told } from './bookingMails.ts';

/** What the mail of a move says beside what the booking says. */
export interface ToldFacts {
  /** Only this side is told. */
  only?: BookingParty | null | undefined;
  /** What the traveler gets back by a decision that is not final yet. */
  refundCents?: number | null | undefined;
  goodwillCents?: number | null | undefined;
}

/** Queues the mail of a move to every recipient in its rule. Closed accounts get no mail. */
export async function tellMove(
  deps: Pick<Deps, 'siteSettings' | 'publicUrl'>,
  transaction: Pick<Prisma.TransactionClient, 'outgoingMail' | 'user'>,
  booking: MovedBooking,
  move: BookingMove,
  {
    party,
    note,
    eventId,
    only,
    refundCents,
    goodwillCents,
  }: { party: BookingParty; note: string | null; eventId: string } & ToldFacts,
): Promise<void> {
  const money = (amount: number | null | undefined) =>
    amount == null ? null : formatMoney({ amount, currency: booking.currency });
  const mails: PreparedMail[] = [];
  const { tells, opens } = ruleOf(move);
  for (const to of tells) {
    const recipient = recipientFor(deps, booking, to);
    if (!recipient || (only && only !== recipient.to)) {
      continue;
    }
    const shown = (writer: BookingParty, words: string) =>
      shownWords([recipient.to], writer, words, booking).text;
    mails.push({
      ...bookingChanged(deps, recipient, {
        move,
        to: recipient.to,
        title: booking.listing?.title ?? booking.resort.name,
        resortName: booking.resort.name,
        dates: formatDays(booking.checkIn, booking.checkOut),
        guest: shown('traveler', `${booking.user.firstName} ${booking.user.lastName}`),
        guests: booking.guests,
        total: formatMoney({ amount: booking.totalPriceCents, currency: booking.currency }),
        rest: restText(booking),
        refund: money(booking.refundCents ?? refundCents),
        goodwill: money(goodwillCents),
        certificateNumber: booking.certificateNumber,
        offer: offerText(booking),
        reason: note === null ? null : shown(party, note),
        link: linkFor(deps.publicUrl, booking, move),
      }),
      ...((opens?.for === to || (opens?.for === 'both' && to !== 'team')) && {
        bookingEventId: eventId,
        windowHours: opens.hours,
      }),
    });
  }
  await queueMail(transaction, ...mails);
}

function restText(booking: MovedBooking): string | null {
  if (!owesBalance(booking) || isStatusIn('ended', booking.status)) {
    return null;
  }
  const money = formatMoney({ amount: balanceCents(booking), currency: booking.currency });
  const { balanceRefusedAt, answerBy } = booking;
  const due = balanceDue(booking);
  const told = answerBy ? isoDay(answerBy) : due;
  return balanceRefusedAt
    ? `${money}, by ${formatDay(told)}`
    : `${money} on ${formatDay(told > due ? told : due)}`;
}

function offerText(booking: MovedBooking): { dates: string; total: string } | null {
  const offer = offerOf(booking);
  return (
    offer && {
      dates: formatDays(offer.checkIn, offer.checkOut),
      total: formatMoney({ amount: offer.price.totalCents, currency: booking.currency }),
    }
  );
}

/** Weeks from providers have no owner; their mail goes to the team. */
export function recipientFor(
  deps: Pick<Deps, 'siteSettings'>,
  { user, owner }: MovedBooking,
  to: Told,
): (MailRecipient & { to: Told }) | null {
  const person = to === 'traveler' ? user : to === 'owner' ? owner : null;
  if (person) {
    return person.closedAt ? null : { to, ...recipientOf(person) };
  }
  return { to: 'team', ...teamOf(deps) };
}

const linkFor = (publicUrl: string, { id, resortId }: MovedBooking, move: BookingMove): string =>
  move === 'complete'
    ? `${publicUrl}/resort/${resortId}?review=${id}`
    : `${publicUrl}/bookings/${id}`;
