import { lazy, Suspense } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { Link, useLocation } from 'react-router-dom';
import type { ReportReview_review$key } from '#web/__generated__/ReportReview_review.graphql.ts';
import { signInFor } from '#web/accounts/authLink.ts';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { useLazyDialog } from '#web/ui/dialogs/useLazyDialog.ts';
import styles from './ReportReview.module.css';

const loadReportDialog = () => import('./ReportDialog.tsx');
const ReportDialog = lazy(loadReportDialog);

interface ReportReviewProps {
  review: ReportReview_review$key;
  ownReviewIds: readonly string[];
  isSignedIn: boolean;
}

export function ReportReview({ review, ownReviewIds, isSignedIn }: ReportReviewProps) {
  const { id, author, answer } = useFragment<ReportReview_review$key>(
    graphql`
      fragment ReportReview_review on Review {
        id
        answer {
          __typename
        }
        author {
          name
        }
      }
    `,
    review,
  );
  const isOwn = ownReviewIds.includes(id);
  const { pathname, search } = useLocation();
  const { button, dialog } = useLazyDialog(loadReportDialog);
  const own = isOwn && (
    <span className={`pill on-foam teal text-14 semibold ${styles.own}`}>Your review</span>
  );
  if (isOwn && !answer) return own;
  const words = (
    <>
      <Icon name="flag" size={18} />
      <span>
        {isOwn ? 'Report answer' : 'Report'}
        <span className="visuallyHidden">
          {isOwn ? ' to your review' : ` the review by ${author.name}`}
        </span>
      </span>
    </>
  );
  if (!isSignedIn) {
    return (
      <Link className={styles.report} to={signInFor('report', pathname + search)}>
        {words}
      </Link>
    );
  }
  return (
    <>
      {own}
      <button type="button" className={styles.report} {...button}>
        {words}
      </button>
      {dialog && (
        <Suspense fallback={null}>
          <ReportDialog reviewId={id} author={author.name} isOwn={isOwn} {...dialog} />
        </Suspense>
      )}
    </>
  );
}
