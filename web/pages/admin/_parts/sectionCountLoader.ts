import { graphql } from 'react-relay/hooks';

/** What waits in each section of the administration. */
export const sectionCountQuery = graphql`
  query sectionCountLoaderQuery {
    adminTasks {
      verifications {
        value
        isCapped
      }
      inquiries {
        value
        isCapped
      }
      reports {
        value
        isCapped
      }
      failedMails {
        value
        isCapped
      }
      failedSyncs {
        value
        isCapped
      }
    }
  }
`;
