import type { BookingMove } from '#api/generated/prisma/client.ts';
import { defineMail } from '#api/modules/mail/defineMail.ts';
import {
  answerTime,
  appealTime,
  balancePayTime,
  balanceRemindTime,
  certificateDays,
  certificateHours,
  claimAnswerTime,
  claimTime,
  endTime,
  hearingTime,
  holdTime,
  rebookingTime,
  releaseTime,
  reportTime,
} from '#common/durations.ts';
import { plural } from '#common/numbers.ts';

export type Told = 'traveler' | 'owner' | 'team';

interface ToldStay {
  to: Told;
  title: string;
  resortName: string;
  dates: string;
  guest: string;
  link: string;
}

interface Words {
  subject: string;
  text: string;
}

const ends = `${endTime} before check-in, or ${plural(2 * certificateHours, 'hour')} after it was booked if that is later`;

const decisionText = `The reasons and the refund are below. On the page of the booking you can accept the decision, or appeal once to another administrator, within ${appealTime} of this mail. No money moves before it is final.`;

const appealed = {
  subject: 'There is an appeal against the decision',
  text: `Its reasons are below. Another administrator decides, and that is final. They decide once both sides have answered the first decision, or ${appealTime} after it.`,
};

const claimAtProvider = {
  subject: 'A damage in a week from a provider',
  text: 'How it stands is on the page of the booking.',
};

const backToTraveler =
  'The decision is final. What you get back is below; it takes your bank a few days.';

const restToOwner =
  'The decision is final. What the traveler gets back is below; what you earn is below too. If you were paid more, the rest is taken from your next payouts.';

