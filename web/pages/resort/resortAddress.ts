import { readGuests, readStay, writeStay, type ChosenStay } from '../../resorts/stayAddress.ts';
import { isDay } from '../../ui/words/days.ts';

export type ReviewSort = 'NEWEST' | 'HIGHEST' | 'LOWEST';

const sorts: Record<string, ReviewSort> = { highest: 'HIGHEST', lowest: 'LOWEST' };

/** The state of a resort page that is kept in the URL. */
export interface ResortView {
  /** The month of the calendar, YYYY-MM. Defaults to the first with a free week. */
  month: string | undefined;
  /** The first night of a stay, YYYY-MM-DD, while its end is not chosen; only weeks with it. */
  night: string | undefined;
  /** How many people come; null if it is not known. */
  guests: number | null;
  /** The stay to book. */
  stay: ChosenStay | undefined;
  dialog: 'reviews' | 'write' | undefined;
  sort: ReviewSort;
}

/**
 * Reads `?from=&to=&guests=&week=&month=&night=&reviews=all&sort=&review=write`; invalid values are
 * ignored.
 */
export function readResortView(search: string): ResortView {
  const params = new URLSearchParams(search);
  const night = params.get('night') ?? '';
  return {
    month: plain(params.get('month'), /^20\d{2}-(0[1-9]|1[0-2])$/),
    night: isDay(night) && night.startsWith('20') ? night : undefined,
    guests: readGuests(params),
    stay: readStay(params),
    dialog:
      params.get('review') === 'write'
        ? 'write'
        : params.get('reviews') === 'all'
          ? 'reviews'
          : undefined,
    sort: sorts[params.get('sort') ?? ''] ?? 'NEWEST',
  };
}

/** The query string of a view, with its question mark; empty for the default view. */
export function resortViewSearch(view: Partial<ResortView>): string {
  const params = new URLSearchParams();
  if (view.stay) writeStay(params, view.stay);
  else if (view.guests != null) params.set('guests', String(view.guests));
  if (view.month) params.set('month', view.month);
  if (view.night) params.set('night', view.night);
  if (view.dialog === 'reviews') params.set('reviews', 'all');
  if (view.dialog === 'write') params.set('review', 'write');
  const sort = Object.keys(sorts).find((name) => sorts[name] === view.sort);
  if (view.dialog === 'reviews' && sort) params.set('sort', sort);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

const plain = (value: string | null, shape: RegExp): string | undefined =>
  value !== null && shape.test(value) ? value : undefined;
