import { Button } from '#web/ui/basics/Button.tsx';
import { Dialog } from '#web/ui/material/Dialog.ts';
import { IconButton } from '#web/ui/basics/IconButton.tsx';
import { Suspense, useId, useRef, useState } from 'react';
import { graphql, type PreloadedQuery } from 'react-relay/hooks';
import { usePages } from '#web/relay/usePages.ts';
import type {
  AllReviewsDialog_resort$data,
  AllReviewsDialog_resort$key,
} from '#web/__generated__/AllReviewsDialog_resort.graphql.ts';
import type { resortPageLoaderReviewsQuery } from '#web/__generated__/resortPageLoaderReviewsQuery.graphql.ts';
import { timeAgo } from '#web/ui/words/dates.ts';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { formatCount, nounFor, plural } from '#common/numbers.ts';
import { GuestReview } from '#web/reviews/GuestReview.tsx';
import { SectionBoundary } from '#web/ui/layout/SectionBoundary.tsx';
import { Select } from '#web/ui/forms/fields/Select.tsx';
import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import { StarRating } from '#web/ui/basics/StarRating.tsx';
import type { DialogState } from '#web/ui/dialogs/FormDialog.tsx';
import { showFailure } from '#web/ui/feedback/showFailure.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import styles from './AllReviewsDialog.module.css';
import { ReportReview } from './ReportReview.tsx';
import type { ReviewSort } from '../resortAddress.ts';
import { resortReviewsQuery } from '../resortPageLoader.ts';

const sortChoices: { value: ReviewSort; label: string }[] = [
  { value: 'NEWEST', label: 'Newest first' },
  { value: 'HIGHEST', label: 'Highest rated' },
  { value: 'LOWEST', label: 'Lowest rated' },
];

interface AllReviewsDialogProps extends DialogState {
  reference: PreloadedQuery<resortPageLoaderReviewsQuery> | undefined;
  resortName: string;
  sort: ReviewSort;
  onSort: (sort: ReviewSort) => void;
  ownReviewIds: readonly string[];
  isSignedIn: boolean;
}

export default function AllReviewsDialog(props: AllReviewsDialogProps) {
  const { reference, resortName, sort, onSort, isOpen, onClose, focusAfter } = props;
  const titleId = useId();
  const onExited = () => {
    const focused = document.activeElement;
    if (focused === document.body || focused?.closest('[role="dialog"]')) focusAfter()?.focus();
  };
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      aria-labelledby={titleId}
      maxWidth="md"
      fullWidth
      scroll="paper"
      slotProps={{ transition: { onExited } }}
    >
      <div className={`flex gap-3 at-top between line-below ${styles.head}`}>
        <div>
          <h2 id={titleId}>All Reviews</h2>
          <p className="margin-top-1 soft">{resortName}</p>
        </div>
        <IconButton aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </div>
      <div className={styles.body}>
        <div className="flex">
          <Select label="Order" choices={sortChoices} value={sort} onChange={onSort} />
        </div>
        {reference && (
          <SectionBoundary message="The reviews could not be loaded" attempt={reference}>
            <Suspense fallback={<ReviewsSkeleton />}>
              <ReviewList {...props} reference={reference} />
            </Suspense>
          </SectionBoundary>
        )}
      </div>
    </Dialog>
  );
}

interface ReviewListProps extends AllReviewsDialogProps {
  reference: PreloadedQuery<resortPageLoaderReviewsQuery>;
}

function ReviewList({ reference, ...props }: ReviewListProps) {
  const { resort } = useOwnedPreloadedQuery<resortPageLoaderReviewsQuery>(
    resortReviewsQuery,
    reference,
  );
  return resort && <LoadedReviews resort={resort} {...props} />;
}

interface LoadedReviewsProps {
  resort: AllReviewsDialog_resort$key;
  ownReviewIds: readonly string[];
  isSignedIn: boolean;
}

