import { graphql, useFragment } from 'react-relay/hooks';
import type {
  BankForm_payments$data,
  BankForm_payments$key,
} from '../__generated__/BankForm_payments.graphql.ts';
import type { BankFormMutation } from '../__generated__/BankFormMutation.graphql.ts';
import type { FieldErrors } from '../relay/fieldErrors.ts';
import { refusedAt } from '../relay/refusal.ts';
import { useCommand } from '../relay/useMutation.ts';
import { showToast } from '../ui/feedback/toastStore.ts';
import { PageForm } from '../ui/forms/Form.tsx';
import { PasswordField } from '../ui/forms/fields/PasswordField.tsx';
import { Select } from '../ui/forms/fields/Select.tsx';
import { useForm } from '../ui/forms/useForm.ts';
import { TextField } from '../ui/material/TextField.ts';
import styles from './Payouts.module.css';

type BankDetails = typeof blank;

interface BankFormProps {
  payments: BankForm_payments$key;
  onSaved: () => void;
}

export function BankForm({ payments, onSaved }: BankFormProps) {
  const { testBankAccounts } = useFragment<BankForm_payments$key>(
    graphql`
      fragment BankForm_payments on PaymentSetup {
        testBankAccounts {
          routingNumber
          accountNumber
          outcome
        }
      }
    `,
    payments,
  );
  const [connect] = useCommand<BankFormMutation>(
    graphql`
      mutation BankFormMutation($input: ConnectPayoutsInput!) {
        connectPayouts(input: $input) {
          ... on ConnectPayoutsPayload {
            user {
              payoutAccount {
                status
                lastFour
              }
            }
          }
          ...refusal_error @alias(as: "error") @relay(mask: false)
        }
      }
    `,
    'password',
  );
  const form = useForm<BankDetails>({
    initial: blank,
    validate,
    send: async ({ password, ...details }) => {
      const bankToken = await tokenOf(details);
      await connect({ input: { bankToken, password } });
      change(blank);
      showToast({ title: 'Bank details saved' });
      onSaved();
    },
    fallbackMessage: 'Your bank details could not be saved. Please try again',
  });
  const { field, values, change } = form;
  return (
    <PageForm
      form={form}
      label="Bank details"
      className={`stack gap-4 ${styles.form}`}
      submit="Save Bank Details"
      look={{ color: 'secondary', size: 'large' }}
    >
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
      <PasswordField {...field('password')} label="Your password" required />
      <TestAccounts accounts={testBankAccounts} />
    </PageForm>
  );
}

function TestAccounts({ accounts }: { accounts: BankForm_payments$data['testBankAccounts'] }) {
  return (
    <details className={`notice text-15 ${styles.testBanks}`}>
      <summary>Sample data: no money moves. Use a test account</summary>
      <p>
        Routing number <code>{accounts[0]?.routingNumber}</code>, and as account number
      </p>
      <ul className="stack gap-2 margin-top-2">
        {accounts.map(({ accountNumber, outcome }) => (
          <li key={accountNumber}>
            <code>{accountNumber}</code> {outcome}
          </li>
        ))}
      </ul>
    </details>
  );
}

const blank = {
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

function validate(form: BankDetails): FieldErrors<keyof BankDetails> {
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

/**
 * Exchanges bank details for a token.
 * @throws {RefusedError} At the invalid field.
 */
async function tokenOf({
  kind,
  holderName,
  ...numbers
}: Omit<BankDetails, 'password'>): Promise<string> {
  const { iban, routingNumber, accountNumber } = numbers;
  const details = kind === 'iban' ? { iban } : { routingNumber, accountNumber };
  const answer = await fetch('/api/payments/sandbox/accounts', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ holderName, ...details }),
  }).catch(() => {
    // The browsers' own messages are not meant for people.
    throw new Error('The connection was lost. Please try again');
  });
  if (answer.ok) return ((await answer.json()) as { token: string }).token;
  const message = await answer.text();
  throw answer.status === 400 ? refusedAt(fieldOf(message), message) : new Error(message);
}

/** The response is a sentence that names its field. */
const fieldOf = (message: string): keyof BankDetails =>
  /IBAN/.test(message)
    ? 'iban'
    : /routing/i.test(message)
      ? 'routingNumber'
      : /account number/i.test(message)
        ? 'accountNumber'
        : 'holderName';
