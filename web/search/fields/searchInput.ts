import { most } from '../address/searchState.ts';

export const searchInput = {
  type: 'search',
  'aria-label': 'Search by location, resort name, or brand',
  enterKeyHint: 'search',
  autoComplete: 'off',
  maxLength: most.characters,
} as const;
