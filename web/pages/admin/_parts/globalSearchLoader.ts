import { graphql } from 'react-relay/hooks';

/** What a text finds in the whole administration. */
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
