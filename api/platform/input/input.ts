import { z } from 'zod';
import { InvalidInputError } from '../errors.ts';
import { contactsIn } from './maskContacts.ts';

/**
 * Text without a visible character counts as empty; characters that turn text are refused.
 * @throws {InvalidInputError} with the first message of each field that breaks a rule
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.infer<Schema> {
  refuseBadCharacters(input);
  const parsed = schema.safeParse(withoutInvisibleTexts(input));
  if (parsed.success) {
    return parsed.data;
  }
  const messages = new Map<string, string>();
  for (const issue of parsed.error.issues.slice(0, mostIssues)) {
    const field = issue.path.join('.') || 'input';
    if (!messages.has(field)) {
      messages.set(field, issue.message);
    }
  }
  throw new InvalidInputError([...messages].map(([field, message]) => ({ field, message })));
}

/** The most issues reported: 30,000 invalid items would make megabytes of response. */
const mostIssues = 100;

/** PostgreSQL can't store U+0000; the other characters disguise text. */
const badCharacter = /[\0\p{Bidi_Control}]/u;

const visible = /[^\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\u2800]/u;

export const hasVisibleCharacter = (text: string): boolean => visible.test(text);

export const withoutInvisible = (text: string): string =>
  text.replaceAll(/\p{Default_Ignorable_Code_Point}|\p{Cf}/gu, '');

/** Passwords are never displayed, searches drop such characters, file names are cleaned. */
const isExempt = (field: string): boolean =>
  /password|(?:^|\.)(?:q|query|search|filename)$/i.test(field);

/** @throws {InvalidInputError} naming the fields */
export function refuseBadCharacters(input: unknown): void {
  const fields: string[] = [];
  collectBad(input, '', fields);
  if (fields.length > 0) {
    throw new InvalidInputError(
      fields.map((field) => ({ field, message: `${field} has a character that is not allowed` })),
    );
  }
}

function collectBad(value: unknown, field: string, found: string[]): void {
  if (found.length === mostIssues) {
    return;
  }
  if (typeof value === 'string') {
    if (value.includes('\0') || (!isExempt(field) && badCharacter.test(value))) {
      found.push(field || 'input');
    }
  } else if (isPlain(value)) {
    for (const [key, each] of Object.entries(value)) {
      collectBad(each, field ? `${field}.${key}` : key, found);
    }
  }
}

function withoutInvisibleTexts(value: unknown, field = ''): unknown {
  if (typeof value === 'string') {
    return isExempt(field) || hasVisibleCharacter(value) ? value : '';
  }
  if (Array.isArray(value)) {
    return value.map((each) => withoutInvisibleTexts(each, field));
  }
  return isPlain(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, each]) => [key, withoutInvisibleTexts(each, key)]),
      )
    : value;
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Array.isArray(value);
}

/** A text that is there. @param message if it is not */
export const filled = (message: string) =>
  z.string({ error: message }).trim().min(1, { error: message, abort: true });

/** A text without line breaks and other control characters; it may be empty. */
export const line = (name: string, most: number) =>
  z
    .string({ error: `${name} must be text` })
    .trim()
    .max(most, tooLong(name, most))
    .regex(/^\P{Cc}*$/u, `${name} has a character that is not allowed`);

export const filledLine = (name: string, most: number, message = `${name} is required`) =>
  filled(message).pipe(line(name, most));

export const optionalLine = (name: string, most: number) =>
  line(name, most)
    .nullish()
    .transform((text) => text || null);

const tooLong = (name: string, most: number): string =>
  `${name} may have at most ${most.toLocaleString('en-US')} characters`;

export const words = (name: string, most = 2_000) =>
  filled(`${name} is required`).max(most, tooLong(name, most));

export const optionalWords = (name: string, most = 2_000) =>
  z
    .string({ error: `${name} must be text` })
    .trim()
    .max(most, tooLong(name, most))
    .nullish()
    .transform((text) => text || null);

/** Longer than any field allows: longer texts are refused for their length. */
const mostCharacters = 10_000;

/** A public text: contact details in it are refused, and quoted in the message. */
export const publicText = <Text extends z.ZodType<string | null | undefined>>(text: Text): Text =>
  text.superRefine((value, context) => {
    const message = contactRefusal(value ?? '');
    if (message !== undefined) {
      context.addIssue({ code: 'custom', message });
    }
  });

export function contactRefusal(text: string): string | undefined {
  const contacts = text.length > mostCharacters ? [] : contactsIn(text).slice(0, mostQuoted);
  const quoted = contacts.map((contact) => `"${contact.slice(0, longestQuote)}"`).join(', ');
  return contacts.length > 0
    ? `Take out ${quoted}. Contact details stay private until a booking is confirmed`
    : undefined;
}

const mostQuoted = 3;
const longestQuote = 60;

export const idempotencyKey = z
  .string({ error: 'The idempotency key must be text' })
  .regex(/^[\x21-\x7e]{8,100}$/, 'The idempotency key must have 8 to 100 visible characters')
  .nullish();

export const searchText = z
  .string({ error: 'The search must be text' })
  .max(200, 'The search may have at most 200 characters')
  .nullish();

export const sortOf = <Orders extends { NEWEST: unknown }>(orders: Orders) => {
  const names = Object.keys(orders) as (keyof Orders & string)[];
  return z
    .enum(names, { error: `sort must be one of ${names.join(', ')}` })
    .nullish()
    .transform((sort): keyof Orders & string => sort ?? 'NEWEST');
};
