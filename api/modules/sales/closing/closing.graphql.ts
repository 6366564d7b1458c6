import type {
  CoolingOffRule,
  SaleStep,
  SaleStepName,
  SaleStepState,
} from '#api/generated/prisma/client.ts';
import { builder } from '#api/graphql/builder.ts';
import { command } from '#api/graphql/command.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { columns, shownType } from '#api/graphql/exposed.ts';
import { idOf } from '#api/graphql/ids/ids.ts';
import { inputOf } from '#api/graphql/inputs.ts';
import { MoneyType } from '#api/graphql/money.ts';
import { moneyOrNull } from '#common/money.ts';
import {
  ContractDocumentType,
  documentLinkPayload,
} from '#api/modules/contracts/contracts.graphql.ts';
import { saleDocumentLink } from '#api/modules/contracts/saleFiles.ts';
import { mostRules, rulesOrder, setCoolingOff } from './coolingOff.ts';
import { isByItself, stepNames, stepRule, type StepActor } from './steps.ts';

export const SaleStepEnum = enumOf<SaleStepName>(
  'SaleStepName',
  'A step of the closing of a sale.',
  Object.fromEntries(stepNames.map((step) => [step, stepRule(step).means])) as Record<
    SaleStepName,
    string
  >,
);

const StepStateEnum = enumOf<SaleStepState>('SaleStepState', 'Where a step of a closing stands.', {
  waiting: 'Steps before it are not done yet.',
  open: 'It is to be done now.',
  done: 'It was done, and stays so; an estoppel only until it expires.',
  waived: 'It was left out, for a reason in the history.',
  failed: 'It failed, which ended the sale.',
});

const StepActorEnum = enumOf<StepActor>('SaleStepActor', 'Who acts in a step of a closing.', {
  buyer: 'The buyer, who pays or signs.',
  seller: 'The seller, who signs.',
  team: 'Tideweek’s own team.',
  resort: 'The resort or club, with which the team speaks.',
  partner: 'The title and escrow partner.',
});

export const SaleStepFactsInput = inputOf(
  'SaleStepFactsInput',
  'What a step of a closing asks for; see `SaleStep.facts`.',
  {
    feesOwedCents: [
      'Int?',
      'Of the estoppel: what is owed to the resort, in cents of the currency of the sale.',
    ],
    nextUseYear: ['Int?', 'Of the estoppel: the next year that can be used.'],
    validUntil: ['Date?', 'Of the estoppel: the last day on which the resort stands by it.'],
    registry: ['String?', 'Of the deed: the county or registry that recorded it.'],
    book: ['String?', 'Of the deed: the book in which it is recorded.'],
    page: ['String?', 'Of the deed: the page on which it is recorded.'],
    instrument: [
      'String?',
      'Of the deed: its instrument number, in place of book and page; of a membership: its number.',
    ],
  },
);

