import type { ReactNode } from 'react';
import { plural } from '#common/numbers.ts';
import type { PageAddress } from '#web/page/definePage.tsx';
import { EmptyState, type EmptyStateProps } from '#web/ui/panels/EmptyState.tsx';
import { DataTable, type Column } from './DataTable.tsx';
import { Pager, pageVariables, type PagerProps } from './Pager.tsx';
import { RowDialogs, type ListDialogs } from './RowDialogs.tsx';
import { SelectionBar, SelectionBox, useSelection, type Bulk } from './Selection.tsx';
import { TableToolbar } from './TableToolbar.tsx';
import { parseTableAddress } from './tableAddress.ts';
import { useTable, type Table } from './useTable.ts';
import { useLocation } from 'react-router-dom';

export interface Choice {
  /** Value in the URL; empty for all. */
  readonly value: string;
  readonly label: string;
  /** The server's name of the value. */
  readonly is?: string;
}

export interface ListFilter {
  name: string;
  label: string;
  choices: readonly Choice[];
}

export interface ListColumn<TRow, TOrder, TData> extends Omit<Column<TRow>, 'cell'> {
  cell: (row: TRow, table: Table, data: TData) => ReactNode;
  /** Of a column with an id: the server's names of both orders, ascending first. */
  orders?: readonly [TOrder, TOrder];
}

export interface ListDefinition<TRow, TOrder = never, TData = undefined> {
  /** Plural name of the rows, for example 'Users'. */
  name: string;
  /** Noun for the number of rows, for example 'user'; without it no number is shown. */
  noun?: string;
  /** Columns of the table; without columns, `show` renders the rows. */
  columns?: readonly ListColumn<TRow, TOrder, TData>[];
  show?: (rows: readonly TRow[], table: Table) => ReactNode;
  keyOf: (row: TRow) => string;
  /** The order if the URL names none. */
  usualSort?: { by: string; direction: 'asc' | 'desc' };
  pageSize?: number;
  pages?: PagerProps['labels'];
  /** Label of the search field; without it the list has no search. */
  search?: string;
  filters?: readonly ListFilter[];
  /** Shown without rows: a hint below the standard words, or the whole message. */
  none: string | EmptyStateProps | ((table: Table) => ReactNode);
  dialogs?: ListDialogs<TRow>;
  bulk?: Bulk<TRow>;
}

interface Connection<TRow> {
  readonly totalCount?: { readonly value: number; readonly isCapped: boolean };
  readonly edges: readonly { readonly node: TRow }[];
  readonly pageInfo: PagerProps['pageInfo'];
}

export type Found<TRow> = Connection<TRow> | readonly TRow[] | null | undefined;

const isWhole = <TRow,>(found: Found<TRow>): found is readonly TRow[] => Array.isArray(found);

interface ListProps<TRow, TOrder, TData> {
  list: ListDefinition<TRow, TOrder, TData>;
  data: TData;
  found: Found<TRow>;
  refresh: () => Promise<void>;
  table: Table;
}

export function List<TRow, TOrder, TData>(props: ListProps<TRow, TOrder, TData>) {
  const { list, data, found, refresh, table } = props;
  const { name, columns = [], show, none, dialogs, bulk, keyOf } = list;
  const { address, change, isStale } = table;
  const rows = isWhole(found) ? found : (found?.edges ?? []).map(({ node }) => node);
  const selection = useSelection(rows, keyOf, bulk);
  const choose: Column<TRow>[] = bulk
    ? [
        {
          header: 'Choose',
          isActions: true,
          cell: (row) => <SelectionBox row={row} bulk={bulk} selection={selection} />,
        },
      ]
    : [];
  const connection = isWhole(found) ? undefined : found;
  return (
    <>
      <Toolbar
        list={list}
        table={table}
        count={countOf(list.noun ?? '', connection, rows.length)}
      />
      {bulk && <SelectionBar bulk={bulk} selection={selection} refresh={refresh} />}
      {rows.length > 0 && show ? (
        show(rows, table)
      ) : rows.length > 0 ? (
        <DataTable<TRow>
          label={name}
          columns={[
            ...choose,
            ...columns.map(({ cell, orders: _, ...column }) => ({
              ...column,
              cell: (row: TRow) => cell(row, table, data),
            })),
          ]}
          rows={rows}
          keyOf={keyOf}
          sort={address.sort ?? list.usualSort}
          onSort={(sort) => change({ sort })}
          isStale={isStale}
        />
      ) : typeof none === 'function' ? (
        none(table)
      ) : typeof none === 'object' ? (
        <EmptyState {...none} />
      ) : (
        <NoRows name={name} total={connection?.totalCount?.value ?? 0} hint={none} />
      )}
      {connection && <Pager pageInfo={connection.pageInfo} labels={list.pages} />}
      {dialogs && (
        <RowDialogs table={table} dialogs={dialogs} rows={rows} keyOf={keyOf} refresh={refresh} />
      )}
    </>
  );
}

