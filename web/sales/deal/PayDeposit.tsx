import { useEffect, useState, type ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { Link, useSearchParams } from 'react-router-dom';
import type { PayDeposit_sale$key } from '#web/__generated__/PayDeposit_sale.graphql.ts';
import type { PayDeposit_site$key } from '#web/__generated__/PayDeposit_site.graphql.ts';
import type { PayDepositCheckMutation } from '#web/__generated__/PayDepositCheckMutation.graphql.ts';
import type { PayDepositMutation } from '#web/__generated__/PayDepositMutation.graphql.ts';
import { CardForm } from '#web/bookings/checkout/payment/CardForm.tsx';
import { Payment } from '#web/bookings/checkout/payment/Payment.tsx';
import { useCommand } from '#web/relay/useMutation.ts';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { Choices } from '#web/ui/forms/fields/Choices.tsx';

interface PayDepositProps {
  sale: PayDeposit_sale$key;
  site: PayDeposit_site$key;
  /** Whether the reader is the buyer, and still has to pay it. */
  isOpen: boolean;
  isPaidByCard: boolean;
  /** What the buyer can do to pay by wire. */
  children: ReactNode;
}

/** How the buyer pays the deposit, by card if the site takes that much, or by wire; or how they have. */
export function PayDeposit({ sale, site, isOpen, isPaidByCard, children }: PayDepositProps) {
  const { databaseId, version, cardDeposit, cardPayment } = useFragment<PayDeposit_sale$key>(
    saleFragment,
    sale,
  );
  const { payments } = useFragment<PayDeposit_site$key>(siteFragment, site);
  const [params, setParams] = useSearchParams();
  const [chosen, setChosen] = useState(params.get('pay'));
  const [pay] = useCommand<PayDepositMutation>(payMutation);
  const [check] = useCommand<PayDepositCheckMutation>(checkMutation);
  const [wasOpen] = useState(isOpen);
  useEffect(() => {
    if (!wasOpen || !isPaidByCard) return;
    // The form, or the dialog of the bank, is gone.
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    showToast({ title: 'Your deposit is paid', description: 'It is held until the closing' });
  }, [wasOpen, isPaidByCard]);
  const saleId = databaseId;
  if (!isOpen) {
    const digits = cardPayment?.cardLastFour;
    return isPaidByCard && <p>Paid by card{digits && ` ending ${digits}`}</p>;
  }
  const isDeclined = cardPayment?.status === 'FAILED';
  if (cardPayment?.status === 'WAITING' || cardPayment?.status === 'NEEDS_ACTION') {
    return (
      <Payment
        payment={cardPayment}
        payments={payments}
        check={() => check({ input: { saleId } })}
      />
    );
  }
  if (!cardDeposit || !payments) {
    return (
      <>
        {isDeclined && (
          <p role="status">
            No other card can be tried. Pay the deposit by wire to the escrow partner, or{' '}
            <Link to="/contact">contact us</Link>.
          </p>
        )}
        {children}
      </>
    );
  }
  const way = chosen ?? (isDeclined ? 'card' : '');
  return (
    <div className="stack gap-4 margin-top-2">
      <Choices
        legend="How do you want to pay?"
        name="pay"
        value={way}
        error={false}
        helperText={undefined}
        onChange={({ target: { value } }) => {
          setChosen(value);
          // Stripe's script may load the page again.
          setParams({ pay: value }, { replace: true, preventScrollReset: true });
        }}
        choices={[
          {
            value: 'card',
            label: 'By card',
            amount: cardDeposit.formatted,
            words: 'Paid at once',
          },
          {
            value: 'wire',
            label: 'By wire to the escrow partner',
            amount: cardDeposit.formatted,
            words: 'Paid once the partner tells us that it is there',
          },
        ]}
      />
      {way === 'card' && (
        <>
          <p>
            Tideweek’s payment provider holds the money until the closing. If the rules of this sale
            give it back to you, it goes back to this card.
          </p>
          <CardForm
            label="Pay the deposit by card"
            charge={cardDeposit}
            payments={payments}
            declined={
              isDeclined
                ? `${cardPayment.failure}. Nothing was charged; you can also pay by wire`
                : undefined
            }
            onPay={(method) => pay({ input: { saleId, version, method: method ?? '' } })}
          />
        </>
      )}
      {way === 'wire' &&
        (children || <p>Pay into the account that the escrow partner gives you.</p>)}
    </div>
  );
}

const saleFragment = graphql`
  fragment PayDeposit_sale on Sale {
    databaseId
    version
    cardDeposit {
      formatted
      ...CardForm_charge
    }
    cardPayment {
      status
      failure
      cardLastFour
      ...Payment_payment
    }
  }
`;

const siteFragment = graphql`
  fragment PayDeposit_site on Site {
    payments {
      ...CardForm_payments
      ...Payment_payments
    }
  }
`;

const payMutation = graphql`
  mutation PayDepositMutation($input: PaySaleDepositInput!) {
    paySaleDeposit(input: $input) {
      ... on PaySaleDepositPayload {
        sale {
          ...DealScreen_sale
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

const checkMutation = graphql`
  mutation PayDepositCheckMutation($input: CheckSalePaymentInput!) {
    checkSalePayment(input: $input) {
      ... on CheckSalePaymentPayload {
        sale {
          ...DealScreen_sale
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;