/** Texts of each move for each recipient; a test compares the keys with the table of moves. */
export const bookingWords: Partial<Record<BookingMove, Partial<Record<Told, Words>>>> = {
  request: {
    traveler: {
      subject: 'Your request was sent',
      text: `The owner has ${answerTime} to answer. Until then the price is only reserved on your card; if the request is not accepted, it is let go.`,
    },
    owner: {
      subject: 'Someone would like to book your week',
      text: `Please accept or decline within ${answerTime} of this message. The price is reserved on the traveler’s card; it is taken when you accept.`,
    },
    team: {
      subject: 'A request for a week from a provider',
      text: `Please ask the provider, and accept or decline within ${answerTime} of this message.`,
    },
  },
  confirm: {
    traveler: {
      subject: 'Your booking is confirmed',
      text: `The nights are yours. We keep your payment and pay the owner ${releaseTime} after you have checked in. The guest certificate of the resort, in your name, comes next. Without it the booking ends ${ends}, and you get everything back.`,
    },
    owner: {
      subject: 'Your week is booked',
      text: `The traveler has paid what is due now. Please order the guest certificate in the traveler’s name at the resort now, and upload it on the booking page by the day below. Without a confirmed certificate the booking ends ${ends}. You are paid ${releaseTime} after check-in.`,
    },
    team: {
      subject: 'A week from a provider is booked',
      text: 'The traveler has paid what is due now. Please get the guest certificate from the provider, and upload it by the day below.',
    },
  },
  withdraw: {
    traveler: {
      subject: 'You withdrew your request',
      text: 'Nothing was charged. What was reserved on your card is let go; your bank may show it for a few days.',
    },
    owner: {
      subject: 'A request was withdrawn',
      text: 'The traveler took the request back before it was answered. The nights are on offer again.',
    },
    team: {
      subject: 'A request for a week from a provider was withdrawn',
      text: 'There is nothing left to answer.',
    },
  },
  decline: {
    traveler: {
      subject: 'Your request was declined',
      text: 'Nothing was charged. What was reserved on your card is let go; your bank may show it for a few days.',
    },
  },
  offer: {
    traveler: {
      subject: 'Other terms are offered for your request',
      text: `Take them, or not, on the page of your booking within ${answerTime} of this message. Nothing has been charged.`,
    },
  },
  take_offer: {
    owner: {
      subject: 'Your offer was taken',
      text: `The nights that you offered are kept for ${holdTime} while the traveler pays. We write again once it is paid.`,
    },
    team: {
      subject: 'An offer for a week from a provider was taken',
      text: `The nights that were offered are kept for ${holdTime} while the traveler pays.`,
    },
  },
  refuse_offer: {
    owner: {
      subject: 'Your offer was not taken',
      text: 'The traveler does not want the terms that you offered. The request has ended, and the nights are free again.',
    },
    team: {
      subject: 'An offer for a week from a provider was not taken',
      text: 'The request has ended, and the nights are free again.',
    },
  },
  lapse_offer: {
    traveler: {
      subject: 'The offer for your request has expired',
      text: 'You did not take it in time, so the request has ended. Nothing was charged. What was reserved on your card is let go; your bank may show it for a few days.',
    },
    owner: {
      subject: 'Your offer has expired',
      text: `The traveler did not take it within ${answerTime}. The request has ended, and the nights are free again.`,
    },
    team: {
      subject: 'An offer for a week from a provider has expired',
      text: `The traveler did not take it within ${answerTime}.`,
    },
  },
  expire: {
    traveler: {
      subject: 'Your request was not answered in time',
      text: 'Nothing was charged. What was reserved on your card is let go; your bank may show it for a few days.',
    },
    owner: {
      subject: 'You missed a request',
      text: `It was not answered within ${answerTime}, so it has ended. The nights are on offer again.`,
    },
    team: {
      subject: 'A request for a week from a provider has ended',
      text: `It was not answered within ${answerTime}.`,
    },
  },
  fail: {
    traveler: {
      subject: 'Your card could not be charged',
      text: 'The owner accepted, but your bank refused the payment. The booking has ended, and nothing was charged. You can book again with another card.',
    },
    owner: {
      subject: 'A payment failed',
      text: 'The traveler’s bank refused the payment after you had accepted. The booking has ended, and the nights are on offer again.',
    },
    team: {
      subject: 'The payment of a week from a provider failed',
      text: 'The traveler’s bank refused it. Please tell the provider that the week is free again.',
    },
  },
  rename_guests: {
    owner: {
      subject: 'The guests have other names',
      text: 'The traveler has changed who comes. The names are below, and the first of them checks in. Please order the guest certificate in that name, or have the resort correct it.',
    },
    team: {
      subject: 'The guests of a stay have other names',
      text: 'The traveler has changed who comes. The names are below, and the first of them checks in. Please order the guest certificate from the provider in that name, or have it corrected.',
    },
  },
  submit_certificate: {
    team: {
      subject: 'A guest certificate waits to be confirmed',
      text: 'The owner handed it in. If the resort has an address for certificates, we asked it; otherwise please ask there whether number and name are right, and confirm or refuse it.',
    },
  },
  certify: {
    traveler: {
      subject: 'Your guest certificate is here',
      text: 'It is confirmed: the resort expects you. Download it on the page of your booking and show it at the front desk, with an identity document in the same name.',
    },
  },
  refuse_certificate: {
    owner: {
      subject: 'Your guest certificate was refused',
      text: `The resort does not know this certificate; why is below. Please order one in the traveler’s name and hand it in again. Without a confirmed certificate the booking ends ${endTime} before check-in, and the traveler gets everything back.`,
    },
    team: {
      subject: 'A guest certificate was refused',
      text: 'The resort does not know it; why is below. Another one has to be handed in.',
    },
  },
  replace_certificate: {
    traveler: {
      subject: 'You have a new guest certificate',
      text: 'It takes the place of the previous one. The resort has to confirm it again, and we write when that is done.',
    },
    team: {
      subject: 'Another guest certificate waits to be confirmed',
      text: 'It takes the place of the previous one. Please confirm or refuse it, unless the resort does.',
    },
  },
  remind_owner: {
    owner: {
      subject: 'The guest certificate is missing',
      text: `It is due on the day below. Please order the certificate in the traveler’s name at the resort and upload it on the booking page. Without a confirmed certificate the booking ends ${endTime} before check-in.`,
    },
    team: {
      subject: 'A guest certificate from a provider is missing',
      text: 'It is due on the day below. Please get it from the provider, and upload it.',
    },
  },
  remind_owner_again: {
    owner: {
      subject: 'The guest certificate is due now',
      text: `Without it the resort does not let the traveler in. Please upload it now: ${plural(certificateDays.escalate, 'day')} after the day below, our team takes over.`,
    },
    team: {
      subject: 'A guest certificate from a provider is due now',
      text: 'Please get it, and confirm it on the page of the booking.',
    },
  },
  escalate: {
    owner: {
      subject: 'Last call: the guest certificate is missing',
      text: `No guest certificate is confirmed for this stay. Please upload it today, or answer our team. Without a confirmed certificate the booking ends ${endTime} before check-in, or a day after this message if that is later, and the traveler gets everything back.`,
    },
    team: {
      subject: 'A stay has no guest certificate',
      text: `Please confirm what is handed in, or call the owner. Otherwise the booking ends ${endTime} before check-in, or a day after this message if that is later, and the traveler gets everything back.`,
    },
  },
  end_uncertified: {
    traveler: {
      subject: 'Your stay will not take place',
      text: 'The resort never confirmed that it expects you, so we ended the booking before you travel. You get everything back; it takes your bank a few days. We are sorry, and help you find another week: write to us.',
    },
    owner: {
      subject: 'Your booking ended without a guest certificate',
      text: 'No guest certificate was confirmed in time. The traveler gets everything back, and the nights are on offer again.',
    },
    team: {
      subject: 'A stay ended without a guest certificate',
      text: 'The traveler gets everything back. Please help them find another week.',
    },
  },
  remind_balance: {
    traveler: {
      subject: 'The rest of your stay is charged soon',
      text: `You have paid a deposit and agreed that we charge the rest to the same card. We do that on the day below, and not before ${balanceRemindTime} from now. You have nothing to do; on the page of your booking you can also pay earlier or by another card.`,
    },
  },
  pay_balance: {
    traveler: {
      subject: 'Your stay is paid',
      text: 'We have received the rest. The whole price is paid now; the receipt is on the page of your booking.',
    },
    owner: {
      subject: 'A stay is wholly paid',
      text: 'The traveler has paid the rest of the price.',
    },
    team: {
      subject: 'The stay of a week from a provider is wholly paid',
      text: 'The traveler has paid the rest of the price.',
    },
  },
  refuse_balance: {
    traveler: {
      subject: 'Please pay the rest of your stay',
      text: `We could not charge the rest to your card: your bank refused it, or wants you to confirm it. On the page of your booking you can confirm it with your bank, or pay by another card. You have ${balancePayTime} from this message; if the rest is not paid by then, the booking ends by its cancellation policy.`,
    },
  },
  end_unpaid: {
    traveler: {
      subject: 'Your booking has ended',
      text: 'The rest of the price was not paid in time, so the stay will not take place. What you get back of the deposit, by the cancellation policy of the week, is below; it takes your bank a few days.',
    },
    owner: {
      subject: 'A booking has ended',
      text: 'The traveler did not pay the rest in time. The nights are on offer again. What the cancellation policy keeps of the deposit is yours.',
    },
    team: {
      subject: 'The booking of a week from a provider has ended',
      text: 'The traveler did not pay the rest in time. Please tell the provider.',
    },
  },
  check_in: {
    traveler: {
      subject: 'Your stay begins',
      text: `Welcome! If the resort does not know you, or the unit is not what was promised, report it with “Report a problem” on the page of the booking within ${reportTime} of this message. Until then we keep your payment; afterwards the owner is paid. What goes wrong later can be reported there until the day after check-out. Have your guest certificate with you.`,
    },
  },
  release: {
    owner: {
      subject: 'Your money is released',
      text: `The traveler has checked in, and nobody has objected. What you earned is below; we pay it to your bank account. If something was damaged, you can claim it on the page of the booking from check-out until ${claimTime} after it.`,
    },
    team: {
      subject: 'Money for a provider is released',
      text: 'The traveler has checked in, and nobody has objected. Please transfer what is below to the provider, and record the transfer.',
    },
  },
  complete: {
    traveler: {
      subject: 'How was your stay?',
      text: 'We hope you had a good time. A few words from you help the next traveler.',
    },
  },
  cancel: {
    traveler: {
      subject: 'You cancelled your booking',
      text: 'The stay will not take place. What you get back, by the cancellation policy of the week, is below; it takes your bank a few days.',
    },
    owner: {
      subject: 'A booking was cancelled',
      text: 'The traveler cancelled. The nights are on offer again. What the traveler gets back, by the cancellation policy of the week, and what you earn is below.',
    },
    team: {
      subject: 'The booking of a week from a provider was cancelled',
      text: 'The traveler cancelled. Please tell the provider.',
    },
  },
  cancel_by_owner: {
    traveler: {
      subject: 'The owner cancelled your booking',
      text: 'We are sorry: the stay will not take place. You get everything back; it takes your bank a few days. We looked for other weeks like it nearby, and none can be booked at once.',
    },
    owner: {
      subject: 'You cancelled a booking',
      text: 'The traveler gets everything back. If we can, we keep other weeks for them at the price of yours; what such a week costs more is taken off your later payouts. Cancellations are counted: our team sees the number, and in searches your weeks come after equal ones of owners with fewer.',
    },
    team: {
      subject: 'The booking of a week from a provider was cancelled',
      text: 'The traveler gets everything back.',
    },
  },
  offer_weeks: {
    traveler: {
      subject: 'The owner cancelled your booking. Choose another week',
      text: `We are sorry: the stay will not take place. You get everything back; it takes your bank a few days. We keep the weeks below for you for ${rebookingTime} from this message, at no more than you paid. Take one of them on the page of your booking, or none.`,
    },
  },
  cancel_by_team: {
    traveler: {
      subject: 'Your booking was cancelled',
      text: 'Our team had to cancel it. You get everything back; it takes your bank a few days.',
    },
    owner: {
      subject: 'Our team cancelled a booking',
      text: 'The traveler gets everything back.',
    },
    team: {
      subject: 'The booking of a week from a provider was cancelled',
      text: 'The traveler gets everything back.',
    },
  },
  dispute: {
    traveler: {
      subject: 'We have your report',
      text: `We keep what the owner has not been paid until this is settled. You can add statements, pictures and documents on the page of the booking; the owner and our team read them. Our team decides once both of you have nothing to add, or ${hearingTime} after this message.`,
    },
    owner: {
      subject: 'The traveler reports a problem',
      text: `We keep what you have not been paid until this is settled. Please tell us your side of it on the page of the booking, with pictures or documents if you have any; the traveler and our team read them. Our team decides once both of you have nothing to add, or ${hearingTime} after this message.`,
    },
    team: {
      subject: 'A traveler reports a problem',
      text: `What the owner has not been paid is kept until it is settled. You can decide once both sides have nothing to add, or ${hearingTime} after this message.`,
    },
  },
  decide: {
    traveler: {
      subject: 'Our team has decided about your report',
      text: decisionText,
    },
    owner: {
      subject: 'Our team has decided about a report',
      text: decisionText,
    },
    team: {
      subject: 'A report about a week from a provider is decided',
      text: `You act as the owner: accept the decision or appeal within ${appealTime} of this message.`,
    },
  },
  appeal: { traveler: appealed, owner: appealed, team: appealed },
  decide_appeal: {
    traveler: {
      subject: 'The appeal about your report is decided',
      text: `Another administrator has decided. ${backToTraveler}`,
    },
    owner: {
      subject: 'The appeal about a report is decided',
      text: `Another administrator has decided. ${restToOwner}`,
    },
    team: {
      subject: 'The appeal about a week from a provider is decided',
      text: 'The decision is final.',
    },
  },
  resolve: {
    traveler: { subject: 'Your report is settled', text: backToTraveler },
    owner: { subject: 'A report about your week is settled', text: restToOwner },
    team: {
      subject: 'A report about a week from a provider is settled',
      text: 'The decision is final.',
    },
  },
  goodwill: {
    traveler: {
      subject: 'Money from us, as goodwill',
      text: 'We have sent you the amount below by bank transfer. It comes from us and changes nothing else about your booking.',
    },
    owner: {
      subject: 'Money from us, as goodwill',
      text: 'The amount below is paid to you with your next payout. It comes from us and changes nothing else about the booking.',
    },
    team: {
      subject: 'Goodwill was given',
      text: 'The amount is below.',
    },
  },
  chargeback: {
    traveler: {
      subject: 'Your bank disputes your payment',
      text: 'Your bank has taken back what was paid for this stay, as the holder of the card has asked it to, and decides within some weeks. If you did not ask for that, tell your bank. Until then nothing can be given back or cancelled with a refund.',
    },
    owner: {
      subject: 'The payment of a stay is disputed',
      text: 'The traveler’s bank has taken the money back until it has decided. Nothing of it is paid out meanwhile. We answer the bank with what we know; you have nothing to do.',
    },
    team: {
      subject: 'A bank disputes a payment',
      text: 'Please send our evidence before the deadline below. The money of the booking is frozen until the bank has decided.',
    },
  },
  chargeback_won: {
    traveler: {
      subject: 'Your payment stands',
      text: 'Your bank has decided that the payment was right, and has returned it to us. Your booking goes on as before.',
    },
    owner: {
      subject: 'The disputed payment stands',
      text: 'The traveler’s bank has returned the money. The booking goes on, and you are paid as agreed.',
    },
    team: {
      subject: 'A chargeback is won',
      text: 'The bank has returned the money; the booking goes on.',
    },
  },
  chargeback_lost: {
    traveler: {
      subject: 'Your bank has decided for you',
      text: 'Your bank gives you the disputed payment back. We give nothing back besides.',
    },
    owner: {
      subject: 'The traveler’s bank keeps the money of a stay',
      text: 'The bank has decided against the payment, so your part of it is not yours any more. If you were paid already, we take it back from your account; what is not there is set off against your next payouts. Your statement shows each step.',
    },
    team: {
      subject: 'A chargeback is lost',
      text: 'The bank keeps the money. What was earned with it is taken back from owner, taxes and our fee.',
    },
  },
  end_by_bank: {
    traveler: {
      subject: 'Your booking has ended',
      text: 'Your bank has decided for you and gives you back what was paid for this stay. So the booking has ended, and the nights are on offer again.',
    },
    owner: {
      subject: 'A booking has ended',
      text: 'The traveler’s bank keeps the money of this stay, so the booking has ended. The nights are on offer again.',
    },
    team: {
      subject: 'A chargeback is lost, and its booking has ended',
      text: 'The bank keeps the whole price, and the stay had not begun. The nights are free again.',
    },
  },
  end_by_refund: {
    traveler: {
      subject: 'Your booking has ended, and your money is on its way',
      text: 'Our team gave back to you all that you paid for this stay. So the booking has ended. Your bank shows the money within a few days.',
    },
    owner: {
      subject: 'A booking has ended',
      text: 'Our team gave the whole price of this stay back to the traveler, so the booking has ended. The nights are on offer again.',
    },
    team: {
      subject: 'A booking of a week from a provider has ended',
      text: 'The whole price was given back in the dashboard of the payment provider before the stay. The nights are free again.',
    },
  },
  bank_inquiry: {
    owner: {
      subject: 'The bank of a traveler asks about a payment',
      text: 'The bank has taken nothing, and may do so later. Nothing of this stay is paid out until it is answered. We answer the bank with what we know; you have nothing to do.',
    },
    team: {
      subject: 'A bank asks about a payment',
      text: 'It has taken nothing yet. Please send our evidence before the bank’s deadline, on the page Chargebacks: without an answer the bank may take the money. Nothing is paid out meanwhile.',
    },
  },
  claim_damage: {
    traveler: {
      subject: 'The owner claims money for a damage',
      text: `What happened and how much is claimed are below. On the page of the booking you can agree and pay, or contest the claim with your own words and pictures, within ${claimAnswerTime} of this mail. Then our team decides. Nothing is charged to your card unless you pay it yourself.`,
    },
    team: {
      subject: 'An owner claims money for a damage',
      text: `The traveler has ${claimAnswerTime} to answer. If they contest the claim or do not answer, you decide; both are in the list of disputes.`,
    },
  },
  agree_claim: {
    owner: {
      subject: 'The traveler agrees to pay for the damage',
      text: 'We write again once it is paid. We cannot collect it for you: the money comes when the traveler pays it.',
    },
    team: claimAtProvider,
  },
  contest_claim: {
    owner: {
      subject: 'The traveler contests your claim',
      text: `What the traveler says is below. You can add statements, pictures and documents on the page of the booking for ${hearingTime} from this mail. Then our team decides.`,
    },
    team: {
      subject: 'A traveler contests a claim for a damage',
      text: `The owner has ${hearingTime} to add to it; then you decide.`,
    },
  },
  decide_claim: {
    traveler: {
      subject: 'Our team has decided about the damage',
      text: 'How much you owe, and why, is below. That is final. If you owe something, you can pay it on the page of the booking; nothing is charged by itself.',
    },
    owner: {
      subject: 'Our team has decided about your claim',
      text: 'How much the traveler owes, and why, is below. That is final. You get it once the traveler has paid it; we cannot collect it for you.',
    },
    team: claimAtProvider,
  },
  pay_claim: {
    traveler: {
      subject: 'You have paid for the damage',
      text: 'The owner gets the money. Your receipt is on the page of the booking, and nothing is open any more.',
    },
    owner: {
      subject: 'The damage is paid',
      text: 'The traveler has paid for it. The money is sent with your next payout, without any fee.',
    },
    team: claimAtProvider,
  },
  refund_at_provider: {
    traveler: {
      subject: 'Money was given back to your card',
      text: 'Our team gave money back to you, as said below. Your bank shows it within a few days.',
    },
    owner: {
      subject: 'Money of a booking was given back',
      text: 'Our team gave money back to the traveler, as said below. What you earn with the booking is less by your part of it.',
    },
    team: {
      subject: 'Money of a week from a provider was given back',
      text: 'A refund was made in the dashboard of the payment provider.',
    },
  },
};

