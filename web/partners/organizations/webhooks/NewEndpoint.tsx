import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type { NewEndpointMutation } from '#web/__generated__/NewEndpointMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { ShownOnce } from '../ShownOnce.tsx';
import { EndpointForm } from './EndpointForm.tsx';

interface NewEndpointProps {
  organizationId: string;
  refresh: () => Promise<void>;
}

export function NewEndpoint({ organizationId, refresh }: NewEndpointProps) {
  const [secret, setSecret] = useState<string>();
  const [create] = useCommand<NewEndpointMutation>(graphql`
    mutation NewEndpointMutation($input: CreateWebhookEndpointInput!) {
      createWebhookEndpoint(input: $input) {
        ... on CreateWebhookEndpointPayload {
          secret
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  if (secret !== undefined) return <ShownOnce noun="Secret" text={secret} />;
  return (
    <EndpointForm
      initial={{ address: '', topics: ['LISTING_CHANGED', 'BOOKING'] }}
      submitLabel="Add Endpoint"
      save={async (choice) => {
        const input = { organizationId, ...choice };
        const { secret } = await create({ input });
        setSecret(secret);
        void refresh();
      }}
      onFailure={() => void refresh()}
    />
  );
}
