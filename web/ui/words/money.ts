import { formatMoney, usDollars } from '#common/money.ts';

/** Formats a typed price: a plain number becomes dollars, other text stays as it is. */
export function formatTypedPrice(text: string): string {
  const dollars = /^\$?(\d{1,12}(?:\.\d{1,2})?)$/.exec(text.trim())?.[1];
  return dollars === undefined ? text : formatMoney(usDollars(Number(dollars)));
}

/** Formatted amounts in several currencies as one sum: '$1,050 + €300'. */
export const sumInWords = (amounts: readonly string[]): string => amounts.join(' + ');
