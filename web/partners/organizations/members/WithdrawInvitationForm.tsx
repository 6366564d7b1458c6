import { graphql } from 'react-relay/hooks';
import type { WithdrawInvitationFormMutation } from '#web/__generated__/WithdrawInvitationFormMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { ConfirmForm } from '#web/ui/forms/ConfirmForm.tsx';

interface WithdrawInvitationFormProps {
  organizationId: string;
  email: string;
}

export function WithdrawInvitationForm(props: WithdrawInvitationFormProps) {
  const { organizationId, email } = props;
  const [withdraw] = useCommand<WithdrawInvitationFormMutation>(graphql`
    mutation WithdrawInvitationFormMutation($input: WithdrawInvitationInput!) {
      withdrawInvitation(input: $input) {
        ... on WithdrawInvitationPayload {
          organization {
            ...MembersSection_organization
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  return (
    <ConfirmForm
      label="Withdraw Invitation"
      busyLabel="Withdrawing…"
      color="error"
      cancelLabel="Keep It"
      fallbackMessage="The invitation could not be withdrawn. Please try again"
      run={async () => {
        await withdraw({ input: { organizationId, email } });
        return { title: 'Invitation withdrawn', description: email };
      }}
    >
      <p>
        The link that was mailed to <strong>{email}</strong> stops working.
      </p>
    </ConfirmForm>
  );
}
