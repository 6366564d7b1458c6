import { graphql, useFragment } from 'react-relay/hooks';
import type { SearchChips_query$key } from '#web/__generated__/SearchChips_query.graphql.ts';
import { askedChoice, type SortOf } from '#web/search/address/searchState.ts';
import { useFrameQuery, type FrameReference } from './frameQuery.ts';
import { useRef } from 'react';
import { Icon } from '#web/ui/basics/Icon.tsx';
import styles from './ActiveFilters.module.css';

interface SearchChipsProps<Changes> extends Omit<ActiveFiltersProps<Changes>, 'phrases'> {
  data: FrameReference<SearchChips_query$key>;
  /** Whether `data` belongs to another text than the requested one. */
  isOtherText: boolean;
  sort: SortOf;
}

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

export interface ReadPhrase {
  readonly label: string;
  readonly words: string;
  /** The text without the phrase, and the text in which its words are only searched for. */
  readonly without: string;
  readonly asWords: string;
}

interface ActiveFiltersProps<Changes> {
  chosen: readonly { key: string; label: string; without: Changes }[];
  phrases: readonly ReadPhrase[];
  cleared: Changes;
  onChange: (changes: Changes | { query: string }) => void;
}

export function ActiveFilters<Changes>(props: ActiveFiltersProps<Changes>) {
  const { chosen, phrases, cleared, onChange } = props;
  const region = useRef<HTMLDivElement>(null);
  const take: typeof onChange = (changes) => {
    // The focused chip is about to go.
    region.current?.focus();
    onChange(changes);
  };
  return (
    <div
      ref={region}
      tabIndex={-1}
      role="group"
      aria-label="Chosen filters"
      className={styles.region}
    >
      {chosen.length + phrases.length > 0 && (
        <ul className={`cluster gap-2 ${styles.chips}`}>
          {phrases.map(({ label, words, without, asWords }) => (
            <li key={asWords} className={styles.phrase}>
              <span>{label}</span>
              <button type="button" onClick={() => take({ query: asWords })}>
                <span className="visuallyHidden">Search for the words </span>
                <span className={`soft regular ${styles.words}`}>“{words}”</span>
                <span className="visuallyHidden"> instead</span>
              </button>
              <button type="button" onClick={() => take({ query: without })}>
                <span className="visuallyHidden">Remove {label}</span>
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
          {chosen.map(({ key, label, without }) => (
            <li key={key}>
              <button type="button" className={styles.chip} onClick={() => take(without)}>
                <span className="visuallyHidden">Remove filter </span>
                {label}
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
          {chosen.length > 0 && (
            <li>
              <button type="button" className={styles.clear} onClick={() => take(cleared)}>
                Clear all<span className="visuallyHidden"> filters</span>
              </button>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
