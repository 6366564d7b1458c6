import { useEffect, useEffectEvent, useState } from 'react';
import { graphql, requestSubscription, useFragment, useRelayEnvironment } from 'react-relay/hooks';
import type { Payment_booking$key } from '#web/__generated__/Payment_booking.graphql.ts';
import type { Payment_payments$key } from '#web/__generated__/Payment_payments.graphql.ts';
import type { PaymentMutation } from '#web/__generated__/PaymentMutation.graphql.ts';
import type { PaymentSubscription } from '#web/__generated__/PaymentSubscription.graphql.ts';
import { messageOf } from '#web/relay/refusal.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { takeFocus } from '#web/ui/dialogs/takeFocus.ts';
import { FormActions, FormFailure } from '#web/ui/forms/Form.tsx';
import styles from '../Checkout.module.css';
import { answerBank } from './sandbox.ts';
import { answerBankAtStripe } from './stripe.ts';

interface PaymentProps {
  booking: Payment_booking$key;
  payments: Payment_payments$key | null | undefined;
}

export function Payment({ booking, payments }: PaymentProps) {
  const { databaseId, status, payment } = useFragment<Payment_booking$key>(
    bookingFragment,
    booking,
  );
  const setup = useFragment<Payment_payments$key>(paymentsFragment, payments);
  const [check] = useCommand<PaymentMutation>(checkMutation);
  const [failure, setFailure] = useState<string>();
  const [isAsked, setIsAsked] = useState(false);
  const [isBankOpen, setIsBankOpen] = useState(true);
  const [isAsking, setIsAsking] = useState(false);
  const ask = async (before?: () => Promise<void>) => {
    setFailure(undefined);
    setIsAsking(true);
    try {
      await before?.();
      await check({ input: { bookingId: databaseId } });
      setIsAsked(true);
    } catch (error) {
      setFailure(messageOf(error, 'Please try again'));
    } finally {
      setIsAsking(false);
    }
  };
  const onReturn = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && !isAsking) void ask();
  });
  useEffect(() => {
    const listener = () => onReturn();
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  }, []);
  const clientSecret = payment?.clientSecret;
  usePaymentNews(databaseId);
  useAskingAgain(!clientSecret, async () => {
    if (!isAsking) await check({ input: { bookingId: databaseId } });
  });
  const stripeKey = setup?.publishableKey;
  const onBankAnswered = useEffectEvent(() => void ask());
  useEffect(() => {
    if (!stripeKey || !clientSecret) return;
    answerBankAtStripe(stripeKey, clientSecret)
      .then(() => onBankAnswered())
      .catch((error: unknown) => setFailure(messageOf(error, 'Please try again')));
  }, [stripeKey, clientSecret]);
  const answer = (isApproved: boolean) =>
    void ask(() => answerBank(clientSecret ?? '', isApproved)).then(() => setIsBankOpen(false));
  return (
    <section className={`on-foam ${styles.state}`}>
      <h2 ref={takeFocus} tabIndex={-1}>
        {clientSecret ? 'Your bank wants to know that it is you' : 'Waiting for the bank'}
      </h2>
      <p role="status">
        {isAsking
          ? 'Asking how the payment stands…'
          : clientSecret
            ? `Confirm the payment with your bank.${status === 'HELD' ? ' The nights stay yours until then.' : ''}`
            : isAsked
              ? `There is still no answer. It may take a few minutes; ${status === 'HELD' ? 'the nights stay yours until it comes, and ' : ''}this page then goes on by itself.`
              : `Your payment is sent, and your bank has not answered yet. ${status === 'HELD' ? 'The nights stay yours until it does, you' : 'You'} are not charged twice, and this page then goes on by itself.`}
      </p>
      <FormFailure message={failure} />
      <div className="cluster gap-3 wide-on-phones">
        {clientSecret && (
          <Button
            id="open-bank"
            variant="main"
            aria-haspopup="dialog"
            aria-busy={isAsking}
            onClick={() =>
              stripeKey
                ? void ask(() => answerBankAtStripe(stripeKey, clientSecret))
                : setIsBankOpen(true)
            }
          >
            Confirm with Your Bank
          </Button>
        )}
        <Button
          variant={clientSecret ? 'quiet' : 'main'}
          aria-busy={isAsking}
          onClick={isAsking ? undefined : () => void ask()}
        >
          Check Again
        </Button>
      </div>
      {clientSecret && !stripeKey && (
        <SandboxBank
          price={payment?.amount.formatted ?? ''}
          isOpen={isBankOpen}
          onClose={() => setIsBankOpen(false)}
          onAnswer={answer}
        />
      )}
    </section>
  );
}

/** Asks without a word, at growing distances. */
function useAskingAgain(isOn: boolean, ask: () => Promise<void>): void {
  const [times, setTimes] = useState(0);
  const askNow = useEffectEvent(() => {
    setTimes(times + 1);
    // Without a connection, the next time may do better.
    ask().catch(() => undefined);
  });
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(() => askNow(), Math.min(5_000 * 2 ** times, 60_000));
    return () => clearTimeout(timer);
  }, [isOn, times]);
}

/** The webhook and the job settle payments, too. */
function usePaymentNews(id: string): void {
  const environment = useRelayEnvironment();
  useEffect(() => {
    const { dispose } = requestSubscription<PaymentSubscription>(environment, {
      subscription,
      variables: { id },
      onError: () => undefined,
    });
    return dispose;
  }, [environment, id]);
}

interface SandboxBankProps {
  price: string;
  isOpen: boolean;
  onClose: () => void;
  onAnswer: (isApproved: boolean) => void;
}

const SandboxBank = ({ price, isOpen, onClose, onAnswer }: SandboxBankProps) => (
  <FormDialog
    title="Your bank (played by the sandbox)"
    isOpen={isOpen}
    onClose={onClose}
    focusAfter={() => document.getElementById('open-bank')}
  >
    <p>
      Do you want to pay <strong>{price}</strong>?
    </p>
    <FormActions>
      <Button variant="contained" onClick={() => onAnswer(true)}>
        Approve
      </Button>
      <Button variant="outlined" color="error" onClick={() => onAnswer(false)}>
        Decline
      </Button>
    </FormActions>
  </FormDialog>
);

const bookingFragment = graphql`
  fragment Payment_booking on Booking {
    databaseId
    status
    payment {
      clientSecret
      amount {
        formatted
      }
    }
  }
`;

const paymentsFragment = graphql`
  fragment Payment_payments on PaymentSetup {
    publishableKey
  }
`;

const checkMutation = graphql`
  mutation PaymentMutation($input: CheckPaymentInput!) {
    checkPayment(input: $input) {
      ... on CheckPaymentPayload {
        booking {
          ...CheckoutForm_booking
          ...RestPanel_booking
          ...ClaimPanel_booking
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

const subscription = graphql`
  subscription PaymentSubscription($id: ID!) {
    bookingChanged(id: $id) {
      booking {
        ...CheckoutForm_booking
      }
    }
  }
`;
