import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { SettingsDialog_viewer$key } from '../../__generated__/SettingsDialog_viewer.graphql.ts';
import type { SettingsDialogMutation } from '../../__generated__/SettingsDialogMutation.graphql.ts';
import { FormDialog, useFinishDialog } from '../../components/FormDialog.tsx';
import styles from '../../components/FormDialog.module.css';
import { FormFailure } from '../../components/FormFailure.tsx';
import { useForm } from '../../components/useForm.ts';
import { fieldErrorsOf, type FieldErrors } from '../../relay/fieldErrors.ts';
import { useMutation } from '../../relay/useMutation.ts';
import { validatePassword, type PasswordForm as PasswordValues } from './accountForms.ts';

interface SettingsDialogProps {
  viewer: SettingsDialog_viewer$key;
  isOpen: boolean;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
}

export default function SettingsDialog({ viewer, ...dialog }: SettingsDialogProps) {
  return (
    <FormDialog title="Account Settings" {...dialog}>
      <PasswordForm viewer={viewer} />
    </FormDialog>
  );
}

interface PasswordFormProps {
  viewer: SettingsDialog_viewer$key;
}

function PasswordForm({ viewer }: PasswordFormProps) {
  const { username } = useFragment<SettingsDialog_viewer$key>(
    graphql`
      fragment SettingsDialog_viewer on User {
        username
      }
    `,
    viewer,
  );
  const [changePassword] = useMutation<SettingsDialogMutation>(graphql`
    mutation SettingsDialogMutation($input: ChangePasswordInput!) {
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
      <TextField
        {...field('currentPassword')}
        label="Current password"
        type="password"
        autoComplete="current-password"
      />
      <TextField
        {...field('newPassword')}
        label="New password"
        type="password"
        autoComplete="new-password"
      />
      <TextField
        {...field('confirmPassword')}
        label="Confirm new password"
        type="password"
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