interface ToolbarProps {
  list: Pick<ListDefinition<never>, 'search' | 'filters'>;
  table: Table;
  count: string;
}

function Toolbar({ list, table, count }: ToolbarProps) {
  const { search, filters = [] } = list;
  if (search === undefined) return null;
  return (
    <TableToolbar
      searchLabel={search}
      address={table.address}
      onSearch={(text) => table.change({ search: text })}
      filters={filters.map((filter) => filterProps(filter, table))}
      count={count}
    />
  );
}

export const filterProps = ({ name, label, choices }: ListFilter, { address, change }: Table) => ({
  label,
  choices,
  value: address.filters[name] ?? '',
  onChange: (value: string) => change({ filters: { [name]: value } }),
});

function countOf(
  noun: string,
  connection: Pick<Connection<unknown>, 'totalCount'> | null | undefined,
  shown: number,
): string {
  const total = connection?.totalCount;
  if (!total) return `${plural(shown, noun)} on this page`;
  return total.isCapped ? `More than ${plural(total.value, noun)}` : plural(total.value, noun);
}

export const useListTable = ({ filters = [] }: Pick<ListDefinition<never>, 'filters'>) =>
  useTable(filters.map(({ name }) => name));

/** The state of a list in the URL, for the variables of its query. */
export interface Asked<TOrder> {
  search: string | null;
  /** By URL parameter; empty or missing for all. */
  filters: Readonly<Record<string, string>>;
  order: TOrder | undefined;
  page: ReturnType<typeof pageVariables>;
}

export function askedOf<TRow, TOrder, TData>(
  { columns = [], filters = [], pageSize = 25 }: ListDefinition<TRow, TOrder, TData>,
  { search: params }: PageAddress,
): Asked<TOrder> {
  const { search, sort, ...address } = parseTableAddress(
    params,
    filters.map(({ name }) => name),
  );
  const orders = columns.find(({ id }) => id === sort?.by)?.orders;
  return {
    search: search === '' ? null : search,
    filters: address.filters,
    order: orders?.[sort?.direction === 'desc' ? 1 : 0],
    page: pageVariables(params, pageSize),
  };
}

/** What the server calls the chosen value of a filter; null if it has no word for it. */
export function meaningOf<const TChoice extends Choice>(
  choices: readonly TChoice[],
  chosen: string | undefined,
) {
  return (choices.find(({ value }) => value === chosen)?.is ?? null) as MeaningOf<TChoice> | null;
}

type MeaningOf<TChoice> = TChoice extends { readonly is: infer TMeaning } ? TMeaning : never;

interface NoRowsProps {
  name: string;
  /** How many rows there are on all pages. */
  total: number;
  /** Shown if no row fits the search and the filters. */
  hint: string;
}

function NoRows({ name, total, hint }: NoRowsProps) {
  const { pathname, search } = useLocation();
  if (total === 0 && search === '') {
    return (
      <EmptyState
        title={`No ${name.toLowerCase()} yet`}
        text={`${name} appear here once there are any.`}
      />
    );
  }
  return (
    <EmptyState
      title={total > 0 ? 'Nothing on this page' : `No ${name.toLowerCase()} found`}
      link={{ to: pathname, label: `Show All ${name}` }}
    >
      <p>{total > 0 ? 'The list has changed since this page was opened.' : hint}</p>
    </EmptyState>
  );
}
