import { graphql, useFragment } from 'react-relay/hooks';
import type { ListingTimeline_listing$key } from '../__generated__/ListingTimeline_listing.graphql.ts';
import { Timeline, TimelineNote, TimelineStep } from '../ui/panels/Timeline.tsx';
import { authorOf, listingEventWords, type Reader } from './listingEvents.ts';
import { LocalTime } from '../ui/words/LocalTime.tsx';

interface ListingTimelineProps {
  listing: ListingTimeline_listing$key;
  reader: Reader;
}

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
    <Timeline reversed>
      {history.map((event, index) => {
        const words = listingEventWords[event.kind];
        return (
          words && (
            <TimelineStep
              key={history.length - index}
              tone={words.tone}
              icon={words.icon}
              title={words.label}
              when={
                <>
                  {authorOf(event.kind, event.author, event.actorName, reader)} ·{' '}
                  <LocalTime instant={event.createdAt} />
                </>
              }
            >
              {event.note !== null && event.note !== undefined && (
                <TimelineNote>{event.note}</TimelineNote>
              )}
            </TimelineStep>
          )
        );
      })}
    </Timeline>
  );
}
