import { Button } from '../basics/Button.tsx';
import { useEffect, useRef } from 'react';
import type { usePages } from '#web/relay/usePages.ts';
import { showToast } from './toastStore.ts';

interface ShowMoreProps {
  /** Name of the listed objects, for example 'Bookings'. */
  noun: string;
  count: number;
  pages: Pick<ReturnType<typeof usePages>, 'list' | 'hasNext' | 'isLoadingNext' | 'loadNext'>;
}

const pageSize = 20;

/** A button that loads the next page of a list; the first new row gets the focus. */
export function ShowMore({ noun, count, pages }: ShowMoreProps) {
  const { list, hasNext, isLoadingNext, loadNext } = pages;
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
