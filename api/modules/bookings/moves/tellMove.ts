import type { Deps } from '#api/context/context.ts';
import type {
  BookingMove,
  BookingParty,
  Chargeback,
  Prisma,
} from '#api/generated/prisma/client.ts';
import { isStatusIn } from '#common/bookingStatuses.ts';
import { isoDay } from '#common/days.ts';
import { formatDay, formatDays, formatInstant } from '#common/dayWords.ts';
import { formatMoney } from '#common/money.ts';
import { recipientOf } from '#api/modules/accounts/account.ts';
import { queueMail, teamOf } from '#api/modules/mail/outbox.ts';
import type { MailRecipient, PreparedMail } from '#api/modules/mail/defineMail.ts';
import type { MovedBooking } from './makeMove.ts';
import { balanceCents, balanceDue, certificateDue, owesBalance, ruleOf } from './moves.ts';
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
  /** Kept for the traveler after the owner cancelled; only the mail that lists them tells the traveler. */
  weeks?: readonly { words: string; subsidyCents: number }[];
  /** What the owner or provider has of the price, once it is divided. */
  earnedCents?: number | null | undefined;
  disputed?: Pick<Chargeback, 'amountCents' | 'evidenceDueBy'>;
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
    weeks = [],
    earnedCents,
    disputed,
  }: { party: BookingParty; note: string | null; eventId: string } & ToldFacts,
): Promise<void> {
  const money = (amount: number | null | undefined) =>
    amount == null ? null : formatMoney({ amount, currency: booking.currency });
  const mails: PreparedMail[] = [];
  const { tells, opens } = ruleOf(move);
  const due = certificateDue(booking);
  for (const to of tells) {
    const recipient = recipientFor(deps, booking, to);
    const isToldLater = move === 'cancel_by_owner' && to === 'traveler' && weeks.length > 0;
    if (!recipient || isToldLater || (only && only !== recipient.to)) {
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
        refund: money(booking.refundCents ?? refundCents),
        goodwill: money(goodwillCents),
        certificateNumber: booking.certificateNumber,
        offer: offerText(booking),
        facts: {
          'Still to pay': restText(booking),
          Claimed: /claim/.test(move) ? money(booking.claimCents) : null,
          'Owed for the damage': /claim/.test(move) ? money(booking.claimOwedCents) : null,
          Earned: recipient.to === 'traveler' ? null : money(earnedCents),
          'Disputed amount': money(disputed?.amountCents),
          'Deadline for evidence':
            desks[move] === chargebacks && recipient.to === 'team' && disputed?.evidenceDueBy
              ? formatInstant(disputed.evidenceDueBy)
              : null,
          'Guest certificate due':
            recipient.to === 'traveler' && move !== 'confirm' ? null : due && formatDay(due),
          ...weekFacts(recipient.to, weeks, money),
        },
        reason: note === null ? null : shown(party, note),
        ...targetOf(deps.publicUrl, booking, move, recipient.to),
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

function weekFacts(
  to: Told,
  weeks: NonNullable<ToldFacts['weeks']>,
  money: (amount: number) => string | null,
): Record<string, string> {
  if (to === 'traveler') {
    return Object.fromEntries(
      weeks.map(({ words }, index) => [`Kept for you, ${index + 1}`, words]),
    );
  }
  const most = Math.max(0, ...weeks.map(({ subsidyCents }) => subsidyCents));
  return most === 0 ? {} : { 'Off your payouts': `up to ${money(most)}` };
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

function targetOf(publicUrl: string, { id, resortId }: MovedBooking, move: BookingMove, to: Told) {
  if (move === 'complete') {
    return { button: 'Write a review', link: `${publicUrl}/resort/${resortId}?review=${id}` };
  }
  const desk = to === 'team' ? desks[move] : undefined;
  return desk
    ? { button: desk.button, link: publicUrl + desk.path }
    : {
        button: asks[to][move] ?? 'See the booking',
        link: `${publicUrl}/bookings/${id}`,
      };
}

const handIn = 'Hand over the certificate';

/** What they have to do on the page of the booking. */
const asks: Record<Told, Partial<Record<BookingMove, string>>> = {
  traveler: {
    offer: 'Answer the offer',
    refuse_balance: 'Pay the rest',
    offer_weeks: 'Choose a week',
    decide: 'See the decision',
    claim_damage: 'Answer the claim',
    decide_claim: 'See the decision',
  },
  owner: {
    request: 'Answer the request',
    remind_owner: handIn,
    remind_owner_again: handIn,
    escalate: handIn,
    refuse_certificate: handIn,
    dispute: 'Tell your side',
    decide: 'See the decision',
  },
  team: { request: 'Answer the request', submit_certificate: 'See the certificate' },
};

const chargebacks = { button: 'See the chargebacks', path: '/admin/bookings/chargebacks' };

/** Where the team acts on what a mail tells, if that is not the page of the booking. */
const desks: Partial<Record<BookingMove, { button: string; path: string }>> = {
  chargeback: chargebacks,
  bank_inquiry: chargebacks,
  release: { button: 'See what is owed', path: '/admin/bookings/remittances' },
};
