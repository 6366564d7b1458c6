import { plural } from '../ui/words/numbers.ts';

/** '7 nights', or what is left of them: '5 of 7 nights left', 'Fully booked'. */
export function nightsWords(nights: number, free: number): string {
  if (free === 0) return 'Fully booked';
  return free < nights ? `${free} of ${plural(nights, 'night')} left` : plural(nights, 'night');
}
