import { Button } from '../basics/Button.tsx';
import { useEffect, useRef, type RefObject } from 'react';
import type { LoadMoreFn } from 'react-relay/hooks';
import type { OperationType } from 'relay-runtime';
import { showToast } from './toastStore.ts';

interface ShowMoreProps<TQuery extends OperationType> {
  /** Name of the listed objects, for example 'Bookings'. */
  noun: string;
  list: RefObject<HTMLUListElement | null>;
  count: number;
  pagination: {
    hasNext: boolean;
    isLoadingNext: boolean;
    loadNext: LoadMoreFn<TQuery>;
  };
}

const pageSize = 20;

/** A button that loads the next page of a list; the first new row gets the focus. */
export function ShowMore<TQuery extends OperationType>(props: ShowMoreProps<TQuery>) {
  const { noun, list, count, pagination } = props;
  const { hasNext, isLoadingNext, loadNext } = pagination;
  const awaited = useRef<number>(undefined);
  useEffect(() => {
    if (awaited.current === undefined || count <= awaited.current) return;
    focusRow(list.current, awaited.current);
    awaited.current = undefined;
  }, [count, list]);

  if (!hasNext) return null;
  const loadMore = () => {
    awaited.current = count;
    loadNext(pageSize, {
      onComplete: (error) => {
        if (error === null) return;
        awaited.current = undefined;
        showToast({
          title: `More ${noun.toLowerCase()} could not be loaded`,
          description: 'Please try again',
          variant: 'destructive',
        });
      },
    });
  };
  return (
    <Button
      variant="quiet"
      aria-busy={isLoadingNext}
      onClick={isLoadingNext ? undefined : loadMore}
    >
      {isLoadingNext ? 'Loading…' : `Show More ${noun}`}
    </Button>
  );
}

function focusRow(list: HTMLUListElement | null, index: number): void {
  const row = list?.children[index];
  if (!(row instanceof HTMLElement)) return;
  row.tabIndex = -1;
  row.focus();
}
