import type { Sort } from './DataTable.tsx';

export interface TableAddress {
  search: string;
  sort: Sort | undefined;
  /** Values of the filters, by URL parameter; empty or missing for all. */
  filters: Readonly<Record<string, string>>;
  /** Cursors; at most one of the two is set. */
  after: string | null;
  before: string | null;
}

/** Maximum length of a search on the server. */
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
    filters: Object.fromEntries(filterNames.map((name) => [name, params.get(name) ?? ''])),
    after,
    before: after === null ? params.get('before') : null,
  };
}

/** The path of a table, without default values and without an open dialog. */
export function tablePath(path: string, address: Partial<TableAddress>): string {
  const { search = '', sort, filters = {}, after, before } = address;
  const params = new URLSearchParams({
    ...(search !== '' && { q: search }),
    ...(sort && { sort: `${sort.direction === 'desc' ? '-' : ''}${sort.by}` }),
    ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')),
    ...(after != null && { after }),
    ...(after == null && before != null && { before }),
  });
  return params.size === 0 ? path : `${path}?${params}`;
}
