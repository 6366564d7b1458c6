import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { graphql } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { SignInPanelMutation } from '../../__generated__/SignInPanelMutation.graphql.ts';
import { PasswordField } from '../../components/PasswordField.tsx';
import { showToast } from '../../components/toastStore.ts';
import { useForm } from '../../components/useForm.ts';
import { fieldErrorsOf, type FieldErrors } from '../../relay/fieldErrors.ts';
import { useMutation } from '../../relay/useMutation.ts';
import { validateSignIn, type SignInForm } from './authForms.ts';
import styles from './AuthPage.module.css';
import { takeAsViewer } from './takeAsViewer.ts';

const emptyForm: SignInForm = { identifier: '', password: '' };

interface SignInPanelProps {
  /** Where to ask for a new password. */
  forgotPath: string;
  onDone: () => void;
}

export function SignInPanel({ forgotPath, onDone }: SignInPanelProps) {
  const [signIn] = useMutation<SignInPanelMutation>(graphql`
    mutation SignInPanelMutation($input: SignInInput!) {
      signIn(input: $input) {
        __typename
        ... on SignInPayload {
          user {
            id
            favoriteResortIds
            ...UserMenu_viewer
            ...NavigationDrawer_viewer
            ...DashboardPage_viewer
          }
        }
        ... on Error {
          message
        }
        ... on InvalidInputError {
          fieldErrors {
            field
            message
          }
        }
      }
    }
  `);

  const send = async (form: SignInForm): Promise<FieldErrors<keyof SignInForm>> => {
    try {
      const { signIn: result } = await signIn(
        { input: { identifier: form.identifier.trim(), password: form.password } },
        { updater: (store, response) => takeAsViewer(store, response?.signIn.user?.id) },
      );
      if (result.__typename === 'SignInPayload') {
        showToast({ title: 'Welcome back!', description: 'Successfully logged in' });
        onDone();
        return {};
      }
      reportFailure(result.message);
      return fieldErrorsOf(['identifier', 'password'], result.fieldErrors ?? []);
    } catch (error) {
      reportFailure(error instanceof Error ? error.message : undefined);
      return {};
    }
  };

  const { formRef, field, submit, isSending } = useForm<SignInForm>({
    initial: emptyForm,
    validate: validateSignIn,
    send,
  });
  return (
    <form
      ref={formRef}
      className={styles.form}
      // Were it sent before scripts run, the password must not end up in the address.
      method="post"
      onSubmit={submit}
      noValidate
      aria-label="Sign In"
    >
      <TextField
        {...field('identifier')}
        label="Email or username"
        autoComplete="username"
        slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
      />
      <PasswordField {...field('password')} label="Password" autoComplete="current-password" />
      <Link className={styles.forgot} to={forgotPath}>
        Forgot password?
      </Link>
      <Button type="submit" variant="contained" size="large" aria-busy={isSending}>
        {isSending ? 'Signing in…' : 'Sign In'}
      </Button>
    </form>
  );
}

function reportFailure(message: string | undefined): void {
  showToast({
    title: 'Login failed',
    description: message || 'Invalid credentials',
    variant: 'destructive',
  });
}
