import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type { SettleResortDialogCreateMutation } from '#web/__generated__/SettleResortDialogCreateMutation.graphql.ts';
import type { SettleResortDialogIgnoreMutation } from '#web/__generated__/SettleResortDialogIgnoreMutation.graphql.ts';
import { ConfirmForm } from '#web/ui/forms/ConfirmForm.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { plural, verbFor } from '#common/numbers.ts';
import { useMutation } from '#web/relay/useMutation.ts';
import { settle } from '#web/admin/settle.ts';
import type { OpenResort } from './openResortsPageLoader.ts';

interface SettleResortDialogProps {
  resort: OpenResort | undefined;
  way: 'create' | 'ignore';
  isOpen: boolean;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
  refresh: () => Promise<void>;
}

export default function SettleResortDialog(props: SettleResortDialogProps) {
  const { resort, way, refresh, ...dialog } = props;
  const Form = way === 'create' ? CreateForm : IgnoreForm;
  return (
    <FormDialog title={way === 'create' ? 'Add New Resort' : 'Ignore Resort'} {...dialog}>
      {resort && <Form key={resort.databaseId} resort={resort} refresh={refresh} />}
    </FormDialog>
  );
}

interface FormProps {
  resort: OpenResort;
  refresh: () => Promise<void>;
}

function CreateForm({ resort, refresh }: FormProps) {
  const [{ databaseId, name, location, weeks }] = useState(resort);
  const [create] = useMutation<SettleResortDialogCreateMutation>(graphql`
    mutation SettleResortDialogCreateMutation($input: CreateResortFromInventoryInput!) {
      createResortFromInventory(input: $input) {
        __typename
        ... on Error {
          message
        }
      }
    }
  `);
  return (
    <ConfirmForm
      label="Add Resort"
      busyLabel="Adding…"
      fallbackMessage="The resort could not be added. Please try again"
      run={async () => {
        const { createResortFromInventory: answer } = await create({
          input: { inventoryResortId: databaseId },
        });
        return settle(answer, refresh, { title: 'Resort added', description: name });
      }}
    >
      <p>
        <strong>{name}</strong>
        {location !== '' && `, ${location},`} is added to the directory. The next sync brings{' '}
        {plural(weeks, 'week')} in there. A picture and a description of your own can be set under
        Resorts.
      </p>
    </ConfirmForm>
  );
}

function IgnoreForm({ resort, refresh }: FormProps) {
  const [{ databaseId, name, weeks }] = useState(resort);
  const [ignore] = useMutation<SettleResortDialogIgnoreMutation>(graphql`
    mutation SettleResortDialogIgnoreMutation($input: IgnoreInventoryResortInput!) {
      ignoreInventoryResort(input: $input) {
        __typename
        ... on Error {
          message
        }
      }
    }
  `);
  return (
    <ConfirmForm
      label="Ignore Resort"
      busyLabel="Saving…"
      color="error"
      fallbackMessage="The resort could not be ignored. Please try again"
      run={async () => {
        const { ignoreInventoryResort: answer } = await ignore({
          input: { inventoryResortId: databaseId },
        });
        return settle(answer, refresh, { title: 'Resort ignored', description: name });
      }}
    >
      <p>
        {plural(weeks, 'week')} at <strong>{name}</strong> {verbFor(weeks, 'be')} left out of every
        sync from now on.
      </p>
    </ConfirmForm>
  );
}
