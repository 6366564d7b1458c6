import type { PreloadedQuery } from 'react-relay/hooks';
import type { authPageLoaderStayQuery } from '#web/__generated__/authPageLoaderStayQuery.graphql.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { formatStay } from '#web/ui/words/dates.ts';
import { plural } from '#common/numbers.ts';
import styles from './AuthPage.module.css';
import { stayToBookQuery } from './authPageLoader.ts';

interface StayToBookProps {
  reference: PreloadedQuery<authPageLoaderStayQuery>;
  checkIn: string;
  checkOut: string;
}

export function StayToBook({ reference, checkIn, checkOut }: StayToBookProps) {
  const { node } = useOwnedPreloadedQuery<authPageLoaderStayQuery>(stayToBookQuery, reference);
  if (!node?.resort) return null;
  const { resort, quote } = node;
  return (
    <section className={styles.stay} aria-label="Your stay">
      <img src={resort.imageUrl} alt="" width="120" height="80" />
      <div>
        <h2>{resort.name}</h2>
        <p>{resort.location}</p>
        <p>
          <strong>{formatStay(checkIn, checkOut)}</strong>
        </p>
        {quote && (
          <>
            <p>
              {plural(quote.nights, 'night')} · <strong>{quote.total.formatted}</strong> in all
            </p>
            <p className="soft">{quote.cancellation}</p>
          </>
        )}
      </div>
    </section>
  );
}
