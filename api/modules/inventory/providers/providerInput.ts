import { parseCronItem } from 'graphile-worker';
import { z } from 'zod';
import { filledLine, line } from '#api/platform/input/input.ts';
import { providerKey } from '../sources/providerKey.ts';
import { weekFields } from '#api/context/sources.ts';

const address = line('Address', 2_000);

const fieldPaths = z
  .array(
    z.object({
      field: z.enum(weekFields, {
        error: `There is no such field. Fields: ${weekFields.join(', ')}`,
      }),
      path: filledLine('Path', 200),
    }),
    { error: 'Field paths must be a list' },
  )
  .refine(
    (given) => new Set(given.map(({ field }) => field)).size === given.length,
    'Each field can be given once',
  );

const scheduleMessage =
  'Schedule must be five fields: minute, hour, day, month and weekday, such as 0 4 * * *';

const schedule = z
  .string({ error: scheduleMessage })
  .trim()
  .max(200, 'Schedule may have at most 200 characters')
  .transform((line) => line.replaceAll(/\s+/g, ' ') || null)
  .refine((line) => line === null || isSchedule(line), scheduleMessage);

function isSchedule(line: string): boolean {
  try {
    parseCronItem({ task: 'inventory_schedules', match: line });
    return true;
  } catch {
    return false;
  }
}

const calendars = z
  .array(
    z.object({
      listingId: z
        .string({ error: 'The listing is required' })
        .trim()
        .toLowerCase()
        .pipe(z.uuid('There is no such listing')),
      address: address.min(1, 'Address is required'),
    }),
    { error: 'Calendars must be a list' },
  )
  .max(500, 'A provider may have at most 500 calendars')
  .refine(
    (given) => new Set(given.map(({ listingId }) => listingId)).size === given.length,
    'Each listing can have one calendar here',
  );

const kind = z.enum(['json_feed', 'csv_feed', 'icalendar', 'tideweek'], {
  error: 'Kind is required',
});

const key = z
  .string({ error: 'Key must be text' })
  .trim()
  .pipe(z.union([z.literal(''), providerKey('Key')]));

const fields = z.object({
  name: filledLine('Name', 80),
  kind,
  address,
  key,
  rowsPath: line('Rows path', 200),
  fieldPaths,
  schedule,
  isEnabled: z.boolean({ error: 'Enabled must be true or false' }),
  calendars,
});

export type ProviderFields = Omit<z.infer<typeof fields>, 'key'>;

export const createInput = fields.extend({
  address: fields.shape.address.default(''),
  key: fields.shape.key.default(''),
  rowsPath: fields.shape.rowsPath.default(''),
  fieldPaths: fields.shape.fieldPaths.default([]),
  schedule: fields.shape.schedule.default(null),
  isEnabled: fields.shape.isEnabled.default(true),
  calendars: fields.shape.calendars.default([]),
});

export const target = z.object({
  providerId: z.string({ error: 'The provider is required' }),
  version: z
    .number({ error: 'Version must be a whole number' })
    .int('Version must be a whole number'),
});

export const updateInput = fields.partial();

/** Drops null fields: GraphQL clients may send null for an omitted field. */
export const given = (input: unknown): object =>
  Object.fromEntries(Object.entries(input ?? {}).filter(([, value]) => value !== null));
