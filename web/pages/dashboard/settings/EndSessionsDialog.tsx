import Button from '@mui/material/Button';
import { useState } from 'react';
import { FormDialog, useFinishDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { FormFailure } from '../../../ui/forms/FormFailure.tsx';
import { PasswordField } from '../../../ui/forms/PasswordField.tsx';
import { takeFocus } from '../../../ui/dialogs/takeFocus.ts';
import type { NewToast } from '../../../ui/feedback/toastStore.ts';
import { useForm } from '../../../ui/forms/useForm.ts';
import type { FieldErrors } from '../../../relay/fieldErrors.ts';
import styles from './Settings.module.css';

interface EndingForm {
  sessionPassword: string;
}

interface EndSessionsDialogProps {
  /** 'Chrome on Windows', or 'all other devices'. */
  whatEnds: string;
  isOpen: boolean;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
  /** Ends the sessions; resolves to the reason if that is refused. */
  onEnd: (password: string) => Promise<{ field?: string; failure?: string }>;
}

/** Asks for the password, so that nobody else at an open browser can end the sessions. */
export function EndSessionsDialog({ whatEnds, onEnd, ...dialog }: EndSessionsDialogProps) {
  return (
    <FormDialog title="Sign Out" {...dialog}>
      <EndSessionsForm whatEnds={whatEnds} onEnd={onEnd} />
    </FormDialog>
  );
}

function EndSessionsForm({ whatEnds, onEnd }: Pick<EndSessionsDialogProps, 'whatEnds' | 'onEnd'>) {
  const finish = useFinishDialog();
  const [failure, setFailure] = useState<string>();

  const send = async ({ sessionPassword }: EndingForm): Promise<FieldErrors<keyof EndingForm>> => {
    setFailure(undefined);
    try {
      const refusal = await onEnd(sessionPassword);
      if (refusal.field !== undefined) return { sessionPassword: refusal.field };
      if (refusal.failure === undefined) finish(done(whatEnds));
      else setFailure(refusal.failure);
    } catch (error) {
      setFailure((error instanceof Error && error.message) || fallbackMessage);
    }
    return {};
  };

  const { formRef, field, submit, isSending } = useForm<EndingForm>({
    initial: { sessionPassword: '' },
    validate: ({ sessionPassword }) =>
      sessionPassword === '' ? { sessionPassword: 'Password is required' } : {},
    send,
  });
  return (
    <form
      ref={formRef}
      className={styles.ending}
      method="post"
      onSubmit={submit}
      noValidate
      aria-label="Sign out"
    >
      <p className={styles.note}>Enter your password to sign out {whatEnds}.</p>
      <PasswordField
        {...field('sessionPassword')}
        label="Your password"
        autoComplete="current-password"
        inputRef={takeFocus}
      />
      <FormFailure message={failure} />
      <Button type="submit" variant="contained" color="secondary" aria-busy={isSending}>
        {isSending ? 'Signing out…' : 'Sign Out'}
      </Button>
    </form>
  );
}

const done = (whatEnds: string): NewToast => ({
  title: 'Signed out',
  description: `You are no longer signed in on ${whatEnds}`,
});

const fallbackMessage = 'Nothing was signed out. Please try again';
