const held = {
  id: 'Booking:1',
  status: 'HELD',
  checkIn: '2027-06-05',
  checkOut: '2027-06-12',
  guests: 3,
  heldSeconds: 821,
  payment: null,
  listing: { id: 'Listing:1', databaseId: 'week' },
  resort: { id: 'Resort:1', databaseId: 'resort', name: 'Sea House' },
};

/** The answer that the visitor has these bookings, each of a held week where nothing else is given. */
export const heldBookings = (bookings: readonly object[]) => ({
  data: {
    viewer: {
      id: 'User:1',
      bookings: { edges: bookings.map((given) => ({ node: { ...held, ...given } })) },
    },
  },
});
