import { graphql } from 'react-relay/hooks';
import type { OrganizationDecisionDialogMutation } from '#web/__generated__/OrganizationDecisionDialogMutation.graphql.ts';
import type { OrganizationDecisionDialogNameMutation } from '#web/__generated__/OrganizationDecisionDialogNameMutation.graphql.ts';
import { ConfirmForm, type ConfirmFormProps } from '#web/ui/forms/ConfirmForm.tsx';
import { useSettled } from '#web/admin/settle.ts';
import { DialogOfRow } from '#web/admin/table/DialogOfRow.tsx';
import type { RowDialogProps } from '#web/admin/table/RowDialogs.tsx';
import {
  organizationDecisions,
  type OrganizationDecision,
  type OrganizationRow,
} from './decisions.ts';

/** Decides about an organization or about its new name. */
export default function OrganizationDecisionDialog(props: RowDialogProps<OrganizationRow>) {
  const decision = organizationDecisions.find(({ name }) => name === props.name);
  const decide = useSettled<OrganizationDecisionDialogMutation>(graphql`
    mutation OrganizationDecisionDialogMutation($input: DecideOrganizationInput!) {
      answer: decideOrganization(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const decideName = useSettled<OrganizationDecisionDialogNameMutation>(graphql`
    mutation OrganizationDecisionDialogNameMutation($input: DecideOrganizationNameInput!) {
      answer: decideOrganizationName(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  if (!decision) return null;
  const { consequence, done, result, ...form } = forms[decision.name];
  return (
    <DialogOfRow title={decision.question} isWide {...props}>
      {({ databaseId, version, name, wantedName, purpose }) => (
        <ConfirmForm
          {...form}
          fallbackMessage="The decision could not be saved. Please try again"
          run={(note) => {
            const input = { organizationId: databaseId, version, note: note || null, ...result };
            const toast = { title: done, description: name };
            return 'status' in input
              ? decide(input, toast, props.refresh)
              : decideName(input, toast, props.refresh);
          }}
        >
          <p>
            <strong>{name}</strong>
            {'status' in result ? `: ${purpose}` : ` asks to be called “${wantedName}”`}
          </p>
          <p>{consequence} Its owners hear of it by mail.</p>
        </ConfirmForm>
      )}
    </DialogOfRow>
  );
}

type Words = Pick<ConfirmFormProps, 'label' | 'busyLabel' | 'text'> & {
  color?: 'error';
  /** Input of the mutation. */
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
