import { graphql } from 'react-relay/hooks';
import type { DeleteEndpointFormMutation } from '#web/__generated__/DeleteEndpointFormMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { ConfirmForm } from '#web/ui/forms/ConfirmForm.tsx';

interface DeleteEndpointFormProps {
  endpoint: { id: string; address: string };
  refresh: () => Promise<void>;
}

export function DeleteEndpointForm({ endpoint, refresh }: DeleteEndpointFormProps) {
  const [remove] = useCommand<DeleteEndpointFormMutation>(graphql`
    mutation DeleteEndpointFormMutation($endpointId: ID!) {
      deleteWebhookEndpoint(endpointId: $endpointId) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  return (
    <ConfirmForm
      label="Delete Endpoint"
      busyLabel="Deleting…"
      color="error"
      cancelLabel="Keep It"
      fallbackMessage="The endpoint could not be deleted. Please try again"
      run={async () => {
        await remove({ endpointId: endpoint.id });
        await refresh();
        return { title: 'Endpoint deleted', description: endpoint.address };
      }}
    >
      <p>
        <strong>{endpoint.address}</strong> gets nothing more, and its deliveries leave the log. To
        stop for a while, pause it instead: nothing is lost then.
      </p>
    </ConfirmForm>
  );
}
