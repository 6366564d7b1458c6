import { useRef } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { CardForm_charge$key } from '#web/__generated__/CardForm_charge.graphql.ts';
import type { CardForm_payments$key } from '#web/__generated__/CardForm_payments.graphql.ts';
import { Choices } from '#web/ui/forms/fields/Choices.tsx';
import { PageForm } from '#web/ui/forms/Form.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { CardFields, requiredOfCard } from './CardFields.tsx';
import { tokenOf } from './sandbox.ts';
import { StripeFields, type TakeCard } from './StripeFields.tsx';

interface CardFormProps {
  label: string;
  charge: CardForm_charge$key;
  payments: CardForm_payments$key;
  /** Why the last card was declined. */
  declined: string | null | undefined;
  /** Whether the card that paid the deposit can pay, too. */
  hasSaved?: boolean;
  /** @param method token of the card; null for the saved card */
  onPay: (method: string | null) => Promise<unknown>;
}

/** Pays an amount of a booking with a card. */
export function CardForm({ label, hasSaved = false, declined, onPay, ...keys }: CardFormProps) {
  const { amount, currency, formatted } = useFragment<CardForm_charge$key>(
    chargeFragment,
    keys.charge,
  );
  const payments = useFragment<CardForm_payments$key>(paymentsFragment, keys.payments);
  const { provider, publishableKey } = payments;
  const takeCard = useRef<TakeCard>(null);
  const form = useForm({
    initial: { card: hasSaved ? 'saved' : 'other', number: '', expiry: '', securityCode: '' },
    validate: (typed) =>
      typed.card === 'saved' || provider !== 'SANDBOX'
        ? {}
        : Object.fromEntries(
            Object.entries(requiredOfCard).filter(
              ([name]) => typed[name as 'number'].trim() === '',
            ),
          ),
    send: async ({ card, ...typed }) => {
      const method = card === 'saved' ? null : await (takeCard.current?.() ?? tokenOf(typed));
      await onPay(method);
    },
    fallbackMessage: 'The payment could not be made. Please try again',
  });
  const failure = form.isSending ? undefined : (form.failure ?? declined ?? undefined);
  const isOther = form.values.card === 'other';
  return (
    <PageForm
      form={{ ...form, failure }}
      label={label}
      className="stack gap-4 full"
      submit={`Pay ${formatted}`}
      sending="Paying…"
    >
      {hasSaved && (
        <Choices
          {...form.field('card')}
          legend="With which card"
          choices={[
            { value: 'saved', label: 'The card that paid the deposit' },
            { value: 'other', label: 'Another card' },
          ]}
        />
      )}
      {isOther && provider === 'SANDBOX' && (
        <CardFields
          field={(name) => form.field(name as 'number')}
          onExpiry={(expiry) => form.change({ expiry })}
          payments={payments}
        />
      )}
      {isOther && provider === 'STRIPE' && publishableKey && (
        <StripeFields
          publishableKey={publishableKey}
          charge={{ amount, currency }}
          isInstant
          takeCard={takeCard}
        />
      )}
    </PageForm>
  );
}

const chargeFragment = graphql`
  fragment CardForm_charge on Money {
    amount
    currency
    formatted
  }
`;

const paymentsFragment = graphql`
  fragment CardForm_payments on PaymentSetup {
    provider
    publishableKey
    ...CardFields_payments
  }
`;
