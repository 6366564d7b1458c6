import { graphql } from 'react-relay/hooks';
import { useNavigate } from 'react-router-dom';
import type { RemoveMemberFormMutation } from '#web/__generated__/RemoveMemberFormMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { ConfirmForm } from '#web/ui/forms/ConfirmForm.tsx';

interface RemoveMemberFormProps {
  organizationId: string;
  organizationName: string;
  member: { userId: string; name: string };
  isLeaving: boolean;
}

export function RemoveMemberForm(props: RemoveMemberFormProps) {
  const { organizationId, organizationName, member, isLeaving } = props;
  const navigate = useNavigate();
  const [removeMember] = useCommand<RemoveMemberFormMutation>(graphql`
    mutation RemoveMemberFormMutation($input: RemoveMemberInput!) {
      removeMember(input: $input) {
        ... on RemoveMemberPayload {
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
      label={isLeaving ? 'Leave Organization' : 'Remove Member'}
      busyLabel={isLeaving ? 'Leaving…' : 'Removing…'}
      color="error"
      fallbackMessage="That did not work. Please try again"
      run={async () => {
        const input = { organizationId, userId: member.userId };
        await removeMember({ input });
        if (!isLeaving) return { title: 'Member removed', description: member.name };
        await navigate('/organizations', { replace: true });
        showToast({ title: `You have left ${organizationName}` });
        return undefined;
      }}
    >
      <p>
        {isLeaving ? (
          <>
            You no longer see <strong>{organizationName}</strong>. An owner can invite you again.
          </>
        ) : (
          <>
            <strong>{member.name}</strong> no longer sees this organization.
          </>
        )}
      </p>
      <p>
        Tokens that {isLeaving ? 'you have' : 'this member has'} made keep working. Revoke those
        that {isLeaving ? 'you know' : 'the member knows'}.
      </p>
    </ConfirmForm>
  );
}
