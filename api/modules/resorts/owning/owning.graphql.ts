import { builder } from '#api/graphql/builder.ts';
import { command, payload } from '#api/graphql/command.ts';
import { exposed, maybe, shownType } from '#api/graphql/exposed.ts';
import { idOf } from '#api/graphql/ids/ids.ts';
import { argsOf, inputOf } from '#api/graphql/inputs.ts';
import { MoneyType } from '#api/graphql/money.ts';
import {
  mostFees,
  readOwning,
  setDeedBack,
  setResortFee,
  type RecordedDeedBack,
  type RecordedFee,
  type ResortOwning,
} from './owning.ts';

export const ResortFeeType = builder.objectRef<RecordedFee>('ResortFee').implement({
  description: 'What an owner pays a resort for a year, as the team recorded it.',
  fields: (t) => ({
    ...exposed(t, {
      bedrooms: ['Int', 'Of the unit; 0 for a studio.'],
      year: ['Int', 'The year that it is for.'],
      source: 'Where the team read it.',
    }),
    fee: t.field({
      type: MoneyType,
      description: 'For a week in every year, in US dollars.',
      resolve: ({ cents }) => ({ amount: cents, currency: 'USD' }),
    }),
  }),
});

export const DeedBackType = shownType<RecordedDeedBack>('DeedBack', {
  description: 'How a resort takes timeshares back free of charge.',
  fields: {
    terms: 'What an owner has to know and do.',
    source: 'Where the team read it.',
    recordedOn: ['Date', 'The day on which the team recorded it.'],
  },
});

const ResortOwningType = shownType<ResortOwning>('ResortOwning', {
  description: 'What owning at a resort means, as administrators record it.',
  fields: {
    fees: [[ResortFeeType], `Latest year first, then fewest bedrooms; ${mostFees} at most.`],
    deedBack: [maybe(DeedBackType), 'Null if the team knows of none.'],
  },
});

builder.queryField('resortOwning', (t) =>
  t.field({
    type: ResortOwningType,
    nullable: true,
    description: 'What owning at a resort means; null if there is no such resort.',
    authScopes: { admin: true },
    complexity: { field: 1, multiplier: 100 },
    args: argsOf({ resortId: idOf('resort') }),
    resolve: (_root, { resortId }, { deps }) => readOwning(deps.database.prisma, resortId),
  }),
);

const owningPayload = payload('What owning at the resort means was changed.', {
  owning: [ResortOwningType, 'What owning there means now.'],
});

const RecordedFeeInput = inputOf('RecordedFeeInput', 'A yearly fee and its source.', {
  cents: ['Int', 'For a week in every year, in cents of US dollars: 1 to 10,000,000.'],
  source: ['String', 'Where it was read, 200 characters at most.'],
});

command('setResortFee', {
  type: owningPayload,
  description: 'Records what an owner of a size pays a resort for a year.',
  authScopes: { admin: true },
  input: ['The resort, the size, the year and the fee.', 'A recorded fee.'],
  fields: {
    resortId: idOf('resort'),
    bedrooms: ['Int', '0 for a studio, up to 12.'],
    year: ['Int', 'The year that the fee is for.'],
    fee: [maybe(RecordedFeeInput), 'Null removes what was recorded.'],
  },
  resolve: async (input, context) => ({
    owning: await setResortFee(context.deps, await context.viewer(), input),
  }),
});

command('setDeedBack', {
  type: owningPayload,
  description: 'Records how a resort takes timeshares back free of charge.',
  authScopes: { admin: true },
  input: ['The resort and its programme.', 'How a resort takes timeshares back.'],
  fields: {
    resortId: idOf('resort'),
    terms: [
      'String?',
      'Plain text, 1,000 characters at most; empty or null removes the programme.',
    ],
    source: ['String?', 'Where they were read, 200 characters at most; required with `terms`.'],
  },
  resolve: async (input, context) => ({
    owning: await setDeedBack(context.deps, await context.viewer(), input),
  }),
});
