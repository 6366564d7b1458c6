import { z } from 'zod';
import { canonicalName, plainName } from '#api/platform/input/accountNames.ts';
import { publicText, filled } from '#api/platform/input/input.ts';
import { isCommonPassword } from './guessablePasswords.ts';

export const personName = (name: string) =>
  publicText(
    filled(`${name} is required`)
      .max(80, `${name} may have at most 80 characters`)
      .regex(/^[^\p{Cc}<>]*$/u, `${name} has a character that is not allowed`),
  );

export const newPassword = (name: string) =>
  z
    .string({ error: `${name} is required` })
    .min(1, { error: `${name} is required`, abort: true })
    .min(8, `${name} must have at least 8 characters`)
    .max(200, { error: `${name} may have at most 200 characters`, abort: true })
    .refine((password) => password.length < 8 || !isCommonPassword(password), {
      error: `${name} is one of the most common ones. Choose one that is harder to guess`,
    });

export const username = filled('Username is required')
  .min(3, 'Username must have at least 3 characters')
  .max(30, 'Username may have at most 30 characters')
  .regex(/^[A-Za-z0-9._-]+$/, 'Username may have letters, digits, dots, dashes and underscores');

export const email = (name: string) =>
  filled(`${name} is required`)
    .max(254, { error: `${name} may have at most 254 characters`, abort: true })
    .pipe(z.email(`${name} must be an address such as name@example.com`));

export const knownPassword = (name: string) =>
  z
    .string({ error: `${name} is required` })
    .min(1, `${name} is required`)
    .max(200, `${name} may have at most 200 characters`);

export const identifier = filled('Email or username is required')
  .max(254, { error: 'Email or username is too long', abort: true })
  .regex(plainName, 'Email or username has a character that no account has')
  .transform(canonicalName);
