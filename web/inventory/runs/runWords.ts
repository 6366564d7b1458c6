import { formatCount } from '#common/numbers.ts';
import type { Status } from '#web/ui/basics/statuses.ts';

export type RunStatus =
  | 'WAITING'
  | 'RUNNING'
  | 'COMPLETED'
  | 'FAILED'
  | 'CANCELLED'
  | (string & {});

export type Outcome = 'success' | 'warning' | 'failure' | 'running';

interface Figures {
  readonly status: RunStatus;
  readonly imported: number;
  readonly failed: number;
}

export const isUnderWay = (status: RunStatus): boolean =>
  status === 'WAITING' || status === 'RUNNING';

/**
 * 'warning' if there are errors, 'success' if something was imported without errors, else 'failure'
 * (SPEC section 2, "Inventory management"). A failed run is never a success.
 */
export function outcomeOf({ status, imported, failed }: Figures): Outcome {
  if (isUnderWay(status)) return 'running';
  if (failed > 0) return 'warning';
  return imported > 0 && status !== 'FAILED' ? 'success' : 'failure';
}

export const outcomeWords: Readonly<Record<Outcome, string>> = {
  success: 'Success',
  warning: 'With errors',
  failure: 'Failure',
  running: 'Under way',
};

export const runStatuses: Readonly<Record<string, Status>> = {
  WAITING: { tone: 'open', label: 'Waiting' },
  RUNNING: { tone: 'open', label: 'Under way' },
  COMPLETED: { tone: 'good', label: 'Completed' },
  FAILED: { tone: 'bad', label: 'Failed' },
  CANCELLED: { tone: 'quiet', label: 'Cancelled' },
};

interface Price {
  readonly formatted: string;
}

interface Filters {
  readonly destination: string | null | undefined;
  readonly priceMin: Price | null | undefined;
  readonly priceMax: Price | null | undefined;
  readonly limit: number | null | undefined;
}

/** 'Hawaii, $100 to $300 a night, at most 10', or 'Everything'. */
export function filtersInWords({ destination, priceMin, priceMax, limit }: Filters): string {
  const prices =
    priceMin && priceMax
      ? `${priceMin.formatted} to ${priceMax.formatted} a night`
      : priceMin
        ? `from ${priceMin.formatted} a night`
        : priceMax && `up to ${priceMax.formatted} a night`;
  const parts = [destination, prices, limit != null && `at most ${formatCount(limit)}`];
  const words = parts.filter(Boolean).join(', ');
  return words === '' ? 'Everything' : words.charAt(0).toUpperCase() + words.slice(1);
}

export function durationInWords(from: string, to: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
  if (seconds === 0) return 'Under a second';
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return [minutes > 0 && `${formatCount(minutes)} min`, (rest > 0 || minutes === 0) && `${rest} s`]
    .filter(Boolean)
    .join(' ');
}

/** SPEC section 8, "Sync". */
export const importedWords = (imported: number, total: number): string =>
  `Imported ${formatCount(imported)} out of ${formatCount(total)} listings`;

/** SPEC section 8, "Preview". */
export const foundWords = (total: number, provider: string): string =>
  `Found ${formatCount(total)} listings from ${provider}`;

/** SPEC section 2: 'N error(s) occurred during sync'. */
export const errorWords = (failed: number): string =>
  `${formatCount(failed)} error(s) occurred during sync`;

export const kindWords: Readonly<Record<string, string>> = {
  JSON_FEED: 'JSON feed',
  CSV_FEED: 'CSV feed',
  ICALENDAR: 'iCalendar',
  TIDEWEEK: 'Tideweek',
};
