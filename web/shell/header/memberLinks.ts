const links = [
  { label: 'Dashboard', to: '/dashboard' },
  { label: 'My Bookings', to: '/bookings' },
  { label: 'Reservations', to: '/reservations' },
  { label: 'My Listings', to: '/dashboard/listings' },
  { label: 'Offers and Sales', to: '/dashboard/sales' },
  { label: 'Payouts', to: '/payouts' },
  { label: 'Messages', to: '/messages' },
  { label: 'Organizations', to: '/organizations' },
  { label: 'Admin Panel', to: '/admin' },
];

export const memberLinks = (role: string) =>
  links.filter(({ to }) => to !== '/admin' || role === 'ADMIN');
