import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type {
  SaleOffer_listing$key,
  SaleOffer_listing$data,
} from '#web/__generated__/SaleOffer_listing.graphql.ts';
import type { SaleMarket_comparables$key } from '#web/__generated__/SaleMarket_comparables.graphql.ts';
import type { OwningCosts_comparables$key } from '#web/__generated__/OwningCosts_comparables.graphql.ts';
import type { OfferLink_query$key } from '#web/__generated__/OfferLink_query.graphql.ts';
import { OfferLink } from '../deal/OfferLink.tsx';
import { OwningCosts } from './OwningCosts.tsx';
import { SaleMarket } from './SaleMarket.tsx';
import { PictureStrip } from '#web/pictures/PictureStrip.tsx';
import { pictureSizes } from '#web/resorts/pictureSizes.ts';
import { noWords, useSaleWords } from '../saleWords.ts';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { formatStay } from '#web/ui/words/dates.ts';
import styles from './SalePage.module.css';
import { useId } from 'react';
import { useSaleFacts, type FactGroup } from '../saleFacts.ts';
import { CompareToggle } from '#web/listings/compare/CompareToggle.tsx';

interface SaleOfferProps {
  listing: SaleOffer_listing$key;
  comparables: (OwningCosts_comparables$key & SaleMarket_comparables$key) | null | undefined;
  query: OfferLink_query$key;
}

export function SaleOffer({ listing, comparables, query }: SaleOfferProps) {
  const data = useFragment<SaleOffer_listing$key>(listingFragment, listing);
  const [{ owned } = noWords] = useSaleWords([data]);
  const [groups = []] = useSaleFacts([data]);
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
        <SalePrice listing={data} query={query} />
        <div className="stack gap-6 packed">
          <section className={styles.words} aria-labelledby="owner-words">
            <h2 id="owner-words">In the owner’s words</h2>
            <p className="text-18 breaks pre-line prose">{data.description}</p>
          </section>
          <div className={`stack gap-4 ${styles.groups}`}>
            {groups.map((group) => (
              <Group key={group.title} {...group} />
            ))}
          </div>
          {comparables && (
            <>
              <OwningCosts comparables={comparables} />
              <SaleMarket comparables={comparables} />
            </>
          )}
          {free && (
            <p className={`flex gap-3 padding-4-5 rounded on-sun ${styles.rent}`}>
              <Icon name="calendar" />
              <span>
                Try it first: {formatStay(free.checkIn, free.checkOut)} is for rent at{' '}
                {data.pricePerNight.formatted} a night.{' '}
                <Link to={resortPath}>See the weeks at {resort.name}</Link>
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
    databaseId
    offerCode
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
      nextFeePaidBy
    }
    ...saleWords_listings
    ...saleFacts_listings
  }
`;

function Group({ title, facts }: FactGroup) {
  const headingId = useId();
  const missing = facts.filter(({ value }) => value === undefined);
  return (
    <section
      className={`padding-5 card padding-4-on-phones ${styles.group}`}
      aria-labelledby={headingId}
    >
      <h2 id={headingId} className="margin-bottom-2 text-22">
        {title}
      </h2>
      <dl className="ruled">
        {facts.map(
          ({ term, value }) =>
            value !== undefined && (
              <div key={term}>
                <dt className="soft">{term}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {missing.length > 0 && (
        <p className="quiet">
          Not said: {missing.map(({ term }) => term.toLowerCase()).join(', ')}
        </p>
      )}
    </section>
  );
}

interface SalePriceProps {
  listing: SaleOffer_listing$data;
  query: OfferLink_query$key;
}

function SalePrice({ listing: data, query }: SalePriceProps) {
  const [{ name } = noWords] = useSaleWords([data]);
  const { databaseId, salePrice, firstYearTotal } = data;
  const { maintenanceFee, nextFeePaidBy } = data.facts;
  const isFeePaid = nextFeePaidBy === 'OWNER';
  return (
    <aside className={`stack gap-5 second-column sticky ${styles.side}`} aria-label="Price">
      <div className={`stack gap-4 padding-5 panel shadow ${styles.card}`}>
        <p className={styles.price}>{salePrice?.formatted}</p>
        <dl className={`ruled ${styles.sum}`}>
          <div>
            <dt className="soft">Next yearly fee{isFeePaid && ', paid by the owner'}</dt>
            <dd>
              {maintenanceFee ? (
                isFeePaid ? (
                  <s>{maintenanceFee.formatted}</s>
                ) : (
                  maintenanceFee.formatted
                )
              ) : (
                'Not said'
              )}
            </dd>
          </div>
          <div>
            <dt className="soft">First year in all</dt>
            <dd>{firstYearTotal?.formatted ?? 'Ask the owner'}</dd>
          </div>
        </dl>
        {maintenanceFee && nextFeePaidBy == null && (
          <p className="quiet">
            The owner doesn’t say who pays the next fee, so we count it as yours.
          </p>
        )}
        <OfferLink listingId={databaseId} query={query} />
        <CompareToggle kind="sale" id={databaseId} name={name} />
      </div>
      <div className={`stack gap-3 padding-5 rounded-panel on-foam ${styles.trust}`}>
        <h2 className="text-22">Bought safely</h2>
        <ul className="stack gap-3">
          <li className="flex gap-3">
            <Icon name="check" size={20} />
            <span>
              <strong>Verified owner.</strong> Our team has checked the ownership papers.
            </span>
          </li>
          <li className="flex gap-3">
            <Icon name="shield" size={20} />
            <span>
              <strong>Sale Escrow.</strong> A title and escrow partner holds your money until the
              deed is yours.
            </span>
          </li>
        </ul>
        <p>
          Offer code <strong>{data.offerCode}</strong>.{' '}
          <Link to={`/verify/${data.offerCode}`}>Is this offer real?</Link>
        </p>
        <Link to="/safety">Safety &amp; Trust</Link>
      </div>
    </aside>
  );
}
