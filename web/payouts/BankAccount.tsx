import { ActionButton } from '#web/ui/feedback/ActionButton.tsx';
import { useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { BankAccount_site$key } from '../__generated__/BankAccount_site.graphql.ts';
import type {
  BankAccount_viewer$key,
  PayoutAccountStatus,
} from '../__generated__/BankAccount_viewer.graphql.ts';
import type { BankAccountCheckMutation } from '../__generated__/BankAccountCheckMutation.graphql.ts';
import type { BankAccountConnectMutation } from '../__generated__/BankAccountConnectMutation.graphql.ts';
import type { FieldErrors } from '../relay/fieldErrors.ts';
import { useCommand } from '../relay/useMutation.ts';
import { Button } from '../ui/basics/Button.tsx';
import { Panel } from '../ui/panels/Panel.tsx';
import { StatusBadge } from '../ui/basics/StatusBadge.tsx';
import { payoutAccountStatuses } from '../ui/basics/statuses.ts';
import { PageForm } from '../ui/forms/Form.tsx';
import { PasswordField } from '../ui/forms/fields/PasswordField.tsx';
import { useForm } from '../ui/forms/useForm.ts';
import { BankForm } from './BankForm.tsx';
import styles from './Payouts.module.css';

interface BankAccountProps {
  site: BankAccount_site$key;
  viewer: BankAccount_viewer$key;
  isWaiting: boolean;
}

export function BankAccount({ site, viewer, isWaiting }: BankAccountProps) {
  const { payments } = useFragment<BankAccount_site$key>(
    graphql`
      fragment BankAccount_site on Site {
        payments {
          provider
          ...BankForm_payments
        }
      }
    `,
    site,
  );
  const { payoutAccount: account } = useFragment<BankAccount_viewer$key>(
    graphql`
      fragment BankAccount_viewer on User {
        payoutAccount {
          status
          lastFour
        }
      }
    `,
    viewer,
  );
  const [isChanging, setIsChanging] = useState(false);
  const isReady = account?.status === 'READY';
  const hasForm = payments?.provider === 'SANDBOX';
  return (
    <Panel
      title="Bank account"
      icon="key"
      action={account && <StatusBadge status={payoutAccountStatuses[account.status]} />}
    >
      <p className={isReady || !(account || isWaiting) ? undefined : 'notice'}>
        {account ? wordsOf(account.status, account.lastFour) : isWaiting ? moneyWaits : nothingYet}
      </p>
      {payments === null && (
        <p className="soft">This site takes no payments yet, so nothing is paid out.</p>
      )}
      {hasForm &&
        (isChanging || !account || account.status === 'REFUSED' ? (
          <BankForm payments={payments} onSaved={() => setIsChanging(false)} />
        ) : (
          <Button variant="quiet" onClick={() => setIsChanging(true)}>
            Change Bank Details
          </Button>
        ))}
      {payments?.provider === 'STRIPE' && <StripeForm isOpened={account !== null} />}
      {(account?.status === 'CHECKING' || account?.status === 'INCOMPLETE') && <CheckButton />}
    </Panel>
  );
}

const moneyWaits =
  'Money waits for you, and we do not know where to send it. Enter your bank details, and it is sent right away.';

const nothingYet = 'Tell us where to send what you earn.';

function wordsOf(status: PayoutAccountStatus, lastFour: string | null | undefined): string {
  const account = lastFour == null ? 'your bank account' : `the account ending in ${lastFour}`;
  switch (status) {
    case 'READY':
      return `What you earn is sent to ${account}.`;
    case 'REFUSED':
      return `Your bank details were refused: a payout to ${account} came back. Check them and enter them again; the money is kept for you.`;
    case 'CHECKING':
      return 'Your details are being checked. Payouts begin when that is done.';
    default:
      return 'Something is missing before you can be paid. Please finish what you began.';
  }
}

function StripeForm({ isOpened }: { isOpened: boolean }) {
  const [connect] = useCommand<BankAccountConnectMutation>(graphql`
    mutation BankAccountConnectMutation($input: ConnectPayoutsInput!) {
      connectPayouts(input: $input) {
        ... on ConnectPayoutsPayload {
          onboardingUrl
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
  const form = useForm({
    initial: { password: '' },
    validate: ({ password }): FieldErrors<'password'> =>
      password === '' ? { password: 'Password is required' } : {},
    send: async ({ password }) => {
      const { onboardingUrl } = await connect({ input: { password } });
      change({ password: '' });
      if (onboardingUrl) window.location.assign(onboardingUrl);
    },
    fallbackMessage: 'Your account could not be opened. Please try again',
  });
  const { field, change } = form;
  return (
    <PageForm
      form={form}
      label="Payouts at Stripe"
      className={`stack gap-4 ${styles.form}`}
      submit={isOpened ? 'Continue at Stripe' : 'Set Up Payouts at Stripe'}
      sending="Opening Stripe…"
      look={{ variant: 'main', size: 'large' }}
    >
      <PasswordField {...field('password')} label="Your password" required />
    </PageForm>
  );
}

function CheckButton() {
  const [check] = useCommand<BankAccountCheckMutation>(graphql`
    mutation BankAccountCheckMutation {
      checkPayoutAccount {
        ... on CheckPayoutAccountPayload {
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
  return (
    <ActionButton
      variant="quiet"
      run={async () => void (await check({}))}
      busy="Asking…"
      failed="Your account could not be checked"
    >
      Check Again
    </ActionButton>
  );
}
