const counts = new Intl.NumberFormat('en-US');

/** A count with its noun: '1 week', '2,000 weeks', '3 inquiries'. */
export const plural = (count: number, noun: string): string =>
  `${counts.format(count)} ${nounFor(count, noun)}`;

/** The form of an English noun for a count; the last word of a compound changes. */
function nounFor(count: number, noun: string): string {
  if (count === 1) return noun;
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}
