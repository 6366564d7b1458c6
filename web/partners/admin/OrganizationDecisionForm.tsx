import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type { OrganizationDecisionFormMutation } from '#web/__generated__/OrganizationDecisionFormMutation.graphql.ts';
import type { OrganizationDecisionFormNameMutation } from '#web/__generated__/OrganizationDecisionFormNameMutation.graphql.ts';
import { useMutation } from '#web/relay/useMutation.ts';
import { ConfirmForm, type ConfirmFormProps } from '#web/ui/forms/ConfirmForm.tsx';
import { settle } from '#web/admin/settle.ts';
import type { OrganizationDecision } from './decisions.ts';
import type { OrganizationRow } from './organizationsPageLoader.ts';

interface OrganizationDecisionFormProps {
  organization: OrganizationRow;
  decision: OrganizationDecision;
  refresh: () => Promise<void>;
}

/** Inside a FormDialog: decides about an organization or about its new name. */
export function OrganizationDecisionForm(props: OrganizationDecisionFormProps) {
  const { organization, decision, refresh } = props;
  // The version that the administrator saw, whatever is loaded while the dialog is open.
  const [{ databaseId, version, name, wantedName, purpose }] = useState(organization);
  const [decide] = useMutation<OrganizationDecisionFormMutation>(graphql`
    mutation OrganizationDecisionFormMutation($input: DecideOrganizationInput!) {
      decideOrganization(input: $input) {
        __typename
        ... on Error {
          message
        }
        ... on InvalidInputError {
          fieldErrors {
            field
            message
          }
        }
      }
    }
  `);
  const [decideName] = useMutation<OrganizationDecisionFormNameMutation>(graphql`
    mutation OrganizationDecisionFormNameMutation($input: DecideOrganizationNameInput!) {
      decideOrganizationName(input: $input) {
        __typename
        ... on Error {
          message
        }
        ... on InvalidInputError {
          fieldErrors {
            field
            message
          }
        }
      }
    }
  `);
  const { consequence, done, result, ...form } = forms[decision];
  return (
    <ConfirmForm
      {...form}
      fallbackMessage="The decision could not be saved. Please try again"
      run={async (note) => {
        const input = { organizationId: databaseId, version, note: note || null, ...result };
        const answer =
          'status' in input
            ? (await decide({ input })).decideOrganization
            : (await decideName({ input })).decideOrganizationName;
        return settle(answer, refresh, { title: done, description: name });
      }}
    >
      <p>
        <strong>{name}</strong>
        {'status' in result ? `: ${purpose}` : ` asks to be called “${wantedName}”`}
      </p>
      <p>{consequence} Its owners hear of it by mail.</p>
    </ConfirmForm>
  );
}

type Words = Pick<ConfirmFormProps, 'label' | 'busyLabel' | 'text'> & {
  color?: 'error';
  /** What the decision gives it. */
  result: { status: 'APPROVED' | 'REFUSED' | 'SUSPENDED' } | { isApproved: boolean };
  consequence: string;
  done: string;
};

const hint = 'The owners read it, by mail and on the page of the organization';
const nameHint = 'The owners read it by mail';

const forms: Readonly<Record<OrganizationDecision, Words>> = {
  approve: {
    result: { status: 'APPROVED' },
    label: 'Approve Organization',
    busyLabel: 'Approving…',
    text: { label: 'Note (optional)', hint },
    consequence: 'Live tokens can be made, and those that were made before work.',
    done: 'Organization approved',
  },
  refuse: {
    result: { status: 'REFUSED' },
    label: 'Refuse Organization',
    busyLabel: 'Refusing…',
    color: 'error',
    text: { label: 'Reason', requiredMessage: 'Reason is required', hint },
    consequence: 'None of its tokens works any more, test tokens included.',
    done: 'Organization refused',
  },
  suspend: {
    result: { status: 'SUSPENDED' },
    label: 'Suspend Organization',
    busyLabel: 'Suspending…',
    color: 'error',
    text: { label: 'Reason', requiredMessage: 'Reason is required', hint },
    consequence: 'None of its tokens works until it is approved again.',
    done: 'Organization suspended',
  },
  approveName: {
    result: { isApproved: true },
    label: 'Approve Name',
    busyLabel: 'Approving…',
    text: { label: 'Note (optional)', hint: nameHint },
    consequence: 'Everybody sees the new name from then on, in invitations too.',
    done: 'New name approved',
  },
  refuseName: {
    result: { isApproved: false },
    label: 'Refuse Name',
    busyLabel: 'Refusing…',
    color: 'error',
    text: { label: 'Reason', requiredMessage: 'Reason is required', hint: nameHint },
    consequence: 'It keeps its name.',
    done: 'New name refused',
  },
};
