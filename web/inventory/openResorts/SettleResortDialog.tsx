import { graphql } from 'react-relay/hooks';
import type { SettleResortDialogCreateMutation } from '#web/__generated__/SettleResortDialogCreateMutation.graphql.ts';
import type { SettleResortDialogIgnoreMutation } from '#web/__generated__/SettleResortDialogIgnoreMutation.graphql.ts';
import { plural, verbFor } from '#common/numbers.ts';
import { ConfirmForm } from '#web/ui/forms/ConfirmForm.tsx';
import { useSettled } from '#web/admin/settle.ts';
import { DialogOfRow } from '#web/admin/table/DialogOfRow.tsx';
import type { RowDialogProps } from '#web/admin/table/RowDialogs.tsx';
import type { OpenResort } from './openResort.ts';

/** Adds a provider's resort to the directory, or leaves it out of every sync. */
export default function SettleResortDialog(props: RowDialogProps<OpenResort>) {
  const create = useSettled<SettleResortDialogCreateMutation>(graphql`
    mutation SettleResortDialogCreateMutation($input: CreateResortFromInventoryInput!) {
      answer: createResortFromInventory(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const ignore = useSettled<SettleResortDialogIgnoreMutation>(graphql`
    mutation SettleResortDialogIgnoreMutation($input: IgnoreInventoryResortInput!) {
      answer: ignoreInventoryResort(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  if (props.name === 'create') {
    return (
      <DialogOfRow title="Add New Resort" {...props}>
        {({ databaseId: inventoryResortId, name, location, weeks }) => (
          <ConfirmForm
            label="Add Resort"
            busyLabel="Adding…"
            fallbackMessage="The resort could not be added. Please try again"
            run={() =>
              create(
                { inventoryResortId },
                { title: 'Resort added', description: name },
                props.refresh,
              )
            }
          >
            <p>
              <strong>{name}</strong>
              {location !== '' && `, ${location},`} is added to the directory. The next sync brings{' '}
              {plural(weeks, 'week')} in there. A picture and a description of your own can be set
              under Resorts.
            </p>
          </ConfirmForm>
        )}
      </DialogOfRow>
    );
  }
  return (
    <DialogOfRow title="Ignore Resort" {...props}>
      {({ databaseId: inventoryResortId, name, weeks }) => (
        <ConfirmForm
          label="Ignore Resort"
          busyLabel="Saving…"
          color="error"
          fallbackMessage="The resort could not be ignored. Please try again"
          run={() =>
            ignore(
              { inventoryResortId },
              { title: 'Resort ignored', description: name },
              props.refresh,
            )
          }
        >
          <p>
            {plural(weeks, 'week')} at <strong>{name}</strong> {verbFor(weeks, 'be')} left out of
            every sync from now on.
          </p>
        </ConfirmForm>
      )}
    </DialogOfRow>
  );
}
