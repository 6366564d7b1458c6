import { graphql } from 'react-relay/hooks';
import type { Pager_pageInfo$data } from '#web/__generated__/Pager_pageInfo.graphql.ts';
import { useLocation } from 'react-router-dom';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import styles from './Pager.module.css';

// Spread with `@relay(mask: false)`.
void graphql`
  fragment Pager_pageInfo on PageInfo {
    hasNextPage
    hasPreviousPage
    startCursor
    endCursor
  }
`;

export interface PagerProps {
  pageInfo: Omit<Pager_pageInfo$data, ' $fragmentType'>;
  labels?: { previous: string; next: string } | undefined;
}

export const byTime = { previous: 'Newer', next: 'Older' };

export const byPage = { previous: 'Previous Page', next: 'Next Page' };

/** Links to the previous and next page; the URL holds their cursors (`after`, `before`). */
export function Pager({ pageInfo, labels = { previous: 'Previous', next: 'Next' } }: PagerProps) {
  const { pathname, search } = useLocation();
  const { hasNextPage, hasPreviousPage, startCursor, endCursor } = pageInfo;
  if (!hasNextPage && !hasPreviousPage) return null;

  const address = (name: 'after' | 'before', cursor: string | null | undefined): string => {
    const params = new URLSearchParams(search);
    params.delete('after');
    params.delete('before');
    params.set(name, cursor ?? '');
    return `${pathname}?${params}`;
  };
  return (
    <nav className="flex gap-3" aria-label="Pages">
      {hasPreviousPage && (
        <ButtonLink
          to={address('before', startCursor)}
          variant="quiet"
          startIcon={<Icon name="arrowLeft" size={18} />}
        >
          {labels.previous}
        </ButtonLink>
      )}
      {hasNextPage && (
        <ButtonLink
          to={address('after', endCursor)}
          variant="quiet"
          className={styles.next}
          endIcon={<Icon name="arrowRight" size={18} />}
        >
          {labels.next}
        </ButtonLink>
      )}
    </nav>
  );
}

/** The pagination parameters of a URL, as variables of a connection. */
export function pageVariables(
  params: URLSearchParams,
  size: number,
): { first?: number; after?: string; last?: number; before?: string } {
  const before = params.get('before');
  const after = params.get('after');
  if (before) return { last: size, before };
  return { first: size, ...(after && { after }) };
}
