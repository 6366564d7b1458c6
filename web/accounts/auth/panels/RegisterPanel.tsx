import { showFailure } from '#web/ui/feedback/showFailure.ts';
import { TextField } from '#web/ui/material/TextField.ts';
import { useRef } from 'react';
import { graphql } from 'react-relay/hooks';
import type { RegisterPanelMutation } from '#web/__generated__/RegisterPanelMutation.graphql.ts';
import { PageForm } from '#web/ui/forms/Form.tsx';
import { NewPasswordField, PasswordField } from '#web/ui/forms/fields/PasswordField.tsx';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { useForm } from '#web/ui/forms/useForm.ts';
import { newKey } from '#web/ui/forms/useIdempotencyKeys.ts';
import { assertAccepted } from '#web/relay/refusal.ts';
import { useMutation } from '#web/relay/useMutation.ts';
import { usernameFrom, noAccount, validateRegister, type RegisterForm } from '../authForms.ts';
import styles from '../AuthPage.module.css';
import { takeAsViewer } from './takeAsViewer.ts';

interface RegisterPanelProps {
  siteTitle: string;
  /**
   * Shows only the fields that a booking needs: the username is derived from the email address and
   * can be changed later, and the password is typed once, since it can be shown.
   */
  isBrief?: boolean;
  onDone: () => void;
}

export function RegisterPanel({ siteTitle, isBrief = false, onDone }: RegisterPanelProps) {
  const [signUp] = useMutation<RegisterPanelMutation>(registerPanelMutation);

  // Reused until a request gets a response, so that a retry can't create a second account.
  const idempotencyKey = useRef<string>(undefined);

  const form = useForm<RegisterForm>({
    initial: noAccount,
    validate: (form) => validateRegister(isBrief ? completed(form) : form),
    send: async (form) => {
      const { confirmPassword: _, ...account } = isBrief ? completed(form) : form;
      idempotencyKey.current ??= newKey();
      const { signUp: result } = await signUp(
        { input: { ...account, idempotencyKey: idempotencyKey.current } },
        { updater: (store, response) => takeAsViewer(store, response?.signUp?.user?.id) },
      );
      idempotencyKey.current = undefined;
      assertAccepted(result);
      const name = result?.user?.firstName ?? form.firstName;
      showToast({ title: 'Account created!', description: `Welcome to ${siteTitle}, ${name}!` });
      onDone();
    },
    fallbackMessage,
    onFailure: ({ error }) => showFailure('Registration failed', error, fallbackMessage),
  });
  const { field } = form;
  return (
    <PageForm
      form={form}
      label="Register"
      className={styles.form}
      submit="Register for free"
      sending="Creating your account…"
      look={{ variant: 'main', size: 'large' }}
    >
      <div className={`stack gap-4 at-top ${styles.names}`}>
        <TextField {...field('firstName')} label="First name" autoComplete="given-name" />
        <TextField {...field('lastName')} label="Last name" autoComplete="family-name" />
      </div>
      {!isBrief && (
        <TextField
          {...field('username')}
          label="Username"
          autoComplete="username"
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
        />
      )}
      <TextField {...field('email')} label="Email" type="email" autoComplete="email" />
      <NewPasswordField {...field('password')} label="Password" />
      {!isBrief && (
        <PasswordField
          {...field('confirmPassword')}
          label="Confirm password"
          autoComplete="new-password"
        />
      )}
    </PageForm>
  );
}

const completed = (form: RegisterForm): RegisterForm => ({
  ...form,
  username: usernameFrom(form.email, sixDigits()),
  confirmPassword: form.password,
});

const sixDigits = (): number =>
  100_000 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 900_000);

const registerPanelMutation = graphql`
  mutation RegisterPanelMutation($input: SignUpInput!) {
    signUp(input: $input) {
      ... on SignUpPayload {
        user {
          id
          firstName
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
`;

const fallbackMessage = 'Failed to create account';
