import { IconButton } from '#web/ui/basics/IconButton.tsx';
import { useEffect, useRef } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { MapCard_resort$key } from '#web/__generated__/MapCard_resort.graphql.ts';
import type { MapCard_week$key } from '#web/__generated__/MapCard_week.graphql.ts';
import { CardRating } from '#web/resorts/CardRating.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';

import { stayPath } from '#common/addresses/stayAddress.ts';
import { formatStayDays } from '#web/ui/words/stayDays.ts';
import styles from './MapResults.module.css';

interface MapCardProps {
  resort: MapCard_resort$key;
  week: MapCard_week$key | null | undefined;
  guests: number | null;
  onClose: () => void;
}

export function MapCard({ resort: reference, week: weekReference, guests, onClose }: MapCardProps) {
  const resort = useFragment<MapCard_resort$key>(
    graphql`
      fragment MapCard_resort on Resort {
        databaseId
        name
        location
        imageUrl
        rating
        reviewCount
        priceMin {
          formatted
        }
        priceMax {
          formatted
        }
      }
    `,
    reference,
  );
  const week = useFragment<MapCard_week$key>(
    graphql`
      fragment MapCard_week on Week {
        checkIn
        checkOut
        total {
          formatted
        }
        listing {
          databaseId
        }
      }
    `,
    weekReference,
  );
  const path = week
    ? stayPath(resort.databaseId, {
        from: week.checkIn,
        to: week.checkOut,
        guests,
        listing: week.listing.databaseId,
      })
    : `/resort/${resort.databaseId}`;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus({ preventScroll: true }), []);
  return (
    // Escape closes the card wherever the focus is in it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={`stack absolute clip rounded on-white ${styles.card}`}
      aria-label={resort.name}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <img
        className="full full-height on-sand"
        src={resort.imageUrl}
        alt=""
        width="600"
        height="400"
      />
      <div className={`stack gap-1 ${styles.cardBody}`}>
        <h2>
          <Link ref={link} to={path}>
            {resort.name}
          </Link>
        </h2>
        <p className={styles.cardPlace}>{resort.location}</p>
        <CardRating
          className={`row wrap gap-2 ${styles.cardRating}`}
          rating={resort.rating}
          reviewCount={resort.reviewCount}
        />
        <p className={`teal bold ${styles.cardPrice}`}>
          {week ? (
            <>
              {week.total.formatted}{' '}
              <span className="soft regular">
                in all · {formatStayDays(week.checkIn, week.checkOut)}
              </span>
            </>
          ) : (
            <>
              {resort.priceMin.formatted} - {resort.priceMax.formatted}{' '}
              <span className="soft regular">/night</span>
            </>
          )}
        </p>
      </div>
      <IconButton className={styles.cardClose} aria-label="Close" onClick={onClose}>
        <Icon name="close" size={20} />
      </IconButton>
    </section>
  );
}
