import type { InventoryProviderKind } from '#web/__generated__/useProviderFormAddMutation.graphql.ts';
import type { FieldErrors } from '#web/relay/fieldErrors.ts';
import type { Provider } from '../provider.ts';
import { parseSchedule, schedulePresets } from './schedule.ts';

export interface Pair {
  key: number;
  of: string;
  at: string;
}

export type PairErrors = Readonly<Record<number, string>>;

const fieldLabels = {
  externalId: 'Id of the week',
  resortId: 'Id of the resort',
  resortName: 'Resort name',
  resortLocation: 'Resort location',
  resortBrand: 'Resort brand',
  title: 'Title',
  description: 'Description',
  pricePerNight: 'Price per night',
  currency: 'Currency',
  availableFrom: 'Available from',
  availableTo: 'Available to',
  maxGuests: 'Maximum guests',
  bedrooms: 'Bedrooms',
  beds: 'Beds',
  bathrooms: 'Bathrooms',
  kitchen: 'Kitchen',
  checkInTime: 'Check-in time',
  unitType: 'Unit type',
  view: 'View',
  ownership: 'Ownership',
  season: 'Season',
  weekNumber: 'Week number',
} as const;

export const weekFields = Object.entries(fieldLabels).map(([value, label]) => ({ value, label }));

export const noProvider = {
  name: '',
  kind: 'JSON_FEED',
  address: '',
  /** A newly typed key only; the stored key is never shown. */
  key: '',
  /** 'true' to remove the stored key. */
  removesKey: '',
  rowsPath: '',
  /** The name of a preset; 'own' if `ownSchedule` holds the schedule. */
  schedule: '',
  ownSchedule: '',
  /** 'true' or ''. */
  isEnabled: 'true',
};

export type ProviderForm = typeof noProvider;

export function formOf(provider: Provider): ProviderForm {
  const schedule = provider.schedule ?? '';
  const isPreset = schedulePresets.some(({ value }) => value === schedule);
  return {
    ...noProvider,
    name: provider.name,
    kind: provider.kind,
    address: provider.address,
    rowsPath: provider.rowsPath,
    schedule: isPreset ? schedule : 'own',
    ownSchedule: isPreset ? '' : schedule,
    isEnabled: provider.isEnabled ? 'true' : '',
  };
}

export const isFeed = (kind: string): boolean => kind === 'JSON_FEED' || kind === 'CSV_FEED';

export function validateProvider(form: ProviderForm): FieldErrors<keyof ProviderForm> {
  const errors: FieldErrors<keyof ProviderForm> = {};
  if (form.name.trim() === '') errors.name = 'Name is required';
  if (form.kind !== 'ICALENDAR' && form.address.trim() === '') {
    errors.address = 'Address is required';
  }
  if (form.schedule === 'own' && !parseSchedule(form.ownSchedule)) {
    errors.ownSchedule =
      'Five fields with blanks between: minute, hour, day, month, weekday, such as 30 4 * * 1';
  }
  return errors;
}

export function validatePairs(pairs: readonly Pair[], required: string): PairErrors {
  const errors: Record<number, string> = {};
  const seen = new Set<string>();
  for (const { key, of, at } of pairs) {
    if (of.trim() === '' || at.trim() === '') errors[key] = required;
    else if (seen.has(of.trim())) errors[key] = 'This one is named twice';
    seen.add(of.trim());
  }
  return errors;
}

export function fieldsOf(
  form: ProviderForm,
  { paths, calendars }: { paths: readonly Pair[]; calendars: readonly Pair[] },
) {
  const kind = form.kind as InventoryProviderKind;
  return {
    name: form.name.trim(),
    kind,
    address: form.address.trim(),
    ...(form.removesKey === 'true' ? { key: '' } : form.key !== '' && { key: form.key }),
    rowsPath: kind === 'JSON_FEED' ? form.rowsPath.trim() : '',
    fieldPaths: isFeed(kind) ? paths.map(({ of, at }) => ({ field: of, path: at.trim() })) : [],
    schedule: form.schedule === 'own' ? form.ownSchedule.trim() : form.schedule,
    isEnabled: form.isEnabled === 'true',
    calendars:
      kind === 'ICALENDAR'
        ? calendars.map(({ of, at }) => ({ listingId: listingIdIn(of), address: at.trim() }))
        : [],
  };
}

/** The listing id in the URL of one of our screens, or else the typed text. */
const listingIdIn = (text: string): string =>
  /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(text)?.[0] ?? text.trim();

interface ServerError {
  readonly field: string;
  readonly message: string;
}

/** The server's errors about pairs, such as `fieldPaths.2.path`, by the keys of the pairs. */
export function pairErrorsOf(
  list: 'fieldPaths' | 'calendars',
  pairs: readonly Pair[],
  errors: readonly ServerError[],
): PairErrors {
  const found: Record<number, string> = {};
  for (const { field, message } of errors) {
    const [name, index] = field.split('.');
    const pair = name === list && index !== undefined ? pairs[Number(index)] : undefined;
    if (pair) found[pair.key] ??= message;
  }
  return found;
}
