import { isDay, nightsBetween } from '../days.ts';

interface Stay {
  listingId: string;
  checkIn: string;
  checkOut: string;
  /** Null: the checkout page chooses. */
  guests: number | null;
}

export function checkoutPath({ listingId, checkIn, checkOut, guests }: Stay): string {
  const params = new URLSearchParams({ checkIn, checkOut });
  if (guests !== null) params.set('guests', String(guests));
  return `/checkout/${listingId}?${params}`;
}

export function stayOfCheckout(path: string): Omit<Stay, 'guests'> | undefined {
  const [pathname = '', search = ''] = path.split('?');
  const [, listingId] = /^\/checkout\/([\da-f-]{36})$/.exec(pathname) ?? [];
  const params = new URLSearchParams(search);
  const [checkIn, checkOut] = [params.get('checkIn') ?? '', params.get('checkOut') ?? ''];
  const isStay = isDay(checkIn) && isDay(checkOut) && nightsBetween(checkIn, checkOut) > 0;
  return listingId !== undefined && isStay ? { listingId, checkIn, checkOut } : undefined;
}
