import type { FieldErrors } from '#web/relay/fieldErrors.ts';

export interface TokenValues {
  name: string;
  mode: 'LIVE' | 'TEST';
  /** Separated by spaces. */
  scopes: string;
  expiresInDays: string;
}

export const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
  { value: '730', label: 'Two years' },
] as const;

export function validateToken(form: TokenValues): FieldErrors<keyof TokenValues> {
  const errors: FieldErrors<keyof TokenValues> = {};
  if (form.name.trim() === '') errors.name = 'Name is required';
  if (form.scopes === '') errors.scopes = 'Choose at least one scope';
  return errors;
}
