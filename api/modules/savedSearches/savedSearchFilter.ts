import type { ResortFilter } from '../search/resortFilter.ts';

/** Casts a stored filter, which was validated before it was stored. */
export const storedFilter = (json: unknown): ResortFilter => json as ResortFilter;
