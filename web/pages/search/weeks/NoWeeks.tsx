import { ButtonLink } from '../../../ui/basics/ButtonLink.tsx';
import { EmptyState } from '../../../ui/basics/EmptyState.tsx';
import { searchPath } from '../address/searchUrl.ts';

interface NoWeeksProps {
  isSearch: boolean;
}

export function NoWeeks({ isSearch }: NoWeeksProps) {
  return (
    <EmptyState
      title="No weeks found"
      action={
        isSearch && (
          <ButtonLink to={searchPath({ view: 'weeks' })} variant="contained">
            Show All Weeks
          </ButtonLink>
        )
      }
    >
      <p>
        {isSearch
          ? 'No free week meets all your conditions. Try other dates, or remove a filter'
          : 'No weeks are on offer at the moment'}
      </p>
    </EmptyState>
  );
}
