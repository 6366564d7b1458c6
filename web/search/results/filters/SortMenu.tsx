import { graphql, useFragment } from 'react-relay/hooks';
import type { SortMenu_query$key } from '#web/__generated__/SortMenu_query.graphql.ts';
import { askedChoice, type SortOf } from '#web/search/address/searchState.ts';
import { Select } from '#web/ui/forms/fields/Select.tsx';
import { useFrameQuery, type FrameReference } from './frameQuery.ts';

interface SortMenuProps<Value extends string> extends SortOf<Value> {
  data: FrameReference<SortMenu_query$key>;
  onChange: (sort: Value | null) => void;
}

export function SortMenu<Value extends string>(props: SortMenuProps<Value>) {
  const { data, choices, usual, chosen, onChange } = props;
  const { searchReading } = useFragment<SortMenu_query$key>(
    graphql`
      fragment SortMenu_query on Query @argumentDefinitions(query: { type: "String" }) {
        searchReading(query: $query) {
          sort
        }
      }
    `,
    useFrameQuery(data),
  );
  const unchosen = askedChoice(choices, searchReading.sort)?.value ?? usual;
  return (
    <Select
      label="Sort by"
      choices={choices}
      value={chosen ?? unchosen}
      onChange={(sort) => onChange(sort === unchosen ? null : sort)}
    />
  );
}

const notYet = [{ value: '', label: 'Loading…' }];

/** Only the response tells which order the text contains. */
export const SortMenuSkeleton = () => (
  <Select label="Sort by" choices={notYet} value="" onChange={() => undefined} />
);
