import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';

interface NoRowsProps {
  name: string;
  path: string;
  total: number;
  /** Shown if there are none at all. */
  hint: string;
}

export function NoRows({ name, path, total, hint }: NoRowsProps) {
  return (
    <EmptyState
      title={total > 0 ? 'Nothing on this page' : `No ${name.toLowerCase()} found`}
      action={
        <ButtonLink to={path} variant="contained">
          {`Show All ${name}`}
        </ButtonLink>
      }
    >
      <p>{total > 0 ? 'The list has changed since this page was opened.' : hint}</p>
    </EmptyState>
  );
}
