import type {
  OrganizationsPageAdminQuery,
  OrganizationStatus,
} from '#web/__generated__/OrganizationsPageAdminQuery.graphql.ts';
import type { RowOf } from '#web/admin/table/RowDialogs.tsx';

/** An organization in the table. */
export type OrganizationRow = RowOf<OrganizationsPageAdminQuery, 'organizations'>;

export type OrganizationDecision = 'approve' | 'refuse' | 'suspend' | 'approveName' | 'refuseName';

interface Decision {
  name: OrganizationDecision;
  label: string;
  question: string;
  /** Whether the decision restricts the organization. */
  isHarsh: boolean;
  /** Whether the decision is about the requested new name. */
  isAboutName?: boolean;
  /** Statuses in which the decision is possible. */
  from: readonly OrganizationStatus[];
}

export const organizationDecisions: readonly Decision[] = [
  {
    name: 'approve',
    label: 'Approve',
    question: 'Approve this organization?',
    isHarsh: false,
    from: ['PENDING', 'REFUSED', 'SUSPENDED'],
  },
  {
    name: 'refuse',
    label: 'Refuse',
    question: 'Refuse this organization?',
    isHarsh: true,
    from: ['PENDING'],
  },
  {
    name: 'approveName',
    label: 'Approve Name',
    question: 'Approve the new name?',
    isHarsh: false,
    isAboutName: true,
    from: ['APPROVED', 'SUSPENDED'],
  },
  {
    name: 'refuseName',
    label: 'Refuse Name',
    question: 'Refuse the new name?',
    isHarsh: true,
    isAboutName: true,
    from: ['APPROVED', 'SUSPENDED'],
  },
  {
    name: 'suspend',
    label: 'Suspend',
    question: 'Suspend this organization?',
    isHarsh: true,
    from: ['APPROVED'],
  },
];

/** The possible decisions about an organization with this status and requested name. */
export const decisionsOn = (
  status: OrganizationStatus,
  wantedName: string | null | undefined,
): readonly Decision[] =>
  organizationDecisions.filter(
    ({ from, isAboutName }) => from.includes(status) && (!isAboutName || wantedName),
  );
