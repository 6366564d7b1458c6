import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import type { contactPageLoaderQuery } from '#web/__generated__/contactPageLoaderQuery.graphql.ts';

export const contactPageQuery = graphql`
  query contactPageLoaderQuery {
    ...AppShell_query
    site {
      title
      contactEmail
      contactPhone
      supportHours
    }
  }
`;

export function loadContactPage(environment: Environment): PreloadedQuery<contactPageLoaderQuery> {
  return loadQuery<contactPageLoaderQuery>(environment, contactPageQuery, {});
}
