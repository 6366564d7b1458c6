import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { signInFor } from '#web/accounts/authLink.ts';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { useLazyDialog } from '#web/ui/dialogs/useLazyDialog.ts';
import styles from './ReportReview.module.css';

const loadReportDialog = () => import('./ReportDialog.tsx');
const ReportDialog = lazy(loadReportDialog);

interface ReportReviewProps {
  reviewId: string;
  author: string;
  isOwn: boolean;
  /** Whether the owner of the week has answered; the answer can be reported too. */
  hasAnswer: boolean;
  isSignedIn: boolean;
}

/**
 * A button to report a review as abusive; on the viewer's own review a note, and a button only for
 * an answer.
 */
export function ReportReview(props: ReportReviewProps) {
  const { reviewId, author, isOwn, hasAnswer, isSignedIn } = props;
  const { pathname, search } = useLocation();
  const { button, dialog } = useLazyDialog(loadReportDialog);
  const own = isOwn && (
    <span className={`pill on-foam teal text-14 semibold ${styles.own}`}>Your review</span>
  );
  if (isOwn && !hasAnswer) return own;
  const words = (
    <>
      <Icon name="flag" size={18} />
      <span>
        {isOwn ? 'Report answer' : 'Report'}
        <span className="visuallyHidden">
          {isOwn ? ' to your review' : ` the review by ${author}`}
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
          <ReportDialog reviewId={reviewId} author={author} isOwn={isOwn} {...dialog} />
        </Suspense>
      )}
    </>
  );
}
