import { graphql } from 'react-relay/hooks';
import type { ComparePageQuery } from '../__generated__/ComparePageQuery.graphql.ts';
import { definePage, type PageProps } from '../page/definePage.tsx';
import { EmptyPageSkeleton } from '../page/EmptyPageSkeleton.tsx';
import { readCompared } from './compareAddress.ts';
import { Comparison } from './Comparison.tsx';

export const page = definePage<ComparePageQuery>({
  path: '/compare',
  access: 'everyone',
  query: graphql`
    query ComparePageQuery($ids: [ID!]!) {
      ...AppShell_query
      comparedListings(ids: $ids) {
        ...Comparison_listings
      }
    }
  `,
  variables: ({ search }) => ({ ids: readCompared(search).ids }),
  meta: {
    title: 'Compare Timeshares',
    description:
      'Up to four timeshare weeks side by side, for rent or for sale: what you get, when you may use it and what it costs.',
  },
  skeleton: <EmptyPageSkeleton />,
  component: Compare,
});

function Compare({ data: { comparedListings }, search }: PageProps<ComparePageQuery>) {
  const { kind, ids } = readCompared(search);
  return (
    <Comparison
      listings={comparedListings.filter((listing) => listing != null)}
      kind={kind}
      asked={ids.length}
    />
  );
}
