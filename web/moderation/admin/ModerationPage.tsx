import { lazy, Suspense } from 'react';
import { Link, useLoaderData, useNavigation } from 'react-router-dom';
import type { moderationPageLoaderQuery } from '#web/__generated__/moderationPageLoaderQuery.graphql.ts';
import { formatCount, nounFor } from '#common/numbers.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { useSeen } from '#web/ui/dialogs/useSeen.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { AdminFrame } from '#web/admin/frame/AdminFrame.tsx';
import { AdminSkeleton } from '#web/admin/frame/AdminSkeleton.tsx';
import { ClientPart } from '#web/admin/ClientPart.tsx';
import { Pager } from '#web/admin/table/Pager.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { openerId } from '#web/admin/table/RowActions.tsx';
import { useKept } from '#web/admin/table/useKept.ts';
import { useRefresh } from '#web/admin/useRefresh.ts';
import { useTable } from '#web/admin/table/useTable.ts';
import { queuePath, type QueueStatus } from '#web/admin/queueStatus.ts';
import styles from './ModerationPage.module.css';
import { moderationPageQuery, type ModerationPageData } from './moderationPageLoader.ts';
import { ReportedReview } from './ReportedReview.tsx';

export { loadModerationPage as loadPage } from './moderationPageLoader.ts';

const DecisionDialog = lazy(() => import('./DecisionDialog.tsx'));
const ReportedMessages = lazy(() => import('./ReportedMessages.tsx'));
const HeldListings = lazy(() => import('./HeldListings.tsx'));
const FailedEscrows = lazy(() => import('./FailedEscrows.tsx'));

export function Page() {
  const data = useLoaderData<ModerationPageData>();
  return (
    <Suspense fallback={<AdminSkeleton title="Moderation" />}>
      <Moderation {...data} />
    </Suspense>
  );
}

function Moderation({ reference }: ModerationPageData) {
  const { site, verificationCounts, reportedReviews } =
    useOwnedPreloadedQuery<moderationPageLoaderQuery>(moderationPageQuery, reference);
  return (
    <AdminFrame
      title="Moderation"
      subtitle="What members report, and what is kept from the public until someone acts."
    >
      <PageMeta title={`Moderation | ${site.title}`} canonicalPath="/admin/moderation" />
      {verificationCounts && (
        <ul className={styles.counts} aria-label="Verification">
          <Count status="PENDING" count={verificationCounts.waiting} label="to verify" isOurs />
          <Count
            status="MORE_INFORMATION"
            count={verificationCounts.asked}
            label="waiting for the owner"
          />
          <Count status="REJECTED" count={verificationCounts.rejected} label="rejected" />
          <Count status="EXPIRED" count={verificationCounts.expired} label="with expired proof" />
        </ul>
      )}
      {reportedReviews && <Reviews reported={reportedReviews} reference={reference} />}
      <Panel title="Reported Messages" icon="chat">
        <ClientPart name="Reported messages" height="240px">
          <ReportedMessages />
        </ClientPart>
      </Panel>
      <div className={styles.pair}>
        <Panel title="Listings on Hold" icon="shield">
          <ClientPart name="Listings on hold" height="240px">
            <HeldListings />
          </ClientPart>
        </Panel>
        <Panel title="Failed Escrows" icon="key">
          <ClientPart name="Failed escrows" height="240px">
            <FailedEscrows />
          </ClientPart>
        </Panel>
      </div>
    </AdminFrame>
  );
}

interface CountProps {
  status: QueueStatus;
  count: number;
  label: string;
  /** Whether the listings wait for the team. */
  isOurs?: boolean;
}

function Count({ status, count, label, isOurs = false }: CountProps) {
  return (
    <li data-waiting={isOurs && count > 0}>
      <Link to={queuePath(status)}>
        <strong>{formatCount(count)}</strong>
        <span>
          {nounFor(count, 'listing')} {label}
        </span>
      </Link>
    </li>
  );
}

interface ReviewsProps extends ModerationPageData {
  reported: NonNullable<moderationPageLoaderQuery['response']['reportedReviews']>;
}

const decisions = ['dismiss', 'remove', 'removeAnswer'] as const;

function Reviews({ reported, reference }: ReviewsProps) {
  const { dialog, openDialog, closeDialog } = useTable();
  const refresh = useRefresh(moderationPageQuery, reference);
  const isBusy = useNavigation().state === 'loading';
  const rows = reported.edges.map(({ node }) => node);
  const chosen = useKept(
    rows.find(({ databaseId }) => databaseId === dialog?.id),
    dialog?.id,
  );
  const asked = decisions.find((decision) => decision === dialog?.name);
  const shown = chosen && asked;
  const seen = useSeen(shown);
  return (
    <Panel title="Reported Reviews" icon="flag">
      {rows.length === 0 ? (
        <p className={styles.soft}>No report waits for a decision.</p>
      ) : (
        <ol className={styles.reviews} aria-label="Reported reviews" aria-busy={isBusy}>
          {rows.map((review) => (
            <ReportedReview
              key={review.databaseId}
              review={review}
              onDecide={(decision) => openDialog(decision, review.databaseId)}
            />
          ))}
        </ol>
      )}
      <Pager pageInfo={reported.pageInfo} />
      <Suspense fallback={null}>
        {decisions.map(
          (decision) =>
            seen.includes(decision) && (
              <DecisionDialog
                key={decision}
                review={chosen}
                decision={decision}
                isOpen={shown === decision}
                onClose={closeDialog}
                focusAfter={() => document.getElementById(openerId(decision, dialog?.id))}
                refresh={refresh}
              />
            ),
        )}
      </Suspense>
    </Panel>
  );
}
