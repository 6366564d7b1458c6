import type { FieldErrors } from '../../relay/fieldErrors.ts';

export interface ReportForm {
  reason: string;
  details: string;
}

export const reportReasons = {
  SPAM: 'Spam or advertising',
  OFFENSIVE: 'Insults, hate or threats',
  PRIVATE_DATA: "Someone's private details",
  NOT_GENUINE: 'Not a genuine stay',
  OTHER: 'Something else',
} as const;

export function validateReport(form: ReportForm): FieldErrors<keyof ReportForm> {
  const errors: FieldErrors<keyof ReportForm> = {};
  if (!(form.reason in reportReasons)) errors.reason = 'Choose a reason';
  const details = form.details.trim();
  if (form.reason === 'OTHER' && details === '') errors.details = 'Tell us what is wrong';
  else if (details.length > 2000) errors.details = 'Details may have at most 2,000 characters';
  return errors;
}
