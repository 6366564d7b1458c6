import type { FieldErrors } from '../relay/fieldErrors.ts';

/** The values of the filter form's fields. */
export interface FilterForm {
  destination: string;
  limit: string;
  priceMin: string;
  priceMax: string;
}

/** The filters as input of the mutation; without a limit all rows are read. */
export interface SyncFilters {
  destination: string | null;
  limit: number | null;
  priceMinCents: number | null;
  priceMaxCents: number | null;
}

/** SPEC section 9, "Sync limit default 10, range 1 to 100, min price 0". */
export const usualFilters: FilterForm = {
  destination: '',
  limit: '10',
  priceMin: '0',
  priceMax: '',
};

/** SPEC section 5, "Sync filters". */
export function validateFilters(form: FilterForm): FieldErrors<keyof FilterForm> {
  const errors: FieldErrors<keyof FilterForm> = {};
  const limit = numberIn(form.limit);
  if (limit !== null && !(Number.isInteger(limit) && limit >= 1 && limit <= 100)) {
    errors.limit = 'Limit must be a whole number from 1 to 100, or empty';
  }
  const [least, most] = [numberIn(form.priceMin), numberIn(form.priceMax)];
  if (least !== null && !(least >= 0)) errors.priceMin = 'Min price must be a number of 0 or more';
  else if (least !== null && least > mostDollars) errors.priceMin = `Min price ${tooHigh}`;
  if (most !== null && !(most >= 0)) errors.priceMax = 'Max price must be a number of 0 or more';
  else if (most !== null && most > mostDollars) errors.priceMax = `Max price ${tooHigh}`;
  else if (least !== null && most !== null && least > most) {
    errors.priceMax = 'Max price must not be below the min price';
  }
  return errors;
}

export const filtersOf = (form: FilterForm): SyncFilters => ({
  destination: form.destination.trim() || null,
  limit: numberIn(form.limit),
  // A minimum of 0 excludes nothing, and only a sync without filters may withdraw missing weeks.
  priceMinCents: centsIn(form.priceMin) || null,
  priceMaxCents: centsIn(form.priceMax),
});

/** The server's maximum. */
const mostDollars = 1_000_000;
const tooHigh = 'must be at most 1,000,000';

function centsIn(text: string): number | null {
  const dollars = numberIn(text);
  return dollars === null ? null : Math.round(dollars * 100);
}

/** Null if empty, NaN if not a number. */
function numberIn(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(trimmed) ? Number(trimmed) : NaN;
}
