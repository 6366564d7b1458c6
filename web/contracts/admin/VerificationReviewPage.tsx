import { graphql } from 'react-relay/hooks';
import type { VerificationReviewPageQuery } from '#web/__generated__/VerificationReviewPageQuery.graphql.ts';
import { definePage, type PageProps } from '#web/page/definePage.tsx';
import { AdminNotFound, AdminSkeleton } from '#web/admin/frame/AdminFrame.tsx';
import { useRefresh } from '#web/admin/useRefresh.ts';
import { VerificationReview } from './VerificationReview.tsx';

const verificationReviewPageQuery = graphql`
  query VerificationReviewPageQuery($id: ID!) {
    ...AppShell_query
    viewer {
      databaseId
    }
    verificationListing(databaseId: $id) {
      title
      ...VerificationReview_listing
    }
  }
`;

export const page = definePage<VerificationReviewPageQuery>({
  path: '/admin/verification/:id',
  access: 'admin',
  query: verificationReviewPageQuery,
  fetchPolicy: 'network-only',
  variables: ({ id }) => ({ id }),
  meta: ({ verificationListing: listing }) =>
    listing && { title: `${listing.title} | Verification` },
  skeleton: <AdminSkeleton title="Verification" />,
  component: VerificationReviewScreen,
});

function VerificationReviewScreen({ data, reference }: PageProps<VerificationReviewPageQuery>) {
  const refresh = useRefresh(verificationReviewPageQuery, reference);
  const { viewer, verificationListing } = data;
  if (!verificationListing) {
    return (
      <AdminNotFound
        title="Verification"
        what="Listing"
        to="/admin/verification"
        label="Back to the Queue"
      >
        There is no listing at this address.
      </AdminNotFound>
    );
  }
  return (
    <VerificationReview
      listing={verificationListing}
      viewerId={viewer?.databaseId}
      refresh={refresh}
    />
  );
}
