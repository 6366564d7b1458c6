import { builder } from '#api/graphql/builder.ts';
import { command, ruleAs } from '#api/graphql/command.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { idOf } from '#api/graphql/ids/ids.ts';
import type { Difference } from '#api/modules/reconciliation/differences.ts';
import { DifferenceType } from '#api/modules/reconciliation/reconciliation.graphql.ts';
import { compareAgain, correctLedger, payOwnerAgain, recordMovement } from './corrections.ts';

const AccountEnum = enumOf('LedgerAccount', 'An account of the ledger.', {
  escrow: 'Money held at the payment provider.',
  traveller: 'Paid, and not yet earned by anyone.',
  owner_payable: 'Owed to owners.',
  provider_payable: 'Owed to inventory providers.',
  service_fee: 'What Tideweek earns.',
  tax_payable: 'Owed to tax offices.',
  refund_payable: 'Refunds that were ordered and have not arrived.',
  disputed: 'Taken by the bank of a payer until it has decided.',
  provider_fee: 'What the payment provider charges us.',
  goodwill: 'What we give away.',
  set_off: 'Debts of owners that their later payouts settle.',
  bank: 'Our own bank account.',
  partner_escrow: 'Money of sales that the escrow partner holds.',
  sale_funds: 'Paid for a sale, and not yet due to anyone.',
  sale_payable: 'What the escrow partner was told to pay for a sale.',
});

const comparedPayload = (name: string) =>
  builder.objectRef<{ differences: Difference[] }>(name).implement({
    description: 'What still differs; it stands in the latest report, too.',
    fields: (t) => ({
      differences: t.expose('differences', {
        type: [DifferenceType],
        description: 'Empty if the booking, its ledger and its payment agree now.',
      }),
    }),
  });

command('compareAgain', {
  authScopes: { admin: true },
  type: comparedPayload,
  description:
    'Compares one booking with its ledger and the payment provider again, and takes over refunds that were made there.',
  errors: ['InvalidInput', 'NotFound', 'Forbidden', 'Unavailable'],
  input: ['Which booking differs.', 'A booking that differs.'],
  fields: { bookingId: idOf('booking') },
  resolve: ruleAs('differences', compareAgain),
});

const settledPayload = (name: string) =>
  builder.objectRef<{ isSettled: boolean }>(name).implement({
    description: 'The difference is settled, and has left the latest report.',
    fields: (t) => ({
      isSettled: t.exposeBoolean('isSettled', {
        description: 'Always true: the difference is settled.',
      }),
    }),
  });

command('recordMovement', {
  authScopes: { admin: true },
  type: settledPayload('RecordMovementPayload'),
  description:
    'Records a change of the balance at the payment provider that no booking explains, such as another sale, in the ledger.',
  errors: ['InvalidInput', 'NotFound', 'Forbidden', 'Conflict', 'Unavailable'],
  input: ['Which change, where it belongs, and why.', 'A change of the balance at the provider.'],
  fields: {
    reference: ['String', "The provider's id of the change, as the difference has it."],
    account: [AccountEnum, 'BANK: our own money; PROVIDER_FEE: what the provider charges.'],
    reason: ['String', 'Why, for the audit log; at most 2,000 characters.'],
  },
  resolve: async (input, { deps, viewer }) => {
    await recordMovement(deps, await viewer(), input);
    return { isSettled: true };
  },
});

command('payOwnerAgain', {
  authScopes: { admin: true },
  type: settledPayload('PayOwnerAgainPayload'),
  description:
    "Pays an owner again what somebody took back in the payment provider's dashboard; until then it is held.",
  errors: ['InvalidInput', 'NotFound', 'Forbidden', 'Conflict', 'Unavailable'],
  input: ['Whose payout to send again.', 'A payout that was taken back.'],
  fields: { bookingId: idOf('booking') },
  resolve: async (input, { deps, viewer }) => {
    await payOwnerAgain(deps, await viewer(), input);
    return { isSettled: true };
  },
});

command('correctLedger', {
  authScopes: { admin: true },
  type: comparedPayload,
  description:
    'Corrects two accounts of a booking by an amount, only as far as each of them differs from what the booking calls for.',
  input: ['Which accounts, by how much, and why.', 'A correction of the ledger.'],
  fields: {
    bookingId: idOf('booking'),
    debit: [AccountEnum, 'The account whose balance rises.'],
    credit: [AccountEnum, 'The account whose balance falls.'],
    amountCents: ['Int', 'By how much, in cents.'],
    reason: ['String', 'Why, for the audit log; at most 2,000 characters.'],
  },
  resolve: ruleAs('differences', correctLedger),
});
