import { graphql } from 'react-relay/hooks';
import type { ChangeEndpointFormMutation } from '#web/__generated__/ChangeEndpointFormMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { useFinishDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { EndpointForm } from './EndpointForm.tsx';
import type { Endpoint } from './EndpointRow.tsx';

interface ChangeEndpointFormProps {
  endpoint: Endpoint;
  refresh: () => Promise<void>;
}

export function ChangeEndpointForm({ endpoint, refresh }: ChangeEndpointFormProps) {
  const finish = useFinishDialog();
  const [update] = useCommand<ChangeEndpointFormMutation>(graphql`
    mutation ChangeEndpointFormMutation($input: UpdateWebhookEndpointInput!) {
      updateWebhookEndpoint(input: $input) {
        ... on UpdateWebhookEndpointPayload {
          endpoint {
            ...EndpointRow_endpoint
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const { id: endpointId, version, pausedAt } = endpoint;
  return (
    <EndpointForm
      initial={endpoint}
      submitLabel="Save Endpoint"
      save={async (choice) => {
        const input = { ...choice, endpointId, version, isPaused: pausedAt != null };
        await update({ input });
        finish({ title: 'Endpoint saved', description: choice.address });
      }}
      onFailure={() => void refresh()}
    />
  );
}
