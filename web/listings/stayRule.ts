import { plural } from '../ui/words/numbers.ts';

/**
 * 'Only as a whole', '3 nights or more'; undefined if guests may book any part.
 * @param minNights The fewest nights that guests may book.
 */
export function stayRule(minNights: number, isWholeOnly: boolean): string | undefined {
  if (minNights === 1) return undefined;
  return isWholeOnly ? 'Only as a whole' : `${plural(minNights, 'night')} or more`;
}
