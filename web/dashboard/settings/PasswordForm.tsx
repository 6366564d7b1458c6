import { PageForm } from '#web/ui/forms/Form.tsx';
import { graphql, useFragment } from 'react-relay/hooks';
import type { PasswordForm_viewer$key } from '#web/__generated__/PasswordForm_viewer.graphql.ts';
import type { PasswordFormMutation } from '#web/__generated__/PasswordFormMutation.graphql.ts';
import { NewPasswordField, PasswordField } from '#web/ui/forms/fields/PasswordField.tsx';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { useForm } from '#web/ui/forms/useForm.ts';
import { useCommand } from '#web/relay/useMutation.ts';
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
  const [changePassword] = useCommand<PasswordFormMutation>(graphql`
    mutation PasswordFormMutation($input: ChangePasswordInput!) {
      changePassword(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const form = useForm<PasswordValues>({
    initial: blank,
    validate: validatePassword,
    send: async ({ currentPassword, newPassword }) => {
      await changePassword({
        input: { currentPassword, newPassword },
      });
      change(blank);
      showToast({ title: 'Password changed', description: 'Your other sessions were signed out' });
    },
    fieldOf: (field) => (field === 'password' ? 'currentPassword' : field),
    fallbackMessage: 'Your password could not be changed. Please try again',
  });
  const { field, change } = form;
  return (
    <section className={styles.section} aria-labelledby="change-password">
      <h2 id="change-password">Password</h2>
      <p className={styles.note}>You stay signed in here and are signed out everywhere else.</p>
      <PageForm
        form={form}
        label="Change password"
        submit="Change Password"
        sending="Changing your password…"
      >
        {/* Identifies the account for password managers. */}
        <input type="text" value={username} autoComplete="username" readOnly hidden />
        <PasswordField {...field('currentPassword')} label="Current password" />
        <NewPasswordField {...field('newPassword')} label="New password" />
        <PasswordField
          {...field('confirmPassword')}
          label="Confirm new password"
          autoComplete="new-password"
        />
      </PageForm>
    </section>
  );
}

const blank: PasswordValues = { currentPassword: '', newPassword: '', confirmPassword: '' };
