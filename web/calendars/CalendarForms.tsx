import { graphql } from 'react-relay/hooks';
import type { CalendarFormsAddMutation } from '#web/__generated__/CalendarFormsAddMutation.graphql.ts';
import type { CalendarFormsRemoveMutation } from '#web/__generated__/CalendarFormsRemoveMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { useFinishDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { ConfirmForm } from '#web/ui/forms/ConfirmForm.tsx';
import { DialogForm } from '#web/ui/forms/Form.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { TextField } from '#web/ui/material/TextField.ts';

interface FormProps {
  nights: { from: string; to: string };
}

export function AddCalendarForm({ listingId, nights }: FormProps & { listingId: string }) {
  const finish = useFinishDialog();
  const [add] = useCommand<CalendarFormsAddMutation>(graphql`
    mutation CalendarFormsAddMutation($input: ImportCalendarInput!, $from: Date!, $to: Date!) {
      importCalendar(input: $input) {
        ... on ImportCalendarPayload {
          isRead
          listing {
            ...CalendarPage_listing
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const form = useForm<{ name: string; address: string }>({
    initial: { name: '', address: '' },
    validate: ({ name, address }) => ({
      ...(name.trim() === '' && { name: 'Name is required' }),
      ...(address.trim() === '' && { address: 'Address is required' }),
    }),
    send: async (values) => {
      const { isRead } = await add({ input: { listingId, ...values }, ...nights });
      finish({
        title: `${values.name.trim()} added`,
        description: isRead
          ? 'Its nights are blocked from now on'
          : 'It answers slowly; its nights are blocked once it is read',
      });
    },
    fallbackMessage: 'The calendar could not be added. Please try again',
  });
  const { field } = form;
  return (
    <DialogForm form={form} submit="Add Calendar" sending="Reading…" className="stack gap-4">
      <TextField {...field('name', 'Such as the name of the site')} label="Name" required />
      <TextField
        {...field(
          'address',
          'The other site shows it as iCal link or calendar export. We keep it secret.',
        )}
        label="Address of the calendar"
        type="url"
        autoComplete="off"
        required
      />
    </DialogForm>
  );
}

interface RemoveCalendarFormProps extends FormProps {
  calendar: { databaseId: string; name: string };
}

export function RemoveCalendarForm({ calendar, nights }: RemoveCalendarFormProps) {
  const { databaseId: calendarId, name } = calendar;
  const [remove] = useCommand<CalendarFormsRemoveMutation>(graphql`
    mutation CalendarFormsRemoveMutation(
      $input: ListingCalendarIdInput!
      $from: Date!
      $to: Date!
    ) {
      removeCalendar(input: $input) {
        ... on RemoveCalendarPayload {
          listing {
            ...CalendarPage_listing
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  return (
    <ConfirmForm
      label="Remove Calendar"
      busyLabel="Removing…"
      color="error"
      cancelLabel="Keep It"
      fallbackMessage="The calendar could not be removed. Please try again"
      run={async () => {
        await remove({ input: { calendarId }, ...nights });
        return { title: `${name} removed`, description: 'The nights that it alone had are free' };
      }}
    >
      <p>
        <strong>{name}</strong> is not read any more. Nights that only it has become free, so that
        anyone can book them. Nights that you blocked yourself stay blocked.
      </p>
    </ConfirmForm>
  );
}
