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
      text: 'Our team prepares the closing with our title and escrow partner, and writes to you. Pay nothing until we do, and nothing outside of escrow.',
    },
    seller: {
      subject: 'Both sides have confirmed the terms',
      text: 'Our team prepares the closing with our title and escrow partner, and writes to you.',
    },
    team: {
      subject: 'A sale is agreed',
      text: 'Both sides have confirmed the terms. Please prepare the closing with the title and escrow partner.',
    },
  },
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
    text: 'Our team ended the sale. The reason is below.',
  }),
  sell: {
    buyer: {
      subject: 'The timeshare is yours',
      text: 'The resort has confirmed you as the new owner.',
    },
    seller: {
      subject: 'Your timeshare is sold',
      text: 'The resort has confirmed the new owner. Your listing is off the site.',
    },
  },
};

interface ChangedSale {
  move: SaleMove;
  to: Told;
  title: string;
  resortName: string;
  price: string;
  closingDay: string;
  reason: string | null;
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
