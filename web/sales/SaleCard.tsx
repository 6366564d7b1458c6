import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { SaleCard_listing$key } from '../__generated__/SaleCard_listing.graphql.ts';
import { CompareToggle } from '../listings/compare/CompareToggle.tsx';
import { pictureSizes } from '../resorts/pictureSizes.ts';
import { Icon } from '../ui/basics/Icon.tsx';
import styles from './SaleCard.module.css';
import { noWords, useSaleWords } from './saleWords.ts';

interface SaleCardProps {
  listing: SaleCard_listing$key;
  picture: 'main' | 'soon' | 'lazy';
}

export function SaleCard({ listing, picture }: SaleCardProps) {
  const data = useFragment<SaleCard_listing$key>(listingFragment, listing);
  const [{ owned, name, size, used } = noWords] = useSaleWords([data]);
  const { databaseId, resort, salePrice, firstYearTotal } = data;
  const { maintenanceFee } = data.facts;
  return (
    <article className="flex column full-height relative clip card lifted">
      <div className={`filled relative clip on-sand ${styles.picture}`}>
        <img
          {...pictureSizes(resort.imageUrl, '(max-width: 599px) 100vw, 400px')}
          alt=""
          width="600"
          height="400"
          loading={picture === 'lazy' ? 'lazy' : 'eager'}
          fetchPriority={picture === 'main' ? 'high' : undefined}
          decoding="async"
        />
        <p className={styles.owned}>{owned}</p>
      </div>
      <div className="flex column gap-6px grow padding-4">
        <h3>
          <Link className="undecorated covers card-link" to={`/sale/${databaseId}`}>
            {resort.name}
            <span className="visuallyHidden">: {owned}</span>
          </Link>
        </h3>
        <p className={`flex gap-6px at-top quiet ${styles.place}`}>
          <Icon name="pin" size={18} />
          {resort.location}
        </p>
        {size && <p className="text-15">{size}</p>}
        {used && <p className="text-15">{used}</p>}
        <div className={styles.foot}>
          <p className={styles.price}>{salePrice?.formatted}</p>
          <p className="quiet">
            {maintenanceFee ? `${maintenanceFee.formatted} a year in fees` : 'Yearly fee not said'}
          </p>
          {firstYearTotal && (
            <p className="quiet">
              First year: <strong className="ink semibold">{firstYearTotal.formatted}</strong> in
              all
            </p>
          )}
          <div className={`self-left relative margin-top-3 ${styles.compare}`}>
            <CompareToggle kind="sale" id={databaseId} name={name} />
          </div>
        </div>
      </div>
    </article>
  );
}

const listingFragment = graphql`
  fragment SaleCard_listing on Listing {
    databaseId
    salePrice {
      formatted
    }
    firstYearTotal {
      formatted
    }
    facts {
      maintenanceFee {
        formatted
      }
    }
    resort {
      name
      location
      imageUrl
    }
    ...saleWords_listings
  }
`;
