import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { adminMailPageLoaderQuery } from '../__generated__/adminMailPageLoaderQuery.graphql.ts';
import { requireAdmin } from '../admin/frame/adminAccess.ts';
import { mailSearchOf } from './mailUrl.ts';

const pageSize = 20;

export const adminMailPageQuery = graphql`
  query adminMailPageLoaderQuery(
    $status: MailStatus
    $recipient: String
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    ...AppShell_query
    site {
      title
    }
    viewer {
      mailQueue {
        ...MailState_queue
      }
    }
    mailTemplates {
      name
      label
    }
    ...MailLog_query
      @arguments(
        status: $status
        recipient: $recipient
        first: $first
        after: $after
        last: $last
        before: $before
      )
  }
`;

export interface AdminMailPageData {
  reference: PreloadedQuery<adminMailPageLoaderQuery>;
}

export async function loadAdminMailPage(
  environment: Environment,
  { request }: LoaderFunctionArgs,
): Promise<AdminMailPageData> {
  const { status, recipient, after, before } = mailSearchOf(new URL(request.url).searchParams);
  const reference = loadQuery<adminMailPageLoaderQuery>(
    environment,
    adminMailPageQuery,
    {
      ...(status && { status }),
      ...(recipient !== '' && { recipient }),
      ...(before === undefined ? { first: pageSize, after } : { last: pageSize, before }),
    },
    // Mail is sent all the time.
    { fetchPolicy: 'store-and-network' },
  );
  await requireAdmin(environment, reference);
  return { reference };
}
