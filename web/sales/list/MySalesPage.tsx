import { graphql } from 'react-relay/hooks';
import type { MySalesPageQuery, SaleStatus } from '#web/__generated__/MySalesPageQuery.graphql.ts';
import type { MySalesPage_query$key } from '#web/__generated__/MySalesPage_query.graphql.ts';
import { BookingListSkeleton } from '#web/bookings/list/BookingListSkeleton.tsx';
import { definePage, type MemberPageProps, type PageAddress } from '#web/page/definePage.tsx';
import { usePages } from '#web/relay/usePages.ts';
import { ShowMore } from '#web/ui/feedback/ShowMore.tsx';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import styles from '#web/ui/layout/ListPage.module.css';
import { TabLinks } from '#web/ui/layout/TabLinks.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { SaleRow } from './SaleRow.tsx';

type ListName = 'open' | 'ended';

interface SaleList {
  label: string;
  statuses: SaleStatus[];
  empty: string;
  hint: string;
}

const lists: Readonly<Record<ListName, SaleList>> = {
  open: {
    label: 'Open',
    statuses: ['OFFERED', 'ACCEPTED', 'AGREED'],
    empty: 'No open offers',
    hint: 'Offers that you make for a timeshare, and offers for yours, appear here until they end.',
  },
  ended: {
    label: 'Ended',
    statuses: ['SOLD', 'DECLINED', 'WITHDRAWN', 'EXPIRED', 'SET_ASIDE', 'CALLED_OFF'],
    empty: 'Nothing has ended',
    hint: 'Timeshares that were sold, and offers that came to nothing, appear here.',
  },
};

const listIn = ({ search }: PageAddress): ListName =>
  search.get('list') === 'ended' ? 'ended' : 'open';

export const page = definePage<MySalesPageQuery>({
  path: '/dashboard/sales',
  access: 'signedIn',
  query: graphql`
    query MySalesPageQuery($statuses: [SaleStatus!]!) {
      ...AppShell_query
      viewer {
        id
      }
      ...MySalesPage_query @arguments(statuses: $statuses)
    }
  `,
  variables: (address) => ({ statuses: lists[listIn(address)].statuses }),
  meta: { title: 'My Offers and Sales' },
  skeleton: <BookingListSkeleton />,
  component: LoadedSales,
});

function LoadedSales({ data, ...address }: MemberPageProps<MySalesPageQuery>) {
  const list = listIn(address);
  return <MySales key={list} list={list} query={data} />;
}

interface MySalesProps {
  list: ListName;
  query: MySalesPage_query$key;
}

function MySales({ list, query }: MySalesProps) {
  const { data, ...pages } = usePages(
    graphql`
      fragment MySalesPage_query on Query
      @refetchable(queryName: "MySalesPagePaginationQuery")
      @argumentDefinitions(
        statuses: { type: "[SaleStatus!]!" }
        first: { type: "Int", defaultValue: 20 }
        after: { type: "String" }
      ) {
        mySales(statuses: $statuses, first: $first, after: $after)
          @connection(key: "MySales_mySales", filters: ["statuses"]) {
          edges {
            node {
              databaseId
              ...SaleRow_sale
            }
          }
        }
      }
    `,
    query,
  );
  const edges = data.mySales?.edges ?? [];
  return (
    <div className={`content ${styles.page}`}>
      <header>
        <BackLink to="/dashboard">Dashboard</BackLink>
        <h1>My Offers and Sales</h1>
      </header>
      <TabLinks
        label="Offers and sales"
        tabs={(Object.keys(lists) as ListName[]).map((name) => ({
          label: lists[name].label,
          to: name === 'open' ? '/dashboard/sales' : `/dashboard/sales?list=${name}`,
          isCurrent: name === list,
        }))}
      />
      {edges.length === 0 ? (
        <EmptyState
          title={lists[list].empty}
          link={{ to: '/search?type=buy', label: 'See What Is for Sale', variant: 'main' }}
          text={lists[list].hint}
        />
      ) : (
        <>
          <ul ref={pages.list} className={styles.rows}>
            {edges.map(({ node }) => (
              <SaleRow key={node.databaseId} sale={node} />
            ))}
          </ul>
          <ShowMore noun="Offers and Sales" count={edges.length} pages={pages} />
        </>
      )}
    </div>
  );
}
