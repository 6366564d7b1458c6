const counts = new Intl.NumberFormat('en-US');

export function formatCount(count: number): string {
  return counts.format(count);
}

const shortCounts = new Intl.NumberFormat('en-US', { notation: 'compact' });

/** A short form: 10,000 as '10K'. */
export const formatShortCount = (count: number): string => shortCounts.format(count);

export function plural(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
