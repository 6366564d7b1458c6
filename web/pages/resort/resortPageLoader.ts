import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { resortPageLoaderQuery } from '../../__generated__/resortPageLoaderQuery.graphql.ts';

export const resortPageQuery = graphql`
  query resortPageLoaderQuery($id: ID!) {
    ...AppShell_query
    site {
      title
      ...BookNow_site
    }
    resort(id: $id) {
      ...ResortMeta_resort
      ...ResortHero_resort
      ...ResortAbout_resort
      ...ResortAmenities_resort
      ...RecentReviews_resort
      ...ResortSideCard_resort
    }
  }
`;

export function loadResortPage(
  environment: Environment,
  { params }: LoaderFunctionArgs,
): PreloadedQuery<resortPageLoaderQuery> {
  return loadQuery<resortPageLoaderQuery>(environment, resortPageQuery, { id: params.id ?? '' });
}
