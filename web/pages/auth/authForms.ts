import type { FieldErrors } from '../../relay/fieldErrors.ts';

export interface SignInForm {
  identifier: string;
  password: string;
}

export interface RegisterForm {
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  password: string;
  confirmPassword: string;
}

export interface ForgotForm {
  identifier: string;
}

export interface ResetForm {
  newPassword: string;
  confirmPassword: string;
}

export function validateForgot(form: ForgotForm): FieldErrors<keyof ForgotForm> {
  return isBlank(form.identifier) ? { identifier: 'Email or username is required' } : {};
}

export function validateReset(form: ResetForm): FieldErrors<keyof ResetForm> {
  const errors: FieldErrors<keyof ResetForm> = {};
  if (form.newPassword === '') errors.newPassword = 'New password is required';
  if (form.confirmPassword === '') errors.confirmPassword = 'Please confirm your new password';
  else if (form.confirmPassword !== form.newPassword) {
    errors.confirmPassword = "Passwords don't match";
  }
  return errors;
}

export function validateSignIn(form: SignInForm): FieldErrors<keyof SignInForm> {
  const errors: FieldErrors<keyof SignInForm> = {};
  if (isBlank(form.identifier)) errors.identifier = 'Email or username is required';
  if (form.password === '') errors.password = 'Password is required';
  return errors;
}

export function validateRegister(form: RegisterForm): FieldErrors<keyof RegisterForm> {
  const errors: FieldErrors<keyof RegisterForm> = {};
  if (isBlank(form.firstName)) errors.firstName = 'First name is required';
  if (isBlank(form.lastName)) errors.lastName = 'Last name is required';
  if (isBlank(form.username)) errors.username = 'Username is required';
  if (isBlank(form.email)) errors.email = 'Email is required';
  if (form.password === '') errors.password = 'Password is required';
  if (form.confirmPassword === '') errors.confirmPassword = 'Please confirm your password';
  else if (form.confirmPassword !== form.password) {
    errors.confirmPassword = "Passwords don't match";
  }
  return errors;
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
