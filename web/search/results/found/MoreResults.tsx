import { Button } from '#web/ui/basics/Button.tsx';
import { useRef, useState } from 'react';
import { graphql, useFragment, useRelayEnvironment } from 'react-relay/hooks';
import type { Variables } from 'relay-runtime';
import type { MoreResults_page$key } from '#web/__generated__/MoreResults_page.graphql.ts';
import type { ResultCount_total$key } from '#web/__generated__/ResultCount_total.graphql.ts';
import { showFailure } from '#web/ui/feedback/showFailure.ts';
import { formatCount } from '#common/numbers.ts';
import { pageSize } from '#web/search/address/searchState.ts';
import styles from './Found.module.css';
import type { ListName } from './nextPageLoader.ts';
import { TotalNumber } from './ResultCount.tsx';

interface MoreResultsProps {
  list: ListName;
  variables: Variables;
  page: MoreResults_page$key;
  total: ResultCount_total$key;
  /** Number of results on the page; the store may hold more. */
  shown: number;
  loaded: number;
  onMore: () => void;
}

export function MoreResults(props: MoreResultsProps) {
  const { list, variables, page, total, shown, loaded, onMore } = props;
  const { hasNextPage, endCursor } = useFragment<MoreResults_page$key>(
    graphql`
      fragment MoreResults_page on PageInfo {
        hasNextPage
        endCursor
      }
    `,
    page,
  );
  const environment = useRelayEnvironment();
  const [isLoading, setIsLoading] = useState(false);
  const status = useRef<HTMLParagraphElement>(null);
  const hasMore = hasNextPage || loaded > shown;
  if (!hasMore && shown <= pageSize) return null;

  const loadMore = async () => {
    const first = shown + pageSize - loaded;
    setIsLoading(true);
    try {
      if (first > 0 && hasNextPage) {
        const { loadNextPage } = await import('./nextPageLoader.ts');
        await loadNextPage(environment, { list, variables, first, after: endCursor });
      }
      onMore();
      // The focused button is gone after the last page.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) status.current?.focus();
      });
    } catch {
      showFailure('Could not load more results', undefined);
    }
    setIsLoading(false);
  };

  return (
    <div className={`stack gap-3 to-center ${styles.more}`}>
      <p ref={status} className="soft" role="status" tabIndex={-1}>
        Showing {formatCount(shown)} of <TotalNumber total={total} />
      </p>
      {hasMore && (
        <Button
          variant="quiet"
          size="large"
          aria-busy={isLoading}
          onClick={isLoading ? undefined : () => void loadMore()}
        >
          {isLoading ? 'Loading…' : 'Load More Results'}
        </Button>
      )}
    </div>
  );
}
