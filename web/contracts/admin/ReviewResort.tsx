import { graphql, useFragment } from 'react-relay/hooks';
import type { ReviewResort_listing$key } from '#web/__generated__/ReviewResort_listing.graphql.ts';
import { weekdayWords } from '#web/listings/listingFactWords.ts';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { FactList } from '#web/admin/facts/FactList.tsx';
import styles from './VerificationReview.module.css';

interface ReviewResortProps {
  listing: ReviewResort_listing$key;
}

export function ReviewResort({ listing }: ReviewResortProps) {
  const { resort } = useFragment<ReviewResort_listing$key>(
    graphql`
      fragment ReviewResort_listing on OwnListing {
        resort {
          databaseId
          name
          location
          brand
          imageUrl
          weekStartsOn
        }
      }
    `,
    listing,
  );
  return (
    <Panel title="Resort">
      <img
        className={`full rounded on-sand ${styles.picture}`}
        src={resort.imageUrl}
        alt=""
        loading="lazy"
      />
      <FactList
        facts={[
          [
            'Name',
            <a key="name" href={`/resort/${resort.databaseId}`} target="_blank" rel="noreferrer">
              {resort.name}
              <span className="visuallyHidden"> (opens in a new tab)</span>
            </a>,
          ],
          ['Place', resort.location],
          ['Brand', resort.brand],
          ['Weeks begin on', weekdayWords[resort.weekStartsOn]],
        ]}
      />
    </Panel>
  );
}
