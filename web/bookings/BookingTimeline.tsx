import { graphql, useFragment } from 'react-relay/hooks';
import type { BookingTimeline_booking$key } from '../__generated__/BookingTimeline_booking.graphql.ts';
import { Timeline, TimelineNote, TimelineStep } from '../ui/panels/Timeline.tsx';
import { formatLongDay } from '../ui/words/dates.ts';
import { LocalTime } from '../ui/words/LocalTime.tsx';
import { MaskedText } from '../ui/words/MaskedText.tsx';
import { HiddenContacts } from './HiddenContacts.tsx';
import { readerOf } from './statusWords.ts';

const whose: Readonly<Record<string, string>> = {
  TRAVELER: 'Traveler',
  OWNER: 'Owner',
  TEAM: 'Our team',
  RESORT: 'Resort',
};

export function BookingTimeline({ booking }: { booking: BookingTimeline_booking$key }) {
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
    <Timeline>
      {events.map(({ move, party, title, means, note, hidesContacts, at }) => (
        <TimelineStep
          key={`${move} ${at}`}
          tone="good"
          icon="check"
          title={title}
          when={
            <>
              {whose[party] && `${party === readerOf(parts) ? 'You' : whose[party]} · `}
              <LocalTime instant={at} />
            </>
          }
        >
          <p>{means}</p>
          {/* Whoever cancelled has given this reason already. */}
          {note && move !== 'OFFER_WEEKS' && (
            <TimelineNote>
              <MaskedText text={note} />
            </TimelineNote>
          )}
          {note && hidesContacts && <HiddenContacts text={note} />}
        </TimelineStep>
      ))}
      {coming.map(({ move, title, means, at, on }) => (
        <TimelineStep
          key={`coming ${move}`}
          tone="coming"
          icon="calendar"
          title={
            <>
              <span className="visuallyHidden">Still to come: </span>
              {/* Avoidable deadlines have an instant, but one. */}
              {at || move === 'END_UNCERTIFIED' ? `Otherwise: ${title}` : title}
            </>
          }
          when={at ? <LocalTime instant={at} /> : on && formatLongDay(on)}
        >
          <p>{means}</p>
        </TimelineStep>
      ))}
    </Timeline>
  );
}
