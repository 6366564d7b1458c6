import { graphql, useFragment } from 'react-relay/hooks';
import type {
  BankForm_payments$data,
  BankForm_payments$key,
} from '../__generated__/BankForm_payments.graphql.ts';
import type { BankFormMutation } from '../__generated__/BankFormMutation.graphql.ts';
import { refusedAt } from '../relay/refusal.ts';
import { useCommand } from '../relay/useMutation.ts';
import { showToast } from '../ui/feedback/toastStore.ts';
import { PageForm } from '../ui/forms/Form.tsx';
import { PasswordField } from '../ui/forms/fields/PasswordField.tsx';
import { useForm } from '../ui/forms/useForm.ts';
import {
  BankFields,
  blankDetails,
  detailsOf,
  validateDetails,
  type BankDetails,
} from './BankFields.tsx';
import styles from './Payouts.module.css';

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
  const [connect] = useCommand<BankFormMutation>(graphql`
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
  `);
  const form = useForm<BankDetails>({
    initial: blankDetails,
    validate: validateDetails,
    send: async ({ password, ...details }) => {
      const bankToken = await tokenOf(details);
      await connect({ input: { bankToken, password } });
      change(blankDetails);
      showToast({ title: 'Bank details saved' });
      onSaved();
    },
    fallbackMessage: 'Your bank details could not be saved. Please try again',
  });
  const { field, change } = form;
  return (
    <PageForm
      form={form}
      label="Bank details"
      className={`stack gap-4 ${styles.form}`}
      submit="Save Bank Details"
      look={{ variant: 'main', size: 'large' }}
    >
      <BankFields form={form} />
      <PasswordField {...field('password')} label="Your password" required />
      <TestAccounts accounts={testBankAccounts} />
    </PageForm>
  );
}

function TestAccounts({ accounts }: { accounts: BankForm_payments$data['testBankAccounts'] }) {
  return (
    <details className="notice text-15 test-numbers">
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

/**
 * Exchanges bank details for a token.
 * @throws {RefusedError} At the invalid field.
 */
async function tokenOf(details: Omit<BankDetails, 'password'>): Promise<string> {
  const answer = await fetch('/api/payments/sandbox/accounts', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(detailsOf(details)),
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
