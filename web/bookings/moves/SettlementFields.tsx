import { graphql, useFragment } from 'react-relay/hooks';
import type { SettlementFields_booking$key } from '#web/__generated__/SettlementFields_booking.graphql.ts';
import type { useForm } from '#web/ui/forms/useForm.ts';
import { TextField } from '#web/ui/material/TextField.ts';
import styles from './SettlementFields.module.css';

type Field = ReturnType<typeof useForm<{ preset: string; refund: string }>>['field'];

interface SettlementFieldsProps {
  booking: SettlementFields_booking$key;
  field: Field;
}

export function SettlementFields({ booking, field }: SettlementFieldsProps) {
  const { totalPrice, lastPolicyRefund } = useFragment<SettlementFields_booking$key>(
    graphql`
      fragment SettlementFields_booking on Booking {
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
  const preset = field('preset');
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
      <fieldset
        role="radiogroup"
        className={`stack gap-2px ${styles.choices}`}
        aria-invalid={preset.error}
        aria-describedby={preset.error ? 'preset-error' : undefined}
      >
        <legend>What the traveler gets back</legend>
        {choices.map(({ value, label, amount }) => (
          <label key={value}>
            <input
              type="radio"
              name="preset"
              value={value}
              checked={preset.value === value}
              onChange={preset.onChange}
            />
            <span>{label}</span>
            {amount && <strong className="digits">{amount}</strong>}
          </label>
        ))}
        {preset.error && (
          <p id="preset-error" className="red">
            {preset.helperText}
          </p>
        )}
      </fieldset>
      {preset.value === 'other' && (
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
