import type { ReactNode } from 'react';
import type { PreloadedQuery } from 'react-relay/hooks';
import type { GraphQLTaggedNode, OperationType } from 'relay-runtime';
import { definePage, type Page, type PageAddress } from '#web/page/definePage.tsx';
import { AdminFrame, AdminSkeleton } from '../frame/AdminFrame.tsx';
import { useRefresh } from '../useRefresh.ts';
import {
  askedOf,
  List,
  useListTable,
  type Asked,
  type Found,
  type ListDefinition,
} from './List.tsx';
import type { Table } from './useTable.ts';

type OrderOf<TVariables> = TVariables extends { readonly sort: infer TOrder } ? TOrder : never;

export interface ListScreenDefinition<TQuery extends OperationType, TRow> extends ListDefinition<
  TRow,
  OrderOf<TQuery['variables']>,
  TQuery['response']
> {
  query: GraphQLTaggedNode;
  found: (data: TQuery['response']) => Found<TRow>;
  subtitle: string;
  actions?: (table: Table) => ReactNode;
}

interface Resource<TQuery extends OperationType, TRow> extends ListScreenDefinition<TQuery, TRow> {
  path: string;
  /** Where everybody but administrators is sent; defaults to the home page. */
  otherwise?: '/auth';
  fetchPolicy?: 'store-or-network' | 'network-only';
  variables?: (
    asked: Asked<OrderOf<TQuery['variables']>>,
    address: PageAddress,
  ) => TQuery['variables'];
}

/**
 * A page of administrators with one list: its data, search, filters, order, pages, dialogs and
 * selection. The module exports the result as `page`.
 */
export function resource<TQuery extends OperationType, TRow>(
  definition: Resource<TQuery, TRow>,
): Page {
  const { path, otherwise, query, fetchPolicy, variables, name } = definition;
  return definePage<TQuery>({
    path,
    access: 'admin',
    ...(otherwise && { otherwise }),
    query,
    ...(fetchPolicy && { fetchPolicy }),
    ...(variables && { variables: (address) => variables(askedOf(definition, address), address) }),
    meta: { title: name },
    skeleton: <AdminSkeleton title={name} />,
    component: (props) => <ListScreen {...props} definition={definition} />,
  });
}

interface ListScreenProps<TQuery extends OperationType, TRow> {
  definition: ListScreenDefinition<TQuery, TRow>;
  data: TQuery['response'];
  reference: PreloadedQuery<TQuery>;
}

/** The screen of a list, for pages that choose between lists. */
export function ListScreen<TQuery extends OperationType, TRow>({
  definition,
  data,
  reference,
}: ListScreenProps<TQuery, TRow>) {
  const { name, subtitle, actions, query, found } = definition;
  const table = useListTable(definition);
  const refresh = useRefresh<TQuery>(query, reference);
  return (
    <AdminFrame title={name} subtitle={subtitle} actions={actions?.(table)}>
      <List list={definition} data={data} found={found(data)} table={table} refresh={refresh} />
    </AdminFrame>
  );
}
