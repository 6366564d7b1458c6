import Button from '@mui/material/Button';
import type { RefObject } from 'react';
import type { LoadMoreFn } from 'react-relay/hooks';
import type { OperationType } from 'relay-runtime';
import { showToast } from '../../components/toastStore.ts';

interface ShowMoreProps<TQuery extends OperationType> {
  /** What there is more of, for example 'Bookings'. */
  noun: string;
  list: RefObject<HTMLUListElement | null>;
  pagination: {
    hasNext: boolean;
    isLoadingNext: boolean;
    loadNext: LoadMoreFn<TQuery>;
  };
}

const pageSize = 20;

/** Offers what a list has beyond its first page; the first new row gets the focus. */
export function ShowMore<TQuery extends OperationType>(props: ShowMoreProps<TQuery>) {
  const { noun, list, pagination } = props;
  const { hasNext, isLoadingNext, loadNext } = pagination;
  if (!hasNext) return null;
  const loadMore = () => {
    const before = list.current?.children.length ?? 0;
    loadNext(pageSize, {
      onComplete: (error) => {
        if (error) {
          showToast({
            title: `More ${noun.toLowerCase()} could not be loaded`,
            description: 'Please try again',
            variant: 'destructive',
          });
          return;
        }
        const row = list.current?.children[before];
        if (!(row instanceof HTMLElement)) return;
        row.tabIndex = -1;
        row.focus();
      },
    });
  };
  return (
    <Button
      variant="outlined"
      color="inherit"
      aria-busy={isLoadingNext}
      onClick={isLoadingNext ? undefined : loadMore}
    >
      {isLoadingNext ? 'Loading…' : `Show More ${noun}`}
    </Button>
  );
}
