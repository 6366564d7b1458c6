import type { FieldErrors } from '../relay/fieldErrors.ts';
import { Select } from '../ui/forms/fields/Select.tsx';
import type { useForm } from '../ui/forms/useForm.ts';
import { TextField } from '../ui/material/TextField.ts';

export type BankDetails = typeof blankDetails;

interface BankFieldsProps {
  form: ReturnType<typeof useForm<BankDetails>>;
}

/** The fields of a bank account, by its kind. */
export function BankFields({ form: { field, values, change } }: BankFieldsProps) {
  return (
    <>
      <TextField
        {...field('holderName')}
        label="Name of the account holder"
        required
        autoComplete="name"
      />
      <Select
        label="Kind of account"
        choices={kinds}
        value={values.kind}
        onChange={(kind) => change({ kind })}
      />
      {values.kind === 'us' ? (
        <>
          <TextField
            {...field('routingNumber')}
            label="Routing number"
            required
            autoComplete="off"
            slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 11, spellCheck: false } }}
          />
          <TextField
            {...field('accountNumber')}
            label="Account number"
            required
            autoComplete="off"
            slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 21, spellCheck: false } }}
          />
        </>
      ) : (
        <TextField
          {...field('iban')}
          label="IBAN"
          required
          autoComplete="off"
          slotProps={{ htmlInput: { maxLength: 42, spellCheck: false } }}
        />
      )}
    </>
  );
}

export const blankDetails = {
  holderName: '',
  kind: 'us' as 'us' | 'iban',
  routingNumber: '',
  accountNumber: '',
  iban: '',
  password: '',
};

const kinds = [
  { value: 'us', label: 'In the United States' },
  { value: 'iban', label: 'Elsewhere, with an IBAN' },
] as const;

export function validateDetails(form: BankDetails): FieldErrors<keyof BankDetails> {
  const errors: FieldErrors<keyof BankDetails> = {};
  if (form.holderName.trim() === '') errors.holderName = 'Name of the account holder is required';
  if (form.password === '') errors.password = 'Password is required';
  if (form.kind === 'iban') {
    if (form.iban.trim() === '') errors.iban = 'IBAN is required';
    return errors;
  }
  if (form.routingNumber.trim() === '') errors.routingNumber = 'Routing number is required';
  if (form.accountNumber.trim() === '') errors.accountNumber = 'Account number is required';
  return errors;
}

/** The details as the server reads them. */
export const detailsOf = ({
  kind,
  holderName,
  iban,
  routingNumber,
  accountNumber,
}: Omit<BankDetails, 'password'>) =>
  kind === 'iban' ? { holderName, iban } : { holderName, routingNumber, accountNumber };
