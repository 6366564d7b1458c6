import { Suspense } from 'react';
import { useLoaderData, useNavigate, useSearchParams } from 'react-router-dom';
import type { verificationPageLoaderQuery } from '#web/__generated__/verificationPageLoaderQuery.graphql.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { Select } from '#web/ui/forms/fields/Select.tsx';
import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { AdminFrame } from '#web/admin/frame/AdminFrame.tsx';
import { queuePath, queueStatuses, queueStatusIn } from '#web/admin/queueStatus.ts';
import { VerificationQueue } from './VerificationQueue.tsx';
import { verificationPageQuery, type VerificationPageData } from './verificationPageLoader.ts';

export { loadVerificationPage as loadPage } from './verificationPageLoader.ts';

export function Page() {
  const data = useLoaderData<VerificationPageData>();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  return (
    <AdminFrame
      title="Verification"
      subtitle="Proofs of ownership, those that have waited longest first"
      actions={
        <Select
          label="Status"
          choices={queueStatuses}
          value={queueStatusIn(params)}
          onChange={(chosen) => void navigate(queuePath(chosen), { preventScrollReset: true })}
        />
      }
    >
      <Suspense fallback={<Skeleton height="420px" radius="24px" />}>
        <VerificationScreen {...data} />
      </Suspense>
    </AdminFrame>
  );
}

function VerificationScreen({ reference }: VerificationPageData) {
  const { site, verificationQueue } = useOwnedPreloadedQuery<verificationPageLoaderQuery>(
    verificationPageQuery,
    reference,
  );
  return (
    <>
      <PageMeta title={`Verification | ${site.title}`} canonicalPath="/admin/verification" />
      {verificationQueue && <VerificationQueue queue={verificationQueue} />}
    </>
  );
}
