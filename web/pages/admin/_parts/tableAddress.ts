import type { Sort } from './DataTable.tsx';

/** What the address of an admin table says. */
export interface TableAddress {
  search: string;
  sort: Sort | undefined;
  /** Chosen of the table's one list of choices; empty: all. */
  filter: string;
  /** Chosen of further lists, by their names in the address; empty or left out: all. */
  filters: Readonly<Record<string, string>>;
  /** Cursor before the page; at most one of the two is there. */
  after: string | null;
  before: string | null;
}

/** The longest search that the server takes. */
export const longestSearch = 200;

export function parseTableAddress(
  params: URLSearchParams,
  filterNames: readonly string[] = [],
): TableAddress {
  const sort = params.get('sort') ?? '';
  const after = params.get('after');
  return {
    search: (params.get('q') ?? '').trim().slice(0, longestSearch),
    sort:
      sort === ''
        ? undefined
        : sort.startsWith('-')
          ? { by: sort.slice(1), direction: 'desc' }
          : { by: sort, direction: 'asc' },
    filter: params.get('filter') ?? '',
    filters: Object.fromEntries(filterNames.map((name) => [name, params.get(name) ?? ''])),
    after,
    before: after === null ? params.get('before') : null,
  };
}

/** The address of a table, without what it says anyway; an open dialog is closed. */
export function tablePath(path: string, address: Partial<TableAddress>): string {
  const { search = '', sort, filter = '', filters = {}, after, before } = address;
  const params = new URLSearchParams({
    ...(search !== '' && { q: search }),
    ...(sort && { sort: `${sort.direction === 'desc' ? '-' : ''}${sort.by}` }),
    ...(filter !== '' && { filter }),
    ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')),
    ...(after != null && { after }),
    ...(after == null && before != null && { before }),
  });
  return params.size === 0 ? path : `${path}?${params}`;
}
