import type { ResortFieldsInput } from '#web/__generated__/ResortDialogUpdateMutation.graphql.ts';
import { formatCount } from '#common/numbers.ts';
import type { FieldErrors } from '#web/relay/fieldErrors.ts';
import type { ResortsPageQuery } from '#web/__generated__/ResortsPageQuery.graphql.ts';
import type { RowOf } from '#web/admin/table/RowDialogs.tsx';

export type ResortRow = RowOf<ResortsPageQuery, 'managedResorts'>;

/** SPEC section 3, "New resort form defaults". */
export const noResort = {
  name: '',
  location: '',
  destination: '',
  description: '',
  imageUrl: '',
  amenities: '',
  priceMin: '0',
  priceMax: '0',
  rating: '0',
  availableRentals: '0',
  /** 'true' or ''. */
  isNewAvailability: '',
  brand: '',
  brandAliases: '',
  city: '',
  region: '',
  country: '',
  latitude: '',
  longitude: '',
  timezone: '',
  certificateEmail: '',
  certificateLeadDays: '',
  weekRule: 'SATURDAY',
  seasons: '',
};

export type ResortForm = typeof noResort;

const resortFieldNames = Object.keys(noResort) as (keyof ResortForm)[];

export const formOf = (resort: ResortRow): ResortForm => {
  const degreesText = (degrees: number | null | undefined) => String(degrees ?? '');
  return {
    ...noResort,
    ...Object.fromEntries(longTexts.map(([name]) => [name, resort[name]])),
    timezone: resort.timezone,
    amenities: resort.amenities.join(', '),
    brandAliases: resort.brandAliases.join(', '),
    priceMin: String(resort.priceMin.amount / 100),
    priceMax: String(resort.priceMax.amount / 100),
    rating: String(resort.rating),
    availableRentals: String(resort.availableRentals),
    isNewAvailability: resort.isNewAvailability ? 'true' : '',
    latitude: degreesText(resort.latitude),
    longitude: degreesText(resort.longitude),
    certificateEmail: resort.certificateEmail,
    certificateLeadDays: String(resort.certificateLeadDays ?? ''),
    weekRule: resort.weekRule,
    seasons: resort.seasonText.replaceAll('; ', '\n'),
  };
};

/** @param before The initial values; unchanged fields are not validated. */
export function validateResort(
  form: ResortForm,
  before: ResortForm,
): FieldErrors<keyof ResortForm> {
  const errors: FieldErrors<keyof ResortForm> = {};
  for (const [name, label, most, isRequired] of longTexts) {
    const { length } = form[name].trim();
    if (length === 0 && isRequired) errors[name] = `${label} is required`;
    if (length > most) errors[name] = `${label} may have at most ${formatCount(most)} characters`;
  }
  if (Number(form.priceMax) < Number(form.priceMin)) {
    errors.priceMax = 'Highest price must not be below the lowest';
  }
  for (const [name, label] of prices) {
    if (!isWhole(form[name])) errors[name] = `${label} must be a whole number`;
    else if (Number(form[name]) > 1_000_000) errors[name] = `${label} must be at most 1,000,000`;
  }
  if (form.rating !== before.rating && !isRating(form.rating)) {
    errors.rating = 'Rating must be 0 to 5 in steps of 0.1';
  }
  if (!isWhole(form.availableRentals)) {
    errors.availableRentals = 'Available rentals must be a whole number';
  }
  if (form.timezone.trim() !== '' && !isTimeZone(form.timezone.trim())) {
    errors.timezone = 'Time zone must be one such as America/New_York';
  }
  if ((form.latitude.trim() === '') !== (form.longitude.trim() === '')) {
    errors[form.latitude.trim() === '' ? 'latitude' : 'longitude'] =
      'Latitude and longitude go together';
  }
  if (
    form.certificateLeadDays.trim() !== '' &&
    !/^\s*([1-9]\d?|1[01]\d|120)\s*$/.test(form.certificateLeadDays)
  ) {
    errors.certificateLeadDays = 'Certificate lead days must be 1 to 120';
  }
  if (!isWithin(form.latitude, 90)) errors.latitude = 'Latitude must be -90 to 90';
  if (!isWithin(form.longitude, 180)) errors.longitude = 'Longitude must be -180 to 180';
  return errors;
}

const prices = [
  ['priceMin', 'Lowest price'],
  ['priceMax', 'Highest price'],
] as const;

const longTexts = [
  ['name', 'Name', 200, true],
  ['location', 'Location', 200, true],
  ['destination', 'Destination', 100, true],
  ['description', 'Description', 5_000, true],
  ['imageUrl', 'Picture', 500, false],
  ['brand', 'Brand', 100, false],
  ['city', 'City', 100, false],
  ['region', 'Region', 100, false],
  ['country', 'Country', 100, false],
] as const;

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

const isWhole = (text: string): boolean => /^\s*\d+\s*$/.test(text);

const isRating = (text: string): boolean => /^\s*([0-4](\.\d)?|5(\.0)?)\s*$/.test(text);

const isWithin = (text: string, most: number): boolean =>
  text.trim() === '' || Math.abs(Number(text)) <= most;

export function changedFields(form: ResortForm, before: ResortForm): ResortFieldsInput {
  const all: Record<keyof ResortForm, unknown> = {
    ...form,
    amenities: form.amenities.split(','),
    brandAliases: form.brandAliases.split(','),
    priceMin: Number(form.priceMin) * 100,
    priceMax: Number(form.priceMax) * 100,
    rating: Number(form.rating),
    availableRentals: Number(form.availableRentals),
    isNewAvailability: form.isNewAvailability === 'true',
    certificateLeadDays: degrees(form.certificateLeadDays),
    latitude: degrees(form.latitude),
    longitude: degrees(form.longitude),
  };
  return Object.fromEntries(
    resortFieldNames
      .filter((name) => form[name] !== before[name])
      .map((name) => [inputNames[name] ?? name, all[name]]),
  );
}

const inputNames: Partial<Record<keyof ResortForm, keyof ResortFieldsInput>> = {
  priceMin: 'priceMinCents',
  priceMax: 'priceMaxCents',
};

const degrees = (text: string): number | null => (text.trim() === '' ? null : Number(text));
