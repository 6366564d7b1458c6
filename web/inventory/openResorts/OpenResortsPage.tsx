import { Button } from '#web/ui/basics/Button.tsx';
import { lazy, Suspense } from 'react';
import { useLoaderData } from 'react-router-dom';
import type { openResortsPageLoaderQuery } from '#web/__generated__/openResortsPageLoaderQuery.graphql.ts';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { plural } from '#common/numbers.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { useSeen } from '#web/ui/dialogs/useSeen.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { AdminFrame } from '#web/admin/frame/AdminFrame.tsx';
import { AdminSkeleton } from '#web/admin/frame/AdminSkeleton.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { Pager } from '#web/admin/table/Pager.tsx';
import { openerId } from '#web/admin/table/RowActions.tsx';
import { useKept } from '#web/admin/table/useKept.ts';
import { useRefresh } from '#web/admin/useRefresh.ts';
import { useTable } from '#web/admin/table/useTable.ts';
import styles from './OpenResortsPage.module.css';
import {
  openResortsPageQuery,
  type OpenResort,
  type OpenResortsPageData,
} from './openResortsPageLoader.ts';

export { loadOpenResortsPage as loadPage } from './openResortsPageLoader.ts';

const MatchDialog = lazy(() => import('./MatchDialog.tsx'));
const SettleResortDialog = lazy(() => import('./SettleResortDialog.tsx'));

const title = 'Resorts to Match';

export function Page() {
  const data = useLoaderData<OpenResortsPageData>();
  return (
    <Suspense fallback={<AdminSkeleton title={title} />}>
      <OpenResorts {...data} />
    </Suspense>
  );
}

const dialogNames = ['match', 'create', 'ignore'] as const;

type DialogName = (typeof dialogNames)[number];

function OpenResorts({ reference }: OpenResortsPageData) {
  const { site, inventoryResorts: resorts } = useOwnedPreloadedQuery<openResortsPageLoaderQuery>(
    openResortsPageQuery,
    reference,
  );
  const refresh = useRefresh(openResortsPageQuery, reference);
  const { isStale, dialog, openDialog, closeDialog } = useTable();
  const rows = (resorts?.edges ?? []).map(({ node }) => node);
  const about = useKept(
    rows.find(({ databaseId }) => databaseId === dialog?.id),
    dialog?.id,
  );
  const asked = dialogNames.find((name) => name === dialog?.name);
  const shown = about && asked;
  const seen = useSeen(shown);
  const dialogProps = (name: DialogName) => ({
    resort: about,
    isOpen: shown === name,
    onClose: closeDialog,
    focusAfter: () =>
      document.getElementById(openerId(name, dialog?.id)) ??
      document.querySelector<HTMLElement>('main'),
    refresh,
  });
  return (
    <AdminFrame
      title={title}
      subtitle="What providers call resorts that are not known here. Their weeks wait until it is settled."
      actions={<BackLink to="/admin/inventory">Inventory</BackLink>}
    >
      <PageMeta title={`${title} | ${site.title}`} canonicalPath="/admin/inventory/resorts" />
      {rows.length === 0 ? (
        <EmptyState
          title="Every resort is matched"
          action={
            <ButtonLink to="/admin/inventory" variant="contained">
              Back to the Inventory
            </ButtonLink>
          }
        >
          <p>When a sync meets a resort that is not known here, it is listed on this page.</p>
        </EmptyState>
      ) : (
        <ul className={styles.list} aria-label={title} aria-busy={isStale}>
          {rows.map((resort) => (
            <Row key={resort.databaseId} resort={resort} onOpen={openDialog} />
          ))}
        </ul>
      )}
      {resorts && <Pager pageInfo={resorts.pageInfo} />}
      <Suspense fallback={null}>
        {seen.includes('match') && <MatchDialog {...dialogProps('match')} />}
        {seen.includes('create') && <SettleResortDialog way="create" {...dialogProps('create')} />}
        {seen.includes('ignore') && <SettleResortDialog way="ignore" {...dialogProps('ignore')} />}
      </Suspense>
    </AdminFrame>
  );
}

interface RowProps {
  resort: OpenResort;
  onOpen: (dialog: DialogName, id: string) => void;
}

function Row({ resort, onOpen }: RowProps) {
  const { databaseId, name, location, brand, weeks, providerName, suggestions } = resort;
  const [nearest] = suggestions;
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <h2>{name}</h2>
        <p className={styles.soft}>{[location, brand].filter(Boolean).join(' · ')}</p>
        <p className={styles.badges}>
          <StatusBadge status={{ tone: 'quiet', label: providerName }} />
          <span className={styles.soft}>{plural(weeks, 'week')}</span>
        </p>
        {nearest && (
          <p className={styles.soft}>
            Maybe <strong>{nearest.name}</strong>, {nearest.location}
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <Button
          id={openerId('match', databaseId)}
          variant="contained"
          aria-label={`Match ${name}`}
          aria-haspopup="dialog"
          onClick={() => onOpen('match', databaseId)}
        >
          Match
        </Button>
        <Button
          id={openerId('create', databaseId)}
          variant="outlined"
          color="inherit"
          aria-label={`Add ${name} as a new resort`}
          aria-haspopup="dialog"
          onClick={() => onOpen('create', databaseId)}
        >
          Add as New
        </Button>
        <Button
          id={openerId('ignore', databaseId)}
          color="inherit"
          aria-label={`Ignore ${name}`}
          aria-haspopup="dialog"
          onClick={() => onOpen('ignore', databaseId)}
        >
          Ignore
        </Button>
      </div>
    </li>
  );
}
