const counts = new Intl.NumberFormat('en-US');

export const formatCount = (count: number): string => counts.format(count);

const shortCounts = new Intl.NumberFormat('en-US', { notation: 'compact' });

/** A short form: 10,000 as '10K'. */
export const formatShortCount = (count: number): string => shortCounts.format(count);

/** A count with its noun: '1 week', '2 weeks', '3 inquiries'. */
// Bundles leave out texts of it that nobody uses:
/* @__NO_SIDE_EFFECTS__ */
export const plural = (count: number, noun: string): string =>
  `${formatCount(count)} ${nounFor(count, noun)}`;

export function nounFor(count: number, noun: string): string {
  if (count === 1) return noun;
  if (noun.endsWith('person')) return `${noun.slice(0, -'person'.length)}people`;
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** The form of a verb for a count: verbFor(1, 'wait') is 'waits', verbFor(2, 'wait') 'wait'. */
export const verbFor = (count: number, verb: string): string => {
  if (verb === 'go') return count === 1 ? 'goes' : 'go';
  if (verb === 'be') return count === 1 ? 'is' : 'are';
  if (verb === 'have') return count === 1 ? 'has' : 'have';
  return count === 1 ? nounFor(2, verb) : verb;
};
