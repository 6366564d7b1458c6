import { graphql, useFragment } from 'react-relay/hooks';
import type { ReadingNotes_query$key } from '../../../__generated__/ReadingNotes_query.graphql.ts';
import { sortChoices, type SearchState } from '../../../searching/address/searchState.ts';
import styles from './Found.module.css';

interface ReadingNotesProps {
  query: ReadingNotes_query$key;
  isEmpty: boolean;
  /** The chosen order of resorts; undefined if the list has orders of its own. */
  sort?: SearchState['sort'];
}

/** What of the search text the results don't follow, and the order that it asks for. */
export function ReadingNotes({ query, isEmpty, sort }: ReadingNotesProps) {
  const { searchReading } = useFragment<ReadingNotes_query$key>(
    graphql`
      fragment ReadingNotes_query on Query @argumentDefinitions(query: { type: "String" }) {
        searchReading(query: $query) {
          leftOut
          sort
        }
      }
    `,
    query,
  );
  const leftOut = anyOf.format(searchReading.leftOut.map((words) => `“${words}”`));
  const asked = sortChoices.find((choice) => choice.sort === searchReading.sort)?.label;
  return (
    <div className={styles.notes} role="status">
      {leftOut && (
        <p>
          {`No resort here says ${leftOut}.${isEmpty ? '' : ' These are for the rest of your search.'}`}
        </p>
      )}
      {asked && !isEmpty && (
        <p>{sort === null ? `Sorted by ${asked}.` : `Sorted as chosen, not by ${asked}.`}</p>
      )}
    </div>
  );
}

const anyOf = new Intl.ListFormat('en-US', { type: 'disjunction' });
