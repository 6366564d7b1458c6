import type { Remittance } from '#api/generated/prisma/client.ts';
import { adminList, nodesOf } from '#api/graphql/adminList.ts';
import { builder } from '#api/graphql/builder.ts';
import { command, payload, ruleAs } from '#api/graphql/command.ts';
import { columns, exposed } from '#api/graphql/exposed.ts';
import { idempotencyKeyOf } from '#api/graphql/idempotencyKey.ts';
import { listTypes } from '#api/graphql/listTypes.ts';
import { moneyColumn, moneyOf } from '#api/graphql/money.ts';
import { keyset } from '#api/platform/database/keyset.ts';
import { listDues, recordRemittance, type Due } from './remittances.ts';

const DueAccountEnum = builder.enumType('DueAccount', {
  description: 'To whom the team pays money by bank transfer.',
  values: {
    TAX: { value: 'tax_payable', description: 'The tax office of a destination.' },
    PROVIDER: { value: 'provider_payable', description: 'An inventory provider.' },
  } as const,
});

const DueType = builder.objectRef<Due>('Due').implement({
  description: 'What the site owes to a tax office or a provider in one currency.',
  fields: (t) => ({
    account: t.expose('account', {
      type: DueAccountEnum,
      description: 'What kind of payee it is.',
    }),
    ...exposed(t, {
      payeeName: 'The destination, or the name of the provider.',
      currency: 'ISO 4217 code.',
    }),
    payee: t.exposeString('payeeId', { description: 'For `recordRemittance`.' }),
    owed: t.field({
      ...moneyOf('owedCents'),
      description: 'What is still to be paid; negative if too much was paid.',
    }),
    paid: t.field({ ...moneyOf('paidCents'), description: 'What was paid so far.' }),
  }),
});

adminList(
  'dues',
  listTypes('Due', DueType, { node: 'A payee in a list.', page: 'A page of payees.' }),
  {
    type: DueType,
    description:
      'What the site owes and has paid to tax offices and providers, A to Z. `first` defaults to 12 and is at most 100.',
    resolve: (_args, page, { deps }) => listDues(deps, page),
  },
);

const RemittanceType = builder.prismaObject('Remittance', {
  description: 'A bank transfer of the team to a tax office or a provider.',
  select: { id: true, createdAt: true },
  fields: (t) => ({
    account: t.field({
      type: DueAccountEnum,
      description: 'What kind of payee it is.',
      select: { account: true },
      resolve: ({ account }) => (account === 'tax_payable' ? account : 'provider_payable'),
    }),
    amount: t.field({ ...moneyColumn('amountCents'), description: 'What was paid.' }),
    ...columns<Remittance>(t, {
      payeeName: 'The destination, or the name of the provider, at that time.',
      reference: 'By which the bank transfer is found.',
      createdAt: ['DateTime', 'When it was recorded.'],
    }),
  }),
});

const newestRemittances = keyset('REMITTANCES', 'desc', { createdAt: 'timestamptz', id: 'uuid' });

adminList(
  'remittances',
  listTypes('Remittance', RemittanceType, {
    node: 'A bank transfer in a list.',
    page: 'A page of bank transfers.',
  }),
  {
    type: RemittanceType,
    description:
      'Recorded bank transfers to tax offices and providers, newest first. `first` defaults to 12 and is at most 100.',
    resolve: async (_args, page, context, info) => {
      const found = await context.deps.database.prisma.remittance.findMany({
        ...nodesOf('Remittance', context, info),
        ...newestRemittances.prisma(page),
      });
      return newestRemittances.pageOf(page, found);
    },
  },
);

command('recordRemittance', {
  type: payload('The payment was posted to the ledger.', {
    remittance: [RemittanceType, 'The recorded bank transfer.'],
  }),
  description:
    'Records a bank transfer to a tax office or a provider. It settles what has been owed longest; 2,000 bookings at most.',
  authScopes: { admin: true },
  input: ['What was paid, and to whom.', 'A bank transfer to a tax office or a provider.'],
  fields: {
    account: [DueAccountEnum, 'The `account` of the due.'],
    payee: ['String', 'The `payee` of the due.'],
    currency: ['String', 'ISO 4217 code.'],
    amountCents: ['Int', 'At most what is owed.'],
    reference: ['String', 'By which the bank transfer is found.'],
    idempotencyKey: idempotencyKeyOf('record one payment'),
  },
  resolve: ruleAs('remittance', recordRemittance),
});
