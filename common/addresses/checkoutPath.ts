import { isDay, nightsBetween } from '../days.ts';

interface Stay {
  /** Plain id. */
  listingId: string;
  checkIn: string;
  checkOut: string;
  /** Null lets the checkout choose. */
  guests: number | null;
}

/** The path of the checkout of a stay. */
export function checkoutPath({ listingId, checkIn, checkOut, guests }: Stay): string {
  const params = new URLSearchParams({ checkIn, checkOut });
  if (guests !== null) params.set('guests', String(guests));
  return `/checkout/${listingId}?${params}`;
}

/** The stay that the path of a checkout books; undefined for other paths. */
export function stayOfCheckout(path: string): Omit<Stay, 'guests'> | undefined {
  const [pathname = '', search = ''] = path.split('?');
  const [, listingId] = /^\/checkout\/([\da-f-]{36})$/.exec(pathname) ?? [];
  const params = new URLSearchParams(search);
  const [checkIn, checkOut] = [params.get('checkIn') ?? '', params.get('checkOut') ?? ''];
  const isStay = isDay(checkIn) && isDay(checkOut) && nightsBetween(checkIn, checkOut) > 0;
  return listingId !== undefined && isStay ? { listingId, checkIn, checkOut } : undefined;
}
