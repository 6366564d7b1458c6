import { z } from 'zod';
import { InvalidInputError } from './errors.ts';
import { contactsIn } from './maskContacts.ts';

/**
 * Validates input against the schema and returns the parsed value.
 * @throws {InvalidInputError} with the first message of each field that breaks a rule
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.infer<Schema> {
  refuseNulCharacters(input);
  const parsed = schema.safeParse(input);
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

/** Issues that are reported: those of 30,000 invalid items would make megabytes of response. */
const mostIssues = 100;

/** PostgreSQL can't store U+0000 in text. */
function refuseNulCharacters(input: unknown): void {
  const fieldErrors = Object.entries(input ?? {})
    .filter(([, value]) => typeof value === 'string' && value.includes('\u0000'))
    .slice(0, mostIssues)
    .map(([field]) => ({ field, message: `${field} has a character that is not allowed` }));
  if (fieldErrors.length > 0) {
    throw new InvalidInputError(fieldErrors);
  }
}

/** Required plain text of at most 2,000 characters. */
export const words = (name: string) =>
  z
    .string({ error: `${name} is required` })
    .trim()
    .min(1, { error: `${name} is required`, abort: true })
    .max(2_000, `${name} may have at most 2,000 characters`);

/** Plain text of at most 2,000 characters; null if there is none. */
export const optionalWords = (name: string) =>
  z
    .string({ error: `${name} must be text` })
    .trim()
    .max(2_000, `${name} may have at most 2,000 characters`)
    .nullish()
    .transform((text) => text || null);

/** Longer than any text that a field takes: a longer one is refused for its length. */
const mostCharacters = 10_000;

/** The field of a text that strangers read: contact details in it are refused, and quoted. */
export const publicText = <Text extends z.ZodType<string | null | undefined>>(text: Text): Text =>
  text.superRefine((value, context) => {
    if (!value || value.length > mostCharacters) {
      return;
    }
    const contacts = contactsIn(value).slice(0, mostQuoted);
    if (contacts.length > 0) {
      const quoted = contacts.map((contact) => `"${contact.slice(0, longestQuote)}"`).join(', ');
      context.addIssue({
        code: 'custom',
        message: `Take out ${quoted}. Contact details stay private until a booking is confirmed`,
      });
    }
  });

const mostQuoted = 3;
const longestQuote = 60;

export const idempotencyKey = z
  .string({ error: 'The idempotency key must be text' })
  .regex(/^[\x21-\x7e]{8,100}$/, 'The idempotency key must have 8 to 100 visible characters')
  .nullish();
