import type { FieldErrors } from '#web/relay/fieldErrors.ts';

export interface OrganizationValues {
  name: string;
  website: string;
  purpose: string;
}

export function validateOrganization(
  form: OrganizationValues,
): FieldErrors<keyof OrganizationValues> {
  const errors: FieldErrors<keyof OrganizationValues> = {};
  if (form.name.trim() === '') errors.name = 'Name is required';
  const website = form.website.trim();
  if (website === '') errors.website = 'Website is required';
  else if (!/^https?:$/.test(URL.canParse(website) ? new URL(website).protocol : '')) {
    errors.website = 'Website must be an address such as https://example.com';
  }
  if (form.purpose.trim() === '') errors.purpose = 'Purpose is required';
  return errors;
}
