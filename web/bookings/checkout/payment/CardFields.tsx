import type { ComponentProps } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { CardFields_payments$key } from '#web/__generated__/CardFields_payments.graphql.ts';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { TextField } from '#web/ui/material/TextField.ts';
import styles from '../Checkout.module.css';

interface CardFieldsProps {
  field: (name: string) => { value: string } & Partial<ComponentProps<typeof TextField>>;
  onExpiry: (expiry: string) => void;
  payments: CardFields_payments$key;
}

/** What is said of fields that are empty. */
export const requiredOfCard = {
  number: 'Card number is required',
  expiry: 'Expiry date is required',
  securityCode: 'Security code is required',
};

export function CardFields({ field, onExpiry, payments }: CardFieldsProps) {
  const { testCards } = useFragment<CardFields_payments$key>(
    graphql`
      fragment CardFields_payments on PaymentSetup {
        testCards {
          number
          outcome
        }
      }
    `,
    payments,
  );
  const expiry = field('expiry');
  return (
    <Panel title="Card" icon="lock">
      <TextField
        {...field('number')}
        label="Card number"
        required
        fullWidth
        autoComplete="cc-number"
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 23, spellCheck: false } }}
      />
      <div className={`stack gap-4 ${styles.card}`}>
        <TextField
          {...expiry}
          onChange={({ target }) => onExpiry(expiryTyped(expiry.value, target.value))}
          label="Expires (MM/YY)"
          required
          autoComplete="cc-exp"
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 9 } }}
        />
        <TextField
          {...field('securityCode')}
          label="Security code"
          required
          autoComplete="cc-csc"
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 4 } }}
        />
      </div>
      <details className="notice text-15 test-numbers">
        <summary>Sample data: no money moves. Pay with a test number</summary>
        <ul className="stack gap-2 padding-y-3">
          {testCards.map(({ number, outcome }) => (
            <li key={number}>
              <code>{number.replace(/(.{4})(?=.)/g, '$1 ')}</code> {outcome}
            </li>
          ))}
        </ul>
        <p>Any later month and any three digits do.</p>
      </details>
    </Panel>
  );
}

/**
 * Formats the expiry of a card as MM/YY while it is typed, pasted or filled in: adds the slash, and
 * shortens a year of four digits.
 * @param before The previous text, so that deleted characters are not added again.
 */
export function expiryTyped(before: string, typed: string): string {
  const isDeleting = typed.length < before.length;
  const [first = '', second, third] = typed
    .split(/\D+/)
    .filter((part, at) => at > 0 || part !== '');
  // Some browsers fill in YYYY-MM.
  if (first.length === 4 && first.startsWith('20') && second !== undefined && third === undefined) {
    return join(second.slice(0, 2), first);
  }
  if (second !== undefined) return join(!isDeleting ? twoDigits(first) : first, second);
  if (first.length > 2) return join(first.slice(0, 2), first.slice(2));
  if (isDeleting) return first;
  const month = /^[2-9]$/.test(first) ? `0${first}` : first;
  return month.length === 2 ? `${month}/` : month;
}

const twoDigits = (month: string): string => (month.length === 1 ? `0${month}` : month);

function join(month: string, year: string): string {
  const digits = year.slice(0, 4);
  return `${month.slice(0, 2)}/${/^20\d\d$/.test(digits) ? digits.slice(2) : digits}`;
}
