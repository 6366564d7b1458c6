import { graphql, useFragment } from 'react-relay/hooks';
import type { SearchChips_query$key } from '../../../__generated__/SearchChips_query.graphql.ts';
import type { SearchState } from '../address/searchState.ts';
import type { ChangeSearch } from '../address/useAskedSearch.ts';
import { ActiveFilters } from './ActiveFilters.tsx';
import { useFrameQuery, type FrameReference } from './frameQuery.ts';

interface SearchChipsProps {
  data: FrameReference;
  search: SearchState;
  /** The text that `data` is about; another one may be loading. */
  query: string;
  onChange: ChangeSearch;
}

/** What the search asks, part by part. */
export function SearchChips({ data, search, query, onChange }: SearchChipsProps) {
  const { searchPhrases } = useFragment<SearchChips_query$key>(
    graphql`
      fragment SearchChips_query on Query @argumentDefinitions(query: { type: "String" }) {
        searchPhrases(query: $query) {
          label
          words
          without
          asWords
        }
      }
    `,
    useFrameQuery(data),
  );
  const phrases = searchPhrases.map(({ label, words, without, asWords }) => ({
    label,
    words,
    without,
    asWords,
  }));
  return (
    <ActiveFilters
      search={search}
      onChange={onChange}
      phrases={search.query === query ? phrases : []}
    />
  );
}
