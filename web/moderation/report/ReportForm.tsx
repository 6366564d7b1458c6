import { useFinishDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { Choices } from '#web/ui/forms/fields/Choices.tsx';
import { DialogForm } from '#web/ui/forms/Form.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { TextField } from '#web/ui/material/TextField.ts';
import type { FieldErrors } from '#web/relay/fieldErrors.ts';

interface ReportFormProps<Reason extends string> {
  label: string;
  /** Labels in order. OTHER requires details. */
  reasons: Readonly<Record<Reason, string>>;
  /** Throws a RefusedError if the server refuses. */
  send: (report: { reason: Reason; details: string }) => Promise<unknown>;
}

/** Inside a FormDialog: reports somebody's text to the team. */
export function ReportForm<Reason extends string>(props: ReportFormProps<Reason>) {
  const { label, reasons, send } = props;
  const finish = useFinishDialog();
  const form = useForm<Report>({
    initial: { reason: '', details: '' },
    validate: (report) => validateReport(report, Object.keys(reasons)),
    send: async ({ reason, details }) => {
      await send({ reason: reason as Reason, details });
      finish({ title: 'Report sent', description: 'Thank you. Our team looks at it' });
    },
    fallbackMessage: 'Your report could not be sent. Please try again',
  });
  const { field } = form;
  return (
    <DialogForm form={form} label={label} submit="Send Report" sending="Sending…">
      <Choices
        {...field('reason')}
        legend="Reason"
        choices={Object.entries<string>(reasons).map(([value, label]) => ({ value, label }))}
      />
      <TextField {...field('details')} label="Details (optional)" multiline minRows={3} />
    </DialogForm>
  );
}

interface Report {
  reason: string;
  details: string;
}

function validateReport(report: Report, reasons: string[]): FieldErrors<keyof Report> {
  const errors: FieldErrors<keyof Report> = {};
  if (!reasons.includes(report.reason)) errors.reason = 'Choose a reason';
  const details = report.details.trim();
  if (report.reason === 'OTHER' && details === '') errors.details = 'Tell us what is wrong';
  else if (details.length > 2000) errors.details = 'Details may have at most 2,000 characters';
  return errors;
}
