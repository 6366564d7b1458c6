import { graphql } from 'react-relay/hooks';
import type { PreviewRowsPageQuery } from '#web/__generated__/PreviewRowsPageQuery.graphql.ts';
import { formatCount, plural } from '#common/numbers.ts';
import { definePage, type PageProps } from '#web/page/definePage.tsx';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import type { Status } from '#web/ui/basics/statuses.ts';
import { Select } from '#web/ui/forms/fields/Select.tsx';
import { AdminFrame, AdminSkeleton, AdminNotFound } from '#web/admin/frame/AdminFrame.tsx';
import {
  askedOf,
  filterProps,
  List,
  meaningOf,
  useListTable,
  type ListDefinition,
} from '#web/admin/table/List.tsx';
import { useRefresh } from '#web/admin/useRefresh.ts';
import { differenceWords } from './differenceWords.ts';

const title = 'Rows of a Preview';

const previewRowsPageQuery = graphql`
  query PreviewRowsPageQuery(
    $id: ID!
    $change: InventoryRowChange
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    ...AppShell_query
    inventoryRun(databaseId: $id) {
      databaseId
      providerName
      previewRows(change: $change, first: $first, after: $after, last: $last, before: $before) {
        totalCount {
          value
          isCapped
        }
        edges {
          node {
            number
            listingId
            title
            resortName
            change
            differences {
              field
              before
              after
            }
          }
        }
        pageInfo {
          ...Pager_pageInfo @relay(mask: false)
        }
      }
    }
  }
`;

export const page = definePage<PreviewRowsPageQuery>({
  path: '/admin/inventory/runs/:id/rows',
  access: 'admin',
  otherwise: '/auth',
  query: previewRowsPageQuery,
  fetchPolicy: 'store-or-network',
  variables: (address) => {
    const { filters, page } = askedOf(rowList, address);
    return { id: address.id, change: meaningOf(change.choices, filters['filter']), ...page };
  },
  meta: ({ inventoryRun }) => inventoryRun && { title },
  skeleton: <AdminSkeleton title={title} />,
  component: PreviewRows,
});

function PreviewRows({ data, reference }: PageProps<PreviewRowsPageQuery>) {
  const refresh = useRefresh(previewRowsPageQuery, reference);
  const table = useListTable(rowList);
  const { inventoryRun: run } = data;
  if (!run) {
    return (
      <AdminNotFound title="Preview" to="/admin/inventory" label="Back to the Inventory">
        There is no preview at this address. Previews are forgotten after a few days.
      </AdminNotFound>
    );
  }
  const { totalCount } = run.previewRows;
  const count = plural(totalCount.value, 'row');
  return (
    <AdminFrame
      title={title}
      subtitle={`What a sync would make of the weeks of ${run.providerName}`}
      actions={
        <ButtonLink
          to={`/admin/inventory?${new URLSearchParams({ preview: run.databaseId })}`}
          variant="main"
        >
          Back to the Preview
        </ButtonLink>
      }
    >
      <div className="bar gap-5 row-gap-3">
        <Select {...filterProps(change, table)} />
        <p className="soft" role="status">
          {totalCount.isCapped ? `More than ${count}` : count}
        </p>
      </div>
      <List list={rowList} data={data} found={run.previewRows} table={table} refresh={refresh} />
    </AdminFrame>
  );
}

type PreviewedRun = NonNullable<PreviewRowsPageQuery['response']['inventoryRun']>;

type Row = PreviewedRun['previewRows']['edges'][number]['node'];

const change = {
  name: 'filter',
  label: 'Show',
  choices: [
    { value: '', label: 'All rows' },
    { value: 'new', label: 'New', is: 'NEW' },
    { value: 'changed', label: 'Changed', is: 'CHANGED' },
    { value: 'unchanged', label: 'Unchanged', is: 'UNCHANGED' },
  ],
} as const;

const changes: Readonly<Record<string, Status>> = {
  NEW: { tone: 'good', label: 'New' },
  CHANGED: { tone: 'open', label: 'Changed' },
  UNCHANGED: { tone: 'quiet', label: 'Unchanged' },
};

const rowList: ListDefinition<Row, never, unknown> = {
  name: 'Rows',
  keyOf: ({ number }) => String(number),
  filters: [change],
  none: { title: 'No such rows', text: 'Choose other rows, or go back to the preview.' },
  columns: [
    {
      header: 'Listing',
      cell: ({ title: listing, resortName, listingId }) => (
        <span className="stack breaks">
          {listing}
          <span className="soft regular">
            {resortName} · {listingId}
          </span>
        </span>
      ),
    },
    { header: 'Row', align: 'end', cell: ({ number }) => formatCount(number) },
    {
      header: 'Change',
      cell: ({ change }) => {
        const status = changes[change];
        return status && <StatusBadge status={status} />;
      },
    },
    {
      header: 'What changes',
      cell: ({ differences }) =>
        differences.length > 0 && (
          <dl className="stack gap-2 breaks">
            {differences.map((difference) => {
              const { name, before, after } = differenceWords(difference);
              return (
                <div key={difference.field}>
                  <dt className="quiet">{name}</dt>
                  <dd>
                    <del className="soft">{before}</del>{' '}
                    <ins className="semibold undecorated">{after}</ins>
                  </dd>
                </div>
              );
            })}
          </dl>
        ),
    },
  ],
};
