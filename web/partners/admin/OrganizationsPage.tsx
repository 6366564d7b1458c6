import { Suspense } from 'react';
import { useLoaderData } from 'react-router-dom';
import type { organizationsPageLoaderAdminQuery } from '#web/__generated__/organizationsPageLoaderAdminQuery.graphql.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { organizationStatuses } from '#web/ui/basics/statuses.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { Select } from '#web/ui/forms/fields/Select.tsx';
import { AdminFrame } from '#web/admin/frame/AdminFrame.tsx';
import { AdminSkeleton } from '#web/admin/frame/AdminSkeleton.tsx';
import { Age } from '#web/admin/Age.tsx';
import { DataTable, type Column } from '#web/admin/table/DataTable.tsx';
import { Pager } from '#web/admin/table/Pager.tsx';
import { openerId } from '#web/admin/table/RowActions.tsx';
import { useRefresh } from '#web/admin/useRefresh.ts';
import { useRowDialogs } from '#web/admin/table/useRowDialogs.ts';
import { useTable } from '#web/admin/table/useTable.ts';
import { decisionsOn, organizationDecisions, type OrganizationDecision } from './decisions.ts';
import { OrganizationDecisionForm } from './OrganizationDecisionForm.tsx';
import styles from './OrganizationsPage.module.css';
import {
  organizationsPageQuery,
  type OrganizationRow,
  type OrganizationsPageData,
} from './organizationsPageLoader.ts';

export { loadOrganizationsPage as loadPage } from './organizationsPageLoader.ts';

const title = 'Organizations';

const statusChoices = [
  { value: '', label: 'All statuses' },
  { value: 'pending', label: 'Waiting' },
  { value: 'approved', label: 'Approved' },
  { value: 'refused', label: 'Refused' },
  { value: 'suspended', label: 'Suspended' },
];

export function Page() {
  const data = useLoaderData<OrganizationsPageData>();
  return (
    <Suspense fallback={<AdminSkeleton title={title} />}>
      <Organizations {...data} />
    </Suspense>
  );
}

function Organizations({ reference }: OrganizationsPageData) {
  const { site, organizations } = useOwnedPreloadedQuery<organizationsPageLoaderAdminQuery>(
    organizationsPageQuery,
    reference,
  );
  const refresh = useRefresh(organizationsPageQuery, reference);
  const table = useTable();
  const { address, isStale, change, openDialog } = table;
  const rows = (organizations?.edges ?? []).map(({ node }) => node);
  const { row, dialogProps } = useRowDialogs(table, rows, dialogNames);
  return (
    <AdminFrame
      title={title}
      subtitle="Partners that call the API with tokens. Live tokens need an approval."
      actions={
        <Select
          label="Status"
          choices={statusChoices}
          value={address.filter}
          onChange={(filter) => change({ filter })}
        />
      }
    >
      <PageMeta title={`${title} | ${site.title}`} canonicalPath="/admin/organizations" />
      {rows.length === 0 ? (
        <EmptyState title="No organizations found">
          <p>
            {address.filter === ''
              ? 'Nobody has opened one yet.'
              : 'No organization has this status.'}
          </p>
        </EmptyState>
      ) : (
        <DataTable<OrganizationRow>
          label={title}
          columns={columnsOf(openDialog)}
          rows={rows}
          keyOf={({ databaseId }) => databaseId}
          isStale={isStale}
        />
      )}
      {organizations && (
        <Pager pageInfo={organizations.pageInfo} labels={{ previous: 'Newer', next: 'Older' }} />
      )}
      {organizationDecisions.map(({ name, question }) => (
        <FormDialog key={name} title={question} isWide {...dialogProps(name)}>
          {row && <OrganizationDecisionForm organization={row} decision={name} refresh={refresh} />}
        </FormDialog>
      ))}
    </AdminFrame>
  );
}

const dialogNames = {
  ofRow: ['approve', 'refuse', 'suspend', 'approveName', 'refuseName'],
  ofNone: [],
} as const;

const columnsOf = (
  openDialog: (name: OrganizationDecision, id: string) => void,
): Column<OrganizationRow>[] => [
  {
    id: 'name',
    header: 'Organization',
    isRowHeader: true,
    cell: ({ name, wantedName, website }) => (
      <span className={`${styles.two} ${styles.name}`}>
        {name}
        {wantedName && <span className={styles.soft}>New name asked for: {wantedName}</span>}
        <a className={styles.soft} href={website} rel="noreferrer nofollow" target="_blank">
          {website.replace(/^https?:\/\/|\/$/g, '')}
        </a>
      </span>
    ),
  },
  {
    id: 'opener',
    header: 'Opened by',
    cell: ({ members }) => members.find(({ isOpener }) => isOpener)?.name ?? 'No longer a member',
  },
  { id: 'purpose', header: 'Purpose', cell: ({ purpose }) => purpose },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, decisionNote }) => (
      <span className={styles.two}>
        <StatusBadge status={organizationStatuses[status]} />
        {decisionNote && <span className={styles.soft}>{decisionNote}</span>}
      </span>
    ),
  },
  { id: 'opened', header: 'Opened', cell: ({ createdAt }) => <Age instant={createdAt} /> },
  {
    id: 'actions',
    header: 'Actions',
    isActions: true,
    cell: ({ databaseId, name, status, wantedName }) => (
      <span className={styles.ways}>
        {decisionsOn(status, wantedName).map((decision) => (
          <Button
            key={decision.name}
            id={openerId(decision.name, databaseId)}
            variant="outlined"
            color={decision.isHarsh ? 'error' : 'inherit'}
            aria-haspopup="dialog"
            aria-label={`${decision.label} ${decision.isAboutName ? 'of ' : ''}${name}`}
            onClick={() => openDialog(decision.name, databaseId)}
          >
            {decision.label}
          </Button>
        ))}
      </span>
    ),
  },
];
