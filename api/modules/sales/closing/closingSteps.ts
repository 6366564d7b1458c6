import { z } from 'zod';
import { SaleStepName, type Prisma, type SaleStep } from '#api/generated/prisma/client.ts';
import { ConflictError, InvalidInputError } from '#api/platform/errors.ts';
import { optionalWords } from '#api/platform/input/input.ts';
import { formatDay } from '#common/dayWords.ts';
import { addDays, isoDay } from '#common/days.ts';
import { formatMoney } from '#common/money.ts';
import { coolingOffDaysAt } from './coolingOff.ts';
import {
  readySteps,
  stepFacts,
  stepRule,
  stepsAfter,
  stepsBefore,
  stepsOf,
  type StepFact,
} from './steps.ts';

type Transaction = Prisma.TransactionClient;

interface AgreedSale {
  id: string;
  listing: Parameters<typeof stepsOf>[0]['listing'] & {
    resort: { country: string; region: string };
  };
}

/** Adds the steps of a closing, and opens those with nothing before them. @param today in UTC */
export async function beginClosing(
  transaction: Transaction,
  { id: saleId, listing }: AgreedSale,
  terms: { priceCents: number; depositCents: number },
  today: string,
): Promise<void> {
  const coolingOffDays = await coolingOffDaysAt(transaction, listing.resort);
  await transaction.saleStep.createMany({
    data: stepsOf({ listing, terms, coolingOffDays }).map((step) => ({ ...step, saleId })),
  });
  await openReadySteps(transaction, saleId, today, coolingOffDays);
}

async function openReadySteps(
  transaction: Transaction,
  saleId: string,
  today: string,
  coolingOffDays = 0,
): Promise<void> {
  const steps = await transaction.saleStep.findMany({ where: { saleId } });
  for (const step of readySteps(steps)) {
    await transaction.saleStep.update({
      where: { saleId_step: { saleId, step } },
      data: { state: 'open', dueOn: lastDay(step, today, coolingOffDays) },
    });
  }
}

const lastDay = (step: SaleStepName, today: string, coolingOffDays = 0): Date =>
  new Date(addDays(today, stepRule(step).days ?? coolingOffDays));

/**
 * Opens an expired step again; the open steps that come after it wait for it. Its facts and its
 * document stay until new ones are recorded.
 * @returns the expired facts, in words for the history
 */
export async function reopenStep(
  transaction: Transaction,
  { saleId, step, validUntil }: Pick<SaleStep, 'saleId' | 'step' | 'validUntil'>,
  currency: string,
  today: string,
): Promise<string> {
  const anew = { remindedAt: null, escalatedAt: null };
  await transaction.saleStep.updateMany({
    where: { saleId, state: 'open', step: { in: stepsAfter(step) } },
    data: { ...anew, state: 'waiting', dueOn: null },
  });
  const { feesOwedCents, nextUseYear, document } = await transaction.saleStep.update({
    where: { saleId_step: { saleId, step } },
    data: { ...anew, state: 'open', dueOn: lastDay(step, today), doneAt: null, validUntil: null },
    include: { document: true },
  });
  return [
    validUntil && `Valid until ${formatDay(validUntil)}`,
    feesOwedCents !== null &&
      `owed to the resort: ${formatMoney({ amount: feesOwedCents, currency })}`,
    nextUseYear !== null && `next year of use: ${nextUseYear}`,
    document && `document: ${document.fileName ?? ''}`,
  ]
    .filter(Boolean)
    .join('; ');
}

/** Closes a step, and opens those that it was before. The caller has checked that it is open. */
export async function finishStep(
  transaction: Transaction,
  saleId: string,
  step: SaleStepName,
  {
    state,
    now,
    ...data
  }: { state: 'done' | 'waived' | 'failed'; now: Date } & Partial<RecordedFacts> & {
      documentId?: string | null;
    },
): Promise<void> {
  await transaction.saleStep.update({
    where: { saleId_step: { saleId, step } },
    data: { ...data, state, doneAt: now },
  });
  if (state !== 'failed') await openReadySteps(transaction, saleId, isoDay(now));
}

const mostCents = 100_000_000;

export const stepInput = z.enum(SaleStepName, { error: 'step must be one of this sale' }).nullish();

