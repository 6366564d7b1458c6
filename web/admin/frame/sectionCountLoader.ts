import { graphql } from 'react-relay/hooks';

/** The numbers of waiting tasks in the admin sections. */
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
