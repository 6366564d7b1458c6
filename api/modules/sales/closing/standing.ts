import type {
  EscrowStatus,
  SaleParty,
  SaleStep,
  SaleStepName,
} from '#api/generated/prisma/client.ts';
import type { Moment } from '#api/modules/moves/defineMoves.ts';
import { closingRemindDays } from '#common/durations.ts';
import { addDays, dayMs, isoDay } from '#common/days.ts';
import { fundsOf, isReportedBy, stepRule, type Posted } from './steps.ts';

/** What the guards of a closing read. */
export interface ClosingRow {
  steps: readonly Pick<
    SaleStep,
    'step' | 'state' | 'dueOn' | 'remindedAt' | 'escalatedAt' | 'amountCents' | 'validUntil'
  >[];
  account: { status: EscrowStatus } | null;
  ledgerTransactions: Posted;
}

type Row = ClosingRow;
type Step = Row['steps'][number];

const openSteps = ({ steps }: Row) => steps.filter(({ state }) => state === 'open');

export const isOpenStep = (row: Row, name: SaleStepName): boolean =>
  openSteps(row).some(({ step }) => step === name);

export const isDoneStep = ({ steps }: Row, ...names: SaleStepName[]): boolean =>
  steps.some(({ step, state }) => names.includes(step) && state === 'done');

/** What the buyer still has to pay for a step and the payments before it. */
const missingCents = ({ steps, ledgerTransactions }: Row, { step: name }: Step): number =>
  steps.reduce(
    (sum, { step, amountCents }) =>
      sum + (step === name || name === 'balance' ? (amountCents ?? 0) : 0),
    -fundsOf(ledgerTransactions).heldCents,
  );

/** The payment that is open for the buyer; undefined if nothing is missing. */
export function openPayment(
  row: Row,
): { step: 'deposit' | 'balance'; amountCents: number } | undefined {
  for (const step of openSteps(row)) {
    const { step: name } = step;
    const amountCents = missingCents(row, step);
    if ((name === 'deposit' || name === 'balance') && amountCents > 0) {
      return { step: name, amountCents };
    }
  }
  return undefined;
}

/** Whether the whole price is there, and no bank disputes a part of it. */
export const isPaid = ({ steps, ledgerTransactions }: ClosingRow): boolean =>
  fundsOf(ledgerTransactions).securedCents >=
  steps.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0);

const isPast = ({ dueOn }: Step, { today }: Moment) => dueOn !== null && isoDay(dueOn) < today;

const isOfSide = (step: SaleStepName) => ['buyer', 'seller'].includes(stepRule(step).actor);

/** The first open step, and only one, for which each of the clock's moves is due; `lapse` of those done. */
const due = {
  /** What the buyer has paid covers it, and the payments before it. */
  funds_in: (row) => (step) => step.amountCents !== null && missingCents(row, step) <= 0,
  cooling_ends: (_row, moment) => (step) => step.step === 'cooling_off' && isPast(step, moment),
  release: (row) => {
    const { heldCents, freeCents } = fundsOf(row.ledgerTransactions);
    return ({ step }) => step === 'release' && heldCents <= 0 && freeCents === 0;
  },
  remind:
    (_row, { today }) =>
    ({ step, dueOn, remindedAt }) =>
      step !== 'cooling_off' &&
      step !== 'release' &&
      remindedAt === null &&
      dueOn !== null &&
      addDays(isoDay(dueOn), -closingRemindDays) <= today,
  escalate: (_row, moment) => (step) =>
    !isOfSide(step.step) && step.escalatedAt === null && isPast(step, moment),
  lapse:
    (row, { today }) =>
    ({ step, validUntil }) =>
      validUntil !== null &&
      isoDay(validUntil) < today &&
      !isDoneStep(row, ...(stepRule(step).validFor ?? [])),
  deposit_missed: (row, moment) => (step) => step.step === 'deposit' && isMissed(row, step, moment),
  buyer_missed: (row, moment) => (step) =>
    (step.step === 'balance' || step.step === 'buyer_signature') && isMissed(row, step, moment),
  seller_missed: (row, moment) => (step) =>
    step.step === 'seller_signature' && isMissed(row, step, moment),
} satisfies Record<string, (row: Row, moment: Moment) => (step: Step) => boolean>;

/** Nothing is missed by who was not reminded some days ago, or while the partner settles a dispute. */
function isMissed({ account }: Row, step: Step, moment: Moment): boolean {
  const { remindedAt } = step;
  return (
    isPast(step, moment) &&
    remindedAt !== null &&
    moment.now.getTime() - remindedAt.getTime() >= closingRemindDays * dayMs &&
    account?.status !== 'disputed'
  );
}

export type StepMoveOfClock = keyof typeof due;

export const isStepMoveOfClock = (move: string): move is StepMoveOfClock => move in due;

/** The step that a move of the clock is about; undefined if it is not due. */
export const dueStep = (
  move: StepMoveOfClock,
  row: Row,
  moment: Moment,
): SaleStepName | undefined =>
  row.steps
    .filter(({ state }) => state === (move === 'lapse' ? 'done' : 'open'))
    .find(due[move](row, moment))?.step;

/** Open steps that a party can record. */
export const recordableSteps = (row: Row, party: SaleParty): SaleStepName[] =>
  openSteps(row)
    .map(({ step }) => step)
    .filter((step) => isReportedBy(party, step));
