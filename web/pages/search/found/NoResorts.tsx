import { ButtonLink } from '../../../ui/basics/ButtonLink.tsx';
import { EmptyState } from '../../../ui/basics/EmptyState.tsx';

interface NoResortsProps {
  isSearch: boolean;
}

export function NoResorts({ isSearch }: NoResortsProps) {
  return (
    <EmptyState
      title="No resorts found"
      action={
        <ButtonLink to="/search" variant="contained">
          Clear Search
        </ButtonLink>
      }
    >
      <p>
        {isSearch
          ? "We couldn't find any resorts matching the query. Try adjusting your search terms"
          : 'No resorts are available at the moment'}
      </p>
    </EmptyState>
  );
}
