import { graphql } from 'react-relay/hooks';
import { definePage } from '#web/page/definePage.tsx';
import type { ResetPasswordPageQuery } from '#web/__generated__/ResetPasswordPageQuery.graphql.ts';
import { useState } from 'react';
import type { ResetPasswordPageMutation } from '#web/__generated__/ResetPasswordPageMutation.graphql.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { PageForm } from '#web/ui/forms/Form.tsx';
import { NewPasswordField, PasswordField } from '#web/ui/forms/fields/PasswordField.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { assertAccepted } from '#web/relay/refusal.ts';
import { useMutation } from '#web/relay/useMutation.ts';
import { AuthFrame } from '../AuthFrame.tsx';
import { validateReset, type ResetForm } from '../authForms.ts';
import styles from '../AuthPage.module.css';
import { AuthPageSkeleton } from '../AuthPageSkeleton.tsx';
import { Step } from '../Step.tsx';
import { useLinkToken } from './useLinkToken.ts';

export const page = definePage<ResetPasswordPageQuery>({
  path: '/reset-password',
  access: 'everyone',
  query: graphql`
    query ResetPasswordPageQuery {
      ...AppShell_query
    }
  `,
  meta: (_, { siteTitle }) => ({
    title: 'Choose a new password',
    description: `Choose a new password for your ${siteTitle} account, with the link from our mail.`,
  }),
  skeleton: <AuthPageSkeleton />,
  component: ResetPassword,
});

function ResetPassword() {
  const token = useLinkToken();
  const [outcome, setOutcome] = useState<{ isDone: boolean; message: string }>();
  return (
    <AuthFrame>
      {outcome?.isDone ? (
        <Step icon="check" title="Your password is changed" followsAnother>
          <p>You were signed out everywhere. Sign in with the new password.</p>
          <ButtonLink to="/auth?mode=signin" variant="contained" size="large">
            Sign In
          </ButtonLink>
        </Step>
      ) : token === null || outcome ? (
        <Step icon="key" title="This link does not work" followsAnother={outcome !== undefined}>
          <p>{outcome?.message ?? 'A part of it is missing'}.</p>
          <p className="soft">A link works once, within one hour. You can have another.</p>
          <ButtonLink to="/auth?mode=forgot" variant="contained" size="large">
            Send Another Link
          </ButtonLink>
        </Step>
      ) : (
        <ResetForm
          token={token}
          onDone={() => setOutcome({ isDone: true, message: '' })}
          onDeadLink={(message) => setOutcome({ isDone: false, message })}
        />
      )}
    </AuthFrame>
  );
}

interface ResetFormProps {
  token: string;
  onDone: () => void;
  onDeadLink: (message: string) => void;
}

function ResetForm({ token, onDone, onDeadLink }: ResetFormProps) {
  const [reset] = useMutation<ResetPasswordPageMutation>(graphql`
    mutation ResetPasswordPageMutation($input: ResetPasswordInput!) {
      resetPassword(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);

  const form = useForm<ResetForm>({
    initial: { newPassword: '', confirmPassword: '' },
    validate: validateReset,
    send: async ({ newPassword }) => {
      const { resetPassword: result } = await reset(
        { input: { token, newPassword } },
        {
          updater: (store, response) => {
            // The reset has ended all sessions of the account.
            if (response?.resetPassword && !response.resetPassword.error) {
              store.getRoot().setValue(null, 'viewer');
            }
          },
        },
      );
      const dead = result?.error?.fieldErrors?.find(({ field }) => field === 'token');
      if (dead) return onDeadLink(dead.message);
      assertAccepted(result);
      onDone();
    },
    fallbackMessage: 'Your password could not be changed. Please try again',
  });
  const { field } = form;
  return (
    <>
      <h1>Choose a new password</h1>
      <p className={styles.subtitle}>A few words make a good one</p>
      <PageForm
        form={form}
        label="Choose a new password"
        className={styles.form}
        submit="Change Password"
        sending="Changing your password…"
        look={{ size: 'large' }}
      >
        <NewPasswordField {...field('newPassword')} label="New password" />
        <PasswordField
          {...field('confirmPassword')}
          label="Confirm new password"
          autoComplete="new-password"
        />
      </PageForm>
    </>
  );
}
