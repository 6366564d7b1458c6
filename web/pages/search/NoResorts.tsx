import { ButtonLink } from '../../components/ButtonLink.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';

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
