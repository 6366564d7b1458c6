import { graphql } from 'react-relay/hooks';
import type { ReplayFormMutation } from '#web/__generated__/ReplayFormMutation.graphql.ts';
import type { FieldErrors } from '#web/relay/fieldErrors.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { useFinishDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { DialogForm } from '#web/ui/forms/Form.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { TextField } from '#web/ui/material/TextField.ts';
import { plural } from '#common/numbers.ts';

interface ReplayFormProps {
  endpoint: { id: string; address: string };
  refresh: () => Promise<void>;
}

/** Local times as `datetime-local` fields have them. */
interface ReplayValues {
  from: string;
  to: string;
}

export function ReplayForm({ endpoint, refresh }: ReplayFormProps) {
  const finish = useFinishDialog();
  const [replay] = useCommand<ReplayFormMutation>(graphql`
    mutation ReplayFormMutation($input: ReplayDeliveriesInput!) {
      replayDeliveries(input: $input) {
        ... on ReplayDeliveriesPayload {
          count
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const form = useForm<ReplayValues>({
    initial: { from: '', to: '' },
    validate: validateRange,
    send: async ({ from, to }) => {
      const { count } = await replay({
        input: {
          endpointId: endpoint.id,
          from: new Date(from).toISOString(),
          to: new Date(to).toISOString(),
        },
      });
      await refresh();
      finish({
        title: `${plural(count, 'event')} sent again`,
        description: endpoint.address,
      });
    },
    fallbackMessage: 'The events could not be sent again. Please try again',
  });
  const { field } = form;
  return (
    <DialogForm form={form} label="Send events again" submit="Send Again">
      <p>
        What was put in line for <strong>{endpoint.address}</strong> between these times is sent
        once more, up to 1,000 events. Each keeps its id, so a receiver that remembers ids does
        nothing twice.
      </p>
      {[{ name: 'from', label: 'From' } as const, { name: 'to', label: 'To' } as const].map(
        ({ name, label }) => (
          <TextField key={name} {...field(name)} label={label} type="datetime-local" required />
        ),
      )}
    </DialogForm>
  );
}

function validateRange({ from, to }: ReplayValues): FieldErrors<keyof ReplayValues> {
  const errors: FieldErrors<keyof ReplayValues> = {};
  if (from === '') errors.from = 'From is required';
  if (to === '') errors.to = 'To is required';
  else if (from > to) errors.to = 'To must be after From';
  return errors;
}
