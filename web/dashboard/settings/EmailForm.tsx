import type { VerifyEmailNotice_viewer$key } from '#web/__generated__/VerifyEmailNotice_viewer.graphql.ts';
import { PageForm } from '#web/ui/forms/Form.tsx';
import { TextField } from '#web/ui/material/TextField.ts';
import { graphql } from 'react-relay/hooks';
import type { EmailFormMutation } from '#web/__generated__/EmailFormMutation.graphql.ts';
import { PasswordField } from '#web/ui/forms/fields/PasswordField.tsx';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { useForm } from '#web/ui/forms/useForm.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { validateEmail, type EmailForm as EmailValues } from './accountForms.ts';
import { EmailText } from '#web/ui/words/EmailText.tsx';
import { VerifyEmailNotice } from '../notices/VerifyEmailNotice.tsx';
import styles from './Settings.module.css';

export function EmailForm() {
  const [requestChange] = useCommand<EmailFormMutation>(graphql`
    mutation EmailFormMutation($input: RequestEmailChangeInput!) {
      requestEmailChange(input: $input) {
        ... on RequestEmailChangePayload {
          sentTo
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const form = useForm<EmailValues>({
    initial: blank,
    validate: validateEmail,
    send: async ({ newEmail, emailPassword }) => {
      const { sentTo } = await requestChange({
        input: { newEmail, password: emailPassword },
      });
      change(blank);
      showToast({
        title: 'Confirm your new email',
        description: `Follow the link that we sent to ${sentTo}`,
      });
    },
    fieldOf: (field) => (field === 'password' ? 'emailPassword' : field),
    fallbackMessage: 'Your email could not be changed. Please try again',
  });
  const { field, change } = form;
  return (
    <PageForm form={form} label="Change email" submit="Change Email" sending="Sending the link…">
      <TextField {...field('newEmail')} label="New email" type="email" autoComplete="email" />
      <PasswordField {...field('emailPassword')} label="Your password" />
    </PageForm>
  );
}

const blank: EmailValues = { newEmail: '', emailPassword: '' };

interface EmailSectionProps {
  email: string;
  viewer: VerifyEmailNotice_viewer$key;
}

export function EmailSection({ email, viewer }: EmailSectionProps) {
  return (
    <section className={styles.section} aria-labelledby="change-email">
      <h2 id="change-email">Email</h2>
      <VerifyEmailNotice viewer={viewer} />
      <p className={styles.note}>
        Mail goes to{' '}
        <strong className="ink">
          <EmailText email={email} />
        </strong>{' '}
        until you follow the link that we send to a new address.
      </p>
      <EmailForm />
    </section>
  );
}
