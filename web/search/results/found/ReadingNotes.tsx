import { graphql, useFragment } from 'react-relay/hooks';
import type { ReadingNotes_query$key } from '#web/__generated__/ReadingNotes_query.graphql.ts';
import { askedChoice, sortChoices, type SortOf } from '#web/search/address/searchState.ts';
import styles from './Found.module.css';

interface ReadingNotesProps {
  query: ReadingNotes_query$key;
  isEmpty: boolean;
  sort: SortOf;
}

export function ReadingNotes({ query, isEmpty, sort }: ReadingNotesProps) {
  const { searchReading } = useFragment<ReadingNotes_query$key>(
    graphql`
      fragment ReadingNotes_query on Query @argumentDefinitions(query: { type: "String" }) {
        searchReading(query: $query) {
          readAs
          leftOut
          sort
        }
      }
    `,
    query,
  );
  const leftOut = anyOf.format(
    searchReading.leftOut.map((words) => `“${words.replaceAll('"', '')}”`),
  );
  const asked = askedChoice(sort.choices, searchReading.sort);
  return (
    <div className={`soft breaks ${styles.notes}`} role="status">
      {searchReading.readAs && <p>{`Showing results for “${searchReading.readAs}”.`}</p>}
      {leftOut && (
        <p>
          {`No resort here says ${leftOut}.${isEmpty ? '' : ' These are for the rest of your search.'}`}
        </p>
      )}
      {searchReading.sort && !isEmpty && (
        <p>
          {asked && sort.chosen === null
            ? `Sorted by ${asked.label}.`
            : `Sorted as chosen above, not by ${askedChoice(sortChoices, searchReading.sort)?.label}.`}
        </p>
      )}
    </div>
  );
}

const anyOf = new Intl.ListFormat('en-US', { type: 'disjunction' });
