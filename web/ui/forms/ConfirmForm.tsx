import { Button } from '../basics/Button.tsx';
import { TextField } from '../material/TextField.ts';
import type { ReactNode } from 'react';
import styles from './ConfirmForm.module.css';
import { FormActions, Form, FormFailure } from './Form.tsx';
import { useCloseDialog, useDiscardDialog, useFinishDialog } from '../dialogs/FormDialog.tsx';
import { useOutdated } from './outdated.ts';
import { takeFocus } from '../dialogs/takeFocus.ts';
import type { NewToast } from '../feedback/toastStore.ts';
import { isDay } from '#common/days.ts';
import { useForm } from './useForm.ts';

export interface ConfirmFormProps {
  children: ReactNode;
  text?: TextOptions;
  /** Adds a date field, with a value of YYYY-MM-DD or ''. `name` is the server's field. */
  day?: { name: string; label: string; hint: string };
  label: string;
  busyLabel: string;
  color?: 'primary' | 'error';
  cancelLabel?: string;
  /**
   * Runs the action. Resolves to the success message, which closes the dialog, or to undefined
   * after navigating away. Throws on failure; errors of other server fields appear at the text.
   */
  run: (text: string, day: string) => Promise<NewToast | undefined>;
  fallbackMessage: string;
}

interface TextOptions {
  label: string;
  /** Error for an empty text; without it, the text is optional. */
  requiredMessage?: string;
  hint?: string;
  isOneLine?: boolean;
}

/** Inside a FormDialog: explains an action, collects a text and a date if needed, and runs it. */
export function ConfirmForm(props: ConfirmFormProps) {
  const { children, text, day, label, busyLabel, color = 'primary', run } = props;
  const finish = useFinishDialog();
  const close = useCloseDialog();
  const discard = useDiscardDialog();
  const { isOutdated, noteFailure } = useOutdated();
  const form = useForm<{ text: string; day: string }>({
    initial: { text: '', day: '' },
    validate: (form) => {
      if (text?.requiredMessage !== undefined && form.text.trim() === '') {
        return { text: text.requiredMessage };
      }
      return {
        ...(form.text.trim().length > mostCharacters && { text: tooLong }),
        ...(form.day !== '' && !isDay(form.day) && { day: notDay }),
      };
    },
    send: async (form) => {
      const toast = await run(form.text.trim(), form.day);
      if (toast) finish(toast);
    },
    fieldOf: (serversField) => (serversField === day?.name ? 'day' : text ? 'text' : ''),
    fallbackMessage: props.fallbackMessage,
    onFailure: ({ error }) => noteFailure(error),
  });
  const { field, isSending, failure } = form;
  return (
    <Form form={form} className="stack gap-4">
      <div className={`stack gap-3 pretty breaks ${styles.words}`}>{children}</div>
      {text && (
        <TextField
          {...field('text', text.hint)}
          label={text.label}
          required={text.requiredMessage !== undefined}
          {...(!text.isOneLine && { multiline: true, minRows: 3, maxRows: 10 })}
        />
      )}
      {day && <TextField {...field('day', day.hint)} label={day.label} type="date" />}
      <FormFailure message={failure} />
      <FormActions>
        {isOutdated ? (
          <Button ref={takeFocus} variant="contained" onClick={discard}>
            Show What Changed
          </Button>
        ) : (
          <>
            <Button type="submit" variant="contained" color={color} aria-busy={isSending}>
              {isSending ? busyLabel : label}
            </Button>
            <Button variant="quiet" onClick={close}>
              {props.cancelLabel ?? 'Cancel'}
            </Button>
          </>
        )}
      </FormActions>
    </Form>
  );
}

const mostCharacters = 2_000;
const tooLong = 'At most 2,000 characters';
const notDay = 'A date is written like 2027-02-13';
