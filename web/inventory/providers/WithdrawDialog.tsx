import { graphql } from 'react-relay/hooks';
import type { WithdrawDialogMutation } from '#web/__generated__/WithdrawDialogMutation.graphql.ts';
import { plural, verbFor } from '#common/numbers.ts';
import { ConfirmForm } from '#web/ui/forms/ConfirmForm.tsx';
import { useSettled } from '#web/admin/settle.ts';
import { DialogOfRow } from '#web/admin/table/DialogOfRow.tsx';
import type { RowDialogProps } from '#web/admin/table/RowDialogs.tsx';
import type { Provider } from '../provider.ts';

export default function WithdrawDialog(props: RowDialogProps<Provider>) {
  const withdraw = useSettled<WithdrawDialogMutation>(graphql`
    mutation WithdrawDialogMutation($input: WithdrawInventoryProviderInput!) {
      answer: withdrawInventoryProvider(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  return (
    <DialogOfRow title="Withdraw Weeks" {...props}>
      {({ databaseId: providerId, version, name, listingCount }) => (
        <ConfirmForm
          label="Withdraw Weeks"
          busyLabel="Withdrawing…"
          color="error"
          fallbackMessage="The weeks could not be withdrawn. Please try again"
          run={() =>
            withdraw(
              { providerId, version },
              { title: 'Weeks withdrawn', description: name },
              props.refresh,
            )
          }
        >
          <p>
            {plural(listingCount, 'listing')} of <strong>{name}</strong>{' '}
            {verbFor(listingCount, 'leave')} the site at once, and the provider is switched off.
            Booked stays are not touched.
          </p>
          <p>Switch it on and sync again, and what it still has comes back.</p>
        </ConfirmForm>
      )}
    </DialogOfRow>
  );
}
