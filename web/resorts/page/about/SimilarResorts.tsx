import { graphql, useFragment, type PreloadedQuery } from 'react-relay/hooks';
import type { resortPageLoaderSimilarQuery } from '#web/__generated__/resortPageLoaderSimilarQuery.graphql.ts';
import type { SimilarResorts_resort$key } from '#web/__generated__/SimilarResorts_resort.graphql.ts';
import { ResortCard } from '#web/resorts/ResortCard.tsx';
import { ResortGrid } from '#web/resorts/ResortGrid.tsx';
import { Section } from '#web/ui/layout/Section.tsx';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { similarResortsQuery } from '../resortPageLoader.ts';

interface SimilarResortsProps {
  reference: PreloadedQuery<resortPageLoaderSimilarQuery>;
}

export function SimilarResorts({ reference }: SimilarResortsProps) {
  const { resort } = useOwnedPreloadedQuery<resortPageLoaderSimilarQuery>(
    similarResortsQuery,
    reference,
  );
  return resort && <SimilarCards resort={resort} />;
}

function SimilarCards({ resort }: { resort: SimilarResorts_resort$key }) {
  const { similar } = useFragment<SimilarResorts_resort$key>(
    graphql`
      fragment SimilarResorts_resort on Resort {
        similar {
          id
          ...ResortCard_resort
        }
      }
    `,
    resort,
  );
  if (similar.length === 0) return null;
  return (
    <Section title="Similar Resorts" subtitle="Nearby, or much like this one">
      <ResortGrid onPhones="row">
        {similar.map((other) => (
          <ResortCard key={other.id} resort={other} showNewBadge />
        ))}
      </ResortGrid>
    </Section>
  );
}
