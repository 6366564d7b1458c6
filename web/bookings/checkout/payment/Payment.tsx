import { useEffect, useEffectEvent, useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { Payment_payment$key } from '#web/__generated__/Payment_payment.graphql.ts';
import type { Payment_payments$key } from '#web/__generated__/Payment_payments.graphql.ts';
import { messageOf } from '#web/relay/refusal.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { takeFocus } from '#web/ui/dialogs/takeFocus.ts';
import { FormActions, FormFailure } from '#web/ui/forms/Form.tsx';
import styles from '../Checkout.module.css';
import { answerBank } from './sandbox.ts';
import { answerBankAtStripe } from './stripe.ts';

interface PaymentProps {
  payment: Payment_payment$key;
  payments: Payment_payments$key | null | undefined;
  /** Whether nights are kept for the payer meanwhile. */
  holdsNights?: boolean;
  /** Asks how the payment stands. */
  check: () => Promise<unknown>;
}

/** A card payment that waits for the bank of the payer. */
export function Payment({ payment, payments, holdsNights = false, check }: PaymentProps) {
  const { clientSecret, amount } = useFragment<Payment_payment$key>(paymentFragment, payment);
  const setup = useFragment<Payment_payments$key>(paymentsFragment, payments);
  const [failure, setFailure] = useState<string>();
  const [isAsked, setIsAsked] = useState(false);
  const [isBankOpen, setIsBankOpen] = useState(true);
  const [isAsking, setIsAsking] = useState(false);
  const ask = async (before?: () => Promise<void>) => {
    setFailure(undefined);
    setIsAsking(true);
    try {
      await before?.();
      await check();
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
  useAskingAgain(!clientSecret, async () => {
    if (!isAsking) await check();
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
            ? `Confirm the payment with your bank.${holdsNights ? ' The nights stay yours until then.' : ''}`
            : isAsked
              ? `There is still no answer. It may take a few minutes; ${holdsNights ? 'the nights stay yours until it comes, and ' : ''}this page then goes on by itself.`
              : `Your payment is sent, and your bank has not answered yet. ${holdsNights ? 'The nights stay yours until it does, you' : 'You'} are not charged twice, and this page then goes on by itself.`}
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
          price={amount.formatted}
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

const paymentFragment = graphql`
  fragment Payment_payment on BookingPayment {
    clientSecret
    amount {
      formatted
    }
  }
`;

const paymentsFragment = graphql`
  fragment Payment_payments on PaymentSetup {
    publishableKey
  }
`;
