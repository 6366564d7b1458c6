import type { SaleMove } from '#api/generated/prisma/client.ts';
import { defineMail } from '#api/modules/mail/defineMail.ts';
import { saleTime } from '#common/durations.ts';

export type Told = 'buyer' | 'seller' | 'team';

interface Words {
  subject: string;
  text: string;
}

const confirmTerms = `Please read the term sheet, and confirm it by typing your name within ${saleTime} of this message. Nothing is paid yet. Never pay anyone outside of escrow.`;

const answerIt = `Accept, decline, or offer other terms within ${saleTime} of this message.`;

const ended = 'The sale has ended. Nobody owes anything.';

const allBack =
  'The sale has ended. What the buyer has paid into escrow goes back to the buyer, and the escrow partner pays it.';

const depositLost =
  'The sale has ended. The seller gets the deposit, and the buyer what was paid beyond it.';

const goesOn = 'What comes next is below.';

const bothWays = (words: Words) => ({ buyer: words, seller: words });

/** Texts of each move for each recipient; a test compares the keys with the table of moves. */
export const saleWords: Partial<Record<SaleMove, Partial<Record<Told, Words>>>> = {
  offer: {
    seller: {
      subject: 'You have an offer for your timeshare',
      text: `Someone would like to buy it. ${answerIt}`,
    },
  },
  counter: bothWays({
    subject: 'You have a counter-offer',
    text: `The other side offers other terms. ${answerIt}`,
  }),
  accept: bothWays({
    subject: 'The terms are accepted',
    text: `Both sides agree on the terms below. ${confirmTerms}`,
  }),
  decline: {
    buyer: {
      subject: 'Your offer was declined',
      text: `The owner does not want these terms. ${ended}`,
    },
    seller: {
      subject: 'Your counter-offer was declined',
      text: `The buyer does not want these terms. ${ended}`,
    },
  },
  withdraw: {
    buyer: { subject: 'A counter-offer was withdrawn', text: `The owner took it back. ${ended}` },
    seller: { subject: 'An offer was withdrawn', text: `The buyer took it back. ${ended}` },
  },
  stop: bothWays({
    subject: 'A timeshare is no longer for sale',
    text: `It was taken off sale, or one side has left. ${ended}`,
  }),
  expire: bothWays({
    subject: 'An offer has expired',
    text: `The latest terms were not answered within ${saleTime}. ${ended}`,
  }),
  set_aside: {
    buyer: {
      subject: 'The owner accepted another offer',
      text: 'Your offer has ended. If that sale does not happen, we write to you once, and you can make another offer.',
    },
  },
  agree: {
    buyer: {
      subject: 'Both sides have confirmed the terms',
      text: `The closing begins. Our title and escrow partner writes to you how to pay into escrow; pay nothing outside of it. ${goesOn}`,
    },
    seller: {
      subject: 'Both sides have confirmed the terms',
      text: `The closing begins. ${goesOn}`,
    },
    team: {
      subject: 'A sale is agreed',
      text: 'Both sides have confirmed the terms. Please ask the resort for the estoppel once the deposit is there.',
    },
  },
  account_declined: {
    ...bothWays({
      subject: 'A sale could not be put into escrow',
      text: `Our title and escrow partner did not open an account for it. ${allBack}`,
    }),
    team: {
      subject: 'The escrow of a sale was declined',
      text: 'The escrow partner did not open an account, and the sale has ended.',
    },
  },
  funds_in: {
    buyer: {
      subject: 'Your payment is in escrow',
      text: `It is held until the closing. ${goesOn}`,
    },
    seller: {
      subject: 'The buyer has paid into escrow',
      text: `It is held until the closing. ${goesOn}`,
    },
  },
  record_step: {
    ...bothWays({
      subject: 'The closing has come a step further',
      text: `The step below is done. ${goesOn}`,
    }),
    team: {
      subject: 'The escrow partner has recorded a step',
      text: `The step below is done, as the partner reported by its link. ${goesOn}`,
    },
  },
  waive_step: bothWays({
    subject: 'A step of the closing is left out',
    text: `The reason is below. ${goesOn}`,
  }),
  extend_step: bothWays({
    subject: 'More time for a step of the closing',
    text: `The reason is below. ${goesOn}`,
  }),
  fail_step: {
    ...bothWays({
      subject: 'A closing has failed',
      text: `The step below has failed, for the reason below. ${allBack}`,
    }),
    team: {
      subject: 'The escrow partner reports a failed step',
      text: `The step below has failed, as the partner reported by its link. ${allBack}`,
    },
  },
  cool_off: {
    seller: { subject: 'The buyer has withdrawn in the cooling-off period', text: allBack },
    team: { subject: 'A buyer has withdrawn', text: allBack },
  },
  give_up: {
    seller: {
      subject: 'The buyer has ended the sale',
      text: `The reason is below. ${depositLost}`,
    },
    team: { subject: 'A buyer has ended a sale', text: `The reason is below. ${depositLost}` },
  },
  pull_out: {
    buyer: { subject: 'The seller has ended the sale', text: `The reason is below. ${allBack}` },
    team: { subject: 'A seller has ended a sale', text: `The reason is below. ${allBack}` },
  },
  release: {
    buyer: { subject: 'The sale is paid out', text: 'The escrow partner has paid the seller.' },
    seller: {
      subject: 'You have been paid for your timeshare',
      text: 'The escrow partner has paid the price to you.',
    },
  },
  remind: {
    buyer: {
      subject: 'Something is to do for your purchase',
      text: `The step below is due soon. If you miss it, the sale ends. ${goesOn}`,
    },
    seller: {
      subject: 'Something is to do for your sale',
      text: `The step below is due soon. If you miss it, the sale ends. ${goesOn}`,
    },
    team: { subject: 'A step of a closing is due soon', text: `Please look after it. ${goesOn}` },
  },
  escalate: {
    team: { subject: 'A step of a closing is overdue', text: `Please look after it. ${goesOn}` },
  },
  lapse: {
    ...bothWays({
      subject: 'The resort is asked once more',
      text: `What it confirmed in the step below is no longer valid. The step is open again, and later steps wait for it. ${goesOn}`,
    }),
    team: {
      subject: 'A step of a closing is no longer valid',
      text: `Please ask the resort again: what it confirmed in the step below is no longer valid. The step is open again, and later steps wait for it. ${goesOn}`,
    },
  },
  chargeback: {
    team: {
      subject: 'A bank disputes the deposit of a sale',
      text: 'The bank of the buyer disputes what was paid by card. Please send it evidence in time, at the payment provider. Nothing of it is paid out until the bank has decided, and the sale is not closed before.',
    },
  },
  chargeback_won: {
    team: {
      subject: 'The deposit of a sale was given back by the bank',
      text: 'The bank has decided against the dispute, and the sale goes on.',
    },
  },
  chargeback_lost: {
    team: {
      subject: 'The deposit of a sale was kept by the bank',
      text: 'The amount is missing for the sale. Please ask the buyer to pay it by wire, or call the sale off. What a side has got already has to be claimed back.',
    },
  },
  deposit_missed: bothWays({
    subject: 'The deposit was not paid in time',
    text: allBack,
  }),
  buyer_missed: bothWays({
    subject: 'The buyer has missed a step of the closing',
    text: depositLost,
  }),
  seller_missed: bothWays({
    subject: 'The seller has missed a step of the closing',
    text: allBack,
  }),
  overdue: bothWays({
    subject: 'The terms were not confirmed in time',
    text: `Not both sides confirmed the terms within ${saleTime}. ${ended}`,
  }),
  back_out: {
    buyer: { subject: 'The owner backed out', text: `The reason is below. ${ended}` },
    seller: { subject: 'The buyer backed out', text: `The reason is below. ${ended}` },
  },
  available_again: {
    buyer: {
      subject: 'A timeshare that you wanted is available again',
      text: 'The sale to somebody else did not happen. You can make another offer.',
    },
  },
  call_off: bothWays({
    subject: 'A sale was called off',
    text: `Our team ended the sale. The reason is below. ${allBack}`,
  }),
  sell: {
    buyer: {
      subject: 'The timeshare is yours',
      text: 'The resort has confirmed you as the new owner. If the terms give you the weeks that were booked before, you host the stays from tomorrow on, and are paid for them: say on the page Payouts where to.',
    },
    seller: {
      subject: 'Your timeshare is sold',
      text: 'The resort has confirmed the new owner. The escrow partner pays the price to you, and your listing is off the site.',
    },
  },
};

