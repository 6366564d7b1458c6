import { graphql, useFragment } from 'react-relay/hooks';
import type { TopResorts_query$key } from '#web/__generated__/TopResorts_query.graphql.ts';
import { ResortCard } from '#web/resorts/ResortCard.tsx';
import { ResortGrid } from '#web/resorts/ResortGrid.tsx';
import type { ReactNode } from 'react';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { Section } from '#web/ui/layout/Section.tsx';

export function TopResorts({ query }: { query: TopResorts_query$key }) {
  const { topResorts } = useFragment<TopResorts_query$key>(
    graphql`
      fragment TopResorts_query on Query {
        topResorts(first: 8) @connection(key: "TopResorts_topResorts") {
          edges {
            node {
              id
              ...ResortCard_resort
            }
          }
        }
      }
    `,
    query,
  );
  return (
    <TopResortsSection>
      <ResortGrid onPhones="row">
        {topResorts.edges.map(({ node }) => (
          <ResortCard key={node.id} resort={node} />
        ))}
      </ResortGrid>
    </TopResortsSection>
  );
}

export function TopResortsSection({ children }: { children: ReactNode }) {
  return (
    <Section
      title="Top Resorts"
      subtitle="Most popular destinations from our community"
      action={
        <ButtonLink to="/search" variant="outlined" color="inherit">
          View All Resorts
        </ButtonLink>
      }
    >
      {children}
    </Section>
  );
}
