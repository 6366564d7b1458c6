import { graphql, useFragment } from 'react-relay/hooks';
import type { PayParts_booking$key } from '#web/__generated__/PayParts_booking.graphql.ts';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { formatLongDay } from '#web/ui/words/dates.ts';
import { balancePayTime, balanceRemindTime } from '#common/durations.ts';
import { Choices } from '#web/ui/forms/fields/Choices.tsx';
import type { useForm } from '#web/ui/forms/useForm.ts';

interface PayPartsProps {
  booking: PayParts_booking$key;
  field: ReturnType<ReturnType<typeof useForm>['field']>;
}

/** The choice between the whole price and a deposit, if the stay is far enough ahead. */
export function PayParts({ booking, field }: PayPartsProps) {
  const { deposit, totalPrice } = useFragment<PayParts_booking$key>(
    graphql`
      fragment PayParts_booking on Booking {
        totalPrice {
          formatted
        }
        deposit {
          amount {
            formatted
          }
          balance {
            formatted
          }
          dueOn
        }
      }
    `,
    booking,
  );
  if (!deposit) return null;
  const { amount, balance, dueOn } = deposit;
  const day = formatLongDay(dueOn);
  return (
    <Panel title="What you pay now" icon="calendar">
      <Choices
        {...field}
        legend="Pay all now, or in two parts"
        choices={[
          { value: 'all', label: 'The whole price', amount: totalPrice.formatted },
          {
            value: 'deposit',
            label: `A deposit, and ${balance.formatted} on ${day}`,
            amount: amount.formatted,
          },
        ]}
      />
      <p className="soft pretty" role="status">
        {field.value === 'deposit' &&
          `You agree that we save this card and charge ${balance.formatted} to it on ${day}. We remind you by mail ${balanceRemindTime} before. If your bank refuses it, you have ${balancePayTime} to pay in another way; then the booking ends by its cancellation policy.`}
      </p>
    </Panel>
  );
}
