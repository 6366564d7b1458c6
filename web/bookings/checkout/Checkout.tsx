import { graphql, useFragment } from 'react-relay/hooks';
import { useSearchParams } from 'react-router-dom';
import type {
  Checkout_listing$data,
  Checkout_listing$key,
} from '#web/__generated__/Checkout_listing.graphql.ts';
import type { CheckoutForm_site$key } from '#web/__generated__/CheckoutForm_site.graphql.ts';
import type { CheckoutForm_viewer$key } from '#web/__generated__/CheckoutForm_viewer.graphql.ts';
import { FromTheOwner } from '#web/listings/FromTheOwner.tsx';
import { UnitFacts } from '#web/listings/UnitFacts.tsx';
import { PictureView } from '#web/pictures/PictureView.tsx';
import { stayPath } from '#common/addresses/stayAddress.ts';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { Select } from '#web/ui/forms/fields/Select.tsx';
import { formatStay } from '#web/ui/words/dates.ts';
import { nightsBetween } from '#common/days.ts';
import { plural } from '#common/numbers.ts';
import styles from './Checkout.module.css';
import { readWantedStay, type WantedStay } from './checkoutAddress.ts';
import { CheckoutForm } from './CheckoutForm.tsx';
import { FormSkeleton } from './CheckoutSkeleton.tsx';
import { Refused } from './Refused.tsx';
import { useHold } from './useHold.ts';

interface CheckoutProps {
  listing: Checkout_listing$key;
  site: CheckoutForm_site$key;
  viewer: CheckoutForm_viewer$key;
}

/** Books the stay in the URL: holds its nights at once, then requests guests and payment. */
export function Checkout({ listing, site, viewer }: CheckoutProps) {
  const data = useFragment<Checkout_listing$key>(listingFragment, listing);
  const [params] = useSearchParams();
  const stay = readWantedStay(params, data.maxGuests);
  const resortPath = `/resort/${data.resort.databaseId}`;
  if (!stay) {
    return (
      <EmptyState
        headingLevel="h1"
        title="Choose your nights first"
        link={{ to: resortPath, label: 'Choose Dates', variant: 'main' }}
        text="This link has no dates, or they are not in the calendar."
      />
    );
  }
  return (
    <div className={`sections content ${styles.page}`}>
      <header>
        <BackLink to={stayPath(data.resort.databaseId, chosenStay(data.databaseId, stay))}>
          {data.resort.name}
        </BackLink>
        <h1>Book your stay</h1>
      </header>
      <HeldStay listing={data} stay={stay} site={site} viewer={viewer} />
    </div>
  );
}

const chosenStay = (listing: string, { checkIn, checkOut, guests }: WantedStay) => ({
  from: checkIn,
  to: checkOut,
  guests,
  listing,
});

const listingFragment = graphql`
  fragment Checkout_listing on Listing {
    databaseId
    title
    maxGuests
    facts {
      ...UnitFacts_facts
    }
    ...FromTheOwner_listing
    pictures(first: 1) {
      ...PictureView_picture
    }
    resort {
      databaseId
      name
      location
      imageUrl
    }
  }
`;

interface HeldStayProps extends Omit<CheckoutProps, 'listing'> {
  listing: Checkout_listing$data;
  stay: WantedStay;
}

function HeldStay({ listing, stay, site, viewer }: HeldStayProps) {
  const { hold, askAgain, reload, change } = useHold(listing.databaseId, stay);
  const { resort } = listing;
  const resortPath = `/resort/${resort.databaseId}?month=${stay.checkIn.slice(0, 7)}`;
  const booked = (canChange: boolean) => (
    <Booked
      listing={listing}
      stay={stay}
      onGuests={canChange ? (guests) => change({ guests }) : undefined}
    />
  );
  if (hold.step === 'held') {
    return (
      <CheckoutForm
        // A new hold resets the form; typed values are kept per stay.
        key={hold.deadline}
        hold={hold}
        booked={booked}
        listingId={listing.databaseId}
        stayPath={stayPath(resort.databaseId, chosenStay(listing.databaseId, stay))}
        site={site}
        viewer={viewer}
        onAskAgain={askAgain}
        onReload={reload}
      />
    );
  }
  return (
    <div className={styles.columns}>
      <aside className={`sheet stack gap-4 sticky breaks ${styles.summary}`} aria-label="Your stay">
        {booked(false)}
      </aside>
      {hold.step === 'refused' ? (
        <Refused refusal={hold.refusal} resortPath={resortPath} onAskAgain={askAgain} />
      ) : (
        <div>
          <p role="status">Keeping these nights for you…</p>
          <FormSkeleton />
        </div>
      )}
    </div>
  );
}

interface BookedProps {
  listing: Checkout_listing$data;
  stay: WantedStay;
  onGuests: ((guests: number) => void) | undefined;
}

function Booked({ listing, stay, onGuests }: BookedProps) {
  const { resort, title, maxGuests } = listing;
  const [picture] = listing.pictures;
  return (
    <>
      <div className={`filled clip rounded on-sand ${styles.picture}`}>
        {picture ? (
          <PictureView picture={picture} sizes="(max-width: 1023px) 100vw, 420px" isFirst />
        ) : (
          <img src={resort.imageUrl} alt="" width="420" height="280" />
        )}
      </div>
      <h2>{resort.name}</h2>
      <p className="soft pretty">
        {title} · {resort.location}
      </p>
      <p>
        <strong>{formatStay(stay.checkIn, stay.checkOut)}</strong>
        <br />
        {plural(nightsBetween(stay.checkIn, stay.checkOut), 'night')}
      </p>
      {onGuests && maxGuests > 1 ? (
        <Select
          label="Guests"
          choices={Array.from({ length: maxGuests }, (_, index) => ({
            value: String(index + 1),
            label: plural(index + 1, 'guest'),
          }))}
          value={String(stay.guests)}
          onChange={(guests) => onGuests(Number(guests))}
        />
      ) : (
        <p>{plural(stay.guests, 'guest')}</p>
      )}
      <UnitFacts facts={listing.facts} />
      <FromTheOwner listing={listing} />
    </>
  );
}
