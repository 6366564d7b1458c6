import { NotFound } from '../page/NotFound.tsx';

export function NoSuchListing() {
  return (
    <NotFound
      title="Listing not found"
      link={{ to: '/dashboard/listings', label: 'My Listings' }}
      text="There is no such listing among yours."
    />
  );
}
