import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { AskOwner_site$key } from '#web/__generated__/AskOwner_site.graphql.ts';
import type { SaleOffer_listing$key } from '#web/__generated__/SaleOffer_listing.graphql.ts';
import { PictureStrip } from '#web/pictures/PictureStrip.tsx';
import { pictureSizes } from '#web/resorts/pictureSizes.ts';
import { noWords, useSaleWords } from '../saleWords.ts';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { formatStay } from '#web/ui/words/dates.ts';
import { SaleFacts } from './SaleFacts.tsx';
import styles from './SalePage.module.css';
import { SalePrice } from './SalePrice.tsx';

interface SaleOfferProps {
  listing: SaleOffer_listing$key;
  site: AskOwner_site$key;
}

export function SaleOffer({ listing, site }: SaleOfferProps) {
  const data = useFragment<SaleOffer_listing$key>(listingFragment, listing);
  const [{ owned } = noWords] = useSaleWords([data]);
  const { resort, freeStays } = data;
  const [free] = freeStays;
  const resortPath = `/resort/${resort.databaseId}`;
  return (
    <div className={`content ${styles.page}`}>
      <BackLink to="/search?type=buy">For sale</BackLink>
      <header className={`stack gap-2 to-left ${styles.head}`}>
        <p className={`pill on-foam teal bold ${styles.owned}`}>{owned}</p>
        <h1 className="breaks">{data.title}</h1>
        <p className={`flex gap-2 at-top soft text-18 ${styles.place}`}>
          <Icon name="pin" size={20} />
          <span>
            <Link to={resortPath}>{resort.name}</Link>, {resort.location}
          </span>
        </p>
      </header>
      <div className={styles.columns}>
        {data.pictures.length > 0 ? (
          <PictureStrip pictures={data.pictures} title={data.title} name="pictures" isLead />
        ) : (
          <img
            className={`full rounded-panel on-sand ${styles.picture}`}
            {...pictureSizes(resort.imageUrl, '(max-width: 1023px) 100vw, 800px')}
            alt=""
            width="1200"
            height="800"
            fetchPriority="high"
          />
        )}
        <SalePrice listing={data} site={site} />
        <div className="stack gap-6 packed">
          <section className={styles.words} aria-labelledby="owner-words">
            <h2 id="owner-words">In the owner’s words</h2>
            <p className="text-18 breaks pre-line prose">{data.description}</p>
          </section>
          <SaleFacts listing={data} />
          {free && (
            <p className={`flex gap-3 padding-4-5 rounded on-sun ${styles.rent}`}>
              <Icon name="calendar" />
              <span>
                Try it first: {formatStay(free.checkIn, free.checkOut)} is for rent at{' '}
                {data.pricePerNight.formatted} a night.{' '}
                <Link className="same-color" to={resortPath}>
                  See the weeks at {resort.name}
                </Link>
              </span>
            </p>
          )}
        </div>
      </div>
    </div>
  );
}

const listingFragment = graphql`
  fragment SaleOffer_listing on Listing {
    title
    description
    freeStays {
      checkIn
      checkOut
    }
    pricePerNight {
      formatted
    }
    pictures {
      ...PictureStrip_pictures
    }
    resort {
      databaseId
      name
      location
      imageUrl
    }
    ...saleWords_listings
    ...SalePrice_listing
    ...SaleFacts_listing
  }
`;
