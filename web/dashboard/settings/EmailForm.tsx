import { Button } from '#web/ui/basics/Button.tsx';
import { TextField } from '#web/ui/material/TextField.ts';
import { graphql } from 'react-relay/hooks';
import type { EmailFormMutation } from '#web/__generated__/EmailFormMutation.graphql.ts';
import { FormFailure } from '#web/ui/forms/FormFailure.tsx';
import { PasswordField } from '#web/ui/forms/fields/PasswordField.tsx';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { useForm } from '#web/ui/forms/useForm.ts';
import { assertAccepted } from '#web/relay/refusal.ts';
import { useMutation } from '#web/relay/useMutation.ts';
import { validateEmail, type EmailForm as EmailValues } from './accountForms.ts';

export function EmailForm() {
  const [requestChange] = useMutation<EmailFormMutation>(graphql`
    mutation EmailFormMutation($input: RequestEmailChangeInput!) {
      requestEmailChange(input: $input) {
        ... on RequestEmailChangePayload {
          sentTo
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const { formRef, field, change, submit, isSending, failure } = useForm<EmailValues>({
    initial: blank,
    validate: validateEmail,
    send: async ({ newEmail, emailPassword }) => {
      const { requestEmailChange: result } = await requestChange({
        input: { newEmail, password: emailPassword },
      });
      assertAccepted(result, 'password');
      change(blank);
      showToast({
        title: 'Confirm your new email',
        description: `Follow the link that we sent to ${result?.sentTo}`,
      });
    },
    fieldOf: (field) => (field === 'password' ? 'emailPassword' : field),
    fallbackMessage: 'Your email could not be changed. Please try again',
  });
  return (
    <form ref={formRef} method="post" onSubmit={submit} noValidate aria-label="Change email">
      <TextField {...field('newEmail')} label="New email" type="email" autoComplete="email" />
      <PasswordField
        {...field('emailPassword')}
        label="Your password"
        autoComplete="current-password"
      />
      <FormFailure message={failure} />
      <Button type="submit" variant="contained" color="secondary" aria-busy={isSending}>
        {isSending ? 'Sending the link…' : 'Change Email'}
      </Button>
    </form>
  );
}

const blank: EmailValues = { newEmail: '', emailPassword: '' };
