import type { FieldErrors } from '#web/relay/fieldErrors.ts';

export interface ProfileForm {
  firstName: string;
  lastName: string;
  username: string;
  /** Not `password`, since field names must be unique on the page. */
  profilePassword: string;
}

export interface PasswordForm {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}

/** Whether a change would give the account another username to sign in with. */
export const isOtherUsername = (username: string, before: string): boolean =>
  username.trim().toLowerCase() !== before.toLowerCase();

export function validateProfile(form: ProfileForm, before: string): FieldErrors<keyof ProfileForm> {
  const errors: FieldErrors<keyof ProfileForm> = {};
  if (form.firstName.trim() === '') errors.firstName = 'First name is required';
  if (form.lastName.trim() === '') errors.lastName = 'Last name is required';
  if (form.username.trim() === '') errors.username = 'Username is required';
  else if (isOtherUsername(form.username, before) && form.profilePassword === '') {
    errors.profilePassword = 'Enter your password to change your username';
  }
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

export interface EmailForm {
  newEmail: string;
  /** Not `password`, since field names must be unique on the page. */
  emailPassword: string;
}

export function validateEmail(form: EmailForm): FieldErrors<keyof EmailForm> {
  const errors: FieldErrors<keyof EmailForm> = {};
  if (form.newEmail.trim() === '') errors.newEmail = 'New email is required';
  if (form.emailPassword === '') errors.emailPassword = 'Password is required';
  return errors;
}

export interface ClosingForm {
  confirmation: string;
  closingPassword: string;
}

export function validateClosing(form: ClosingForm): FieldErrors<keyof ClosingForm> {
  const errors: FieldErrors<keyof ClosingForm> = {};
  if (form.confirmation.trim() !== 'DELETE') errors.confirmation = 'Type DELETE to confirm';
  if (form.closingPassword === '') errors.closingPassword = 'Password is required';
  return errors;
}
