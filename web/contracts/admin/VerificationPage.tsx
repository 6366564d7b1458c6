import { graphql } from 'react-relay/hooks';
import { useNavigate } from 'react-router-dom';
import type { VerificationPageQuery } from '#web/__generated__/VerificationPageQuery.graphql.ts';
import { definePage, type FrameProps } from '#web/page/definePage.tsx';
import { Select } from '#web/ui/forms/fields/Select.tsx';
import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import { AdminFrame } from '#web/admin/frame/AdminFrame.tsx';
import { queuePath, queueStatuses, queueStatusIn } from '#web/admin/queueStatus.ts';
import { pageVariables } from '#web/admin/table/Pager.tsx';
import { VerificationQueue } from './VerificationQueue.tsx';

export const page = definePage<VerificationPageQuery>({
  path: '/admin/verification',
  access: 'admin',
  query: graphql`
    query VerificationPageQuery(
      $status: ContractVerificationStatus!
      $first: Int
      $after: String
      $last: Int
      $before: String
    ) {
      ...AppShell_query
      verificationQueue(
        status: $status
        first: $first
        after: $after
        last: $last
        before: $before
      ) {
        ...VerificationQueue_queue
      }
    }
  `,
  variables: ({ search }) => ({ status: queueStatusIn(search), ...pageVariables(search, 25) }),
  // Others work on the same queue.
  fetchPolicy: 'network-only',
  frame: Frame,
  meta: { title: 'Verification' },
  skeleton: <Skeleton height="420px" radius="24px" />,
  component: ({ data }) =>
    data.verificationQueue && <VerificationQueue queue={data.verificationQueue} />,
});

function Frame({ search, children }: FrameProps<VerificationPageQuery>) {
  const navigate = useNavigate();
  return (
    <AdminFrame
      title="Verification"
      subtitle="Proofs of ownership, those that have waited longest first"
      actions={
        <Select
          label="Status"
          choices={queueStatuses}
          value={queueStatusIn(search)}
          onChange={(chosen) => void navigate(queuePath(chosen), { preventScrollReset: true })}
        />
      }
    >
      {children}
    </AdminFrame>
  );
}
