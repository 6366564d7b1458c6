import type { FieldErrors } from '#web/relay/fieldErrors.ts';

export interface SignInForm {
  identifier: string;
  password: string;
}

export const noAccount = {
  firstName: '',
  lastName: '',
  username: '',
  email: '',
  password: '',
  confirmPassword: '',
};

export type RegisterForm = typeof noAccount;

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
  const username = usernameProblem(form.username.trim());
  if (username !== undefined) errors.username = username;
  if (isBlank(form.email)) errors.email = 'Email is required';
  else if (!/^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(form.email.trim())) {
    errors.email = 'Email must be an address such as name@example.com';
  }
  if (form.password === '') errors.password = 'Password is required';
  else if (form.password.length < 8) errors.password = 'Password must have at least 8 characters';
  if (form.confirmPassword === '') errors.confirmPassword = 'Please confirm your password';
  else if (form.confirmPassword !== form.password) {
    errors.confirmPassword = "Passwords don't match";
  }
  return errors;
}

/** A username from an email address; the number makes it unlikely to be taken. */
export function usernameFrom(email: string, number: number): string {
  const [start = ''] = email.split('@');
  const plain = start.replace(/[^A-Za-z0-9._-]/g, '').slice(0, 20);
  return `${plain || 'member'}-${number}`;
}

function usernameProblem(username: string): string | undefined {
  if (username === '') return 'Username is required';
  if (!/^[A-Za-z0-9._-]*$/.test(username)) {
    return 'Username may have letters, digits, dots, dashes and underscores';
  }
  if (username.length < 3) return 'Username must have at least 3 characters';
  return username.length > 30 ? 'Username may have at most 30 characters' : undefined;
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
