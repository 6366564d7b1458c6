import { expect, it } from 'vitest';
import { checkoutPath, stayOfCheckout } from './checkoutPath.ts';

const listingId = '01a2b3c4-0000-7000-8000-000000000000';
const stay = { listingId, checkIn: '2027-06-05', checkOut: '2027-06-12' };

it('the stay of a checkout is read from its path', () => {
  expect(stayOfCheckout(checkoutPath({ ...stay, guests: 3 }))).toEqual(stay);
});

it.each([
  '/dashboard',
  `/checkout/${listingId}`,
  `/checkout/${listingId}?checkIn=2027-06-12&checkOut=2027-06-05`,
  `/checkout/${listingId}?checkIn=2027-06-31&checkOut=2027-07-05`,
  '/checkout/none?checkIn=2027-06-05&checkOut=2027-06-12',
  `/search?next=/checkout/${listingId}?checkIn=2027-06-05&checkOut=2027-06-12`,
])('%s has none', (path) => {
  expect(stayOfCheckout(path)).toBeUndefined();
});
