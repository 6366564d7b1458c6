import { graphql } from 'react-relay/hooks';

export const sellPageQuery = graphql`
  query sellPageQuery {
    ...AppShell_query
    site {
      title
    }
    viewer {
      id
    }
  }
`;
