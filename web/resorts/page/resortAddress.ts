import { readGuests, readStay, writeStay, type ChosenStay } from '#common/addresses/stayAddress.ts';
import { isDay } from '#common/days.ts';

export type ReviewSort = 'NEWEST' | 'HIGHEST' | 'LOWEST';

const sorts: Record<string, ReviewSort> = { highest: 'HIGHEST', lowest: 'LOWEST' };

export interface ResortView {
  /** The month of the calendar, YYYY-MM. Defaults to the first month with a free week. */
  month: string | undefined;
  /**
   * The first night, YYYY-MM-DD, while the last day is not chosen; limits the weeks to this night.
   */
  night: string | undefined;
  guests: number | null;
  stay: ChosenStay | undefined;
  dialog: 'reviews' | 'write' | 'stay' | 'answer' | undefined;
  /** Plain id of the booking that `stay` and `answer` are about. */
  booking: string | undefined;
  sort: ReviewSort;
}

/**
 * Reads `?from=&to=&guests=&week=&month=&night=&reviews=all&sort=`, `?review=write`, or the id of a
 * booking in `?review=` or `?answer=`; invalid values are ignored.
 */
export function readResortView(search: string): ResortView {
  const params = new URLSearchParams(search);
  const night = params.get('night') ?? '';
  return {
    month: plain(params.get('month'), /^20\d{2}-(0[1-9]|1[0-2])$/),
    night: isDay(night) && night.startsWith('20') ? night : undefined,
    guests: readGuests(params),
    stay: readStay(params),
    ...readDialog(params),
    sort: sorts[params.get('sort') ?? ''] ?? 'NEWEST',
  };
}

function readDialog(params: URLSearchParams): Pick<ResortView, 'dialog' | 'booking'> {
  const [review, answer] = [params.get('review'), params.get('answer')];
  if (review === 'write') return { dialog: 'write', booking: undefined };
  const [stay, answered] = [plain(review, uuid), plain(answer, uuid)];
  if (stay !== undefined) return { dialog: 'stay', booking: stay };
  if (answered !== undefined) return { dialog: 'answer', booking: answered };
  return { dialog: params.get('reviews') === 'all' ? 'reviews' : undefined, booking: undefined };
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The query string of a view, with its question mark; empty for the default view. */
export function resortViewSearch(view: Partial<ResortView>): string {
  const params = new URLSearchParams();
  if (view.stay) writeStay(params, view.stay);
  else if (view.guests != null) params.set('guests', String(view.guests));
  if (view.month) params.set('month', view.month);
  if (view.night) params.set('night', view.night);
  if (view.dialog === 'reviews') params.set('reviews', 'all');
  if (view.dialog === 'write') params.set('review', 'write');
  if (view.dialog === 'stay' && view.booking) params.set('review', view.booking);
  if (view.dialog === 'answer' && view.booking) params.set('answer', view.booking);
  const sort = Object.keys(sorts).find((name) => sorts[name] === view.sort);
  if (view.dialog === 'reviews' && sort) params.set('sort', sort);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

const plain = (value: string | null, shape: RegExp): string | undefined =>
  value !== null && shape.test(value) ? value : undefined;
