import { exposed } from '#api/graphql/exposed.ts';
import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import type { PaymentProvider } from '#api/platform/payments/paymentProvider.ts';
import { sandboxBanks, type SandboxBank } from '#api/platform/payments/bankDetails.ts';
import { sandboxCards, type SandboxCardNumber } from '#api/platform/payments/sandboxCards.ts';
import { SiteType } from '../settings/site.graphql.ts';

const ProviderNameType = enumOf('PaymentProviderName', 'Who takes the payments of the site.', {
  sandbox: 'A sandbox on this machine, which moves no money and takes only `testCards`.',
  stripe: 'Stripe; its script takes the card in the browser.',
});

const TestCardType = builder.objectRef<SandboxCardNumber>('TestCard').implement({
  description: 'A card that the sandbox of payments takes.',
  fields: (t) => ({
    number: t.exposeString('number', { description: 'Sixteen digits; no real card has them.' }),
    outcome: t.exposeString('words', {
      description: 'What becomes of a payment with it, such as "Succeeds".',
    }),
  }),
});

const TestBankType = builder.objectRef<SandboxBank>('TestBankAccount').implement({
  description: 'A bank account of the sandbox of payments; no real one has these numbers.',
  fields: (t) => ({
    routingNumber: t.exposeString('routingNumber', { description: 'Nine digits, of the bank.' }),
    accountNumber: t.exposeString('accountNumber', { description: 'Digits of the account.' }),
    outcome: t.exposeString('words', {
      description: 'What becomes of a payout to it, such as "Gets the money".',
    }),
  }),
});

const PaymentSetupType = builder.objectRef<PaymentProvider>('PaymentSetup').implement({
  description: 'How a checkout takes a card.',
  fields: (t) => ({
    provider: t.expose('name', {
      type: ProviderNameType,
      description: 'Decides how the browser turns a card into the `method` of a payment.',
    }),
    ...exposed(t, {
      publishableKey: ['String?', "Stripe's key for browsers; null with the sandbox."],
    }),
    testCards: t.field({
      type: [TestCardType],
      description: 'The cards that the sandbox takes; empty with Stripe.',
      resolve: ({ name }) => (name === 'sandbox' ? [...sandboxCards] : []),
    }),
    testBankAccounts: t.field({
      type: [TestBankType],
      description: 'Bank accounts to try payouts of the sandbox with; empty with Stripe.',
      resolve: ({ name }) => (name === 'sandbox' ? [...sandboxBanks] : []),
    }),
  }),
});

builder.objectField(SiteType, 'payments', (t) =>
  t.field({
    type: PaymentSetupType,
    nullable: true,
    description: 'How the site takes payments; null if no week can be booked online.',
    resolve: (_site, _args, { deps }) => deps.payments,
  }),
);
