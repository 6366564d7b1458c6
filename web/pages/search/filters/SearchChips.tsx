import { graphql, useFragment } from 'react-relay/hooks';
import type { SearchChips_query$key } from '../../../__generated__/SearchChips_query.graphql.ts';
import { ActiveFilters, type ActiveFiltersProps } from './ActiveFilters.tsx';
import { useFrameQuery, type FrameReference } from './frameQuery.ts';

interface SearchChipsProps<Changes> extends Omit<ActiveFiltersProps<Changes>, 'phrases'> {
  data: FrameReference<SearchChips_query$key>;
  /** Whether `data` is about another text than the one asked for. */
  isOtherText: boolean;
  /** Whether the results have the order that the text asks for, if it asks for one. */
  isOrderUsed: boolean;
}

/** What the server calls the orders of texts. */
const order = /^(Lowest price|Highest price|Highest rated|Most reviews) first$/;

/** What the search asks, part by part. */
export function SearchChips<Changes>(props: SearchChipsProps<Changes>) {
  const { data, isOtherText, isOrderUsed, ...rest } = props;
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
  const phrases = searchPhrases
    .filter(({ label }) => !isOtherText && (isOrderUsed || !order.test(label)))
    .map(({ label, words, without, asWords }) => ({ label, words, without, asWords }));
  return <ActiveFilters phrases={phrases} {...rest} />;
}
