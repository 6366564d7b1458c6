import { graphql, useFragment } from 'react-relay/hooks';
import type { SearchChips_query$key } from '../../../__generated__/SearchChips_query.graphql.ts';
import { ActiveFilters, type ActiveFiltersProps } from './ActiveFilters.tsx';
import { useFrameQuery, type FrameReference } from './frameQuery.ts';

interface SearchChipsProps<Changes> extends Omit<ActiveFiltersProps<Changes>, 'phrases'> {
  data: FrameReference<SearchChips_query$key>;
  /** Whether `data` is about another text than the one asked for. */
  isOtherText: boolean;
}

/** What the search asks, part by part. */
export function SearchChips<Changes>({ data, isOtherText, ...rest }: SearchChipsProps<Changes>) {
  const { searchPhrases } = useFragment<SearchChips_query$key>(
    graphql`
      fragment SearchChips_query on Query
      @argumentDefinitions(
        query: { type: "String" }
        forSale: { type: "Boolean", defaultValue: false }
      ) {
        searchPhrases(query: $query) {
          label(forSale: $forSale)
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
  return <ActiveFilters phrases={isOtherText ? [] : phrases} {...rest} />;
}
