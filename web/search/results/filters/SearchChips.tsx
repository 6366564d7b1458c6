import { graphql, useFragment } from 'react-relay/hooks';
import type { SearchChips_query$key } from '#web/__generated__/SearchChips_query.graphql.ts';
import { askedChoice, type SortOf } from '#web/search/address/searchState.ts';
import { ActiveFilters, type ActiveFiltersProps } from './ActiveFilters.tsx';
import { useFrameQuery, type FrameReference } from './frameQuery.ts';

interface SearchChipsProps<Changes> extends Omit<ActiveFiltersProps<Changes>, 'phrases'> {
  data: FrameReference<SearchChips_query$key>;
  /** Whether `data` belongs to another text than the requested one. */
  isOtherText: boolean;
  sort: SortOf;
}

/** The conditions of the search, one by one. */
export function SearchChips<Changes>(props: SearchChipsProps<Changes>) {
  const { data, isOtherText, sort, ...rest } = props;
  const { searchPhrases, searchReading } = useFragment<SearchChips_query$key>(
    graphql`
      fragment SearchChips_query on Query
      @argumentDefinitions(
        query: { type: "String" }
        forSale: { type: "Boolean", defaultValue: false }
      ) {
        searchPhrases(query: $query) {
          label(forSale: $forSale)
          isOrder
          words
          without
          asWords
        }
        searchReading(query: $query) {
          sort
        }
      }
    `,
    useFrameQuery(data),
  );
  const isOrderUsed =
    sort.chosen === null && askedChoice(sort.choices, searchReading.sort) !== undefined;
  const phrases = searchPhrases
    .filter(({ isOrder }) => !isOtherText && (isOrderUsed || !isOrder))
    .map(({ label, words, without, asWords }) => ({ label, words, without, asWords }));
  return <ActiveFilters phrases={phrases} {...rest} />;
}