/** Facts of a step, with a message for each field. */
export const factsInput = z
  .object({
    feesOwedCents: z
      .int('The fees must be in whole cents')
      .min(0, "The fees can't be below zero")
      .max(mostCents, 'The fees may be at most 1,000,000')
      .nullish(),
    nextUseYear: z
      .int('The next year of use must be a year')
      .min(2000, 'The next year of use must be from 2000 to 2100')
      .max(2100, 'The next year of use must be from 2000 to 2100')
      .nullish(),
    validUntil: z.iso.date({ error: 'Say until which day the estoppel is valid' }).nullish(),
    registry: optionalWords('The county or registry', 200),
    book: optionalWords('The book', 100),
    page: optionalWords('The page', 100),
    instrument: optionalWords('The number', 100),
  })
  .nullish();

const missing: Record<StepFact, string> = {
  feesOwedCents: 'Say what is owed to the resort, 0 for nothing',
  nextUseYear: 'Say the next year that can be used',
  validUntil: 'Say until which day the estoppel is valid',
  registry: 'Say the county or registry',
  book: 'Say book and page, or the instrument number',
  page: 'Say book and page, or the instrument number',
  instrument: 'Say the membership number',
};

type RecordedFacts = Omit<{ [Fact in StepFact]: SaleStep[Fact] }, never>;

/**
 * The facts of a step that is recorded.
 * @throws {InvalidInputError} for each fact that is missing or past, or that the step does not ask for
 */
export function factsOf(
  step: SaleStepName,
  given: z.infer<typeof factsInput>,
  today: string,
): Partial<RecordedFacts> {
  const wanted = stepRule(step).facts ?? [];
  const has = (fact: StepFact) => (given?.[fact] ?? null) !== null;
  const isOptional = (fact: StepFact) =>
    step === 'deed' && (fact === 'instrument' || has('instrument')) && fact !== 'registry';
  const errors = stepFacts.flatMap((fact) => {
    if (!wanted.includes(fact)) {
      return has(fact)
        ? [{ field: `facts.${fact}`, message: 'This step does not ask for it' }]
        : [];
    }
    return has(fact) || isOptional(fact)
      ? []
      : [{ field: `facts.${fact}`, message: missing[fact] }];
  });
  const { validUntil, ...facts } = given ?? {};
  if (wanted.includes('validUntil') && validUntil && validUntil < today) {
    errors.push({ field: 'facts.validUntil', message: 'Choose today or a later day' });
  }
  if (errors.length > 0) throw new InvalidInputError(errors);
  return { ...facts, ...(validUntil && { validUntil: new Date(validUntil) }) };
}

/** Why a step can't be done yet: the steps before it that are missing. */
export const notNow = (before: SaleStepName[]): string =>
  `Another step has to be done before this one: ${before.map((step) => stepRule(step).title).join(', ')}`;

/** The step of a sale that a person names. @throws {InvalidInputError | ConflictError} */
export function openStepOf<Step extends Pick<SaleStep, 'step' | 'state'>>(
  { steps }: { steps: readonly Step[] },
  name: SaleStepName | null | undefined,
): Step {
  if (!name) throw new InvalidInputError('step', 'Say which step');
  const found = steps.find(({ step }) => step === name);
  if (!found) throw new InvalidInputError('step', 'This sale does not have this step');
  if (found.state !== 'open') {
    throw new ConflictError(
      'step',
      found.state === 'waiting' ? notNow(stepsBefore(steps, name)) : 'This step is finished',
    );
  }
  return found;
}

/** Most days from today for a later last day. */
const mostDays = 180;

/** A later last day. @throws {InvalidInputError} */
export function laterDay(
  { dueOn }: Pick<SaleStep, 'dueOn'>,
  wanted: string | null | undefined,
  today: string,
): Date {
  if (!wanted) throw new InvalidInputError('dueOn', 'Say the new last day');
  const [first, last] = [dueOn ? isoDay(dueOn) : today, addDays(today, mostDays)];
  if (wanted <= first || wanted < today || wanted > last) {
    throw new InvalidInputError(
      'dueOn',
      `The new last day must be after ${formatDay(first)}, and at most ${mostDays} days from today`,
    );
  }
  return new Date(wanted);
}
