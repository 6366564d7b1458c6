import IconButton from '@mui/material/IconButton';
import { useEffect, useRef } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { MapCard_resort$key } from '../../../__generated__/MapCard_resort.graphql.ts';
import { CardRating } from '../../../resorts/CardRating.tsx';
import { Icon } from '../../../ui/basics/Icon.tsx';

import styles from './Map.module.css';

interface MapCardProps {
  resort: MapCard_resort$key;
  onClose: () => void;
}

/** The resort of a pin on the map. */
export function MapCard({ resort: reference, onClose }: MapCardProps) {
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
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus({ preventScroll: true }), []);
  return (
    // Escape closes the card wherever the focus is in it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={styles.card}
      aria-label={resort.name}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <img src={resort.imageUrl} alt="" width="600" height="400" />
      <div className={styles.cardBody}>
        <h2>
          <Link ref={link} to={`/resort/${resort.databaseId}`}>
            {resort.name}
          </Link>
        </h2>
        <p className={styles.cardPlace}>{resort.location}</p>
        <CardRating
          className={styles.cardRating}
          rating={resort.rating}
          reviewCount={resort.reviewCount}
        />
        <p className={styles.cardPrice}>
          {resort.priceMin.formatted} - {resort.priceMax.formatted} <span>/night</span>
        </p>
      </div>
      <IconButton className={styles.cardClose} aria-label="Close" onClick={onClose}>
        <Icon name="close" size={20} />
      </IconButton>
    </section>
  );
}
