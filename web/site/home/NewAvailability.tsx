import { graphql, useFragment } from 'react-relay/hooks';
import type { NewAvailability_query$key } from '#web/__generated__/NewAvailability_query.graphql.ts';
import { ResortCard } from '#web/resorts/ResortCard.tsx';
import { ResortGrid } from '#web/resorts/ResortGrid.tsx';
import type { ReactNode } from 'react';
import { Section } from '#web/ui/layout/Section.tsx';

export function NewAvailability({ query }: { query: NewAvailability_query$key }) {
  const { newAvailability } = useFragment<NewAvailability_query$key>(
    graphql`
      fragment NewAvailability_query on Query {
        newAvailability(first: 12) @connection(key: "NewAvailability_newAvailability") {
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
  if (newAvailability.edges.length === 0) return null;
  return (
    <NewAvailabilitySection>
      <ResortGrid onPhones="row" isLarge={newAvailability.edges.length % 4 !== 0}>
        {newAvailability.edges.map(({ node }) => (
          <ResortCard key={node.id} resort={node} showNewBadge />
        ))}
      </ResortGrid>
    </NewAvailabilitySection>
  );
}

export function NewAvailabilitySection({ children }: { children: ReactNode }) {
  return (
    <Section title="New Availability!" subtitle="Fresh listings from top resorts">
      {children}
    </Section>
  );
}
