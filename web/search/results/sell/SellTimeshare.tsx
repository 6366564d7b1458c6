import { Button } from '#web/ui/basics/Button.tsx';
import { useEffect, useRef, useState } from 'react';
import type { PreloadedQuery } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { sellPageLoaderQuery } from '#web/__generated__/sellPageLoaderQuery.graphql.ts';
import type { TurnIntoListing_inquiry$key } from '#web/__generated__/TurnIntoListing_inquiry.graphql.ts';
import type { TurnIntoListing_viewer$key } from '#web/__generated__/TurnIntoListing_viewer.graphql.ts';
import { TurnIntoListing } from '#web/inquiries/mine/TurnIntoListing.tsx';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { PropertyForm } from '#web/inquiries/PropertyForm.tsx';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { sellPageQuery } from './sellPageLoader.ts';
import styles from './SellTimeshare.module.css';

export function SellTimeshare({ reference }: { reference: PreloadedQuery<sellPageLoaderQuery> }) {
  const { site, viewer } = useOwnedPreloadedQuery<sellPageLoaderQuery>(sellPageQuery, reference);
  return (
    <>
      <PageMeta
        title={`Sell Your Timeshare | ${site.title}`}
        description="Offer your timeshare week to travelers and buyers; the team verifies ownership first."
        canonicalPath="/search?type=sell"
      />
      {viewer ? <SellPage viewer={viewer} /> : <LoginRequired />}
    </>
  );
}

function LoginRequired() {
  return (
    <>
      <h1 className={`content ${styles.sellTitle}`}>Sell Your Timeshare</h1>
      <EmptyState
        title="Login Required"
        text="Please log in to submit your property for sale"
        link={{
          to: `/auth?${new URLSearchParams({ returnTo: '/search?type=sell' })}`,
          label: 'Log In to Continue',
          variant: 'main',
        }}
      />
    </>
  );
}

const steps = [
  { title: 'Tell us what you own', text: 'The resort, the unit and the week, in your own words.' },
  { title: 'We call you', text: 'Within 24 hours, to agree on a price and the next steps.' },
  {
    title: 'Verified, then published',
    text: 'We check the ownership before anyone sees your week; escrow protects the sale.',
  },
];

interface SellPageProps {
  viewer: TurnIntoListing_viewer$key;
}

function SellPage({ viewer }: SellPageProps) {
  const [submitted, setSubmitted] = useState<TurnIntoListing_inquiry$key>();
  return (
    <div className={`content stack gap-7 at-top ${styles.page}`}>
      <div className={`stack gap-4 sticky ${styles.about}`}>
        <h1>Sell Your Timeshare</h1>
        <p className="soft text-19">
          Reach travelers and buyers who are looking for a week like yours.
        </p>
        <ol className={`stack gap-4 margin-top-3 ${styles.steps}`}>
          {steps.map(({ title, text }) => (
            <li key={title}>
              <h2>{title}</h2>
              <p className="soft">{text}</p>
            </li>
          ))}
        </ol>
        <p>
          Know your week and your price? List it yourself in five minutes:{' '}
          <Link className="semibold" to="/create-listing">
            List Your Timeshare
          </Link>
        </p>
      </div>
      <div className={`panel ${styles.panel}`}>
        {submitted ? (
          <Thanks inquiry={submitted} viewer={viewer} onAgain={() => setSubmitted(undefined)} />
        ) : (
          <>
            <h2>Submit Your Property</h2>
            <PropertyForm motivation="SELL" onSubmitted={setSubmitted} />
          </>
        )}
      </div>
    </div>
  );
}

interface ThanksProps extends SellPageProps {
  inquiry: TurnIntoListing_inquiry$key;
  onAgain: () => void;
}

function Thanks({ inquiry, viewer, onAgain }: ThanksProps) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <div ref={panel} className={`stack gap-4 to-left ${styles.thanks}`} tabIndex={-1}>
      <Icon name="check" size={56} />
      <h2>Thank you, we have it</h2>
      <p>
        A confirmation is on its way to your inbox. Your dashboard shows how far we are with your
        property.
      </p>
      <p>
        You need not wait for our call: turn it into a listing, and the form is filled with what you
        sent.
      </p>
      <div className="cluster gap-3">
        <TurnIntoListing inquiry={inquiry} viewer={viewer} />
        <ButtonLink to="/dashboard" variant="contained">
          Go to Dashboard
        </ButtonLink>
        <Button variant="quiet" onClick={onAgain}>
          Submit Another Property
        </Button>
      </div>
    </div>
  );
}
