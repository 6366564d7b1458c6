import type { SaveSearchButton_query$key } from '#web/__generated__/SaveSearchButton_query.graphql.ts';
import { SaveSearchButton } from '#web/resorts/SaveSearchButton.tsx';
import type { SearchState } from '#web/search/address/searchState.ts';
import { watchedWords } from '#web/search/address/watchedWords.ts';
import { filterVariables, isNarrowed } from '#web/search/address/searchVariables.ts';

interface SaveSearchProps {
  queryRef: SaveSearchButton_query$key;
  search: SearchState;
}

export function SaveSearch({ queryRef, search }: SaveSearchProps) {
  return (
    isNarrowed(search) && (
      <SaveSearchButton
        queryRef={queryRef}
        query={search.query}
        filter={filterVariables(search)}
        description={`Alerts you to weeks for ${watchedWords(search)}`}
      />
    )
  );
}
