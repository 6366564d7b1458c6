/** A price as somebody typed it: a plain number reads as dollars, other words stay as they are. */
export function formatTypedPrice(text: string): string {
  const dollars = /^\$?(\d{1,12}(?:\.\d{1,2})?)$/.exec(text.trim())?.[1];
  return dollars === undefined ? text : formatMoney(Math.round(Number(dollars) * 100), 'USD');
}

/** An amount in hundredths of its currency as people read it: '$1,050', '$199.50'. */
export function formatMoney(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  }).format(cents / 100);
}
