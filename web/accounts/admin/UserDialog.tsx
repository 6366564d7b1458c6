import { TextField } from '#web/ui/material/TextField.ts';
import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type { UserDialogAddMutation } from '#web/__generated__/UserDialogAddMutation.graphql.ts';
import type {
  UserDialogUpdateMutation,
  UserRole,
} from '#web/__generated__/UserDialogUpdateMutation.graphql.ts';
import { ChoiceField } from '#web/ui/forms/fields/ChoiceField.tsx';
import { Form, FormActions, FormFailure, SubmitButton } from '#web/ui/forms/Form.tsx';
import { FormDialog, useFinishDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { NewPasswordField, PasswordField } from '#web/ui/forms/fields/PasswordField.tsx';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { useForm } from '#web/ui/forms/useForm.ts';
import { newKey } from '#web/ui/forms/useIdempotencyKeys.ts';
import { isOutdated } from '#web/relay/refusal.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { Stale } from '#web/admin/Stale.tsx';
import {
  isPromoted,
  needsPassword,
  noUser,
  validateUser,
  type UserForm as UserValues,
  type UserRow,
} from './userForms.ts';
import type { RowDialogProps } from '#web/admin/table/RowDialogs.tsx';

/** Edits the account of a row; without a row an account is added. */
export default function UserDialog({ row: user, refresh, ...dialog }: RowDialogProps<UserRow>) {
  return (
    <FormDialog title={user ? 'Edit User' : 'Add New User'} {...dialog}>
      <UserForm
        // Resets the form after someone else's change.
        key={user?.administration?.version}
        user={user}
        refresh={refresh}
      />
    </FormDialog>
  );
}

function UserForm({ user, refresh }: { user: UserRow | undefined; refresh: () => Promise<void> }) {
  const save = useSaveUser(user);
  const finish = useFinishDialog();
  const [isStale, setIsStale] = useState(false);
  const words = user
    ? { done: 'User updated', failed: 'Failed to update user. Please try again' }
    : { done: 'User added', failed: 'Failed to create user. Please try again' };

  const form = useForm<UserValues>({
    initial: user ? { ...noUser, ...valuesOf(user) } : noUser,
    validate: (form) => validateUser(form, user),
    send: async (values) => {
      await save(values);
      await refresh();
      finish({ title: words.done, description: `${values.firstName} ${values.lastName}` });
    },
    fallbackMessage: words.failed,
    onFailure: ({ error, isAtField }) => {
      setIsStale(isOutdated(error));
      if (isAtField) return;
      showToast({ title: 'Error', description: words.failed, variant: 'destructive' });
    },
  });
  const { field, values, isSending, failure } = form;
  return (
    <Form form={form} label={user ? 'Edit User' : 'Add New User'} autoComplete="off">
      <TextField {...field('firstName')} label="First name" />
      <TextField {...field('lastName')} label="Last name" />
      <TextField
        {...field('username')}
        label="Username"
        slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
      />
      <TextField {...field('email')} label="Email" type="email" />
      {!user && <NewPasswordField {...field('password')} label="Password" />}
      <ChoiceField {...field('role')} label="Role">
        <option value="USER">user</option>
        <option value="ADMIN" disabled={!user?.emailVerified}>
          {user?.emailVerified ? 'admin' : 'admin (once the email is verified)'}
        </option>
      </ChoiceField>
      {user && user.role !== field('role').value && (
        <p>{user.firstName} will be signed out everywhere and can sign in again at once.</p>
      )}
      {user && needsPassword(values, user) && (
        <>
          <p>
            {isPromoted(values, user)
              ? `Make ${user.firstName} an administrator? Administrators can read and change everything, other accounts too. Enter your password to confirm.`
              : `Enter your password to change what ${user.firstName} signs in with.`}
          </p>
          <PasswordField {...field('password')} label="Your password" />
        </>
      )}
      <FormFailure message={failure} />
      {isStale && <Stale onLoad={refresh} />}
      <FormActions>
        <SubmitButton isSending={isSending}>{user ? 'Save User' : 'Add User'}</SubmitButton>
      </FormActions>
    </Form>
  );
}

function useSaveUser(user: UserRow | undefined) {
  const [addUser] = useCommand<UserDialogAddMutation>(graphql`
    mutation UserDialogAddMutation($input: AddUserInput!) {
      addUser(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const [updateUser] = useCommand<UserDialogUpdateMutation>(graphql`
    mutation UserDialogUpdateMutation($input: UpdateUserInput!) {
      updateUser(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const [idempotencyKey] = useState(newKey);

  return async (values: UserValues) => {
    const { password, role, ...names } = values;
    const input = { ...names, role: role as UserRole };
    if (!user) {
      await addUser({ input: { ...input, password, idempotencyKey } });
      return;
    }
    const version = user.administration?.version ?? null;
    await updateUser({
      input: {
        ...input,
        userId: user.databaseId,
        version,
        password: needsPassword(values, user) ? password : null,
      },
    });
  };
}

const valuesOf = ({ firstName, lastName, username, email, role }: UserRow) => ({
  firstName,
  lastName,
  username,
  email,
  role: role as string,
});
