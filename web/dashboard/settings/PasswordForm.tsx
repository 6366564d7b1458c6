import { Button } from '#web/ui/basics/Button.tsx';
import { graphql, useFragment } from 'react-relay/hooks';
import type { PasswordForm_viewer$key } from '#web/__generated__/PasswordForm_viewer.graphql.ts';
import type { PasswordFormMutation } from '#web/__generated__/PasswordFormMutation.graphql.ts';
import { FormFailure } from '#web/ui/forms/FormFailure.tsx';
import { NewPasswordField, PasswordField } from '#web/ui/forms/fields/PasswordField.tsx';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { useForm } from '#web/ui/forms/useForm.ts';
import { assertAccepted } from '#web/relay/refusal.ts';
import { useMutation } from '#web/relay/useMutation.ts';
import { validatePassword, type PasswordForm as PasswordValues } from './accountForms.ts';
import styles from './Settings.module.css';

export function PasswordForm({ viewer }: { viewer: PasswordForm_viewer$key }) {
  const { username } = useFragment<PasswordForm_viewer$key>(
    graphql`
      fragment PasswordForm_viewer on User {
        username
      }
    `,
    viewer,
  );
  const [changePassword] = useMutation<PasswordFormMutation>(graphql`
    mutation PasswordFormMutation($input: ChangePasswordInput!) {
      changePassword(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const { formRef, field, change, submit, isSending, failure } = useForm<PasswordValues>({
    initial: blank,
    validate: validatePassword,
    send: async ({ currentPassword, newPassword }) => {
      const { changePassword: result } = await changePassword({
        input: { currentPassword, newPassword },
      });
      assertAccepted(result, 'currentPassword');
      change(blank);
      showToast({ title: 'Password changed', description: 'Your other sessions were signed out' });
    },
    fallbackMessage: 'Your password could not be changed. Please try again',
  });
  return (
    <section className={styles.section} aria-labelledby="change-password">
      <h2 id="change-password">Password</h2>
      <p className={styles.note}>You stay signed in here and are signed out everywhere else.</p>
      <form ref={formRef} method="post" onSubmit={submit} noValidate aria-label="Change password">
        {/* Identifies the account for password managers. */}
        <input type="text" value={username} autoComplete="username" readOnly hidden />
        <PasswordField
          {...field('currentPassword')}
          label="Current password"
          autoComplete="current-password"
        />
        <NewPasswordField {...field('newPassword')} label="New password" />
        <PasswordField
          {...field('confirmPassword')}
          label="Confirm new password"
          autoComplete="new-password"
        />
        <FormFailure message={failure} />
        <Button type="submit" variant="contained" color="secondary" aria-busy={isSending}>
          {isSending ? 'Changing your password…' : 'Change Password'}
        </Button>
      </form>
    </section>
  );
}

const blank: PasswordValues = { currentPassword: '', newPassword: '', confirmPassword: '' };
