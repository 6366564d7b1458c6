import { TextField } from '#web/ui/material/TextField.ts';
import { useRef } from 'react';
import { graphql } from 'react-relay/hooks';
import type { RegisterPanelMutation } from '#web/__generated__/RegisterPanelMutation.graphql.ts';
import { FormFailure } from '#web/ui/forms/FormFailure.tsx';
import { NewPasswordField, PasswordField } from '#web/ui/forms/fields/PasswordField.tsx';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { useForm } from '#web/ui/forms/useForm.ts';
import { SubmitButton } from '#web/ui/forms/SubmitButton.tsx';
import { assertAccepted } from '#web/relay/refusal.ts';
import { useMutation } from '#web/relay/useMutation.ts';
import { usernameFrom, validateRegister, type RegisterForm } from '../authForms.ts';
import styles from '../AuthPage.module.css';
import { takeAsViewer } from './takeAsViewer.ts';

const emptyForm: RegisterForm = {
  firstName: '',
  lastName: '',
  username: '',
  email: '',
  password: '',
  confirmPassword: '',
};

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

  const { formRef, field, submit, isSending, failure } = useForm<RegisterForm>({
    initial: emptyForm,
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
    onFailure: ({ message }) =>
      showToast({
        title: 'Registration failed',
        description: message || fallbackMessage,
        variant: 'destructive',
      }),
  });
  return (
    <form
      ref={formRef}
      className={styles.form}
      // As in SignInPanel: keeps the password out of the URL.
      method="post"
      onSubmit={submit}
      noValidate
      aria-label="Register"
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
      <FormFailure message={failure} />
      <SubmitButton isSending={isSending} sending="Creating your account…">
        Register for free
      </SubmitButton>
    </form>
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
      __typename
      ... on SignUpPayload {
        user {
          id
          firstName
          favoriteResortIds
          unreadThreadCount
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
      ... on ConflictError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`;

const fallbackMessage = 'Failed to create account';

/** An idempotency key, which is optional: undefined on plain-HTTP hosts other than localhost. */
function newKey(): string | undefined {
  return typeof crypto.randomUUID === 'function' ? crypto.randomUUID() : undefined;
}
