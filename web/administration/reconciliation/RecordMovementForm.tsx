import { graphql } from 'react-relay/hooks';
import type {
  LedgerAccount,
  RecordMovementFormMutation,
} from '#web/__generated__/RecordMovementFormMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { useFinishDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { Select } from '#web/ui/forms/fields/Select.tsx';
import { DialogForm } from '#web/ui/forms/Form.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { TextField } from '#web/ui/material/TextField.ts';

interface RecordMovementFormProps {
  reference: string;
  words: string;
  refresh: () => Promise<void>;
}

/** In a dialog: records what changed the balance at the provider without a booking. */
export function RecordMovementForm({ reference, words, refresh }: RecordMovementFormProps) {
  const finish = useFinishDialog();
  const [record] = useCommand<RecordMovementFormMutation>(graphql`
    mutation RecordMovementFormMutation($input: RecordMovementInput!) {
      recordMovement(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const form = useForm<{ account: LedgerAccount; reason: string }>({
    initial: { account: 'BANK', reason: '' },
    validate: ({ reason }) => (reason.trim() === '' ? { reason: 'Reason is required' } : {}),
    send: async (input) => {
      await record({ input: { ...input, reference } });
      await refresh();
      finish({ title: 'It was recorded' });
    },
    fallbackMessage: 'It could not be recorded. Please try again',
  });
  const { field, values, change } = form;
  return (
    <DialogForm form={form} className="stack gap-4" submit="Record">
      <p>{words}</p>
      <Select
        label="What it is"
        choices={accounts}
        value={values.account}
        onChange={(account) => change({ account })}
      />
      <TextField {...field('reason')} label="Reason" required multiline minRows={2} />
    </DialogForm>
  );
}

const accounts: readonly { value: LedgerAccount; label: string }[] = [
  { value: 'BANK', label: 'Our own money, such as another sale' },
  { value: 'PROVIDER_FEE', label: 'What the payment provider charges or pays us' },
];
