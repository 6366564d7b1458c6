import { Suspense } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { SearchControls_query$key } from '../../__generated__/SearchControls_query.graphql.ts';
import { SearchBox } from '../../resorts/search/SearchBox.tsx';
import { Select } from '../../ui/forms/fields/Select.tsx';
import { useFrameQuery, type FrameReference } from './filters/frameQuery.ts';
import styles from './SearchPage.module.css';
import { rememberLater } from '../../searching/recent/rememberLater.ts';
import { searchPath } from '../../searching/address/searchUrl.ts';
import {
  pageSize,
  priceChoices,
  sortChoices,
  usualSort,
  weekSortChoices,
  type SearchState,
} from '../../searching/address/searchState.ts';
import type { ChangeSearch } from './address/useAskedSearch.ts';

interface SearchControlsProps {
  data: FrameReference;
  search: SearchState;
  onChange: ChangeSearch;
}

/** Every choice changes the URL; the page follows it. */
export function SearchControls({ data, search, onChange: change }: SearchControlsProps) {
  return (
    <div className={styles.controls}>
      <SearchBox
        defaultValue={search.query}
        onSearch={(query) => {
          rememberLater(searchPath({ ...search, query, count: pageSize }));
          change({ query });
        }}
      />
      {search.view === 'list' && (
        <Suspense
          fallback={<Select label="Sort by" choices={notYet} value="" onChange={() => undefined} />}
        >
          <OrderOfResorts data={data} search={search} onChange={change} />
        </Suspense>
      )}
      {search.view === 'weeks' && (
        <Select
          label="Sort by"
          choices={weekSortChoices}
          value={search.weekSort}
          onChange={(weekSort) => change({ weekSort })}
        />
      )}
      <Select
        label="Price"
        choices={priceChoices}
        value={search.price}
        onChange={(price) => change({ price })}
      />
    </div>
  );
}

/** Only the answer says which order the text asks for. */
const notYet = [{ value: '', label: 'Loading…' }];

function OrderOfResorts({ data, search, onChange }: SearchControlsProps) {
  const { searchReading } = useFragment<SearchControls_query$key>(
    graphql`
      fragment SearchControls_query on Query @argumentDefinitions(query: { type: "String" }) {
        searchReading(query: $query) {
          sort
        }
      }
    `,
    useFrameQuery(data),
  );
  const asked =
    sortChoices.find((choice) => choice.sort === searchReading.sort)?.value ?? usualSort;
  return (
    <Select
      label="Sort by"
      choices={sortChoices}
      value={search.sort ?? asked}
      onChange={(sort) => onChange({ sort: sort === asked ? null : sort })}
    />
  );
}
