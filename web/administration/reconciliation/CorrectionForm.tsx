import { graphql } from 'react-relay/hooks';
import type {
  CorrectionFormMutation,
  LedgerAccount,
} from '#web/__generated__/CorrectionFormMutation.graphql.ts';
import { centsOf } from '#web/bookings/moves/centsOf.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { useFinishDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { Select } from '#web/ui/forms/fields/Select.tsx';
import { DialogForm } from '#web/ui/forms/Form.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { TextField } from '#web/ui/material/TextField.ts';

interface CorrectionFormProps {
  bookingId: string;
  /** The difference, with the accounts and amounts. */
  words: string;
  refresh: () => Promise<void>;
}

/** In a dialog: corrects two accounts of the ledger of a booking. */
export function CorrectionForm({ bookingId, words, refresh }: CorrectionFormProps) {
  const finish = useFinishDialog();
  const [correct] = useCommand<CorrectionFormMutation>(graphql`
    mutation CorrectionFormMutation($input: CorrectLedgerInput!) {
      correctLedger(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const form = useForm<Correction>({
    initial: { debit: 'ESCROW', credit: 'TRAVELLER', amountCents: '', reason: '' },
    validate: ({ amountCents, reason }) => ({
      ...(centsOf(amountCents) === undefined && { amountCents: 'Enter an amount, such as 12.50' }),
      ...(reason.trim() === '' && { reason: 'Reason is required' }),
    }),
    send: async ({ amountCents, ...input }) => {
      await correct({ input: { ...input, bookingId, amountCents: centsOf(amountCents) ?? 0 } });
      await refresh();
      finish({ title: 'The correction was recorded' });
    },
    fallbackMessage: 'The correction could not be recorded. Please try again',
  });
  const { field, values, change } = form;
  return (
    <DialogForm form={form} className="stack gap-4" submit="Record Correction">
      <p>{words}</p>
      <Select
        label="Balance that rises"
        choices={accounts}
        value={values.debit}
        onChange={(debit) => change({ debit })}
      />
      <Select
        label="Balance that falls"
        choices={accounts}
        value={values.credit}
        onChange={(credit) => change({ credit })}
      />
      <TextField
        {...field('amountCents', 'At most what both accounts differ by')}
        label="Amount"
        required
        slotProps={{ htmlInput: { inputMode: 'decimal' } }}
      />
      <TextField {...field('reason')} label="Reason" required multiline minRows={2} />
    </DialogForm>
  );
}

interface Correction {
  debit: LedgerAccount;
  credit: LedgerAccount;
  amountCents: string;
  reason: string;
}

const accounts: readonly { value: LedgerAccount; label: string }[] = [
  { value: 'ESCROW', label: 'escrow: at the payment provider' },
  { value: 'TRAVELLER', label: 'traveller: paid, not yet earned' },
  { value: 'OWNER_PAYABLE', label: 'owner_payable: owed to owners' },
  { value: 'PROVIDER_PAYABLE', label: 'provider_payable: owed to providers' },
  { value: 'SERVICE_FEE', label: 'service_fee: ours' },
  { value: 'TAX_PAYABLE', label: 'tax_payable: owed to tax offices' },
  { value: 'REFUND_PAYABLE', label: 'refund_payable: refunds on their way' },
  { value: 'DISPUTED', label: 'disputed: taken by a bank' },
  { value: 'PROVIDER_FEE', label: 'provider_fee: charged to us' },
  { value: 'GOODWILL', label: 'goodwill: given away' },
  { value: 'SET_OFF', label: 'set_off: debts of owners' },
  { value: 'BANK', label: 'bank: our own account' },
];
