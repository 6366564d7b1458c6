import type { SaleMove, SaleSide, SaleStatus } from '#web/__generated__/DealStatus_sale.graphql.ts';
import type { Tone } from '#web/ui/panels/TonePanel.tsx';

type Side = 'BUYER' | 'SELLER';

export type Reader = Side | 'TEAM';

export const readerOf = (side: SaleSide | null | undefined): Reader =>
  side === 'BUYER' || side === 'SELLER' ? side : 'TEAM';

export const sides: Readonly<Record<string, string>> & Readonly<Record<Side, string>> = {
  BUYER: 'Buyer',
  SELLER: 'Seller',
};

export const toneOf = (status: SaleStatus): Tone =>
  status === 'OFFERED' || status === 'ACCEPTED'
    ? 'open'
    : status === 'AGREED' || status === 'SOLD'
      ? 'good'
      : 'quiet';

interface MoveWords {
  /** Label of the button, and of the dialog that it opens. */
  label: string;
  busyLabel: string;
  done: string;
  isMain?: true;
  isEnd?: true;
}

/** The moves that people make. */
export const moveWords: Readonly<Partial<Record<SaleMove, MoveWords>>> = {
  ACCEPT: {
    label: 'Accept These Terms',
    busyLabel: 'Accepting…',
    done: 'Terms accepted',
    isMain: true,
  },
  COUNTER: { label: 'Offer Other Terms', busyLabel: 'Sending…', done: 'Your terms are sent' },
  CONFIRM_TERMS: {
    label: 'Confirm the Terms',
    busyLabel: 'Confirming…',
    done: 'Terms confirmed',
    isMain: true,
  },
  DECLINE: { label: 'Decline', busyLabel: 'Declining…', done: 'Declined', isEnd: true },
  WITHDRAW: {
    label: 'Withdraw Your Terms',
    busyLabel: 'Withdrawing…',
    done: 'Withdrawn',
    isEnd: true,
  },
  BACK_OUT: { label: 'Back Out', busyLabel: 'Ending…', done: 'You have backed out', isEnd: true },
  SELL: { label: 'Record as Sold', busyLabel: 'Saving…', done: 'Recorded as sold', isMain: true },
  CALL_OFF: { label: 'Call Off', busyLabel: 'Ending…', done: 'Called off', isEnd: true },
};

interface Standing {
  status: SaleStatus;
  turn: SaleSide;
  reader: Reader;
  /** The sides that have confirmed the accepted terms. */
  confirmed: readonly SaleSide[];
}

/** What happens now and who has to act; `until` introduces the deadline. */
export function standingOf(sale: Standing): { title: string; text: string; until?: string } {
  const { status, reader } = sale;
  switch (status) {
    case 'OFFERED':
      return offered(sale);
    case 'ACCEPTED':
      return accepted(sale);
    case 'AGREED':
      return {
        title: 'Both sides have confirmed the terms',
        text: agreed[reader],
      };
    case 'SOLD':
      return {
        title: reader === 'BUYER' ? 'The timeshare is yours' : 'The timeshare is sold',
        text: 'The resort has confirmed the new owner. Nothing more has to be done here.',
      };
    case 'SET_ASIDE':
      return reader === 'BUYER'
        ? {
            title: 'The owner accepted another offer',
            text: 'If that sale does not happen, we write to you once, and you can make another offer.',
          }
        : {
            title: 'Another offer was accepted',
            text: 'If that sale does not happen, this buyer is told once, and can make another offer.',
          };
    default:
      return {
        title: ended[status] ?? '',
        text: 'This sale has ended. Nobody owes anything for it.',
      };
  }
}

function offered({ turn, reader }: Standing) {
  if (turn === reader) {
    return {
      title: 'Your answer is awaited',
      text: 'Accept the latest terms, offer others, or decline. Without an answer, the sale ends.',
      until: 'Answer by',
    };
  }
  const who = sides[turn === 'BUYER' ? turn : 'SELLER'].toLowerCase();
  return {
    title: `The ${who} has to answer`,
    text:
      reader === 'TEAM'
        ? 'Without an answer, the sale ends.'
        : 'You can withdraw your terms until then. Without an answer, the sale ends.',
    until: `The ${who} answers by`,
  };
}

function accepted({ reader, confirmed }: Standing) {
  const title = 'The terms are accepted';
  const until = 'Both sides confirm by';
  if (reader !== 'TEAM' && !confirmed.includes(reader)) {
    return {
      title,
      text: 'Read the terms below once more, and confirm them by typing your name. Without the names of both sides, the sale ends.',
      until,
    };
  }
  const missing = (['BUYER', 'SELLER'] as const)
    .filter((side) => !confirmed.includes(side))
    .map((side) => `the ${sides[side].toLowerCase()}`)
    .join(' and ');
  return {
    title,
    text: `${reader === 'TEAM' ? '' : 'You have confirmed them. '}Still to confirm: ${missing}.`,
    until,
  };
}

const agreed: Readonly<Record<Reader, string>> = {
  BUYER:
    'Our team prepares the closing with our title and escrow partner, and writes to you. Pay nothing until we do, and nothing outside of escrow.',
  SELLER:
    'Our team prepares the closing with our title and escrow partner, and writes to you. You have nothing to do until then.',
  TEAM: 'Prepare the closing with the title and escrow partner. Record the timeshare as sold once the resort has confirmed the new owner.',
};

const ended: Readonly<Partial<Record<SaleStatus, string>>> = {
  DECLINED: 'The terms were declined',
  WITHDRAWN: 'The terms were withdrawn',
  EXPIRED: 'The terms were not answered in time',
  CALLED_OFF: 'The sale was called off',
};
