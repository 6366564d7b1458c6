import { PageForm } from '#web/ui/forms/Form.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { TextField } from '#web/ui/material/TextField.ts';
import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type { CloseAccountFormMutation } from '#web/__generated__/CloseAccountFormMutation.graphql.ts';
import { EmailText } from '#web/ui/words/EmailText.tsx';
import { takeFocus } from '#web/ui/dialogs/takeFocus.ts';
import { PasswordField } from '#web/ui/forms/fields/PasswordField.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { validateClosing, type ClosingForm } from './accountForms.ts';
import styles from './Settings.module.css';

export function CloseAccountForm({ email }: { email: string }) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <section className={styles.section} aria-labelledby="delete-account">
      <h2 id="delete-account">Close account</h2>
      <p className={styles.note}>
        Your profile, reviews, favorites and saved searches are deleted and your listings are
        withdrawn. This cannot be undone.
      </p>
      {isAsked ? (
        <ClosingFields email={email} />
      ) : (
        <Button variant="outlined" color="error" onClick={() => setIsAsked(true)}>
          Delete My Account
        </Button>
      )}
    </section>
  );
}

function ClosingFields({ email }: { email: string }) {
  const [closeAccount] = useCommand<CloseAccountFormMutation>(graphql`
    mutation CloseAccountFormMutation($input: CloseAccountInput!) {
      closeAccount(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const form = useForm<ClosingForm>({
    initial: { confirmation: '', closingPassword: '' },
    validate: validateClosing,
    send: async ({ closingPassword, confirmation }) => {
      await closeAccount({
        input: { password: closingPassword, confirmation },
      });
      // A full page load, so that no private data stays in memory.
      window.location.assign('/');
    },
    fieldOf: (field) => (field === 'password' ? 'closingPassword' : field),
    fallbackMessage: 'Your account could not be deleted. Please try again',
  });
  const { field } = form;
  return (
    <PageForm
      form={form}
      label="Delete my account"
      submit="Delete My Account Forever"
      sending="Deleting…"
      look={{ color: 'error' }}
    >
      <TextField
        {...field('confirmation')}
        label="Type DELETE to confirm"
        autoComplete="off"
        inputRef={takeFocus}
        slotProps={{ htmlInput: { autoCapitalize: 'characters', spellCheck: false } }}
      />
      <PasswordField {...field('closingPassword')} label="Password of this account" />
      <p className={styles.note}>
        We confirm it once more by mail to <EmailText email={email} />.
      </p>
    </PageForm>
  );
}
