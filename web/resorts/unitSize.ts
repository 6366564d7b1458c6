import { plural } from '#common/numbers.ts';

/** '2 bedrooms · sleeps 6', 'Studio · sleeps 2', 'Sleeps 4' if the bedrooms are not known. */
export function unitSize(bedrooms: number | null | undefined, maxGuests: number): string {
  if (bedrooms == null) return `Sleeps ${maxGuests}`;
  return `${bedrooms === 0 ? 'Studio' : plural(bedrooms, 'bedroom')} · sleeps ${maxGuests}`;
}
