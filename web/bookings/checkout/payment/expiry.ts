/**
 * Formats the expiry of a card as MM/YY while it is typed, pasted or filled in: adds the slash, and
 * shortens a year of four digits.
 * @param before The previous text, so that deleted characters are not added again.
 */
export function expiryTyped(before: string, typed: string): string {
  const isDeleting = typed.length < before.length;
  const [first = '', second, third] = typed
    .split(/\D+/)
    .filter((part, at) => at > 0 || part !== '');
  // Some browsers fill in YYYY-MM.
  if (first.length === 4 && first.startsWith('20') && second !== undefined && third === undefined) {
    return join(second.slice(0, 2), first);
  }
  if (second !== undefined) return join(!isDeleting ? twoDigits(first) : first, second);
  if (first.length > 2) return join(first.slice(0, 2), first.slice(2));
  if (isDeleting) return first;
  const month = /^[2-9]$/.test(first) ? `0${first}` : first;
  return month.length === 2 ? `${month}/` : month;
}

const twoDigits = (month: string): string => (month.length === 1 ? `0${month}` : month);

/** Years are in this century. */
function join(month: string, year: string): string {
  const digits = year.slice(0, 4);
  return `${month.slice(0, 2)}/${/^20\d\d$/.test(digits) ? digits.slice(2) : digits}`;
}
