import { Suspense } from 'react';
import { SearchBox } from '../box/SearchBox.tsx';
import { Select } from '#web/ui/forms/fields/Select.tsx';
import type { FrameReference } from './filters/frameQuery.ts';
import { SortMenu, SortMenuSkeleton } from './filters/SortMenu.tsx';
import styles from './SearchPage.module.css';
import { rememberLater } from '../recent/rememberLater.ts';
import { searchPath } from '../address/searchUrl.ts';
import {
  pageSize,
  priceChoices,
  resortSorts,
  weekSorts,
  type SearchState,
} from '../address/searchState.ts';
import type { ChangeSearch } from './address/useAskedSearch.ts';

interface SearchControlsProps {
  data: FrameReference;
  search: SearchState;
  onChange: ChangeSearch;
}

export function SearchControls({ data, search, onChange: change }: SearchControlsProps) {
  return (
    <div className={`cluster gap-3 margin-top-5 ${styles.controls}`}>
      <SearchBox
        defaultValue={search.query}
        onSearch={(query) => {
          rememberLater(searchPath({ ...search, query, count: pageSize }));
          change({ query });
        }}
      />
      <Suspense fallback={<SortMenuSkeleton />}>
        {search.view === 'list' && (
          <SortMenu
            data={data}
            {...resortSorts}
            chosen={search.sort}
            onChange={(sort) => change({ sort })}
          />
        )}
        {search.view === 'weeks' && (
          <SortMenu
            data={data}
            {...weekSorts}
            chosen={search.weekSort}
            onChange={(weekSort) => change({ weekSort })}
          />
        )}
      </Suspense>
      <Select
        label="Price"
        choices={priceChoices}
        value={search.price}
        onChange={(price) => change({ price })}
      />
    </div>
  );
}
