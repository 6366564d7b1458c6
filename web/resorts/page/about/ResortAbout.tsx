import { graphql, useFragment } from 'react-relay/hooks';
import type { ResortAbout_resort$key } from '#web/__generated__/ResortAbout_resort.graphql.ts';
import { plural } from '#common/numbers.ts';
import { StarRating } from '#web/ui/basics/StarRating.tsx';
import styles from '../ResortPage.module.css';
import type { ResortAbout_pictures$key } from '#web/__generated__/ResortAbout_pictures.graphql.ts';
import { PictureStrip } from '#web/pictures/PictureStrip.tsx';
import type { ResortAbout_amenities$key } from '#web/__generated__/ResortAbout_amenities.graphql.ts';
import { Drawing, Icon } from '#web/ui/basics/Icon.tsx';

export function ResortAbout({ resort }: { resort: ResortAbout_resort$key }) {
  const data = useFragment<ResortAbout_resort$key>(
    graphql`
      fragment ResortAbout_resort on Resort {
        rating
        reviewCount
        description
      }
    `,
    resort,
  );
  return (
    <>
      <p className={`row wrap text-18 ${styles.rating}`}>
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
        <p className="text-18 pre-line prose">{data.description}</p>
      </section>
    </>
  );
}

export function ResortPictures({ resort }: { resort: ResortAbout_pictures$key }) {
  const { name, pictures } = useFragment<ResortAbout_pictures$key>(
    graphql`
      fragment ResortAbout_pictures on Resort {
        name
        pictures {
          ...PictureStrip_pictures
        }
      }
    `,
    resort,
  );
  return (
    pictures.length > 0 && (
      <div className={`content ${styles.pictures}`}>
        <PictureStrip pictures={pictures} title={name} name="pictures" />
      </div>
    )
  );
}

const drawings: Readonly<Record<string, string>> = {
  Pool: 'M3 19c1.5 1.3 3 1.3 4.5 0s3-1.3 4.5 0 3 1.3 4.5 0 3-1.3 4.5 0M8 16V6a2.2 2.2 0 0 1 4.4 0M16 16V6a2.2 2.2 0 0 1 4.4 0M8 10.5h8',
  Wifi: 'M3.5 9.5a12.5 12.5 0 0 1 17 0M6.5 13a8 8 0 0 1 11 0M9.5 16.3a3.8 3.8 0 0 1 5 0M12 19.5v.1',
  Parking: 'M5 4h14v16H5zM10 16.5v-9h3a2.6 2.6 0 0 1 0 5.2h-3',
  Restaurant:
    'M7 3.5v17M4.5 3.5V8A2.5 2.5 0 0 0 7 10.5 2.5 2.5 0 0 0 9.5 8V3.5M17 20.5V3.5c-2.4 1.2-3.5 4-3.5 8.5H17',
  Spa: 'M12 20c-5 0-8-3-8.5-8 3.4.2 6 1.4 8.5 4.4 2.5-3 5.1-4.2 8.5-4.4-.5 5-3.5 8-8.5 8zM12 16.4c-2.6-3.7-2.6-8 0-12.4 2.6 4.4 2.6 8.7 0 12.4z',
  Golf: 'M8 20.5V3.5l9 3.6-9 3.6M5 20.5h10M18 20.5v.1',
  'Fitness Center': 'M6.5 7v10M3.5 9.5v5M17.5 7v10M20.5 9.5v5M6.5 12h11',
  'Kids Club':
    'M12 12.5a4.2 4.2 0 1 0 0-8.4 4.2 4.2 0 0 0 0 8.4zM12 12.5v4l-1.6 1.6L13 20.5M10.6 7.2a2 2 0 0 1 1.4-.9',
  Tennis:
    'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM6 6a8.5 8.5 0 0 1 0 12M18 6a8.5 8.5 0 0 0 0 12',
};

export function ResortAmenities({ resort }: { resort: ResortAbout_amenities$key }) {
  const { amenities } = useFragment<ResortAbout_amenities$key>(
    graphql`
      fragment ResortAbout_amenities on Resort {
        amenities
      }
    `,
    resort,
  );
  if (amenities.length === 0) return null;
  return (
    <section className={styles.block} aria-labelledby="amenities">
      <h2 id="amenities">Amenities</h2>
      <ul className={`stack gap-3 tide-icons ${styles.amenities}`}>
        {amenities.map((amenity) => (
          <li key={amenity}>
            <AmenityIcon amenity={amenity} />
            {amenity}
          </li>
        ))}
      </ul>
    </section>
  );
}

function AmenityIcon({ amenity }: { amenity: string }) {
  const path = Object.hasOwn(drawings, amenity) ? drawings[amenity] : undefined;
  if (path !== undefined) return <Drawing path={path} size={26} />;
  return <Icon name={amenity === 'Beach Access' ? 'beach' : 'sparkle'} size={26} />;
}
