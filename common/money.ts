export interface Money {
  /** In hundredths of the currency, even if its coins differ. */
  amount: number;
  /** ISO 4217 code. */
  currency: string;
}

/** @param cents Null gives null. */
export const moneyOrNull = (cents: number | null, currency: string): Money | null =>
  cents === null ? null : { amount: cents, currency };

/** @param dollars US dollars, rounded to cents. */
export const usDollars = (dollars: number): Money => ({
  amount: Math.round(dollars * 100),
  currency: 'USD',
});

export function formatMoney({ amount, currency }: Money): string {
  const format = formats.get(currency) ?? newFormat(currency);
  formats.set(currency, format);
  return format.format(amount / 100);
}

/** By currency: creating a format takes longer than formatting a page of prices. */
const formats = new Map<string, Intl.NumberFormat>();

const newFormat = (currency: string): Intl.NumberFormat =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    trailingZeroDisplay: 'stripIfInteger',
  });

/** One sum per currency, largest first. */
export function sumByCurrency(amounts: readonly Money[]): Money[] {
  const sums = new Map<string, number>();
  for (const { amount, currency } of amounts) {
    sums.set(currency, (sums.get(currency) ?? 0) + amount);
  }
  return [...sums]
    .map(([currency, amount]) => ({ amount, currency }))
    .sort((one, other) => other.amount - one.amount);
}
