import { plural } from '#common/numbers.ts';

/**
 * '7 nights', or the free part of them: '5 of 7 nights left', 'Fully booked'.
 * @param minNights The fewest nights that guests may book: fewer free nights are useless.
 */
export function nightsWords(nights: number, free: number, minNights = 1): string {
  if (free === 0) return minNights > 1 ? 'Nothing left to book' : 'Fully booked';
  return free < nights ? `${free} of ${plural(nights, 'night')} left` : plural(nights, 'night');
}

/** 'Only as a whole', '3 nights or more'; empty if guests may book any part. */
export function stayRule(minNights: number, isWholeOnly: boolean): string {
  if (minNights === 1) return '';
  return isWholeOnly ? 'Only as a whole' : `${plural(minNights, 'night')} or more`;
}
