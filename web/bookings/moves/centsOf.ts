/** '$1,050.50' as 105050; undefined if it is not an amount. */
export function centsOf(text: string): number | undefined {
  const dollars = text.trim().replace(/^\$/, '').replaceAll(',', '');
  return /^\d{1,7}(\.\d{1,2})?$/.test(dollars) ? Math.round(Number(dollars) * 100) : undefined;
}
