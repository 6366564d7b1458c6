import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type { OrganizationDecisionFormMutation } from '../../../__generated__/OrganizationDecisionFormMutation.graphql.ts';
import { useMutation } from '../../../relay/useMutation.ts';
import { ConfirmForm, type ConfirmFormProps } from '../../../ui/forms/ConfirmForm.tsx';
import { settle } from '../_parts/settle.ts';
import { organizationDecisions, type OrganizationDecision } from './decisions.ts';
import type { OrganizationRow } from './organizationsPageLoader.ts';

interface OrganizationDecisionFormProps {
  organization: OrganizationRow;
  decision: OrganizationDecision;
  refresh: () => Promise<void>;
}

/** Inside a FormDialog: approves, refuses or suspends an organization. */
export function OrganizationDecisionForm(props: OrganizationDecisionFormProps) {
  const { organization, decision, refresh } = props;
  // The version that the administrator saw, whatever is loaded while the dialog is open.
  const [{ databaseId, version, name, purpose }] = useState(organization);
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
  const { consequence, done, ...form } = forms[decision];
  return (
    <ConfirmForm
      {...form}
      fallbackMessage="The decision could not be saved. Please try again"
      run={async (note) => {
        const status = organizationDecisions.find((each) => each.name === decision)?.status;
        if (status === undefined) return undefined;
        const input = { organizationId: databaseId, version, status, note: note || null };
        const { decideOrganization: result } = await decide({ input });
        return settle(result, refresh, { title: done, description: name });
      }}
    >
      <p>
        <strong>{name}</strong>: {purpose}
      </p>
      <p>{consequence} Its owners hear of it by mail.</p>
    </ConfirmForm>
  );
}

type Words = Pick<ConfirmFormProps, 'label' | 'busyLabel' | 'text'> & {
  color?: 'error';
  consequence: string;
  done: string;
};

const hint = 'The owners read it, by mail and on the page of the organization';

const forms: Readonly<Record<OrganizationDecision, Words>> = {
  approve: {
    label: 'Approve Organization',
    busyLabel: 'Approving…',
    text: { label: 'Note (optional)', hint },
    consequence: 'Live tokens can be made, and those that were made before work.',
    done: 'Organization approved',
  },
  refuse: {
    label: 'Refuse Organization',
    busyLabel: 'Refusing…',
    color: 'error',
    text: { label: 'Reason', requiredMessage: 'Reason is required', hint },
    consequence: 'None of its tokens works any more, test tokens included.',
    done: 'Organization refused',
  },
  suspend: {
    label: 'Suspend Organization',
    busyLabel: 'Suspending…',
    color: 'error',
    text: { label: 'Reason', requiredMessage: 'Reason is required', hint },
    consequence: 'None of its tokens works until it is approved again.',
    done: 'Organization suspended',
  },
};
