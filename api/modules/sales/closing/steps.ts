import type {
  LedgerAccount,
  LedgerReason,
  Listing,
  SaleParty,
  SaleSide,
  SaleStep,
  SaleStepName,
} from '#api/generated/prisma/client.ts';
import { markdownTable } from '#api/platform/files/markdownTable.ts';
import { closingDays } from '#common/durations.ts';
import { plural } from '#common/numbers.ts';

/** Who has to act. The team records what a resort has done. */
export type StepActor = SaleSide | 'team' | 'resort' | 'partner';

export const actorWords: Record<StepActor, string> = {
  buyer: 'the buyer',
  seller: 'the seller',
  team: 'our team',
  resort: 'the resort',
  partner: 'the escrow partner',
};

export const stepFacts = [
  'feesOwedCents',
  'nextUseYear',
  'validUntil',
  'registry',
  'book',
  'page',
  'instrument',
] as const;

export type StepFact = (typeof stepFacts)[number];

/** What a closing is about: a deed, or a membership. Some steps are only in one of them. */
type ClosingKind = 'deed' | 'membership';

interface StepRule {
  title: string;
  means: string;
  actor: StepActor;
  /** Steps that have to be done or waived before it opens, as far as the closing has them. */
  after: readonly SaleStepName[];
  /** From the day on which it opens; null if the place of the resort says it. */
  days: number | null;
  only?: ClosingKind;
  /** Facts that it asks for; a deed has an instrument number, or book and page. */
  facts?: readonly StepFact[];
  needsDocument?: true;
  /** If `validUntil` passes before one of these steps is done, it opens again. */
  validFor?: readonly SaleStepName[];
  /** Why it may be left out. */
  waived?: string;
  /** How it can fail, which ends the sale, and gives everything back to the buyer. */
  failed?: string;
  /** What happens if the side that acts misses it; the team is called in otherwise. */
  missed?: string;
}

/** All steps of a closing, in the order in which they are shown. */
const rules: Record<SaleStepName, StepRule> = {
  deposit: {
    title: 'Deposit',
    means:
      'The buyer pays the deposit into the account at the escrow partner, or by card up to the limit of the site.',
    actor: 'buyer',
    after: [],
    days: closingDays.deposit,
    missed: 'The sale ends, and the buyer gets back what was paid.',
  },
  cooling_off: {
    title: 'Cooling-off period',
    means: 'The buyer may withdraw without a reason, and gets everything back.',
    actor: 'buyer',
    after: [],
    days: null,
    missed: 'It is over, and the closing goes on.',
  },
  estoppel: {
    title: 'Estoppel',
    means: 'The resort says in writing what is owed and which year can be used next.',
    actor: 'resort',
    after: ['deposit'],
    days: closingDays.estoppel,
    facts: ['feesOwedCents', 'nextUseYear', 'validUntil'],
    needsDocument: true,
    validFor: ['deed', 'membership'],
    failed: 'It shows debts that the seller doesn’t pay.',
  },
  first_refusal: {
    title: 'Right of first refusal',
    means: 'The resort decides whether it buys in place of the buyer.',
    actor: 'resort',
    after: ['estoppel'],
    days: closingDays.first_refusal,
    waived: 'The resort waives its right.',
    failed: 'The resort buys.',
  },
  title: {
    title: 'Title search',
    means: 'The escrow partner finds who owns the deed, and what it is charged with.',
    actor: 'partner',
    after: ['deposit'],
    days: closingDays.title,
    only: 'deed',
    needsDocument: true,
    waived: 'The buyer does without it.',
    failed: 'The seller can’t give a clear title.',
  },
  balance: {
    title: 'Balance',
    means: 'The buyer pays the rest of the price into the account at the escrow partner.',
    actor: 'buyer',
    after: ['deposit', 'cooling_off', 'estoppel', 'first_refusal', 'title'],
    days: closingDays.balance,
    missed: 'The sale ends, and the seller gets the deposit.',
  },
  buyer_signature: {
    title: 'Signature of the buyer',
    means: 'The buyer signs the papers of the transfer.',
    actor: 'buyer',
    after: ['deposit', 'cooling_off', 'estoppel', 'first_refusal', 'title'],
    days: closingDays.signature,
    missed: 'The sale ends, and the seller gets the deposit.',
  },
  seller_signature: {
    title: 'Signature of the seller',
    means: 'The seller signs the papers of the transfer, a deed before a notary.',
    actor: 'seller',
    after: ['deposit', 'cooling_off', 'estoppel', 'first_refusal', 'title'],
    days: closingDays.signature,
    missed: 'The sale ends, and the buyer gets everything back.',
  },
  deed: {
    title: 'Deed recorded',
    means: 'The escrow partner has the deed recorded in the county or registry.',
    actor: 'partner',
    after: ['estoppel', 'balance', 'buyer_signature', 'seller_signature'],
    days: closingDays.deed,
    only: 'deed',
    facts: ['registry', 'book', 'page', 'instrument'],
    needsDocument: true,
    failed: 'The registry doesn’t record it.',
  },
  membership: {
    title: 'Membership transferred',
    means: 'The club transfers the membership to the buyer.',
    actor: 'resort',
    after: ['estoppel', 'balance', 'buyer_signature', 'seller_signature'],
    days: closingDays.membership,
    only: 'membership',
    facts: ['instrument'],
    failed: 'The club doesn’t transfer it.',
  },
  confirmation: {
    title: 'Confirmed by the resort',
    means: 'The resort confirms the buyer as the owner: the timeshare is sold.',
    actor: 'resort',
    after: ['deed', 'membership'],
    days: closingDays.confirmation,
    failed: 'The resort doesn’t take the buyer as an owner.',
  },
  release: {
    title: 'Release',
    means: 'The escrow partner pays the price to the seller.',
    actor: 'partner',
    after: ['confirmation'],
    days: closingDays.release,
  },
};

