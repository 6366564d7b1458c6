import { isDay, nightsBetween } from '../days.ts';

/** The stay that a link to a resort's page leads to. */
export interface ChosenStay {
  /** First night and day of departure, YYYY-MM-DD. */
  from: string;
  to: string;
  guests: number | null;
  /** The plain id of the listing; null for any of the resort. */
  listing: string | null;
}

/** The path of a resort's page with a stay chosen. */
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

/** The stay in the URL of a resort's page; undefined without valid dates. */
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

/** How many people the URL names, 1 to 30; null if none. */
export function readGuests(params: URLSearchParams): number | null {
  const guests = params.get('guests') ?? '';
  return /^([1-9]|[12]\d|30)$/.test(guests) ? Number(guests) : null;
}

const mostNights = 60;