interface ChangedBooking extends ToldStay {
  move: BookingMove;
  guests: number;
  total: string;
  refund: string | null;
  goodwill: string | null;
  certificateNumber: string | null;
  offer: { dates: string; total: string } | null;
  /** By their labels, what only some moves say. */
  facts: Record<string, string | null>;
  reason: string | null;
  button: string;
}

export const bookingChanged = defineMail({
  name: 'bookingChanged',
  label: 'Booking changed',
  when: 'To everyone whom the rule of a move names, after the move.',
  sample: ({ week, resortName, dates, link }): ChangedBooking => ({
    move: 'confirm',
    to: 'traveler',
    title: week,
    resortName,
    dates,
    guest: 'Mina Ortega',
    guests: 4,
    total: '$1,499.40',
    refund: null,
    goodwill: null,
    certificateNumber: null,
    offer: null,
    facts: { 'Guest certificate due': '20 February 2027' },
    reason: null,
    button: 'See the booking',
    link,
  }),
  compose: (values, { site }) => {
    const words = bookingWords[values.move]?.[values.to];
    if (!words) {
      throw new Error(`There are no words for ${values.move} to the ${values.to}`);
    }
    const { subject, text } = words;
    return {
      subject: `${subject}${subject.endsWith('?') ? '' : ':'} ${values.resortName}`,
      preheader: text.split('. ')[0] ?? text,
      heading: subject,
      blocks: [
        text,
        values.reason !== null && { quote: values.reason },
        {
          facts: {
            ...stayFacts(values),
            Guests: String(values.guests),
            Price: values.total,
            Refund: values.refund,
            Goodwill: values.goodwill,
            'Offered stay': values.offer && values.offer.dates,
            'Offered price': values.offer && values.offer.total,
            'Guest certificate': values.certificateNumber,
            ...values.facts,
          },
        },
        { button: values.button, link: values.link },
      ],
      reason:
        values.to === 'traveler'
          ? `You get this message because you booked a stay at ${site.title}.`
          : values.to === 'owner'
            ? `You get this message because your week is on offer at ${site.title}.`
            : `You get this message because you work for ${site.title}.`,
    };
  },
});

