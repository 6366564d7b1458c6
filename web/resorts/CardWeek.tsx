import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { CardWeek_edge$key } from '../__generated__/CardWeek_edge.graphql.ts';
import { OnRequest } from '../listings/OnRequest.tsx';
import { useIsInstant } from '../listings/useIsInstant.ts';
import { plural } from '#common/numbers.ts';
import { formatStayDays } from '../ui/words/stayDays.ts';
import styles from './ResortCard.module.css';
import { stayPath } from '#common/addresses/stayAddress.ts';
import { unitSize } from './unitSize.ts';

interface CardWeekProps {
  edge: CardWeek_edge$key;
  guests: number | null;
}

export function CardWeek({ edge, guests }: CardWeekProps) {
  const { week, moreWeeks, node } = useFragment<CardWeek_edge$key>(
    graphql`
      fragment CardWeek_edge on ResortEdge {
        week {
          checkIn
          checkOut
          nights
          total {
            formatted
          }
          listing {
            databaseId
            bedrooms
            maxGuests
            isInstant
          }
        }
        moreWeeks {
          value
          isCapped
        }
        node {
          databaseId
          name
          timezone
          certificateLeadDays
        }
      }
    `,
    edge,
  );
  const isInstant = useIsInstant();
  if (!week) return null;
  const { checkIn, checkOut, nights, total, listing } = week;
  const stay = formatStayDays(checkIn, checkOut);
  const more = moreWeeks?.value ?? 0;
  const path = stayPath(node.databaseId, {
    from: checkIn,
    to: checkOut,
    guests,
    listing: listing.databaseId,
  });
  return (
    <>
      <p className="quiet">
        <strong className="block ink text-17 semibold">{stay}</strong>
        {plural(nights, 'night')} · {unitSize(listing.bedrooms, listing.maxGuests)}
      </p>
      <OnRequest
        isInstant={isInstant({
          isInstant: listing.isInstant,
          timezone: node.timezone,
          certificateLeadDays: node.certificateLeadDays,
          checkIn,
        })}
      />
      <div className={styles.foot}>
        <p>
          <span className="text-18 bold">
            {total.formatted} <span className="quiet regular">in all</span>
          </span>
          {more > 0 && (
            <span className="block soft text-13 tight">
              {plural(more, 'more week').replace(' ', moreWeeks?.isCapped ? '+ ' : ' ')}
            </span>
          )}
        </p>
        <Link className={`teal text-15 semibold undecorated covers ${styles.link}`} to={path}>
          View Week →{' '}
          <span className="visuallyHidden">
            {stay} at {node.name}
          </span>
        </Link>
      </div>
    </>
  );
}
