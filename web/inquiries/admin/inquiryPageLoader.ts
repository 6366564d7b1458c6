import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { inquiryPageLoaderQuery } from '#web/__generated__/inquiryPageLoaderQuery.graphql.ts';
import { requireAdmin } from '#web/admin/frame/adminAccess.ts';

export const inquiryPageQuery = graphql`
  query inquiryPageLoaderQuery($id: ID!) {
    ...AppShell_query
    site {
      title
    }
    inquiry(id: $id) {
      databaseId
      version
      status
      moves
      propertyName
      resortName
      location
      unit
      ownership
      weekDetails
      askingPrice
      motivation
      additionalDetails
      senderName
      email
      phone
      hasAccount
      senderDraft {
        version
        title
        updatedAt
      }
      createdAt
      history {
        id
        kind
        status
        text
        actorName
        createdAt
      }
    }
  }
`;

export type Inquiry = NonNullable<inquiryPageLoaderQuery['response']['inquiry']>;

export interface InquiryPageData {
  reference: PreloadedQuery<inquiryPageLoaderQuery>;
}

/** Always refetched: decisions are made on what the screen shows. */
export async function loadInquiryPage(
  environment: Environment,
  { params }: LoaderFunctionArgs,
): Promise<InquiryPageData> {
  const reference = loadQuery<inquiryPageLoaderQuery>(
    environment,
    inquiryPageQuery,
    { id: params['id'] ?? '' },
    { fetchPolicy: 'network-only' },
  );
  await requireAdmin(environment, reference);
  return { reference };
}
