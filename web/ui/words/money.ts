/** Formats a typed price: a plain number becomes dollars, other text stays as it is. */
export function formatTypedPrice(text: string): string {
  const dollars = /^\$?(\d{1,12}(?:\.\d{1,2})?)$/.exec(text.trim())?.[1];
  return dollars === undefined ? text : formatMoney(Math.round(Number(dollars) * 100), 'USD');
}

/** Formatted amounts in several currencies as one sum: '$1,050 + €300'. */
export const sumInWords = (amounts: readonly string[]): string => amounts.join(' + ');

/** Formats an amount in hundredths of its currency: '$1,050', '$199.50'. */
export function formatMoney(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  }).format(cents / 100);
}
