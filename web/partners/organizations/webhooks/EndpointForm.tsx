import type { FieldErrors } from '#web/relay/fieldErrors.ts';
import type { WebhookTopic } from '#web/__generated__/EndpointRow_endpoint.graphql.ts';
import { DialogForm } from '#web/ui/forms/Form.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { TextField } from '#web/ui/material/TextField.ts';
import { Choices } from '#web/ui/forms/fields/Choices.tsx';
import { withChoice } from '../withChoice.ts';
import { webhookTopics } from './webhookTopics.ts';

interface EndpointChoice {
  address: string;
  topics: readonly WebhookTopic[];
}

interface EndpointFormProps {
  initial: EndpointChoice;
  submitLabel: string;
  save: (choice: EndpointChoice) => Promise<void>;
  onFailure: () => void;
}

interface EndpointValues {
  address: string;
  topics: string;
}

export function EndpointForm({ initial, submitLabel, save, onFailure }: EndpointFormProps) {
  const form = useForm<EndpointValues>({
    initial: { address: initial.address, topics: initial.topics.join(' ') },
    validate: validateEndpoint,
    send: ({ address, topics }) => save({ address, topics: topics.split(' ') as WebhookTopic[] }),
    fallbackMessage: 'The endpoint could not be saved. Please try again',
    onFailure,
  });
  const { values, field, change } = form;
  return (
    <DialogForm form={form} label="Endpoint" submit={submitLabel}>
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
    </DialogForm>
  );
}

function validateEndpoint({ address, topics }: EndpointValues): FieldErrors<keyof EndpointValues> {
  const errors: FieldErrors<keyof EndpointValues> = {};
  if (address.trim() === '') errors.address = 'Address is required';
  if (topics === '') errors.topics = 'Choose at least one event';
  return errors;
}
