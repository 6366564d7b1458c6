import type { OrganizationStatus } from '../../../__generated__/organizationsPageLoaderAdminQuery.graphql.ts';

export type OrganizationDecision = 'approve' | 'refuse' | 'suspend';

interface Decision {
  name: OrganizationDecision;
  label: string;
  question: string;
  /** The status after it. */
  status: 'APPROVED' | 'REFUSED' | 'SUSPENDED';
  /** The statuses in which it makes sense. */
  from: readonly OrganizationStatus[];
}

export const organizationDecisions: readonly Decision[] = [
  {
    name: 'approve',
    label: 'Approve',
    question: 'Approve this organization?',
    status: 'APPROVED',
    from: ['PENDING', 'REFUSED', 'SUSPENDED'],
  },
  {
    name: 'refuse',
    label: 'Refuse',
    question: 'Refuse this organization?',
    status: 'REFUSED',
    from: ['PENDING'],
  },
  {
    name: 'suspend',
    label: 'Suspend',
    question: 'Suspend this organization?',
    status: 'SUSPENDED',
    from: ['APPROVED'],
  },
];

/** What an administrator can decide about an organization with this status. */
export const decisionsOn = (status: OrganizationStatus): readonly Decision[] =>
  organizationDecisions.filter(({ from }) => from.includes(status));
