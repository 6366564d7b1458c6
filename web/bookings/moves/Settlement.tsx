import { graphql, useFragment } from 'react-relay/hooks';
import type { Settlement_settlement$key } from '#web/__generated__/Settlement_settlement.graphql.ts';
import { takeFocus } from '#web/ui/dialogs/takeFocus.ts';
import styles from '../price/PriceLines.module.css';
import type { Settlement_booking$key } from '#web/__generated__/Settlement_booking.graphql.ts';
import type { useForm } from '#web/ui/forms/useForm.ts';
import { Choices } from '#web/ui/forms/fields/Choices.tsx';
import { TextField } from '#web/ui/material/TextField.ts';

interface SettlementProps {
  settlement: Settlement_settlement$key;
  total: string;
}

export function Settlement({ settlement, total }: SettlementProps) {
  const { traveler, owner, tax, serviceFee } = useFragment<Settlement_settlement$key>(
    graphql`
      fragment Settlement_settlement on BookingSettlement {
        traveler {
          formatted
        }
        owner {
          formatted
        }
        tax {
          amount
          formatted
        }
        serviceFee {
          amount
          formatted
        }
      }
    `,
    settlement,
  );
  const lines = [
    { label: 'The traveler gets back', amount: traveler.formatted },
    { label: 'The owner is paid', amount: owner.formatted },
    ...(tax.amount > 0 ? [{ label: 'Kept as occupancy tax', amount: tax.formatted }] : []),
    ...(serviceFee.amount > 0
      ? [{ label: 'Kept as service fee', amount: serviceFee.formatted }]
      : []),
  ];
  return (
    <section aria-label="Who gets what">
      <p ref={takeFocus} tabIndex={-1}>
        Of the {total} that was paid:
      </p>
      <dl className={`stack gap-2 full ${styles.lines}`}>
        {lines.map(({ label, amount }) => (
          <div className="ends" key={label}>
            <dt className="shrink soft breaks">{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type Field = ReturnType<typeof useForm<{ preset: string; refund: string }>>['field'];

interface SettlementFieldsProps {
  booking: Settlement_booking$key;
  field: Field;
}

export function SettlementFields({ booking, field }: SettlementFieldsProps) {
  const { totalPrice, lastPolicyRefund } = useFragment<Settlement_booking$key>(
    graphql`
      fragment Settlement_booking on Booking {
        totalPrice {
          formatted
        }
        lastPolicyRefund {
          formatted
        }
      }
    `,
    booking,
  );
  const choices = [
    { value: 'all', label: 'Everything back', amount: totalPrice.formatted },
    {
      value: 'policy',
      label: 'As the policy gives on the day before check-in',
      amount: lastPolicyRefund?.formatted,
    },
    { value: 'nothing', label: 'Nothing back', amount: '$0' },
    { value: 'other', label: 'Another amount', amount: undefined },
  ];
  return (
    <>
      <Choices {...field('preset')} legend="What the traveler gets back" choices={choices} />
      {field('preset').value === 'other' && (
        <TextField
          {...field('refund')}
          label="Refund in dollars"
          required
          autoComplete="off"
          slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        />
      )}
    </>
  );
}