function LoadedReviews({ resort, ownReviewIds, isSignedIn }: LoadedReviewsProps) {
  const { data, hasNext, isLoadingNext, loadNext } = usePages(resortFragment, resort);
  const { reviewCount, reviews } = data;
  const shown = useRef<HTMLParagraphElement>(null);
  const loadMore = () => {
    loadNext(10, {
      onComplete: (error) => {
        if (error) {
          showFailure('More reviews could not be loaded', undefined);
        } else shown.current?.focus();
      },
    });
  };
  const [now] = useState(() => Date.now());
  return (
    <>
      <RatingSummary resort={data} />
      {reviews.edges.length === 0 ? (
        <p>No reviews yet.</p>
      ) : (
        <ul className="stack gap-4">
          {reviews.edges.map(({ node }) => (
            <li key={node.id}>
              <GuestReview
                review={node}
                action={
                  <>
                    <time className="quiet" dateTime={node.createdAt}>
                      {timeAgo(node.createdAt, now)}
                    </time>
                    <ReportReview review={node} {...{ ownReviewIds, isSignedIn }} />
                  </>
                }
              />
            </li>
          ))}
        </ul>
      )}
      <div className={`stack gap-3 to-center soft ${styles.more}`}>
        <p ref={shown} role="status" tabIndex={-1}>
          {reviewCount > 0 && (
            <>
              Showing {formatCount(reviews.edges.length)} of {formatCount(reviewCount)}
            </>
          )}
        </p>
        {hasNext && (
          <Button
            variant="quiet"
            size="large"
            aria-busy={isLoadingNext}
            onClick={isLoadingNext ? undefined : loadMore}
          >
            {isLoadingNext ? 'Loading…' : 'Load more reviews'}
          </Button>
        )}
      </div>
    </>
  );
}

const resortFragment = graphql`
  fragment AllReviewsDialog_resort on Resort
  @refetchable(queryName: "AllReviewsDialogPaginationQuery")
  @argumentDefinitions(
    first: { type: "Int", defaultValue: 10 }
    after: { type: "String" }
    sort: { type: "ReviewSort!" }
  ) {
    rating
    reviewCount
    reviewSummary {
      stars
      count
    }
    reviews(first: $first, after: $after, sort: $sort)
      @connection(key: "AllReviewsDialog_reviews", filters: ["sort"]) {
      edges {
        node {
          id
          createdAt
          ...GuestReview_review
          ...ReportReview_review
        }
      }
    }
  }
`;

function RatingSummary({ resort }: { resort: AllReviewsDialog_resort$data }) {
  const { rating, reviewCount, reviewSummary } = resort;
  return (
    <div className={`icon-and-text middle padding-5 rounded-panel on-foam ${styles.summary}`}>
      <p className={`stack gap-1 to-center ${styles.average}`}>
        <strong>{rating.toFixed(1)}</strong>
        <StarRating rating={rating} label={`${rating} out of 5 stars`} size={22} />
        <span>{plural(reviewCount, 'review')}</span>
      </p>
      <ul className={`stack gap-6px ${styles.bars}`} aria-label="Reviews by star">
        {reviewSummary.map(({ stars, count }) => (
          <li className="stack gap-3 middle text-15" key={stars}>
            <span>{plural(stars, 'star')}</span>
            <span className={`clip pill on-white ${styles.bar}`} aria-hidden="true">
              <span style={{ width: `${reviewCount > 0 ? (100 * count) / reviewCount : 0}%` }} />
            </span>
            <span>
              {formatCount(count)}
              <span className="visuallyHidden"> {nounFor(count, 'review')}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function ReviewsSkeleton() {
  return (
    <div aria-hidden="true" className="stack gap-4">
      <Skeleton height="150px" radius="24px" />
      <Skeleton height="190px" radius="14px" />
      <Skeleton height="190px" radius="14px" />
    </div>
  );
}
