import { isDay, nightsBetween } from '#common/days.ts';
import { readGuests } from '#common/addresses/stayAddress.ts';

export interface WantedStay {
  /** First night and day of departure, YYYY-MM-DD. */
  checkIn: string;
  checkOut: string;
  guests: number;
}

/** Reads `?checkIn=&checkOut=&guests=`; undefined without valid dates. */
export function readWantedStay(
  params: URLSearchParams,
  mostGuests: number,
): WantedStay | undefined {
  const [checkIn, checkOut] = [params.get('checkIn') ?? '', params.get('checkOut') ?? ''];
  if (!isDay(checkIn) || !isDay(checkOut) || nightsBetween(checkIn, checkOut) < 1) return undefined;
  return { checkIn, checkOut, guests: Math.min(readGuests(params) ?? usualGuests, mostGuests) };
}

const usualGuests = 2;

export interface CheckoutState {
  /** The idempotency key of the hold, so that a reload requests the same hold. */
  holdKey?: string;
  seenTotalCents?: number;
}

export const readCheckoutState = (state: unknown): CheckoutState =>
  typeof state === 'object' && state !== null ? state : {};
