import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { AskOwner_site$key } from '#web/__generated__/AskOwner_site.graphql.ts';
import type { SalePrice_listing$key } from '#web/__generated__/SalePrice_listing.graphql.ts';
import { CompareToggle } from '#web/listings/compare/CompareToggle.tsx';
import { AskOwner } from '../AskOwner.tsx';
import { noWords, useSaleWords } from '../saleWords.ts';
import { Icon } from '#web/ui/basics/Icon.tsx';
import styles from './SalePage.module.css';

interface SalePriceProps {
  listing: SalePrice_listing$key;
  site: AskOwner_site$key;
}

/** The price, the contact, and reasons to trust the offer. */
export function SalePrice({ listing, site }: SalePriceProps) {
  const data = useFragment<SalePrice_listing$key>(listingFragment, listing);
  const [{ name } = noWords] = useSaleWords([data]);
  const { databaseId, salePrice, firstYearTotal } = data;
  const { maintenanceFee, nextFeePaidBy } = data.facts;
  const isFeePaid = nextFeePaidBy === 'OWNER';
  return (
    <aside className={`stack gap-5 second-column sticky ${styles.side}`} aria-label="Price">
      <div className={`stack gap-4 padding-5 panel shadow ${styles.card}`}>
        <p className={styles.price}>{salePrice?.formatted}</p>
        <dl className={styles.sum}>
          <div>
            <dt>Next yearly fee{isFeePaid && ', paid by the owner'}</dt>
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
            <dt>First year in all</dt>
            <dd>{firstYearTotal?.formatted ?? 'Ask the owner'}</dd>
          </div>
        </dl>
        {maintenanceFee && nextFeePaidBy == null && (
          <p className="quiet">
            The owner doesn’t say who pays the next fee, so we count it as yours.
          </p>
        )}
        <AskOwner site={site} name={name} listingId={databaseId} />
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
              <strong>Sale Escrow.</strong>{' '}
              {data.isEscrowOpen
                ? 'The partner’s account for this sale is open; it pays out once the deed is yours.'
                : 'A title and escrow partner holds your money until the deed is yours.'}
            </span>
          </li>
        </ul>
        <Link to="/safety">Safety &amp; Trust</Link>
      </div>
    </aside>
  );
}

const listingFragment = graphql`
  fragment SalePrice_listing on Listing {
    databaseId
    isEscrowOpen
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
  }
`;
