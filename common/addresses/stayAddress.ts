import { isDay, nightsBetween } from '../days.ts';

export interface ChosenStay {
  /** First night and day of departure, YYYY-MM-DD. */
  from: string;
  to: string;
  guests: number | null;
  /** The plain id of the listing; null for any listing of the resort. */
  listing: string | null;
}

export function stayPath(resortId: string, stay: ChosenStay): string {
  const params = new URLSearchParams();
  writeStay(params, stay);
  return `/resort/${resortId}?${params}`;
}

export function writeStay(params: URLSearchParams, stay: ChosenStay): void {
  params.set('from', stay.from);
  params.set('to', stay.to);
  if (stay.guests !== null) params.set('guests', String(stay.guests));
  if (stay.listing !== null) params.set('week', stay.listing);
}

export function readStay(params: URLSearchParams): ChosenStay | undefined {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  const listing = params.get('week') ?? '';
  if (!isDay(from) || !isDay(to) || from >= to || nightsBetween(from, to) > mostNights) {
    return undefined;
  }
  return {
    from,
    to,
    guests: readGuests(params),
    listing: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(listing) ? listing : null,
  };
}

/** The number of guests in the URL, 1 to 30; null if none. */
export function readGuests(params: URLSearchParams): number | null {
  const guests = params.get('guests') ?? '';
  return /^([1-9]|[12]\d|30)$/.test(guests) ? Number(guests) : null;
}

const mostNights = 60;
