import { TextField } from '#web/ui/material/TextField.ts';
import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { ForgotPanelMutation } from '#web/__generated__/ForgotPanelMutation.graphql.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { PageForm } from '#web/ui/forms/Form.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { validateForgot, type ForgotForm } from '../authForms.ts';
import styles from '../AuthPage.module.css';
import { Step } from '../Step.tsx';

export function ForgotPanel({ signInPath }: { signInPath: string }) {
  const [request] = useCommand<ForgotPanelMutation>(graphql`
    mutation ForgotPanelMutation($input: RequestPasswordResetInput!) {
      requestPasswordReset(input: $input) {
        ... on RequestPasswordResetPayload {
          message
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const [sent, setSent] = useState<string>();

  const form = useForm<ForgotForm>({
    initial: { identifier: '' },
    validate: validateForgot,
    send: async ({ identifier }) => {
      const result = await request({
        input: { identifier: identifier.trim() },
      });
      setSent(result.message);
    },
    fallbackMessage: 'The link could not be sent. Please try again',
  });
  const { field } = form;

  if (sent !== undefined) {
    return (
      <Step icon="mail" title="Look into your mail" followsAnother>
        <p>{sent}. The link works once, within one hour.</p>
        <p className="soft">
          Nothing there after a few minutes? Look among the unwanted mail, or try your other
          address.
        </p>
        <ButtonLink to={signInPath} variant="quiet">
          Back to Sign In
        </ButtonLink>
      </Step>
    );
  }
  return (
    <>
      <h1>Forgot your password?</h1>
      <p className={styles.subtitle}>We send you a link to choose a new one</p>
      <PageForm
        form={form}
        label="Forgot password"
        className={styles.form}
        submit="Send the Link"
        sending="Sending the link…"
        look={{ size: 'large' }}
      >
        <TextField
          {...field('identifier')}
          label="Email or username"
          autoComplete="username"
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
        />
      </PageForm>
      <p className="quiet">
        <Link to={signInPath}>Back to Sign In</Link>
      </p>
    </>
  );
}
