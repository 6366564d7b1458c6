import { NotFound } from '../page/NotFound.tsx';
import { ButtonLink } from '../ui/basics/ButtonLink.tsx';

export function NoSuchListing() {
  return (
    <NotFound
      title="Listing not found"
      action={
        <ButtonLink to="/dashboard/listings" variant="contained">
          My Listings
        </ButtonLink>
      }
    >
      <p>There is no such listing among yours.</p>
    </NotFound>
  );
}
