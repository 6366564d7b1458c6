import { PageForm } from '#web/ui/forms/Form.tsx';
import { FormDialog, useFinishDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { PasswordField } from '#web/ui/forms/fields/PasswordField.tsx';
import { takeFocus } from '#web/ui/dialogs/takeFocus.ts';
import type { NewToast } from '#web/ui/feedback/toastStore.ts';
import { useForm } from '#web/ui/forms/useForm.ts';
import styles from './Settings.module.css';

interface EndingForm {
  sessionPassword: string;
}

interface EndSessionsDialogProps {
  whatEnds: string;
  isOpen: boolean;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
  onEnd: (password: string) => Promise<unknown>;
}

/** Requires the password, so that nobody else at an open browser can end the sessions. */
export function EndSessionsDialog({ whatEnds, onEnd, ...dialog }: EndSessionsDialogProps) {
  return (
    <FormDialog title="Sign Out" {...dialog}>
      <EndSessionsForm whatEnds={whatEnds} onEnd={onEnd} />
    </FormDialog>
  );
}

function EndSessionsForm({ whatEnds, onEnd }: Pick<EndSessionsDialogProps, 'whatEnds' | 'onEnd'>) {
  const finish = useFinishDialog();
  const form = useForm<EndingForm>({
    initial: { sessionPassword: '' },
    validate: ({ sessionPassword }) =>
      sessionPassword === '' ? { sessionPassword: 'Password is required' } : {},
    send: async ({ sessionPassword }) => {
      await onEnd(sessionPassword);
      finish(done(whatEnds));
    },
    fieldOf: (field) => (field === 'password' ? 'sessionPassword' : field),
    fallbackMessage: 'Nothing was signed out. Please try again',
  });
  const { field } = form;
  return (
    <PageForm
      form={form}
      label="Sign out"
      className="stack gap-4"
      submit="Sign Out"
      sending="Signing out…"
    >
      <p className={styles.note}>Enter your password to sign out {whatEnds}.</p>
      <PasswordField {...field('sessionPassword')} label="Your password" inputRef={takeFocus} />
    </PageForm>
  );
}

const done = (whatEnds: string): NewToast => ({
  title: 'Signed out',
  description: `You are no longer signed in on ${whatEnds}`,
});
