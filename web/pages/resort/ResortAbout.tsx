import { graphql, useFragment } from 'react-relay/hooks';
import type { ResortAbout_resort$key } from '../../__generated__/ResortAbout_resort.graphql.ts';
import { Icon, type IconName } from '../../components/Icon.tsx';
import { plural } from '../../components/numbers.ts';
import { StarRating } from '../../components/StarRating.tsx';
import styles from './ResortPage.module.css';

const amenityIcons: Record<string, IconName> = {
  'Beach Access': 'beach',
  Pool: 'pool',
  Wifi: 'wifi',
  Parking: 'parking',
  Restaurant: 'restaurant',
  Spa: 'spa',
  Golf: 'golf',
  'Fitness Center': 'fitness',
  'Kids Club': 'kids',
  Tennis: 'tennis',
};

interface ResortAboutProps {
  resort: ResortAbout_resort$key;
}

export function ResortAbout({ resort }: ResortAboutProps) {
  const data = useFragment<ResortAbout_resort$key>(
    graphql`
      fragment ResortAbout_resort on Resort {
        rating
        reviewCount
        description
        amenities
      }
    `,
    resort,
  );
  return (
    <>
      <p className={styles.rating}>
        <StarRating
          rating={Math.floor(data.rating)}
          label={`${data.rating} out of 5 stars`}
          size={24}
        />
        <strong>{data.rating.toFixed(1)}</strong>
        <span>({plural(data.reviewCount, 'review')})</span>
      </p>
      <section className={styles.block} aria-labelledby="about">
        <h2 id="about">About</h2>
        <p className={styles.description}>{data.description}</p>
      </section>
      {data.amenities.length > 0 && (
        <section className={styles.block} aria-labelledby="amenities">
          <h2 id="amenities">Amenities</h2>
          <ul className={styles.amenities}>
            {data.amenities.map((amenity) => (
              <li key={amenity}>
                <Icon name={amenityIcons[amenity] ?? 'sparkle'} size={26} />
                {amenity}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
