import { graphql, useFragment } from 'react-relay/hooks';
import type { ListingCaption_listing$key } from '#web/__generated__/ListingCaption_listing.graphql.ts';
import { formatStay } from '#web/ui/words/dates.ts';
import styles from './ListedSteps.module.css';

export function ListingCaption({ listing }: { listing: ListingCaption_listing$key }) {
  const { title, resort, availableFrom, availableTo } = useFragment<ListingCaption_listing$key>(
    graphql`
      fragment ListingCaption_listing on OwnListing {
        title
        availableFrom
        availableTo
        resort {
          name
          imageUrl
        }
      }
    `,
    listing,
  );
  return (
    <div className={`icon-and-text gap-4 middle ${styles.caption}`}>
      <img src={resort.imageUrl} alt="" width={120} height={80} />
      <div>
        <p className="text-19 semibold breaks tight">{title}</p>
        <p className="soft">{resort.name}</p>
        <p className="soft">{formatStay(availableFrom, availableTo)}</p>
      </div>
    </div>
  );
}
