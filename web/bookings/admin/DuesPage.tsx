import { graphql } from 'react-relay/hooks';
import type { DuesPageMutation } from '#web/__generated__/DuesPageMutation.graphql.ts';
import type { DueAccount, DuesPageQuery } from '#web/__generated__/DuesPageQuery.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { useFinishDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { DialogForm } from '#web/ui/forms/Form.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { useIdempotencyKeys } from '#web/ui/forms/useIdempotencyKeys.ts';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { TextField } from '#web/ui/material/TextField.ts';
import { DialogOfRow } from '#web/admin/table/DialogOfRow.tsx';
import { Lines, Soft, Sum } from '#web/admin/table/Lines.tsx';
import { resource } from '#web/admin/table/resource.tsx';
import type { RowDialogProps, RowOf } from '#web/admin/table/RowDialogs.tsx';
import { centsOf } from '../moves/centsOf.ts';

type Due = RowOf<DuesPageQuery, 'dues'>;

const keyOf = ({ payee, currency }: Due): string => `${payee}-${currency}`;

export const page = resource<DuesPageQuery, Due>({
  path: '/admin/bookings/remittances',
  name: 'Taxes and Providers',
  subtitle:
    'What is owed to tax offices and inventory providers. Pay it by bank transfer, and record the payment here.',
  actions: () => (
    <>
      <BackLink to="/admin/bookings">Bookings</BackLink>
      <ButtonLink to="/admin/bookings/remittances/paid" variant="quiet">
        Payments Made
      </ButtonLink>
    </>
  ),
  query: graphql`
    query DuesPageQuery($first: Int, $after: String, $last: Int, $before: String) {
      ...AppShell_query
      dues(first: $first, after: $after, last: $last, before: $before) {
        edges {
          node {
            account
            payee
            payeeName
            currency
            owed {
              amount
              formatted
            }
            paid {
              formatted
            }
          }
        }
        pageInfo {
          ...Pager_pageInfo @relay(mask: false)
        }
      }
    }
  `,
  variables: ({ page }) => page,
  found: ({ dues }) => dues,
  keyOf,
  none: {
    title: 'Nothing is owed yet',
    text: 'Taxes and shares of providers appear here once a stay has begun.',
  },
  columns: [
    {
      header: 'To whom',
      cell: ({ payeeName, account }) => (
        <Lines>
          <span className="breaks">{payeeName}</span>
          <Soft>{accountWords[account] ?? ''}</Soft>
        </Lines>
      ),
    },
    {
      header: 'Paid so far',
      align: 'end',
      cell: ({ paid }) => <Sum>{paid.formatted}</Sum>,
    },
    {
      header: 'Owed',
      align: 'end',
      cell: ({ owed }) => <Sum>{owed.formatted}</Sum>,
    },
    {
      header: 'Actions',
      isActions: true,
      cell: (due, { opener }) =>
        due.owed.amount > 0 && (
          <Button
            {...opener('pay', keyOf(due))}
            variant="outlined"
            aria-label={`Record a payment to ${due.payeeName} in ${due.currency}`}
          >
            Record Payment
          </Button>
        ),
    },
  ],
  dialogs: { ofRow: { pay: PaymentDialog } },
});

/** Partial: a newer server may send kinds that this page does not know. */
const accountWords: Readonly<Partial<Record<DueAccount, string>>> = {
  TAX: 'Occupancy tax',
  PROVIDER: 'Inventory provider',
};

function PaymentDialog({ row, refresh, ...dialog }: RowDialogProps<Due>) {
  return (
    <DialogOfRow {...dialog} row={row} title={`Payment to ${row?.payeeName ?? ''}`}>
      {(due) => <PaymentForm due={due} refresh={refresh} />}
    </DialogOfRow>
  );
}

function PaymentForm({ due, refresh }: { due: Due; refresh: () => Promise<void> }) {
  const { account, payee, payeeName, currency, owed } = due;
  const [record] = useCommand<DuesPageMutation>(graphql`
    mutation DuesPageMutation($input: RecordRemittanceInput!) {
      recordRemittance(input: $input) {
        ... on RecordRemittancePayload {
          remittance {
            amount {
              formatted
            }
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const keyFor = useIdempotencyKeys();
  const finish = useFinishDialog();
  const form = useForm<{ amount: string; reference: string }>({
    initial: { amount: (owed.amount / 100).toFixed(2), reference: '' },
    validate: ({ amount, reference }) => ({
      ...(!centsOf(amount) && { amount: `Enter an amount, at most ${owed.formatted}` }),
      ...(reference.trim() === '' && { reference: 'Reference is required' }),
    }),
    send: async ({ amount, reference }) => {
      const payment = {
        account,
        payee,
        currency,
        amountCents: centsOf(amount) ?? 0,
        reference: reference.trim(),
      };
      await record({ input: { ...payment, idempotencyKey: keyFor(payment) } });
      await refresh();
      finish({ title: `Payment to ${payeeName} recorded` });
    },
    fieldOf: (field) => (field.endsWith('amountCents') ? 'amount' : field),
    fallbackMessage: 'The payment could not be recorded. Please try again',
  });
  return (
    <DialogForm
      form={form}
      label="Payment"
      className="stack gap-4"
      submit="Record Payment"
      sending="Recording…"
    >
      <TextField
        {...form.field('amount', `${owed.formatted} is owed. It settles the oldest stays first.`)}
        label={`Amount in ${currency}`}
        slotProps={{ htmlInput: { inputMode: 'decimal' } }}
      />
      <TextField
        {...form.field('reference', 'The number or text by which your bank finds the transfer.')}
        label="Reference of the bank transfer"
        slotProps={{ htmlInput: { maxLength: 100 } }}
      />
    </DialogForm>
  );
}
