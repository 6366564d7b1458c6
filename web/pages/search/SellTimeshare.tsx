import type { PreloadedQuery } from 'react-relay/hooks';
import type { searchPageLoaderSellQuery } from '../../__generated__/searchPageLoaderSellQuery.graphql.ts';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { PageMeta } from '../../components/PageMeta.tsx';
import { useOwnedPreloadedQuery } from '../../relay/useOwnedPreloadedQuery.ts';
import styles from './SearchPage.module.css';
import { sellPageQuery } from './searchPageLoader.ts';

interface SellTimeshareProps {
  reference: PreloadedQuery<searchPageLoaderSellQuery>;
}

export function SellTimeshare({ reference }: SellTimeshareProps) {
  const { site, viewer } = useOwnedPreloadedQuery<searchPageLoaderSellQuery>(
    sellPageQuery,
    reference,
  );
  return (
    <>
      <PageMeta
        title={`Sell Your Timeshare | ${site.title}`}
        description="Offer your timeshare week to travellers and buyers; the team verifies ownership first."
        canonicalPath="/search?type=sell"
      />
      {viewer ? <SellByContact /> : <LoginRequired />}
    </>
  );
}

function LoginRequired() {
  return (
    <>
      <h1 className={`content ${styles.sellTitle}`}>Sell Your Timeshare</h1>
      <EmptyState
        title="Login Required"
        action={
          <ButtonLink
            to={`/auth?${new URLSearchParams({ returnTo: '/search?type=sell' })}`}
            variant="contained"
            color="secondary"
            size="large"
          >
            Log In to Continue
          </ButtonLink>
        }
      >
        <p>Please log in to submit your property for sale</p>
      </EmptyState>
    </>
  );
}

function SellByContact() {
  return (
    <EmptyState
      headingLevel="h1"
      title="Sell Your Timeshare"
      action={
        <ButtonLink to="/contact" variant="contained" color="secondary" size="large">
          Contact the team
        </ButtonLink>
      }
    >
      <p>
        Submitting a property online isn&apos;t open yet. Tell our team the resort, the unit and the
        week you own, and they will take it from there.
      </p>
    </EmptyState>
  );
}
