import { graphql } from 'react-relay/hooks';
import type { dealWords_step$data } from '#web/__generated__/dealWords_step.graphql.ts';
import type { RefundStatus } from '#web/__generated__/DealScreen_sale.graphql.ts';
import type {
  SaleMove,
  SaleSettlement,
  SaleSide,
  SaleStatus,
  SaleStepActor,
} from '#web/__generated__/DealStatus_sale.graphql.ts';
import type { IconName } from '#web/ui/basics/Icon.tsx';
import type { Tone } from '#web/ui/panels/TonePanel.tsx';
import { formatLongDay } from '#web/ui/words/dates.ts';

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

export const otherWords: MoveWords = { label: 'Go On', busyLabel: 'Saving…', done: 'Done' };

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
  RECORD_STEP: {
    label: 'Record a Step',
    busyLabel: 'Saving…',
    done: 'The step is recorded',
    isMain: true,
  },
  WAIVE_STEP: { label: 'Leave Out a Step', busyLabel: 'Saving…', done: 'The step is left out' },
  EXTEND_STEP: { label: 'Give More Time', busyLabel: 'Saving…', done: 'There is more time' },
  FAIL_STEP: {
    label: 'Record a Failed Step',
    busyLabel: 'Ending…',
    done: 'The sale has ended',
    isEnd: true,
  },
  COOL_OFF: {
    label: 'Withdraw',
    busyLabel: 'Withdrawing…',
    done: 'You have withdrawn',
    isEnd: true,
  },
  GIVE_UP: { label: 'Give Up', busyLabel: 'Ending…', done: 'The sale has ended', isEnd: true },
  PULL_OUT: { label: 'Pull Out', busyLabel: 'Ending…', done: 'The sale has ended', isEnd: true },
  CALL_OFF: { label: 'Call Off', busyLabel: 'Ending…', done: 'Called off', isEnd: true },
};

void graphql`
  fragment dealWords_step on SaleStep {
    step
    title
    actor
    state
    dueOn
  }
`;

interface Standing {
  status: SaleStatus;
  turn: SaleSide;
  reader: Reader;
  /** The sides that have confirmed the accepted terms. */
  confirmed: readonly SaleSide[];
  steps: readonly Omit<dealWords_step$data, ' $fragmentType'>[];
  settlement: SaleSettlement | null | undefined;
}

interface Stand {
  title: string;
  text: string;
  /** Introduces the deadline. */
  until?: string;
  /** The reader has to act. */
  isOwn?: boolean;
}

/** What happens now and who has to act. */
export function standingOf(sale: Standing): Stand {
  const { status, reader } = sale;
  switch (status) {
    case 'OFFERED':
      return offered(sale);
    case 'ACCEPTED':
      return accepted(sale);
    case 'AGREED':
      return agreed(sale);
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
        text: sale.settlement
          ? (settled[sale.settlement]?.[reader] ?? '')
          : 'This sale has ended. Nobody owes anything for it.',
      };
  }
}

const allBack = 'The buyer gets back everything that was paid into escrow.';

const settled: Readonly<Partial<Record<SaleSettlement, Record<Reader, string>>>> = {
  TO_BUYER: {
    BUYER: 'You get back everything that you have paid into escrow.',
    SELLER: allBack,
    TEAM: allBack,
  },
  DEPOSIT_TO_SELLER: {
    BUYER: 'The seller gets the deposit, and you get back what you have paid beyond it.',
    SELLER: 'You get the deposit, and the buyer gets back the rest.',
    TEAM: 'The seller gets the deposit, and the buyer gets back the rest.',
  },
};

function offered({ turn, reader }: Standing) {
  if (turn === reader) {
    return {
      title: 'Your answer is awaited',
      text: 'Accept the latest terms, offer others, or decline. Without an answer, the sale ends.',
      until: 'Answer by',
      isOwn: true,
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
      isOwn: true,
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

function agreed({ reader, steps }: Standing) {
  const open = steps.filter(({ state }) => state === 'OPEN');
  // Nothing is to be done in a cooling-off period.
  const own = open.filter(({ step, actor }) => step !== 'COOLING_OFF' && isActor(actor, reader));
  const words = (own.length > 0 ? own : open).map(
    ({ title, dueOn }) => `${title}${dueOn ? ` by ${formatLongDay(dueOn)}` : ''}`,
  );
  return {
    title: own.length > 0 ? 'You have to act' : 'The closing is under way',
    text:
      words.length > 0
        ? `${own.length > 0 ? '' : 'Now: '}${words.join('; ')}.${payNote[reader]}`
        : '',
    isOwn: own.length > 0,
  };
}

/** The team acts for the resort and the escrow partner, with which it speaks. */
const isActor = (actor: SaleStepActor, reader: Reader): boolean =>
  actor === reader || (reader === 'TEAM' && (actor === 'RESORT' || actor === 'PARTNER'));

const actors: Readonly<Record<string, string>> = {
  ...sides,
  TEAM: 'Our team',
  RESORT: 'The resort',
  PARTNER: 'The escrow partner',
};

export const whoActs = (actor: SaleStepActor, reader: Reader | 'PARTNER'): string =>
  actor === reader ? 'You' : (actors[actor] ?? '');

const payNote: Readonly<Record<Reader, string>> = {
  BUYER: ' Pay only on this page, or into the account at the escrow partner.',
  SELLER: '',
  TEAM: '',
};

/** A step of giving a card payment back, in the history. */
export function refundWords(status: RefundStatus, amount: string, reader: Reader) {
  const [whose, whom] = reader === 'BUYER' ? ['your', 'you'] : ['the buyer’s', 'the buyer'];
  const [title, means] = refunds[status] ?? ['', () => ''];
  return { title, means: `${amount} ${means(whose, whom)}` };
}

const refunds: Readonly<
  Partial<Record<RefundStatus, readonly [string, (whose: string, whom: string) => string]>>
> = {
  ON_ITS_WAY: ['Refund sent', (whose) => `is on its way back to ${whose} card.`],
  ARRIVED: [
    'Refunded',
    (whose) => `went back to ${whose} card. The bank may take some days to show it.`,
  ],
  REFUSED: [
    'Refund refused',
    (whose, whom) => `was refused by ${whose} bank, and is kept for ${whom}.`,
  ],
  CAME_BACK: [
    'Refund sent back',
    (whose, whom) => `came back from ${whose} bank, and is kept for ${whom}.`,
  ],
  TRANSFERRED: ['Refunded', (_whose, whom) => `was paid to ${whom} by bank transfer.`],
};

/** How a step is marked, by its state. */
export const stepMarks: Readonly<
  Partial<Record<string, { tone: Tone | 'coming'; icon: IconName }>> &
    Record<'WAITING', { tone: 'coming'; icon: IconName }>
> = {
  WAITING: { tone: 'coming', icon: 'calendar' },
  OPEN: { tone: 'open', icon: 'bell' },
  DONE: { tone: 'good', icon: 'check' },
  WAIVED: { tone: 'quiet', icon: 'minus' },
  FAILED: { tone: 'bad', icon: 'close' },
};

const ended: Readonly<Partial<Record<SaleStatus, string>>> = {
  DECLINED: 'The terms were declined',
  WITHDRAWN: 'The terms were withdrawn',
  EXPIRED: 'The terms were not answered in time',
  CALLED_OFF: 'The sale was called off',
};
