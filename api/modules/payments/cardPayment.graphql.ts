import type { PaymentOperation } from '#api/generated/prisma/client.ts';
import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { columns } from '#api/graphql/exposed.ts';
import { moneyColumn } from '#api/graphql/money.ts';

const PaymentStatusEnum = enumOf('PaymentStatus', 'How a payment stands.', {
  waiting:
    'The payment provider has not answered yet; ask again with `checkPayment`, or `checkSalePayment`.',
  needs_action: 'The payer has to confirm it with their bank; see `clientSecret`.',
  succeeded: 'The price is paid or reserved.',
  failed: 'The card was declined; another can be tried.',
});

export const CardPaymentType = builder.prismaObject('PaymentOperation', {
  variant: 'BookingPayment',
  description: 'An attempt of a member to pay by card.',
  fields: (t) => ({
    ...columns<PaymentOperation>(t, {
      status: [PaymentStatusEnum, 'How far it has come at the payment provider.'],
      clientSecret: [
        'String?',
        'What the browser needs to confirm it with the payment provider; only while it needs action.',
      ],
    }),
    amount: t.field({ ...moneyColumn('amountCents'), description: 'How much it is.' }),
    isBalance: t.exposeBoolean('isBalance', {
      description: 'Whether it pays what a deposit left to pay.',
    }),
    failure: t.exposeString('failureMessage', {
      nullable: true,
      description: 'Why it failed, for the payer.',
    }),
  }),
});
