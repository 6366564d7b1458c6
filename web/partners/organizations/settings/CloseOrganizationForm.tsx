import { graphql } from 'react-relay/hooks';
import { useNavigate } from 'react-router-dom';
import type { CloseOrganizationFormMutation } from '#web/__generated__/CloseOrganizationFormMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { ConfirmForm } from '#web/ui/forms/ConfirmForm.tsx';

interface CloseOrganizationFormProps {
  organizationId: string;
  name: string;
}

export function CloseOrganizationForm({ organizationId, name }: CloseOrganizationFormProps) {
  const navigate = useNavigate();
  const [close] = useCommand<CloseOrganizationFormMutation>(graphql`
    mutation CloseOrganizationFormMutation($id: ID!) {
      closeOrganization(id: $id) {
        ... on CloseOrganizationPayload {
          deletedId
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  return (
    <ConfirmForm
      label="Close Organization"
      busyLabel="Closing…"
      color="error"
      cancelLabel="Keep It"
      fallbackMessage="The organization could not be closed. Please try again"
      run={async () => {
        await close({ id: organizationId });
        await navigate('/organizations', { replace: true });
        showToast({ title: 'Organization closed', description: name });
        return undefined;
      }}
    >
      <p>
        This can&apos;t be undone. With <strong>{name}</strong> is lost:
      </p>
      <ul>
        <li>every token: programs that use one are refused at once</li>
        <li>members and open invitations</li>
        <li>webhooks, and the numbers of its calls</li>
      </ul>
      <p>Weeks and bookings stay as they are.</p>
    </ConfirmForm>
  );
}
