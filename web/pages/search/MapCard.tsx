import IconButton from '@mui/material/IconButton';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../../components/Icon.tsx';
import { formatCount, plural } from '../../components/numbers.ts';
import { StarRating } from '../../components/StarRating.tsx';
import styles from './Map.module.css';

export interface MapResort {
  readonly databaseId: string;
  readonly name: string;
  readonly location: string;
  readonly imageUrl: string;
  readonly priceMin: number;
  readonly priceMax: number;
  readonly rating: number;
  readonly reviewCount: number;
}

interface MapCardProps {
  resort: MapResort;
  onClose: () => void;
}

/** What a pin on the map stands for. */
export function MapCard({ resort, onClose }: MapCardProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus({ preventScroll: true }), []);
  return (
    // Escape closes it from wherever the focus is in it.
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
        <h3>
          <Link ref={link} to={`/resort/${resort.databaseId}`}>
            {resort.name}
          </Link>
        </h3>
        <p className={styles.cardPlace}>{resort.location}</p>
        <p className={styles.cardRating}>
          <StarRating rating={resort.rating} />
          <span>{plural(resort.reviewCount, 'review')}</span>
        </p>
        <p className={styles.cardPrice}>
          ${formatCount(resort.priceMin)} - ${formatCount(resort.priceMax)} <span>/night</span>
        </p>
      </div>
      <IconButton className={styles.cardClose} aria-label="Close" onClick={onClose}>
        <Icon name="close" size={20} />
      </IconButton>
    </section>
  );
}
