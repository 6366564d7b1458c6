import { lazy, Suspense, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { signInFor } from '../../account/authLink.ts';
import { Icon } from '../../ui/basics/Icon.tsx';
import styles from './ReportReview.module.css';

const loadReportDialog = () => import('./ReportDialog.tsx');
const ReportDialog = lazy(loadReportDialog);

interface ReportReviewProps {
  reviewId: string;
  author: string;
  isOwn: boolean;
  isSignedIn: boolean;
}

/** A button to report a review as abusive; on the viewer's own review, a note instead. */
export function ReportReview({ reviewId, author, isOwn, isSignedIn }: ReportReviewProps) {
  const { pathname, search } = useLocation();
  const [dialog, setDialog] = useState<'unused' | 'open' | 'closed'>('unused');
  const button = useRef<HTMLButtonElement>(null);
  if (isOwn) return <span className={styles.own}>Your review</span>;
  const words = (
    <>
      <Icon name="flag" size={18} />
      <span>
        Report<span className="visuallyHidden"> the review by {author}</span>
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
      <button
        ref={button}
        type="button"
        className={styles.report}
        aria-haspopup="dialog"
        onPointerEnter={() => void loadReportDialog()}
        onClick={() => setDialog('open')}
      >
        {words}
      </button>
      {dialog !== 'unused' && (
        <Suspense fallback={null}>
          <ReportDialog
            reviewId={reviewId}
            author={author}
            isOpen={dialog === 'open'}
            onClose={() => setDialog('closed')}
            focusAfter={() => button.current}
          />
        </Suspense>
      )}
    </>
  );
}
