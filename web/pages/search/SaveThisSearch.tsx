import type { SaveSearchButton_query$key } from '../../__generated__/SaveSearchButton_query.graphql.ts';
import { SaveSearchButton } from '../../components/SaveSearchButton.tsx';
import { filterVariables, isNarrowed, type SearchState } from './searchUrl.ts';

interface SaveThisSearchProps {
  query: SaveSearchButton_query$key;
  search: SearchState;
}

/** Keeps the search that is shown; all resorts are no search. */
export function SaveThisSearch({ query, search }: SaveThisSearchProps) {
  return isNarrowed(search) ? (
    <SaveSearchButton queryRef={query} query={search.query} filter={filterVariables(search)} />
  ) : null;
}
