import type { FieldErrors } from '#web/relay/fieldErrors.ts';
import type { UsersPageQuery } from '#web/__generated__/UsersPageQuery.graphql.ts';
import type { RowOf } from '#web/admin/table/RowDialogs.tsx';

export type UserRow = RowOf<UsersPageQuery, 'users'>;

export const fullName = ({ firstName, lastName }: Pick<UserRow, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`;

export const noUser = {
  firstName: '',
  lastName: '',
  username: '',
  email: '',
  /** Password of a new account; otherwise the administrator's own, if `needsPassword`. */
  password: '',
  role: 'USER',
};

export type UserForm = typeof noUser;

export const isPromoted = ({ role }: UserForm, user: UserRow): boolean =>
  role === 'ADMIN' && user.role !== 'ADMIN';

/** Whether changes require the administrator's own password. */
export const needsPassword = (form: UserForm, user: UserRow): boolean =>
  isPromoted(form, user) ||
  isOther(form.username, user.username) ||
  isOther(form.email, user.email);

const isOther = (name: string, before: string): boolean =>
  name.trim().toLowerCase() !== before.toLowerCase();

/** @param user The account to change; undefined for a new one. */
export function validateUser(
  form: UserForm,
  user: UserRow | undefined,
): FieldErrors<keyof UserForm> {
  const errors: FieldErrors<keyof UserForm> = {};
  if (form.firstName.trim() === '') errors.firstName = 'First name is required';
  if (form.lastName.trim() === '') errors.lastName = 'Last name is required';
  if (form.username.trim() === '') errors.username = 'Username is required';
  if (form.email.trim() === '') errors.email = 'Email is required';
  if ((!user || needsPassword(form, user)) && form.password === '')
    errors.password = 'Password is required';
  return errors;
}
