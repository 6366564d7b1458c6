import { showFailure } from '#web/ui/feedback/showFailure.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { TextField } from '#web/ui/material/TextField.ts';
import { graphql } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { SignInPanelMutation } from '#web/__generated__/SignInPanelMutation.graphql.ts';
import { Form, FormFailure } from '#web/ui/forms/Form.tsx';
import { PasswordField } from '#web/ui/forms/fields/PasswordField.tsx';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { useForm } from '#web/ui/forms/useForm.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { validateSignIn, type SignInForm } from '../authForms.ts';
import styles from '../AuthPage.module.css';
import { takeAsViewer } from './takeAsViewer.ts';

const emptyForm: SignInForm = { identifier: '', password: '' };

export function SignInPanel({ forgotPath, onDone }: { forgotPath: string; onDone: () => void }) {
  const [signIn] = useCommand<SignInPanelMutation>(graphql`
    mutation SignInPanelMutation($input: SignInInput!) {
      signIn(input: $input) {
        ... on SignInPayload {
          user {
            id
            favoriteResortIds
            unreadThreadCount
            ...Header_userMenu
            ...NavigationDrawer_viewer
            ...DashboardPage_viewer
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);

  const form = useForm<SignInForm>({
    initial: emptyForm,
    validate: validateSignIn,
    send: async (form) => {
      await signIn(
        { input: { identifier: form.identifier.trim(), password: form.password } },
        { updater: (store, response) => takeAsViewer(store, response?.signIn?.user?.id) },
      );
      showToast({ title: 'Welcome back!', description: 'Successfully logged in' });
      onDone();
    },
    // A wrong password may as well be a wrong name.
    fieldOf: (field) => (field === 'password' ? '' : field),
    fallbackMessage: 'Invalid credentials',
    onFailure: ({ error }) => showFailure('Login failed', error, 'Invalid credentials'),
  });
  const { field, isSending, failure } = form;
  return (
    <Form form={form} label="Sign In" className={styles.form}>
      <TextField
        {...field('identifier')}
        label="Email or username"
        autoComplete="username"
        slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
      />
      <PasswordField {...field('password')} label="Password" />
      <FormFailure message={failure} />
      <Link className={`text-15 medium ${styles.forgot}`} to={forgotPath}>
        Forgot password?
      </Link>
      <Button type="submit" variant="contained" size="large" aria-busy={isSending}>
        {isSending ? 'Signing in…' : 'Sign In'}
      </Button>
    </Form>
  );
}
