import type { ResortFilter } from '../search/resortFilter.ts';

/** Types a stored filter; it was validated before it was stored. */
export const storedFilter = (json: unknown): ResortFilter => json as ResortFilter;
