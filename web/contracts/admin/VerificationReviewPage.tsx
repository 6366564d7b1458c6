import { Suspense } from 'react';
import { useLoaderData, useParams } from 'react-router-dom';
import type { verificationReviewPageLoaderQuery } from '#web/__generated__/verificationReviewPageLoaderQuery.graphql.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { AdminFrame } from '#web/admin/frame/AdminFrame.tsx';
import { AdminSkeleton } from '#web/admin/frame/AdminSkeleton.tsx';
import { VerificationReview } from './VerificationReview.tsx';
import {
  verificationReviewPageQuery,
  type VerificationReviewPageData,
} from './verificationReviewPageLoader.ts';

export { loadVerificationReviewPage as loadPage } from './verificationReviewPageLoader.ts';

export function Page() {
  const data = useLoaderData<VerificationReviewPageData>();
  const { id } = useParams();
  return (
    <Suspense key={id} fallback={<AdminSkeleton title="Verification" />}>
      <VerificationReviewScreen {...data} />
    </Suspense>
  );
}

function VerificationReviewScreen({ reference }: VerificationReviewPageData) {
  const { site, viewer, verificationListing } =
    useOwnedPreloadedQuery<verificationReviewPageLoaderQuery>(
      verificationReviewPageQuery,
      reference,
    );
  if (!verificationListing) {
    return (
      <AdminFrame title="Verification">
        <PageMeta title={`Listing not found | ${site.title}`} status={404} />
        <EmptyState
          title="Listing not found"
          action={
            <ButtonLink to="/admin/verification" variant="contained">
              Back to the Queue
            </ButtonLink>
          }
        >
          <p>There is no listing at this address.</p>
        </EmptyState>
      </AdminFrame>
    );
  }
  return (
    <>
      <PageMeta title={`${verificationListing.title} | Verification | ${site.title}`} />
      <VerificationReview listing={verificationListing} viewerId={viewer?.databaseId} />
    </>
  );
}