interface PassedStay {
  title: string;
  resortName: string;
  dates: string;
  owner: string;
  link: string;
}

export const stayPassed = defineMail({
  name: 'stayPassed',
  label: 'Stay passed to a new owner',
  when: 'To the traveler of a booked stay that goes to the buyer of the week.',
  sample: ({ week, resortName, link }): PassedStay => ({
    title: week,
    resortName,
    dates: '12 to 19 June 2027',
    owner: 'Olga',
    link,
  }),
  compose: ({ title, resortName, dates, owner, link }, { site }) => ({
    subject: `Your stay has a new owner: ${title}`,
    preheader: 'Your booking, its price and its rules stay as they are.',
    heading: 'Your stay has a new owner',
    blocks: [
      `The week of your booking was sold. ${owner} is your host now, and answers for the stay. Your booking, its price and its rules stay as they are, and there is nothing for you to do. To write to ${owner}, open the booking.`,
      { facts: { Stay: title, Resort: resortName, Dates: dates } },
      { button: 'See the booking', link },
    ],
    reason: `You get this message because you booked a stay at ${site.title}.`,
  }),
});

interface ChangedSale {
  move: SaleMove;
  to: Told;
  title: string;
  resortName: string;
  price: string;
  closingDay: string;
  reason: string | null;
  /** The step of the closing that it is about. */
  step: string | null;
  /** The open steps of the closing, each with who acts and its last day. */
  next: string[];
  link: string;
}

export const saleChanged = defineMail({
  name: 'saleChanged',
  label: 'Sale changed',
  when: 'To everyone whom the rule of a move names, after the move.',
  sample: ({ week, resortName, link }): ChangedSale => ({
    move: 'offer',
    to: 'seller',
    title: week,
    resortName,
    price: '$8,500',
    closingDay: '15 June 2027',
    reason: null,
    step: null,
    next: [],
    link,
  }),
  compose: (values, { site }) => {
    const words = saleWords[values.move]?.[values.to];
    if (!words) {
      throw new Error(`There are no words for ${values.move} to the ${values.to}`);
    }
    const { subject, text } = words;
    return {
      subject: `${subject}: ${values.title}`,
      preheader: text.split('. ')[0] ?? text,
      heading: subject,
      blocks: [
        text,
        values.reason !== null && { quote: values.reason },
        {
          facts: {
            Timeshare: values.title,
            Resort: values.resortName,
            Price: values.price,
            'Wanted closing day': values.closingDay,
            ...(values.step !== null && { Step: values.step }),
            ...(values.next.length > 0 && { 'To do': values.next.join('; ') }),
          },
        },
        { button: 'See the sale', link: values.link },
      ],
      reason:
        values.to === 'team'
          ? `You get this message because you work for ${site.title}.`
          : `You get this message because you ${values.to === 'buyer' ? 'made an offer' : 'sell a timeshare'} at ${site.title}.`,
    };
  },
});
