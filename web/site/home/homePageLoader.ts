import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import type { homePageLoaderQuery } from '#web/__generated__/homePageLoaderQuery.graphql.ts';

export const homePageQuery = graphql`
  query homePageLoaderQuery {
    ...AppShell_query
    site {
      title
      ...TrustStrip_site
      ...Testimonials_site
    }
    ...NewAvailability_query
    ...TopResorts_query
  }
`;

export function loadHomePage(environment: Environment): PreloadedQuery<homePageLoaderQuery> {
  return loadQuery<homePageLoaderQuery>(environment, homePageQuery, {});
}
