import { useLocation } from 'react-router-dom';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';

interface NoRowsProps {
  name: string;
  /** How many rows there are on all pages. */
  total: number;
  /** Shown if no row fits the search and the filters. */
  hint: string;
}

export function NoRows({ name, total, hint }: NoRowsProps) {
  const { pathname, search } = useLocation();
  if (total === 0 && search === '') {
    return (
      <EmptyState
        title={`No ${name.toLowerCase()} yet`}
        text={`${name} appear here once there are any.`}
      />
    );
  }
  return (
    <EmptyState
      title={total > 0 ? 'Nothing on this page' : `No ${name.toLowerCase()} found`}
      link={{ to: pathname, label: `Show All ${name}` }}
    >
      <p>{total > 0 ? 'The list has changed since this page was opened.' : hint}</p>
    </EmptyState>
  );
}
