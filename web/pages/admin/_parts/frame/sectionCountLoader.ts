import { graphql } from 'react-relay/hooks';

/** The numbers of waiting tasks in the admin sections. */
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
      organizations {
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
