import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type { RotateSecretMutation } from '#web/__generated__/RotateSecretMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { DialogForm } from '#web/ui/forms/Form.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';
import { ShownOnce } from '../ShownOnce.tsx';
import type { Endpoint } from './EndpointRow.tsx';

interface RotateSecretProps {
  endpoint: Pick<Endpoint, 'id' | 'address' | 'previousSecretUntil'>;
}

export function RotateSecret({ endpoint }: RotateSecretProps) {
  const [secret, setSecret] = useState<string>();
  const [rotate] = useCommand<RotateSecretMutation>(graphql`
    mutation RotateSecretMutation($endpointId: ID!) {
      rotateWebhookSecret(endpointId: $endpointId) {
        ... on RotateWebhookSecretPayload {
          secret
          endpoint {
            ...EndpointRow_endpoint
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const form = useForm({
    initial: {},
    validate: () => ({}),
    send: async () => {
      const { secret } = await rotate({ endpointId: endpoint.id });
      setSecret(secret);
    },
    fallbackMessage: 'The secret could not be rotated. Please try again',
  });
  if (secret !== undefined) return <ShownOnce noun="Secret" text={secret} />;
  return (
    <DialogForm form={form} label="Rotate the secret" submit="Rotate Secret" sending="Rotating…">
      <p>
        Messages to <strong>{endpoint.address}</strong> get two signatures for 24 hours, of the new
        secret and of the one before. Give your program the new one in that time.
      </p>
      {endpoint.previousSecretUntil != null && (
        <p>
          The secret that you replaced last signs until{' '}
          <LocalTime instant={endpoint.previousSecretUntil} />. It ends at once.
        </p>
      )}
    </DialogForm>
  );
}
