import { ButtonLink } from '../ui/basics/ButtonLink.tsx';
import { EmptyState } from '../ui/panels/EmptyState.tsx';
import { PageMeta } from '../page/PageMeta.tsx';

interface NoSuchListingProps {
  siteTitle: string;
}

export function NoSuchListing({ siteTitle }: NoSuchListingProps) {
  return (
    <>
      <PageMeta title={`Listing not found | ${siteTitle}`} status={404} />
      <EmptyState
        headingLevel="h1"
        title="Listing not found"
        action={
          <ButtonLink to="/dashboard/listings" variant="contained">
            My Listings
          </ButtonLink>
        }
      >
        <p>There is no such listing among yours.</p>
      </EmptyState>
    </>
  );
}
