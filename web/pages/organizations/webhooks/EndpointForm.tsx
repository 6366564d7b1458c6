import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type {
  EndpointFormCreateMutation,
  WebhookTopic,
} from '../../../__generated__/EndpointFormCreateMutation.graphql.ts';
import type { EndpointFormUpdateMutation } from '../../../__generated__/EndpointFormUpdateMutation.graphql.ts';
import type { FieldErrors } from '../../../relay/fieldErrors.ts';
import { assertAccepted, RefusedError } from '../../../relay/refusal.ts';
import { useMutation } from '../../../relay/useMutation.ts';
import { showToast } from '../../../ui/feedback/toastStore.ts';
import { FormActions } from '../../../ui/forms/FormActions.tsx';
import { FormFailure } from '../../../ui/forms/FormFailure.tsx';
import { SubmitButton } from '../../../ui/forms/SubmitButton.tsx';
import { useForm } from '../../../ui/forms/useForm.ts';
import { TextField } from '../../../ui/material/TextField.ts';
import { Choices } from '../Choices.tsx';
import { ShownOnce } from '../ShownOnce.tsx';
import { withChoice } from '../withChoice.ts';
import type { Endpoint } from './WebhooksSection.tsx';
import { webhookTopics } from './webhookTopics.ts';

interface EndpointFormProps {
  organizationId: string;
  /** The endpoint to change; without it one is added. */
  endpoint?: Endpoint;
  onSaved: () => Promise<void>;
  onDone: () => void;
}

interface EndpointValues {
  address: string;
  /** Separated by spaces. */
  topics: string;
}

/** Inside a FormDialog: adds an endpoint and shows its secret this once, or changes one. */
export function EndpointForm({ organizationId, endpoint, onSaved, onDone }: EndpointFormProps) {
  const [secret, setSecret] = useState<string>();
  const [create] = useMutation<EndpointFormCreateMutation>(graphql`
    mutation EndpointFormCreateMutation($input: CreateWebhookEndpointInput!) {
      createWebhookEndpoint(input: $input) {
        __typename
        ... on CreateWebhookEndpointPayload {
          secret
        }
        ... on Error {
          message
        }
        ... on InvalidInputError {
          fieldErrors {
            field
            message
          }
        }
        ... on ConflictError {
          fieldErrors {
            field
            message
          }
        }
      }
    }
  `);
  const [update] = useMutation<EndpointFormUpdateMutation>(graphql`
    mutation EndpointFormUpdateMutation($input: UpdateWebhookEndpointInput!) {
      updateWebhookEndpoint(input: $input) {
        __typename
        ... on UpdateWebhookEndpointPayload {
          endpoint {
            id
            address
            topics
            version
          }
        }
        ... on Error {
          message
        }
        ... on InvalidInputError {
          fieldErrors {
            field
            message
          }
        }
        ... on ConflictError {
          fieldErrors {
            field
            message
          }
        }
      }
    }
  `);
  const { formRef, values, field, change, submit, isSending, failure } = useForm<EndpointValues>({
    initial: {
      address: endpoint?.address ?? '',
      topics: endpoint?.topics.join(' ') ?? 'LISTING_CHANGED BOOKING',
    },
    validate: validateEndpoint,
    send: async ({ address, topics: chosen }) => {
      const topics = chosen.split(' ') as WebhookTopic[];
      if (endpoint) {
        const { id: endpointId, version, pausedAt } = endpoint;
        const input = { endpointId, version, address, topics, isPaused: pausedAt != null };
        assertAccepted((await update({ input })).updateWebhookEndpoint);
        showToast({ title: 'Endpoint saved', description: address });
        onDone();
      } else {
        const input = { organizationId, address, topics };
        const { createWebhookEndpoint: result } = await create({ input });
        if (result?.secret === undefined) throw new RefusedError(result);
        setSecret(result.secret);
        void onSaved();
      }
    },
    fallbackMessage: 'The endpoint could not be saved. Please try again',
    onFailure: () => void onSaved(),
  });
  if (secret !== undefined) return <ShownOnce noun="Secret" text={secret} onDone={onDone} />;
  return (
    <form ref={formRef} method="post" onSubmit={submit} noValidate aria-label="Endpoint">
      <TextField
        {...field('address')}
        label="Address"
        placeholder="https://example.com/webhooks"
        type="url"
        required
        autoComplete="off"
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
      <Choices
        {...field('topics')}
        legend="Events"
        isMultiple
        choices={Object.entries(webhookTopics).map(([value, topic]) => ({ value, ...topic }))}
        onChange={({ target }) =>
          change({ topics: withChoice(values.topics, target.value, target.checked) })
        }
      />
      <FormFailure message={failure} />
      <FormActions>
        <SubmitButton isSending={isSending}>
          {endpoint ? 'Save Endpoint' : 'Add Endpoint'}
        </SubmitButton>
      </FormActions>
    </form>
  );
}

/** The server's rules, checked before anything is sent. */
function validateEndpoint({ address, topics }: EndpointValues): FieldErrors<keyof EndpointValues> {
  const errors: FieldErrors<keyof EndpointValues> = {};
  if (address.trim() === '') errors.address = 'Address is required';
  if (topics === '') errors.topics = 'Choose at least one event';
  return errors;
}
