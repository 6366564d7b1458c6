import type { FieldErrors } from '../../relay/fieldErrors.ts';

export interface ProfileForm {
  firstName: string;
  lastName: string;
  username: string;
}

export interface PasswordForm {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}

export function validateProfile(form: ProfileForm): FieldErrors<keyof ProfileForm> {
  const errors: FieldErrors<keyof ProfileForm> = {};
  if (form.firstName.trim() === '') errors.firstName = 'First name is required';
  if (form.lastName.trim() === '') errors.lastName = 'Last name is required';
  if (form.username.trim() === '') errors.username = 'Username is required';
  return errors;
}

export function validatePassword(form: PasswordForm): FieldErrors<keyof PasswordForm> {
  const errors: FieldErrors<keyof PasswordForm> = {};
  if (form.currentPassword === '') errors.currentPassword = 'Current password is required';
  if (form.newPassword === '') errors.newPassword = 'New password is required';
  if (form.confirmPassword === '') errors.confirmPassword = 'Please confirm your new password';
  else if (form.confirmPassword !== form.newPassword) {
    errors.confirmPassword = "Passwords don't match";
  }
  return errors;
}