export const stepNames = Object.keys(rules) as SaleStepName[];

export const stepRule = (step: SaleStepName): StepRule => rules[step];

/** Steps that the partner's money or the clock decides about, and no person. */
export const isByItself = (step: SaleStepName): boolean =>
  step === 'deposit' || step === 'balance' || step === 'cooling_off' || step === 'release';

/** Whether a party reports a step: the partner, by its link, only those in which it acts. */
export const isReportedBy = (party: SaleParty, step: SaleStepName): boolean =>
  !isByItself(step) && (party !== 'partner' || rules[step].actor === 'partner');

/** A deed unless the listing says that it is a right to use, or, without a word about it, points. */
const kindOf = ({ tenure, ownership }: Pick<Listing, 'tenure' | 'ownership'>): ClosingKind =>
  tenure === 'right_to_use' || (tenure === null && ownership === 'points') ? 'membership' : 'deed';

interface Closing {
  listing: Pick<Listing, 'tenure' | 'ownership' | 'rightOfFirstRefusal'>;
  terms: { priceCents: number; depositCents: number };
  /** Days of the cooling-off period; 0 if there is none. */
  coolingOffDays: number;
}

/** The steps of a closing, with what the buyer has to pay in them. */
export function stepsOf({ listing, terms, coolingOffDays }: Closing) {
  const amounts: Partial<Record<SaleStepName, number>> = {
    deposit: terms.depositCents,
    balance: terms.priceCents - terms.depositCents,
  };
  return stepNames
    .filter(
      (step) =>
        [undefined, kindOf(listing)].includes(rules[step].only) &&
        amounts[step] !== 0 &&
        (step !== 'first_refusal' || listing.rightOfFirstRefusal !== false) &&
        (step !== 'cooling_off' || coolingOffDays > 0),
    )
    .map((step) => ({ step, amountCents: amounts[step] ?? null }));
}

type Standing = Pick<SaleStep, 'step' | 'state'>;

/** What has to be done before a step. */
export const stepsBefore = (steps: readonly Standing[], name: SaleStepName): SaleStepName[] =>
  steps
    .filter(
      ({ step, state }) =>
        rules[name].after.includes(step) && state !== 'done' && state !== 'waived',
    )
    .map(({ step }) => step);

/** Waiting steps with nothing before them that is not done. */
export const readySteps = (steps: readonly Standing[]): SaleStepName[] =>
  steps
    .filter(({ step, state }) => state === 'waiting' && stepsBefore(steps, step).length === 0)
    .map(({ step }) => step);

/** Steps that wait for another, not through a third. */
export const stepsAfter = (step: SaleStepName): SaleStepName[] =>
  stepNames.filter((other) => rules[other].after.includes(step));

/** The transactions of a sale in the ledger. */
export type Posted = readonly {
  reason: LedgerReason;
  entries: readonly { account: LedgerAccount; amountCents: number }[];
}[];

interface Funds {
  /** What the escrow partner and the payment provider hold. */
  heldCents: number;
  /** Of that, what no side is to get yet. */
  freeCents: number;
  /** Of what is free, the part that was paid by card. */
  cardCents: number;
  /** Of what is free, the part that no bank disputes. */
  securedCents: number;
}

/** The money of a sale, in cents. */
export function fundsOf(posted: Posted): Funds {
  const sum = (accounts: LedgerAccount[], which: (reason: LedgerReason) => boolean = () => true) =>
    posted
      .flatMap(({ reason, entries }) => (which(reason) ? entries : []))
      .reduce(
        (cents, { account, amountCents }) => cents - (accounts.includes(account) ? amountCents : 0),
        0,
      );
  return {
    heldCents: sum(['sale_funds', 'sale_payable', 'refund_payable']),
    freeCents: sum(['sale_funds']),
    cardCents: sum(['sale_funds'], (by) => by !== 'sale_payment' && by !== 'sale_order'),
    securedCents: sum(['sale_funds', 'disputed']),
  };
}

/** The table of steps in docs/sales.md. */
export const stepsTable = (): string =>
  markdownTable(
    [
      'step',
      'in',
      'who acts',
      'after',
      'days',
      'asks',
      'valid until',
      'can be waived',
      'fails',
      'if missed',
      'what it is',
    ],
    stepNames.map((step) => {
      const {
        actor,
        after,
        days,
        only,
        facts = [],
        needsDocument,
        validFor,
        ...rule
      } = rules[step];
      return [
        step,
        only ?? 'both',
        actor,
        after.join(', '),
        days === null ? 'by the place' : plural(days, 'day'),
        [...facts, ...(needsDocument ? ['document'] : [])].join(', '),
        validFor?.join(' or ') ?? '',
        rule.waived ?? '',
        rule.failed ?? '',
        rule.missed ?? 'the team is called in',
        rule.means,
      ];
    }),
  );
