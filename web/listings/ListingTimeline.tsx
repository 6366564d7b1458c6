import { graphql, useFragment } from 'react-relay/hooks';
import type { ListingTimeline_listing$key } from '../__generated__/ListingTimeline_listing.graphql.ts';
import { Icon } from '../ui/basics/Icon.tsx';
import { authorOf, listingEventWords, type Reader } from './listingEvents.ts';
import styles from './ListingTimeline.module.css';
import { LocalTime } from '../ui/words/LocalTime.tsx';

interface ListingTimelineProps {
  listing: ListingTimeline_listing$key;
  reader: Reader;
}

/** The history of a listing, newest first: event, author, time and note. */
export function ListingTimeline({ listing, reader }: ListingTimelineProps) {
  const { history } = useFragment<ListingTimeline_listing$key>(
    graphql`
      fragment ListingTimeline_listing on OwnListing {
        history {
          kind
          note
          author
          actorName
          createdAt
        }
      }
    `,
    listing,
  );
  return (
    <ol className={styles.events} reversed>
      {history.map((event, index) => {
        const words = listingEventWords[event.kind];
        return (
          words && (
            <li key={history.length - index} className={styles[words.tone]}>
              <span className={styles.mark}>
                <Icon name={words.icon} size={16} />
              </span>
              <div>
                <h3>{words.label}</h3>
                <p className={styles.when}>
                  {authorOf(event.kind, event.author, event.actorName, reader)} ·{' '}
                  <LocalTime instant={event.createdAt} />
                </p>
                {event.note !== null && event.note !== undefined && (
                  <blockquote className={styles.note}>{event.note}</blockquote>
                )}
              </div>
            </li>
          )
        );
      })}
    </ol>
  );
}
