import { builder } from '#api/graphql/builder.ts';
import { command } from '#api/graphql/command.ts';
import { idOf } from '#api/graphql/ids/ids.ts';
import { MoneyType } from '#api/graphql/money.ts';
import { CardPaymentType } from '#api/modules/payments/cardPayment.graphql.ts';
import { moneyOrNull } from '#common/money.ts';
import { closing } from '../moves/makeMove.ts';
import { parts, partsIn, salePayload, SaleType } from '../moves/saleWork.graphql.ts';
import {
  cardDepositCents,
  charges,
  checkSalePayment,
  isTriedTooOften,
  paySaleDeposit,
} from './cardDeposit.ts';

const errors = ['InvalidInput', 'NotFound', 'Forbidden', 'Conflict', 'Unavailable'] as const;

builder.prismaObjectFields(SaleType, (t) => ({
  cardDeposit: t.field({
    type: MoneyType,
    nullable: true,
    description:
      'The deposit that you, the buyer, can pay by card now, by `paySaleDeposit`; null if its step is not open, it is higher than the site takes by card, a part of it was paid by wire, or too many cards were declined.',
    select: {
      ...closing,
      ...parts,
      status: true,
      listing: { select: { currency: true } },
      paymentOperations: { ...charges, select: { status: true } },
    },
    resolve: async (sale, _args, context) => {
      const { currency } = sale.listing;
      const isBuyer = (await partsIn(context, sale)).includes('buyer');
      const canTry = isBuyer && !isTriedTooOften(sale.paymentOperations);
      const amount = canTry ? cardDepositCents(context.deps, sale, currency) : undefined;
      return moneyOrNull(amount ?? null, currency);
    },
  }),
  cardPayment: t.field({
    type: CardPaymentType,
    nullable: true,
    description: 'The last attempt to pay the deposit by card; only the buyer sees it.',
    select: (_args, _context, nestedSelection) => ({
      paymentOperations: nestedSelection(charges),
    }),
    authScopes: ({ buyerId }) => ({ self: buyerId }),
    unauthorizedResolver: () => null,
    resolve: ({ paymentOperations }) => paymentOperations[0] ?? null,
  }),
}));

builder.prismaObjectField(CardPaymentType, 'cardLastFour', (t) =>
  t.exposeString('cardLastFour', {
    nullable: true,
    description:
      'The last four digits of the card that pays the deposit of a sale; null if they are not known.',
  }),
);

command('paySaleDeposit', {
  type: salePayload('PaySaleDepositPayload', 'Its `cardPayment` says how the payment stands.'),
  description:
    'Charges the open deposit of a sale to your card, up to the limit of the site. A repeated call returns the payment that is under way or was made.',
  errors,
  input: ['The `cardDeposit` to pay.', 'A sale, and the card that pays its deposit.'],
  fields: {
    saleId: idOf('sale', 'You must be its buyer.'),
    version: [
      'Int',
      'The `version` that you have read. Fails with ConflictError if it has changed.',
    ],
    method: ['String', 'A token of the card that the payment provider made in the browser.'],
  },
  resolve: async (input, context) => ({
    sale: await paySaleDeposit(context.deps, await context.viewer(), input),
  }),
});

command('checkSalePayment', {
  type: salePayload('CheckSalePaymentPayload', 'Its `cardPayment` says how the payment stands.'),
  description:
    'Asks the payment provider how your card payment stands, for example after you have confirmed it with your bank.',
  errors,
  input: ['The sale whose deposit is being paid.', 'A sale whose card payment is under way.'],
  fields: { saleId: idOf('sale', 'You must be its buyer.') },
  resolve: async (input, context) => ({
    sale: await checkSalePayment(context.deps, await context.viewer(), input),
  }),
});
