import { graphql, useFragment } from 'react-relay/hooks';
import type { RecentReviews_resort$key } from '#web/__generated__/RecentReviews_resort.graphql.ts';
import { signInFor } from '#web/accounts/authLink.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { plural } from '#common/numbers.ts';
import { GuestReview } from '#web/reviews/GuestReview.tsx';
import { ReportReview } from './ReportReview.tsx';
import styles from '../ResortPage.module.css';
import { useResortView } from '../useResortView.ts';

interface RecentReviewsProps {
  resort: RecentReviews_resort$key;
  ownReviewIds: readonly string[];
  isSignedIn: boolean;
}

export function RecentReviews({ resort, ownReviewIds, isSignedIn }: RecentReviewsProps) {
  const { reviewCount, reviews } = useFragment<RecentReviews_resort$key>(resortFragment, resort);
  const { pathOf } = useResortView();
  const writePath = pathOf({ dialog: 'write' });
  return (
    <section className={styles.block} aria-labelledby="reviews">
      <div className={`bar gap-3 margin-bottom-4 ${styles.head}`}>
        <h2 id="reviews">Recent Reviews</h2>
        <ButtonLink
          id="write-review"
          to={isSignedIn ? writePath : signInFor('review', writePath)}
          state={{ openedHere: true }}
          preventScrollReset={isSignedIn}
          variant="quiet"
          startIcon={<Icon name="pencil" size={20} />}
        >
          {ownReviewIds.length === 0 ? 'Write a Review' : 'Edit Your Review'}
        </ButtonLink>
      </div>
      {reviews.edges.length === 0 ? (
        <p>No reviews yet.</p>
      ) : (
        <ul className="stack gap-4">
          {reviews.edges.map(({ node }) => (
            <li key={node.id}>
              <GuestReview
                review={node}
                action={<ReportReview review={node} {...{ ownReviewIds, isSignedIn }} />}
              />
            </li>
          ))}
        </ul>
      )}
      {reviewCount > reviews.edges.length && (
        <p className="margin-top-5">
          <ButtonLink
            id="all-reviews"
            to={pathOf({ dialog: 'reviews' })}
            state={{ openedHere: true }}
            preventScrollReset
            variant="quiet"
            size="large"
          >
            See all {plural(reviewCount, 'review')}
          </ButtonLink>
        </p>
      )}
    </section>
  );
}

const resortFragment = graphql`
  fragment RecentReviews_resort on Resort {
    reviewCount
    reviews(first: 3) {
      edges {
        node {
          id
          ...GuestReview_review
          ...ReportReview_review
        }
      }
    }
  }
`;
