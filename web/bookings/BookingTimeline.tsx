import { graphql, useFragment } from 'react-relay/hooks';
import type { BookingTimeline_booking$key } from '../__generated__/BookingTimeline_booking.graphql.ts';
import { Icon } from '../ui/basics/Icon.tsx';
import { formatLongDay } from '../ui/words/dates.ts';
import { LocalTime } from '../ui/words/LocalTime.tsx';
import { MaskedText } from '../ui/words/MaskedText.tsx';
import styles from './BookingTimeline.module.css';
import { HiddenContacts } from './HiddenContacts.tsx';
import { readerOf } from './statusWords.ts';

interface BookingTimelineProps {
  booking: BookingTimeline_booking$key;
}

const whose: Readonly<Record<string, string>> = {
  TRAVELER: 'Traveler',
  OWNER: 'Owner',
  TEAM: 'Our team',
};

/** What happened to a booking, and what the clock will do next; both from the table of moves. */
export function BookingTimeline({ booking }: BookingTimelineProps) {
  const { parts, events, coming } = useFragment<BookingTimeline_booking$key>(
    graphql`
      fragment BookingTimeline_booking on Booking {
        parts
        events {
          move
          party
          title
          means
          note
          hidesContacts
          at
        }
        coming {
          move
          title
          means
          at
          on
        }
      }
    `,
    booking,
  );
  return (
    <ol className={styles.steps}>
      {events.map(({ move, party, title, means, note, hidesContacts, at }) => (
        <li key={`${move} ${at}`} className={styles.done}>
          <span className={styles.mark}>
            <Icon name="check" size={16} />
          </span>
          <div>
            <h3>{title}</h3>
            <p className={styles.when}>
              {whose[party] && `${party === readerOf(parts) ? 'You' : whose[party]} · `}
              <LocalTime instant={at} />
            </p>
            <p>{means}</p>
            {note && (
              <blockquote className={styles.note}>
                <MaskedText text={note} />
              </blockquote>
            )}
            {note && hidesContacts && <HiddenContacts text={note} />}
          </div>
        </li>
      ))}
      {coming.map(({ move, title, means, at, on }) => (
        <li key={`coming ${move}`} className={styles.coming}>
          <span className={styles.mark}>
            <Icon name="calendar" size={16} />
          </span>
          <div>
            <h3>
              <span className="visuallyHidden">Still to come: </span>
              {/* Only deadlines that somebody can forestall are instants. */}
              {at ? `Otherwise: ${title}` : title}
            </h3>
            <p className={styles.when}>
              {at ? <LocalTime instant={at} /> : on && formatLongDay(on)}
            </p>
            <p>{means}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
