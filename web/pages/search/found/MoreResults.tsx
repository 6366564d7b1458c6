import Button from '@mui/material/Button';
import { useRef } from 'react';
import type { LoadMoreFn } from 'react-relay/hooks';
import type { OperationType } from 'relay-runtime';
import type { ResultCount_total$key } from '../../../__generated__/ResultCount_total.graphql.ts';
import { showToast } from '../../../ui/feedback/toastStore.ts';
import { formatCount } from '../../../ui/words/numbers.ts';
import { pageSize } from '../address/searchState.ts';
import { TotalNumber } from './ResultCount.tsx';
import styles from './Found.module.css';

interface MoreResultsProps {
  total: ResultCount_total$key;
  /** How many results the page shows; the store may hold more. */
  shown: number;
  loaded: number;
  hasNext: boolean;
  isLoadingNext: boolean;
  loadNext: LoadMoreFn<OperationType>;
  /** Shows the next page, once it is loaded. */
  onMore: () => void;
}

/** How many of the results are shown, and a button for the next page. */
export function MoreResults(props: MoreResultsProps) {
  const { total, shown, loaded, hasNext, isLoadingNext, loadNext, onMore } = props;
  const status = useRef<HTMLParagraphElement>(null);
  const hasMore = hasNext || loaded > shown;
  if (!hasMore && shown <= pageSize) return null;

  const showMore = () => {
    onMore();
    // The focused button is gone after the last page.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) status.current?.focus();
    });
  };
  const loadMore = () => {
    const missing = shown + pageSize - loaded;
    if (missing <= 0 || !hasNext) {
      showMore();
      return;
    }
    loadNext(missing, {
      onComplete: (error) => {
        if (error === null) {
          showMore();
          return;
        }
        showToast({
          title: 'Could not load more results',
          description: 'Please try again',
          variant: 'destructive',
        });
      },
    });
  };

  return (
    <div className={styles.more}>
      <p ref={status} className={styles.shown} role="status" tabIndex={-1}>
        Showing {formatCount(shown)} of <TotalNumber total={total} />
      </p>
      {hasMore && (
        <Button
          variant="outlined"
          color="inherit"
          size="large"
          aria-busy={isLoadingNext}
          onClick={isLoadingNext ? undefined : loadMore}
        >
          {isLoadingNext ? 'Loading…' : 'Load More Results'}
        </Button>
      )}
    </div>
  );
}
