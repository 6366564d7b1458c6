import Button from '@mui/material/Button';
import { useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { PasswordForm_viewer$key } from '../../__generated__/PasswordForm_viewer.graphql.ts';
import type { PasswordFormMutation } from '../../__generated__/PasswordFormMutation.graphql.ts';
import { useFinishDialog } from '../../components/FormDialog.tsx';
import styles from '../../components/FormDialog.module.css';
import { FormFailure } from '../../components/FormFailure.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { useForm } from '../../components/useForm.ts';
import { fieldErrorsOf, type FieldErrors } from '../../relay/fieldErrors.ts';
import { useMutation } from '../../relay/useMutation.ts';
import { validatePassword, type PasswordForm as PasswordValues } from './accountForms.ts';

interface PasswordFormProps {
  viewer: PasswordForm_viewer$key;
}

/** Changes the password; the dialog closes with it. */
export function PasswordForm({ viewer }: PasswordFormProps) {
  const { username } = useFragment<PasswordForm_viewer$key>(
    graphql`
      fragment PasswordForm_viewer on User {
        username
      }
    `,
    viewer,
  );
  const [changePassword] = useMutation<PasswordFormMutation>(graphql`
    mutation PasswordFormMutation($input: ChangePasswordInput!) {
      changePassword(input: $input) {
        __typename
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
  const finish = useFinishDialog();
  const [failure, setFailure] = useState<string>();

  const send = async (form: PasswordValues): Promise<FieldErrors<keyof PasswordValues>> => {
    setFailure(undefined);
    try {
      const { currentPassword, newPassword } = form;
      const { changePassword: result } = await changePassword({
        input: { currentPassword, newPassword },
      });
      if (result?.__typename === 'ChangePasswordPayload') {
        finish({
          title: 'Password changed',
          description: 'Your other sessions were signed out',
        });
        return {};
      }
      if (result?.__typename === 'InvalidCredentialsError') {
        return { currentPassword: result.message };
      }
      const errors = fieldErrorsOf(fieldNames, result?.fieldErrors ?? []);
      if (Object.keys(errors).length === 0) setFailure(result?.message ?? fallbackMessage);
      return errors;
    } catch (error) {
      setFailure((error instanceof Error && error.message) || fallbackMessage);
      return {};
    }
  };

  const { formRef, field, submit, isSending } = useForm<PasswordValues>({
    initial: { currentPassword: '', newPassword: '', confirmPassword: '' },
    validate: validatePassword,
    send,
  });
  return (
    <form ref={formRef} method="post" onSubmit={submit} noValidate aria-label="Change password">
      <div>
        <h3>Change password</h3>
        <p className={styles.note}>You stay signed in here and are signed out everywhere else.</p>
      </div>
      {/* Tells password managers whose password this is. */}
      <input type="text" value={username} autoComplete="username" readOnly hidden />
      <PasswordField
        {...field('currentPassword')}
        label="Current password"
        autoComplete="current-password"
      />
      <PasswordField {...field('newPassword')} label="New password" autoComplete="new-password" />
      <PasswordField
        {...field('confirmPassword')}
        label="Confirm new password"
        autoComplete="new-password"
      />
      <FormFailure message={failure} />
      <Button
        type="submit"
        variant="contained"
        color="secondary"
        size="large"
        aria-busy={isSending}
      >
        {isSending ? 'Changing your password…' : 'Change Password'}
      </Button>
    </form>
  );
}

const fieldNames = ['currentPassword', 'newPassword'] as const;
const fallbackMessage = 'Your password could not be changed. Please try again';
