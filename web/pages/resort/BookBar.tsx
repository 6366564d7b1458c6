import { Suspense, type ReactNode } from 'react';
import { graphql, useFragment, type PreloadedQuery } from 'react-relay/hooks';
import type { BookBar_resort$key } from '../../__generated__/BookBar_resort.graphql.ts';
import type { BookBar_stay$key } from '../../__generated__/BookBar_stay.graphql.ts';
import type { BookNow_site$key } from '../../__generated__/BookNow_site.graphql.ts';
import type { resortPageLoaderStayQuery } from '../../__generated__/resortPageLoaderStayQuery.graphql.ts';
import { useOwnedPreloadedQuery } from '../../relay/useOwnedPreloadedQuery.ts';
import { SectionBoundary } from '../../ui/basics/SectionBoundary.tsx';
import { formatDays, formatStay } from '../../ui/words/dates.ts';
import { plural } from '../../ui/words/numbers.ts';
import styles from './BookBar.module.css';
import { BookNow } from './BookNow.tsx';
import { resortStayQuery } from './resortPageLoader.ts';
import { useResortView } from './useResortView.ts';

interface BookBarProps {
  resort: BookBar_resort$key;
  site: BookNow_site$key;
  reference: PreloadedQuery<resortPageLoaderStayQuery> | undefined;
}

/** Price and booking at the lower edge of a small screen, wherever the page is scrolled to. */
export function BookBar({ resort, site, reference }: BookBarProps) {
  const { name, priceMin, priceMax } = useFragment<BookBar_resort$key>(resortFragment, resort);
  const any = (
    <Bar
      price={`${priceMin.formatted} - ${priceMax.formatted}`}
      detail="per night"
      book={<BookNow resortName={name} site={site} />}
    />
  );
  return (
    <section className={styles.bar} aria-label="Price and booking">
      {reference ? (
        <SectionBoundary message="Your stay could not be loaded" attempt={reference}>
          <Suspense fallback={any}>
            <StayBar name={name} site={site} reference={reference} fallback={any} />
          </Suspense>
        </SectionBoundary>
      ) : (
        any
      )}
    </section>
  );
}

const resortFragment = graphql`
  fragment BookBar_resort on Resort {
    name
    priceMin {
      formatted
    }
    priceMax {
      formatted
    }
  }
`;

interface StayBarProps {
  name: string;
  site: BookNow_site$key;
  reference: PreloadedQuery<resortPageLoaderStayQuery>;
  /** Shown if the stay is not free. */
  fallback: ReactNode;
}

function StayBar({ name, site, reference, fallback }: StayBarProps) {
  const { resort } = useOwnedPreloadedQuery<resortPageLoaderStayQuery>(resortStayQuery, reference);
  const { view } = useResortView();
  const stay = useFragment<BookBar_stay$key>(
    graphql`
      fragment BookBar_stay on Week {
        nights
        total {
          formatted
        }
      }
    `,
    resort?.stay,
  );
  if (!stay || !view.stay) return fallback;
  const { from, to, guests } = view.stay;
  return (
    <Bar
      price={`${stay.total.formatted} in all`}
      detail={`${formatDays(from, to)}, ${plural(stay.nights, 'night')}`}
      book={<BookNow resortName={name} site={site} week={formatStay(from, to)} guests={guests} />}
    />
  );
}

interface BarProps {
  price: string;
  detail: string;
  book: ReactNode;
}

const Bar = ({ price, detail, book }: BarProps) => (
  <div className={styles.row}>
    <p>
      <strong>{price}</strong>
      <span>{detail}</span>
    </p>
    {book}
  </div>
);
