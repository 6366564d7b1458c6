import { plural } from '#common/numbers.ts';
import { chosenFilters } from './chosenFilters.ts';
import { noFilters } from './searchState.ts';
import { noTime, type StayTime } from './stayTime.ts';

export interface Wish extends StayTime {
  guests: number | null;
}

export const noWish: Wish = { ...noTime, guests: null };

export const whenWords = (wish: Wish): string =>
  chosenFilters({ ...noFilters, ...wish, guests: null })
    .map(({ label }) => label)
    .join(', ');

export const whoWords = ({ guests }: Wish): string =>
  guests === null ? '' : plural(guests, 'guest');
