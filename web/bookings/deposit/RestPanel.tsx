import { useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { RestPanel_booking$key } from '#web/__generated__/RestPanel_booking.graphql.ts';
import type { RestPanel_site$key } from '#web/__generated__/RestPanel_site.graphql.ts';
import type { RestPanelMutation } from '#web/__generated__/RestPanelMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { formatLongDay } from '#web/ui/words/dates.ts';
import { CardForm } from '../checkout/payment/CardForm.tsx';
import { BookingPayment } from '../checkout/payment/BookingPayment.tsx';
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
  const [pay] = useCommand<RestPanelMutation>(payMutation);
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
      {isTraveler && isUnderWay && <BookingPayment booking={data} payments={payments} />}
      {isTraveler && canPay && !isUnderWay && !isAsked && (
        <Button variant="main" onClick={() => setIsAsked(true)}>
          Pay the Rest Now
        </Button>
      )}
      {isTraveler && canPay && !isUnderWay && isAsked && payments && (
        <CardForm
          label="Pay the rest"
          charge={balance}
          payments={payments}
          declined={payment?.isBalance && payment.status === 'FAILED' ? payment.failure : undefined}
          hasSaved
          onPay={(method) => pay({ input: { bookingId: data.databaseId, method } })}
        />
      )}
    </Panel>
  );
}

const siteFragment = graphql`
  fragment RestPanel_site on Site {
    payments {
      ...CardForm_payments
      ...BookingPayment_payments
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
        formatted
        ...CardForm_charge
      }
    }
    payment {
      status
      failure
      isBalance
    }
    ...BookingPayment_booking
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
