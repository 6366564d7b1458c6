import type { FieldErrors } from '../../relay/fieldErrors.ts';

export interface ReviewForm {
  /** '1' to '5', the value of the radio button. */
  rating: string;
  title: string;
  content: string;
}

/** The server's rules, checked before anything is sent. */
export function validateReview(form: ReviewForm): FieldErrors<keyof ReviewForm> {
  const errors: FieldErrors<keyof ReviewForm> = {};
  const [title, content] = [form.title.trim(), form.content.trim()];
  if (!/^[1-5]$/.test(form.rating)) errors.rating = 'Choose from 1 to 5 stars';
  if (title === '') errors.title = 'Title is required';
  else if (title.length > 120) errors.title = 'Title may have at most 120 characters';
  if (content === '') errors.content = 'Review is required';
  else if (content.length < 10) errors.content = 'Review must have at least 10 characters';
  else if (content.length > 5000) errors.content = 'Review may have at most 5,000 characters';
  return errors;
}

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
