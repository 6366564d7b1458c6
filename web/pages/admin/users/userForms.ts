import type { FieldErrors } from '../../../relay/fieldErrors.ts';

export interface UserForm {
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  /** For new accounts only. */
  password: string;
  role: string;
}

export const noUser: UserForm = {
  firstName: '',
  lastName: '',
  username: '',
  email: '',
  password: '',
  role: 'USER',
};

export function validateUser(
  form: UserForm,
  { isNew }: { isNew: boolean },
): FieldErrors<keyof UserForm> {
  const errors: FieldErrors<keyof UserForm> = {};
  if (form.firstName.trim() === '') errors.firstName = 'First name is required';
  if (form.lastName.trim() === '') errors.lastName = 'Last name is required';
  if (form.username.trim() === '') errors.username = 'Username is required';
  if (form.email.trim() === '') errors.email = 'Email is required';
  if (isNew && form.password === '') errors.password = 'Password is required';
  return errors;
}