interface Evidence extends ToldStay {
  from: 'traveler' | 'owner';
  text: string | null;
  about: 'reported problem' | 'damage';
}

export const evidenceAdded = defineMail({
  name: 'evidenceAdded',
  label: 'Evidence in a dispute',
  when: 'To the other side of a dispute and to the team, once a day at most.',
  sample: ({ week, resortName, dates, link }): Evidence => ({
    to: 'owner',
    from: 'traveler',
    title: week,
    resortName,
    dates,
    guest: 'Mina Ortega',
    text: 'The air conditioning did not work in the second bedroom, as the picture shows.',
    about: 'reported problem',
    link,
  }),
  compose: ({ to, from, text, about, ...values }, { site }) => {
    const heading = `The ${from} has told their side`;
    const what = text === null ? 'added a file' : 'added a statement';
    const added = `The ${from} ${what} about the ${about}.`;
    return {
      subject: `${heading}: ${values.resortName}`,
      preheader: added,
      heading,
      blocks: [
        to === 'team'
          ? added
          : `${added} You can answer with statements, pictures and documents on the page of the booking until our team has settled it.`,
        text !== null && { quote: text },
        { facts: stayFacts({ to, ...values }) },
        'More may be added today; we write about it once a day at most.',
        { button: 'See both sides', link: values.link },
      ],
      reason:
        to === 'team'
          ? `You get this message because you work for ${site.title}.`
          : `You get this message because a ${about} of a stay at ${site.title} is being settled.`,
    };
  },
});

const stayFacts = ({ to, title, resortName, dates, guest }: ToldStay) => ({
  Week: title,
  Resort: resortName,
  Stay: dates,
  Traveler: to === 'traveler' ? null : guest,
});
