import { graphql, useFragment } from 'react-relay/hooks';
import type { ResortAmenities_resort$key } from '../../__generated__/ResortAmenities_resort.graphql.ts';
import { Icon, type IconName } from '../../components/Icon.tsx';
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

interface ResortAmenitiesProps {
  resort: ResortAmenities_resort$key;
}

export function ResortAmenities({ resort }: ResortAmenitiesProps) {
  const { amenities } = useFragment<ResortAmenities_resort$key>(
    graphql`
      fragment ResortAmenities_resort on Resort {
        amenities
      }
    `,
    resort,
  );
  if (amenities.length === 0) return null;
  return (
    <section className={styles.block} aria-labelledby="amenities">
      <h2 id="amenities">Amenities</h2>
      <ul className={styles.amenities}>
        {amenities.map((amenity) => (
          <li key={amenity}>
            <Icon name={amenityIcons[amenity] ?? 'sparkle'} size={26} />
            {amenity}
          </li>
        ))}
      </ul>
    </section>
  );
}
