import type { FieldErrors } from '../relay/fieldErrors.ts';

/** The payload of SPEC section 3. */
export const noProperty = {
  propertyName: '',
  resortName: '',
  location: '',
  unit: '',
  ownership: '',
  weekDetails: '',
  askingPrice: '',
  contactPhone: '',
  additionalDetails: '',
};

export type PropertyValues = typeof noProperty;

export type PropertyField = keyof PropertyValues;

/** SPEC section 5. */
const messages: Partial<Record<PropertyField, string>> = {
  propertyName: 'Property name is required',
  resortName: 'Resort name is required',
  location: 'Location is required',
  unit: 'Unit details are required',
  ownership: 'Ownership details are required',
  weekDetails: 'Week/season details are required',
  askingPrice: 'Asking price is required',
  contactPhone: 'Phone number is required',
};

export function validateProperty(values: PropertyValues): FieldErrors<PropertyField> {
  const errors: FieldErrors<PropertyField> = {};
  for (const field of Object.keys(noProperty) as PropertyField[]) {
    const message = messages[field];
    if (message !== undefined && values[field].trim() === '') errors[field] = message;
  }
  return errors;
}
