import { graphql } from 'react-relay/hooks';

/** Searches everything that administrators manage. */
export const globalSearchQuery = graphql`
  query globalSearchLoaderQuery($text: String!) {
    adminSearch(text: $text) {
      kind
      databaseId
      title
      detail
    }
  }
`;
