import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type { RefundDialogAskMutation } from '#web/__generated__/RefundDialogAskMutation.graphql.ts';
import type {
  RefundDialogOpenMutation,
  RefundDialogOpenMutation$data,
  RefundDialogOpenMutation$variables,
} from '#web/__generated__/RefundDialogOpenMutation.graphql.ts';
import type { RefundDialogRemitMutation } from '#web/__generated__/RefundDialogRemitMutation.graphql.ts';
import type { RefundDialogRetryMutation } from '#web/__generated__/RefundDialogRetryMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { ActionButton } from '#web/ui/feedback/ActionButton.tsx';
import { FactList } from '#web/ui/panels/FactList.tsx';
import { ConfirmForm, type ConfirmFormProps } from '#web/ui/forms/ConfirmForm.tsx';
import { useSettled } from '#web/admin/settle.ts';
import { DialogOfRow } from '#web/admin/table/DialogOfRow.tsx';
import type { RefundsPageQuery } from '#web/__generated__/RefundsPageQuery.graphql.ts';
import type { RowDialogProps, RowOf } from '#web/admin/table/RowDialogs.tsx';

export type RefundRow = RowOf<RefundsPageQuery, 'refundsToSettle'>;

interface Step extends Pick<ConfirmFormProps, 'label' | 'busyLabel' | 'text'> {
  name: 'retry' | 'ask' | 'remit';
  title: string;
  explains: string;
  done: string;
}

/** What the team can do with a refused refund. */
export const refundSteps: readonly Step[] = [
  {
    name: 'retry',
    label: 'Try Again',
    busyLabel: 'Trying…',
    title: 'Try this refund again?',
    explains: 'It goes to the same card. Whether the bank takes it may only show in some days.',
    done: 'The refund was sent again',
  },
  {
    name: 'ask',
    label: 'Ask for Bank Details',
    busyLabel: 'Asking…',
    title: 'Ask the payer for bank details?',
    explains:
      'The payer gets a mail with a link to the booking or sale, signs in there and enters an account. It is stored encrypted, and deleted when the refund is paid.',
    done: 'The payer was asked',
  },
  {
    name: 'remit',
    label: 'Record Transfer',
    busyLabel: 'Recording…',
    title: 'Record a bank transfer',
    text: {
      label: 'Reference of the transfer',
      requiredMessage: 'The reference of the transfer is required',
      isOneLine: true,
      hint: 'The payer reads it by mail',
    },
    explains: 'Send exactly this amount from our bank account first, then record it here.',
    done: 'The transfer was recorded',
  },
];

/** A step of the team with a refused refund. */
export default function RefundDialog(props: RowDialogProps<RefundRow>) {
  const { refresh } = props;
  const retry = useSettled<RefundDialogRetryMutation>(graphql`
    mutation RefundDialogRetryMutation($input: RetryRefundInput!) {
      answer: retryRefund(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const ask = useSettled<RefundDialogAskMutation>(graphql`
    mutation RefundDialogAskMutation($input: AskRefundDetailsInput!) {
      answer: askRefundDetails(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const remit = useSettled<RefundDialogRemitMutation>(graphql`
    mutation RefundDialogRemitMutation($input: RemitRefundInput!) {
      answer: remitRefund(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const step = refundSteps.find(({ name }) => name === props.name);
  if (!step) return null;
  const { name, title, explains, done, ...form } = step;
  return (
    <DialogOfRow title={title} {...props}>
      {({ bookingId, saleId, payerName, amount, enteredAt }) => {
        const refund = { bookingId, saleId, amountCents: amount.amount };
        return (
          <ConfirmForm
            {...form}
            fallbackMessage="This could not be done. Please try again"
            run={(reference) => {
              const toast = { title: done, description: payerName };
              if (name === 'remit') return remit({ ...refund, reference }, toast, refresh);
              return name === 'ask' ? ask(refund, toast, refresh) : retry(refund, toast, refresh);
            }}
          >
            <p>
              <strong>{amount.formatted}</strong> to {payerName}
            </p>
            <p>{explains}</p>
            {name === 'remit' && enteredAt && <BankDetails {...refund} />}
          </ConfirmForm>
        );
      }}
    </DialogOfRow>
  );
}

type Details = NonNullable<RefundDialogOpenMutation$data['openRefundDetails']>['details'];

function BankDetails(input: RefundDialogOpenMutation$variables['input']) {
  const [details, setDetails] = useState<Details>();
  const [open] = useCommand<RefundDialogOpenMutation>(graphql`
    mutation RefundDialogOpenMutation($input: OpenRefundDetailsInput!) {
      openRefundDetails(input: $input) {
        ... on OpenRefundDetailsPayload {
          details {
            holderName
            routingNumber
            number
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  if (!details) {
    return (
      <div className="stack gap-2 to-left">
        <ActionButton
          variant="quiet"
          failed="The bank details were not opened"
          run={async () => {
            setDetails((await open({ input })).details);
            return undefined;
          }}
        >
          Show Bank Details
        </ActionButton>
        <p className="quiet">The audit log notes that you opened them.</p>
      </div>
    );
  }
  const { holderName, routingNumber, number } = details;
  return (
    <div role="status">
      <FactList
        facts={[
          ['Account holder', holderName],
          ['Routing number', routingNumber],
          [routingNumber ? 'Account number' : 'IBAN', number],
        ]}
      />
    </div>
  );
}
