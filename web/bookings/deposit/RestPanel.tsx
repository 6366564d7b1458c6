import { useRef, useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type {
  RestPanel_booking$data,
  RestPanel_booking$key,
} from '#web/__generated__/RestPanel_booking.graphql.ts';
import type { RestPanel_site$key } from '#web/__generated__/RestPanel_site.graphql.ts';
import type { RestPanelMutation } from '#web/__generated__/RestPanelMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { PageForm } from '#web/ui/forms/Form.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { formatLongDay } from '#web/ui/words/dates.ts';
import { CardFields } from '../checkout/payment/CardFields.tsx';
import { Payment } from '../checkout/payment/Payment.tsx';
import { tokenOf } from '../checkout/payment/sandbox.ts';
import { StripeFields, type TakeCard } from '../checkout/payment/StripeFields.tsx';
import { Choices } from '../moves/Settlement.tsx';
import { readerOf } from '../statusWords.ts';
import { TimeLeft } from '../TimeLeft.tsx';

interface RestPanelProps {
  booking: RestPanel_booking$key;
  site: RestPanel_site$key;
}

/** What a deposit left to pay, and how the traveler pays it. */
export function RestPanel({ booking, site }: RestPanelProps) {
  const data = useFragment<RestPanel_booking$key>(bookingFragment, booking);
  const { deposit, payment, parts } = data;
  const { payments } = useFragment<RestPanel_site$key>(siteFragment, site);
  const [isAsked, setIsAsked] = useState(false);
  if (!deposit?.isAgreed || !deposit.isOwed) return null;
  const { amount, balance, dueOn, payBy, canPay } = deposit;
  const isTraveler = readerOf(parts) === 'TRAVELER';
  const isUnderWay =
    payment?.isBalance && (payment.status === 'WAITING' || payment.status === 'NEEDS_ACTION');
  return (
    <Panel title="The rest of the price">
      <p>
        The deposit is <strong>{amount.formatted}</strong>. <strong>{balance.formatted}</strong>{' '}
        {payBy ? (
          <>
            {isTraveler ? 'could not be charged to your card' : 'could not be charged'}. It has to
            be paid by <TimeLeft until={payBy} />; otherwise the booking ends by its cancellation
            policy.
          </>
        ) : (
          `is charged to ${isTraveler ? 'your' : 'the traveler’s'} card on ${formatLongDay(dueOn)}.`
        )}
      </p>
      {isTraveler && isUnderWay && <Payment booking={data} payments={payments} />}
      {isTraveler && canPay && !isUnderWay && !isAsked && (
        <Button variant="main" onClick={() => setIsAsked(true)}>
          Pay the Rest Now
        </Button>
      )}
      {isTraveler && canPay && !isUnderWay && isAsked && <RestForm booking={data} site={site} />}
    </Panel>
  );
}

const blank = { card: 'saved', number: '', expiry: '', securityCode: '' };

function RestForm({
  booking,
  site,
}: {
  booking: RestPanel_booking$data;
  site: RestPanel_site$key;
}) {
  const { databaseId: bookingId, deposit, payment } = booking;
  const { payments } = useFragment<RestPanel_site$key>(siteFragment, site);
  const takeCard = useRef<TakeCard>(null);
  const [pay] = useCommand<RestPanelMutation>(payMutation);
  const form = useForm({
    initial: blank,
    validate: (typed) =>
      typed.card === 'saved' || payments?.provider !== 'SANDBOX'
        ? {}
        : Object.fromEntries(
            Object.entries(required).filter(([name]) => typed[name as 'number'].trim() === ''),
          ),
    send: async ({ card, ...typed }) => {
      const method =
        card === 'saved'
          ? null
          : takeCard.current
            ? await takeCard.current()
            : await tokenOf(typed);
      await pay({ input: { bookingId, method } });
    },
    fallbackMessage: 'The payment could not be made. Please try again',
  });
  const declined = payment?.isBalance && payment.status === 'FAILED' ? payment.failure : undefined;
  const isOther = form.values.card === 'other';
  return (
    <PageForm
      form={{
        ...form,
        failure: form.isSending ? undefined : (form.failure ?? declined ?? undefined),
      }}
      label="Pay the rest"
      className="stack gap-4 full"
      submit={`Pay ${deposit?.balance.formatted ?? ''}`}
      sending="Paying…"
    >
      <Choices
        legend="With which card"
        field={form.field('card')}
        choices={[
          { value: 'saved', label: 'The card that paid the deposit' },
          { value: 'other', label: 'Another card' },
        ]}
      />
      {isOther && payments?.provider === 'SANDBOX' && (
        <CardFields
          field={(name) => form.field(name as 'number')}
          onExpiry={(expiry) => form.change({ expiry })}
          payments={payments}
        />
      )}
      {isOther && payments?.provider === 'STRIPE' && payments.publishableKey && deposit && (
        <StripeFields
          publishableKey={payments.publishableKey}
          charge={{ amount: deposit.balance.amount, currency: deposit.balance.currency }}
          isInstant
          takeCard={takeCard}
        />
      )}
    </PageForm>
  );
}

const required = {
  number: 'Card number is required',
  expiry: 'Expiry date is required',
  securityCode: 'Security code is required',
};

const siteFragment = graphql`
  fragment RestPanel_site on Site {
    payments {
      provider
      publishableKey
      ...CardFields_payments
      ...Payment_payments
    }
  }
`;

const bookingFragment = graphql`
  fragment RestPanel_booking on Booking {
    databaseId
    parts
    deposit {
      isAgreed
      isOwed
      canPay
      payBy
      dueOn
      amount {
        formatted
      }
      balance {
        amount
        currency
        formatted
      }
    }
    payment {
      status
      failure
      isBalance
    }
    ...Payment_booking
  }
`;

const payMutation = graphql`
  mutation RestPanelMutation($input: PayBalanceInput!) {
    payBalance(input: $input) {
      ... on PayBalancePayload {
        booking {
          ...RestPanel_booking
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;
