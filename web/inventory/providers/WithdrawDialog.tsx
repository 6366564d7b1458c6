import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type { WithdrawDialogMutation } from '#web/__generated__/WithdrawDialogMutation.graphql.ts';
import { ConfirmForm } from '#web/ui/forms/ConfirmForm.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { plural, verbFor } from '#common/numbers.ts';
import { useMutation } from '#web/relay/useMutation.ts';
import { settle } from '#web/admin/settle.ts';
import type { Provider } from '../inventoryPageLoader.ts';

interface WithdrawDialogProps {
  provider: Provider | undefined;
  isOpen: boolean;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
  refresh: () => Promise<void>;
}

export default function WithdrawDialog({ provider, refresh, ...dialog }: WithdrawDialogProps) {
  return (
    <FormDialog title="Withdraw Weeks" {...dialog}>
      {provider && <WithdrawForm provider={provider} refresh={refresh} />}
    </FormDialog>
  );
}

interface WithdrawFormProps {
  provider: Provider;
  refresh: () => Promise<void>;
}

function WithdrawForm({ provider, refresh }: WithdrawFormProps) {
  // The provider the administrator saw, whatever is loaded while the dialog is open.
  const [{ databaseId, version, name, listingCount }] = useState(provider);
  const [withdraw] = useMutation<WithdrawDialogMutation>(graphql`
    mutation WithdrawDialogMutation($input: WithdrawInventoryProviderInput!) {
      withdrawInventoryProvider(input: $input) {
        __typename
        ... on Error {
          message
        }
      }
    }
  `);
  return (
    <ConfirmForm
      label="Withdraw Weeks"
      busyLabel="Withdrawing…"
      color="error"
      fallbackMessage="The weeks could not be withdrawn. Please try again"
      run={async () => {
        const { withdrawInventoryProvider: answer } = await withdraw({
          input: { providerId: databaseId, version },
        });
        return settle(answer, refresh, { title: 'Weeks withdrawn', description: name });
      }}
    >
      <p>
        {plural(listingCount, 'listing')} of <strong>{name}</strong>{' '}
        {verbFor(listingCount, 'leave')} the site at once, and the provider is switched off. Booked
        stays are not touched.
      </p>
      <p>Switch it on and sync again, and what it still has comes back.</p>
    </ConfirmForm>
  );
}
