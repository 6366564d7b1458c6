import { graphql } from 'react-relay/hooks';

export const sectionCountQuery = graphql`
  query sectionCountLoaderQuery {
    adminTasks {
      queue {
        kind
        count {
          value
          isCapped
        }
      }
      ...TaskQueue_tasks
    }
  }
`;
