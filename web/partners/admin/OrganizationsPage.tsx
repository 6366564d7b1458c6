import { lazy } from 'react';
import { graphql } from 'react-relay/hooks';
import type { OrganizationsPageAdminQuery } from '#web/__generated__/OrganizationsPageAdminQuery.graphql.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { organizationStatuses } from '#web/ui/basics/statuses.ts';
import { Select } from '#web/ui/forms/fields/Select.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { Age } from '#web/admin/Age.tsx';
import { filterProps, meaningOf } from '#web/admin/table/List.tsx';
import { byTime } from '#web/admin/table/Pager.tsx';
import { resource } from '#web/admin/table/resource.tsx';
import { decisionsOn, type OrganizationRow } from './decisions.ts';
import styles from './OrganizationsPage.module.css';

const OrganizationDecisionDialog = lazy(() => import('./OrganizationDecisionDialog.tsx'));

const status = {
  name: 'filter',
  label: 'Status',
  choices: [
    { value: '', label: 'All statuses' },
    { value: 'pending', label: 'Waiting' },
    { value: 'approved', label: 'Approved', is: 'APPROVED' },
    { value: 'refused', label: 'Refused', is: 'REFUSED' },
    { value: 'suspended', label: 'Suspended', is: 'SUSPENDED' },
  ],
} as const;

export const page = resource<OrganizationsPageAdminQuery, OrganizationRow>({
  path: '/admin/organizations',
  name: 'Organizations',
  subtitle: 'Partners that call the API with tokens. Live tokens need an approval.',
  actions: (table) => <Select {...filterProps(status, table)} />,
  query: graphql`
    query OrganizationsPageAdminQuery(
      $status: OrganizationStatus
      $isWaiting: Boolean
      $first: Int
      $after: String
      $last: Int
      $before: String
    ) {
      ...AppShell_query
      organizations(
        status: $status
        isWaiting: $isWaiting
        first: $first
        after: $after
        last: $last
        before: $before
      ) {
        edges {
          node {
            databaseId
            name
            wantedName
            website
            purpose
            status
            decisionNote
            version
            createdAt
            members {
              name
              isOpener
            }
          }
        }
        pageInfo {
          ...Pager_pageInfo @relay(mask: false)
        }
      }
    }
  `,
  variables: ({ filters: { filter }, page }) => ({
    status: meaningOf(status.choices, filter),
    isWaiting: filter === 'pending',
    ...page,
  }),
  found: ({ organizations }) => organizations,
  keyOf: ({ databaseId }) => databaseId,
  filters: [status],
  pages: byTime,
  none: ({ address }) => (
    <EmptyState
      title="No organizations found"
      text={
        address.filters['filter'] === ''
          ? 'Nobody has opened one yet.'
          : 'No organization has this status.'
      }
    />
  ),
  columns: [
    {
      header: 'Organization',
      cell: ({ name, wantedName, website }) => (
        <span className={`stack gap-1 to-left breaks ${styles.name}`}>
          {name}
          {wantedName && <span className="soft regular">New name asked for: {wantedName}</span>}
          <a className="soft regular" href={website} rel="noreferrer nofollow" target="_blank">
            {website.replace(/^https?:\/\/|\/$/g, '')}
          </a>
        </span>
      ),
    },
    {
      header: 'Opened by',
      cell: ({ members }) => members.find(({ isOpener }) => isOpener)?.name ?? 'No longer a member',
    },
    { header: 'Purpose', cell: ({ purpose }) => purpose },
    {
      header: 'Status',
      cell: ({ status, decisionNote }) => (
        <span className="stack gap-1 to-left breaks">
          <StatusBadge status={organizationStatuses[status]} />
          {decisionNote && <span className="soft regular">{decisionNote}</span>}
        </span>
      ),
    },
    { header: 'Opened', cell: ({ createdAt }) => <Age instant={createdAt} /> },
    {
      header: 'Actions',
      isActions: true,
      cell: ({ databaseId, name, status, wantedName }, { opener }) => (
        <span className="cluster gap-2">
          {decisionsOn(status, wantedName).map((decision) => (
            <Button
              key={decision.name}
              {...opener(decision.name, databaseId)}
              variant="outlined"
              color={decision.isHarsh ? 'error' : 'inherit'}
              aria-label={`${decision.label} ${decision.isAboutName ? 'of ' : ''}${name}`}
            >
              {decision.label}
            </Button>
          ))}
        </span>
      ),
    },
  ],
  dialogs: {
    ofRow: {
      approve: OrganizationDecisionDialog,
      refuse: OrganizationDecisionDialog,
      suspend: OrganizationDecisionDialog,
      approveName: OrganizationDecisionDialog,
      refuseName: OrganizationDecisionDialog,
    },
  },
});
