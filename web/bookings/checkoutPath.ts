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
