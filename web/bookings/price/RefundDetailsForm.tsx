import { graphql } from 'react-relay/hooks';
import type { RefundDetailsFormMutation } from '#web/__generated__/RefundDetailsFormMutation.graphql.ts';
import {
  BankFields,
  blankDetails,
  detailsOf,
  validateDetails,
  type BankDetails,
} from '#web/payouts/BankFields.tsx';
import { useCommand } from '#web/relay/useMutation.ts';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { PasswordField } from '#web/ui/forms/fields/PasswordField.tsx';
import { PageForm } from '#web/ui/forms/Form.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';

/** Where a refund goes that the card does not take. */
export function RefundDetailsForm(of: { bookingId: string } | { saleId: string }) {
  const [give] = useCommand<RefundDetailsFormMutation>(graphql`
    mutation RefundDetailsFormMutation($input: GiveRefundDetailsInput!) {
      giveRefundDetails(input: $input) {
        ... on GiveRefundDetailsPayload {
          booking {
            asksRefundDetails
          }
          sale {
            asksRefundDetails
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const form = useForm<BankDetails>({
    initial: blankDetails,
    validate: validateDetails,
    send: async ({ password, ...details }) => {
      await give({ input: { ...of, password, ...detailsOf(details) } });
      showToast({ title: 'Thank you. We send the money to this account' });
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    },
    fallbackMessage: 'Your bank details could not be saved. Please try again',
  });
  return (
    <>
      <p>
        Your card does not take the money back. Tell us a bank account of yours; it is stored
        encrypted, only our team can open it, and it is deleted when the money is sent.
      </p>
      <PageForm
        form={form}
        label="Bank details for the refund"
        className="stack gap-4"
        submit="Save Bank Details"
      >
        <BankFields form={form} />
        <PasswordField {...form.field('password')} label="Your password" required />
      </PageForm>
    </>
  );
}
