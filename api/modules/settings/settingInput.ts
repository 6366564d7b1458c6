import { z } from 'zod';
import { filled, line } from '#api/platform/input/input.ts';

/** Shown instead of an encrypted value; its length reveals nothing. */
export const mask = '••••••••';

const keyAndValue = 'Key and value are required';

const value = z
  .string({ error: 'The value must be text' })
  .max(10_000, 'The value may have at most 10,000 characters')
  .refine((text) => !text.includes('\u0000'), 'The value has a character that is not allowed');

// SPEC section 3: an empty category is `general`.
const category = line('The category', 50).transform((name) => name || 'general');

const description = z
  .string({ error: 'The description must be text' })
  .trim()
  .max(500, 'The description may have at most 500 characters')
  .refine((text) => !text.includes('\u0000'), 'The description has a character that is not allowed')
  .transform((text) => text || null);

const isEncrypted = z.boolean({ error: 'isEncrypted must be true or false' });

const version = z
  .number({ error: 'The version must be a whole number' })
  .int('The version must be a whole number');

export const createInput = z.object({
  key: filled(keyAndValue)
    .max(100, 'The key may have at most 100 characters')
    .regex(
      /^[\w.-]*$/,
      'The key may have letters, digits, underscores, dots and hyphens only, for example site_title',
    ),
  value: z
    .string({ error: keyAndValue })
    .refine((text) => text.trim() !== '', keyAndValue)
    .pipe(value),
  category: category.nullish().transform((name) => name ?? 'general'),
  description: description.nullish().transform((text) => text ?? null),
  isEncrypted: isEncrypted.nullish().transform((given) => given ?? undefined),
});

export const changeInput = z.object({
  key: z.string({ error: 'The key is required' }),
  value: value.nullish().transform((text) => text ?? undefined),
  category: category.nullish().transform((name) => name ?? undefined),
  description: description.nullish(),
  isEncrypted: isEncrypted.nullish().transform((given) => given ?? undefined),
  version: version.nullish().transform((given) => given ?? undefined),
});

export type SettingChange = z.infer<typeof changeInput>;

export const keyInput = z.object({
  key: z.string({ error: 'The key is required' }),
  version: version.nullish().transform((given) => given ?? undefined),
});
