import { graphql } from 'react-relay/hooks';

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
