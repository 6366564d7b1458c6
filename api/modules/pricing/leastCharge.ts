import { formatMoney } from '#common/money.ts';
import { smallestPayment } from '#common/stripeAmounts.ts';

/**
 * The least that a card can be charged, in hundredths of the currency; `least_charge_cents` in
 * prisma/sql/payments.sql holds every payment to the same. Source: docs.stripe.com/currencies,
 * "Minimum and maximum charge amounts".
 */
export const leastCharges: Readonly<Record<string, number>> = {
  AED: 200,
  AUD: 50,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1_500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  INR: 50,
  JPY: 5_000,
  MXN: 1_000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1_000,
  USD: 50,
};

export const leastCharge = (currency: string): number => leastCharges[currency] ?? 50;

/** Says what is wrong with a total that no card can be charged; undefined if it can be. */
export function chargeProblem(total: { amount: number; currency: string }): string | undefined {
  const amount = leastCharge(total.currency);
  const problem =
    total.amount < amount
      ? `A card can be charged ${formatMoney({ ...total, amount })} or more`
      : total.amount % smallestPayment(total.currency) === 0
        ? undefined
        : `A card can be charged only whole ${total.currency}`;
  return problem && `The stay would cost ${formatMoney(total)}. ${problem}`;
}
