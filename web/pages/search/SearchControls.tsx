import { SearchBox } from '../../resorts/search/SearchBox.tsx';
import { Select } from '../../ui/forms/fields/Select.tsx';
import styles from './SearchPage.module.css';
import { rememberLater } from '../../searching/recent/rememberLater.ts';
import { searchPath } from '../../searching/address/searchUrl.ts';
import {
  pageSize,
  priceChoices,
  sortChoices,
  weekSortChoices,
  type SearchState,
} from '../../searching/address/searchState.ts';
import type { ChangeSearch } from './address/useAskedSearch.ts';

interface SearchControlsProps {
  search: SearchState;
  onChange: ChangeSearch;
}

/** Every choice changes the URL; the page follows it. */
export function SearchControls({ search, onChange: change }: SearchControlsProps) {
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
        <Select
          label="Sort by"
          choices={sortChoices}
          value={search.sort}
          onChange={(sort) => change({ sort })}
        />
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
