import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { ResortCard_resort$key } from '../__generated__/ResortCard_resort.graphql.ts';
import { CardRating } from './CardRating.tsx';
import { FavoriteButton } from './favorites/FavoriteButton.tsx';
import { Icon } from '../ui/basics/Icon.tsx';
import { NewBadge } from './NewBadge.tsx';
import { plural } from '#common/numbers.ts';
import { pictureSizes } from './pictureSizes.ts';
import styles from './ResortCard.module.css';

interface ResortCardProps {
  resort: ResortCard_resort$key;
  showNewBadge?: boolean;
  picture?: 'main' | 'soon' | 'lazy';
  week?: ReactNode;
}

export function ResortCard(props: ResortCardProps) {
  const { resort, showNewBadge = false, picture = 'lazy', week } = props;
  const data = useFragment<ResortCard_resort$key>(
    graphql`
      fragment ResortCard_resort on Resort {
        databaseId
        name
        location
        imageUrl
        rating
        reviewCount
        availableRentals
        priceMin {
          formatted
        }
        priceMax {
          formatted
        }
        isNewAvailability
      }
    `,
    resort,
  );

  return (
    <article className={`flex column full-height relative clip card lifted ${styles.card}`}>
      <div className={`filled relative clip on-sand ${styles.picture}`}>
        <img
          {...pictureSizes(data.imageUrl, '(max-width: 599px) 100vw, 400px')}
          alt=""
          width="600"
          height="400"
          loading={picture === 'lazy' ? 'lazy' : 'eager'}
          fetchPriority={picture === 'main' ? 'high' : undefined}
          decoding="async"
        />
        {showNewBadge && data.isNewAvailability && <NewBadge />}
        <div className={styles.heart}>
          <FavoriteButton resortId={data.databaseId} resortName={data.name} />
        </div>
      </div>
      <div className="flex column gap-6px grow padding-4">
        <h3 className={styles.name}>{data.name}</h3>
        <p className={`flex gap-6px at-top quiet ${styles.location}`}>
          <Icon name="pin" size={18} />
          {data.location}
        </p>
        <CardRating
          className="row wrap gap-2 row-gap-2px quiet"
          rating={data.rating}
          reviewCount={data.reviewCount}
        />
        {week ?? (
          <>
            <p className="quiet">{plural(data.availableRentals, 'timeshare rental')} available</p>
            <div className={styles.foot}>
              <p>
                <span className="block soft text-13 tight">Starting at</span>
                <span className="text-18 bold">
                  {data.priceMin.formatted} - {data.priceMax.formatted}{' '}
                  <span className="quiet regular">/night</span>
                </span>
              </p>
              <Link
                className={`teal text-15 semibold undecorated covers card-link ${styles.link}`}
                to={`/resort/${data.databaseId}`}
              >
                View Details →<span className="visuallyHidden"> {data.name}</span>
              </Link>
            </div>
          </>
        )}
      </div>
    </article>
  );
}