export const SaleStepType = builder.prismaObject('SaleStep', {
  description: 'A step of the closing of a sale. Both sides and administrators read it.',
  fields: (t) => ({
    ...columns<SaleStep>(t, {
      step: [SaleStepEnum, 'Which step it is.'],
      state: [StepStateEnum, 'Where it stands.'],
      dueOn: ['Date?', 'The last day on which it is in time, in UTC; null while it waits.'],
      doneAt: ['DateTime?', 'When it was done, waived or failed.'],
      nextUseYear: ['Int?', 'Of the estoppel: the next year that can be used.'],
      validUntil: ['Date?', 'Of the estoppel: the last day on which the resort stands by it.'],
      registry: ['String?', 'Of the deed: the county or registry that recorded it.'],
      book: ['String?', 'Of the deed: the book in which it is recorded.'],
      page: ['String?', 'Of the deed: the page on which it is recorded.'],
      instrument: [
        'String?',
        'The instrument number of the deed, or the number of the membership.',
      ],
    }),
    title: t.string({
      description: 'The step in a few words.',
      select: { step: true },
      resolve: ({ step }) => stepRule(step).title,
    }),
    means: t.string({
      description: 'What happens in the step, in a sentence.',
      select: { step: true },
      resolve: ({ step }) => stepRule(step).means,
    }),
    actor: t.field({
      type: StepActorEnum,
      description: 'Who has to act.',
      select: { step: true },
      resolve: ({ step }) => stepRule(step).actor,
    }),
    facts: t.stringList({
      description: 'Fields of `SaleStepFactsInput` that the team has to give to record it.',
      select: { step: true },
      resolve: ({ step }) => [...(stepRule(step).facts ?? [])],
    }),
    needsDocument: t.boolean({
      description: 'Whether it needs a document to be recorded.',
      select: { step: true },
      resolve: ({ step }) => stepRule(step).needsDocument ?? false,
    }),
    isByItself: t.boolean({
      description: 'Whether events of the partner or the clock decide it, and not the team.',
      select: { step: true },
      resolve: ({ step }) => isByItself(step),
    }),
    ...Object.fromEntries(
      (
        [
          ['waivedIf', 'waived', 'Why the team may leave it out; null if it may not.'],
          ['failsIf', 'failed', 'How it can fail, which ends the sale; null if it can’t.'],
          ['ifMissed', 'missed', 'What happens after the last day; null if the team is called in.'],
        ] as const
      ).map(([name, text, description]) => [
        name,
        t.string({
          nullable: true,
          description,
          select: { step: true },
          resolve: ({ step }) => stepRule(step)[text],
        }),
      ]),
    ),
    ...Object.fromEntries(
      (
        [
          ['amount', 'amountCents', 'Of deposit and balance: what the buyer pays.'],
          ['feesOwed', 'feesOwedCents', 'Of the estoppel: what is owed to the resort.'],
        ] as const
      ).map(([name, column, description]) => [
        name,
        t.field({
          type: MoneyType,
          nullable: true,
          description,
          select: {
            amountCents: true,
            feesOwedCents: true,
            sale: { select: { terms: { take: 1, select: { currency: true } } } },
          },
          resolve: ({ sale: { terms }, ...step }) =>
            moneyOrNull(step[column], terms[0]?.currency ?? ''),
        }),
      ]),
    ),
    document: t.field({
      type: ContractDocumentType,
      nullable: true,
      description: 'Its document; `createSaleDocumentLink` opens it.',
      select: { document: true },
      resolve: ({ document }) => document,
    }),
  }),
});

command('createSaleDocumentLink', {
  type: documentLinkPayload('CreateSaleDocumentLinkPayload', {
    description: 'A link to a document of a closing, which works only for the viewer.',
    document: 'The document that the link opens.',
  }),
  description:
    'Creates a link to the document of a step, for both sides of the sale and administrators. It works for 15 minutes and only for the viewer.',
  errors: ['InvalidInput', 'NotFound'],
  input: ['The step whose document to open.', 'The step of a closing whose document to open.'],
  fields: { saleId: idOf('sale'), step: [SaleStepEnum, 'The step that has the document.'] },
  resolve: async ({ saleId, step }, context) =>
    saleDocumentLink(context.deps, await context.viewer(), saleId, step),
});

const CoolingOffRuleType = shownType<CoolingOffRule>('CoolingOffRule', {
  description: 'How long buyers may withdraw from sales at a place, without a reason.',
  fields: {
    country: 'As resorts name it.',
    region: 'As resorts name it; empty for the whole country.',
    days: ['Int', 'Days from the agreement, 1 to 60.'],
  },
});

builder.queryField('coolingOffRules', (t) =>
  t.field({
    type: [CoolingOffRuleType],
    nullable: true,
    description: `Cooling-off periods by place, A to Z; ${mostRules} at most.`,
    authScopes: { admin: true },
    complexity: { field: 1, multiplier: 100 },
    resolve: (_root, _args, { deps }) => deps.database.prisma.coolingOffRule.findMany(rulesOrder),
  }),
);

command('setCoolingOff', {
  type: builder.objectRef<{ rules: CoolingOffRule[] }>('SetCoolingOffPayload').implement({
    description: 'The period counts for sales that are agreed from now on.',
    fields: (t) => ({
      rules: t.expose('rules', {
        type: [CoolingOffRuleType],
        description: 'All cooling-off periods as they are now.',
      }),
    }),
  }),
  description:
    'Sets how many days buyers may withdraw from sales at a place. The rule of a region is taken before that of its country.',
  authScopes: { admin: true },
  errors: ['InvalidInput', 'Forbidden'],
  input: ['The place and its days.', 'A cooling-off period.'],
  fields: {
    country: ['String', 'As resorts name it, at most 100 characters.'],
    region: ['String?', 'As resorts name it; empty or null for the whole country.'],
    days: ['Int', '1 to 60; 0 removes the rule.'],
  },
  resolve: async (input, context) => ({
    rules: await setCoolingOff(context.deps, await context.viewer(), input),
  }),
});
