import { graphql, useFragment } from 'react-relay/hooks';
import type {
  ListingTimeline_listing$key,
  ListingEventAuthor,
  ListingEventKind,
} from '../__generated__/ListingTimeline_listing.graphql.ts';
import { Timeline, TimelineNote, TimelineStep } from '../ui/panels/Timeline.tsx';
import { LocalTime } from '../ui/words/LocalTime.tsx';
import type { IconName } from '../ui/basics/Icon.tsx';
import type { Tone } from '../ui/panels/TonePanel.tsx';

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

interface EventWords {
  label: string;
  icon: IconName;
  tone: Tone;
}

/** Partial: a newer server may send events that this page does not know. */
export const listingEventWords: Readonly<Partial<Record<ListingEventKind, EventWords>>> = {
  CREATED: { label: 'Listed', icon: 'plus', tone: 'quiet' },
  EDITED: { label: 'Changed', icon: 'pencil', tone: 'quiet' },
  CONTRACT_ATTACHED: { label: 'Proof of ownership added', icon: 'document', tone: 'quiet' },
  REVIEW_REQUESTED: { label: 'Sent to the team again', icon: 'share', tone: 'open' },
  VERIFIED: { label: 'Ownership verified', icon: 'check', tone: 'good' },
  REJECTED: { label: 'Not approved', icon: 'close', tone: 'bad' },
  MORE_INFORMATION_REQUESTED: { label: 'More information asked for', icon: 'chat', tone: 'open' },
  EVIDENCE_EXPIRED: { label: 'Proof of ownership ran out', icon: 'calendar', tone: 'bad' },
  WITHDRAWN: { label: 'Taken off the site', icon: 'minus', tone: 'quiet' },
  RELISTED: { label: 'Listed again', icon: 'plus', tone: 'good' },
  ESCROW_REQUESTED: { label: 'Escrow account asked for', icon: 'shield', tone: 'open' },
  ESCROW_DECLINED: { label: 'Escrow account declined', icon: 'shield', tone: 'bad' },
  ESCROW_ACTIVE: { label: 'Escrow account open', icon: 'shield', tone: 'good' },
  ESCROW_RELEASED: { label: 'Money paid out to the owner', icon: 'shield', tone: 'good' },
  ESCROW_REFUNDED: { label: 'Money paid back to the payer', icon: 'shield', tone: 'quiet' },
  ESCROW_DISPUTED: { label: 'One side objects', icon: 'shield', tone: 'bad' },
};

type Reader = 'owner' | 'team';

/**
 * Who caused an event, in words for the reader.
 * @param actorName Username of the administrator, if the reader may know it.
 */
function authorOf(
  kind: ListingEventKind,
  author: ListingEventAuthor,
  actorName: string | null | undefined,
  reader: Reader,
): string {
  if (author === 'OWNER') return reader === 'owner' ? 'You' : 'The owner';
  if (author === 'TEAM') return reader === 'team' && actorName ? actorName : 'Our team';
  return kind.startsWith('ESCROW_') && kind !== 'ESCROW_REQUESTED'
    ? 'Our escrow partner'
    : 'Automatically';
}
