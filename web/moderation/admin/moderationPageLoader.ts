import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { moderationPageLoaderQuery } from '#web/__generated__/moderationPageLoaderQuery.graphql.ts';
import { requireAdmin } from '#web/admin/frame/adminAccess.ts';
import { pageVariables } from '#web/admin/table/Pager.tsx';

export const moderationPageQuery = graphql`
  query moderationPageLoaderQuery($few: Int, $after: String, $last: Int, $before: String) {
    ...AppShell_query
    site {
      title
    }
    verificationCounts {
      waiting
      asked
      rejected
      expired
    }
    reportedReviews(first: $few, after: $after, last: $last, before: $before) {
      edges {
        node {
          databaseId
          reviewId
          rating
          title
          content
          answer
          createdAt
          openReportCount
          author {
            firstName
            lastName
            username
          }
          resort {
            name
            databaseId
          }
          openReports {
            id
            reason
            details
            createdAt
            reporter {
              firstName
              lastName
            }
          }
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`;

/** For the panel of reported messages, which fetches it in the browser. */
export const reportedMessagesQuery = graphql`
  query moderationPageLoaderMessagesQuery {
    reportedMessages(first: 10) {
      edges {
        node {
          messageId
          databaseId
          threadId
          number
          authorName
          weekTitle
          resortName
          openReportCount
          openReports {
            reason
            details
            reporterName
            createdAt
          }
          context {
            number
            side
            text
            sentAt
          }
        }
      }
      pageInfo {
        hasNextPage
      }
    }
  }
`;

/** For the panel of held listings, which fetches it in the browser. */
export const heldListingsQuery = graphql`
  query moderationPageLoaderHeldQuery {
    heldListings(first: 10) {
      edges {
        node {
          databaseId
          title
          status
          resort {
            name
          }
          owner {
            firstName
            lastName
          }
        }
      }
      pageInfo {
        hasNextPage
      }
    }
  }
`;

/** For the panel of failed escrows, which fetches it in the browser. */
export const failedEscrowsQuery = graphql`
  query moderationPageLoaderEscrowsQuery {
    failedEscrows {
      tries
      lastError
      lastErrorDetails
      listing {
        databaseId
        title
        resort {
          name
        }
      }
    }
  }
`;

type Reported = NonNullable<moderationPageLoaderQuery['response']['reportedReviews']>;

/** A reported review on the page. */
export type ReportedRow = Reported['edges'][number]['node'];

export interface ModerationPageData {
  reference: PreloadedQuery<moderationPageLoaderQuery>;
}

const pageSize = 10;

export async function loadModerationPage(
  environment: Environment,
  { request }: LoaderFunctionArgs,
): Promise<ModerationPageData> {
  const { first, ...page } = pageVariables(new URL(request.url).searchParams, pageSize);
  const reference = loadQuery<moderationPageLoaderQuery>(
    environment,
    moderationPageQuery,
    { few: first ?? null, ...page },
    { fetchPolicy: 'store-and-network' },
  );
  await requireAdmin(environment, reference);
  return { reference };
}
