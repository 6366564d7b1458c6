import type { FieldErrors } from '../relay/fieldErrors.ts';

export interface ReviewValues {
  /** '1' to '5', the value of the radio button. */
  rating: string;
  title: string;
  content: string;
}

/** The server's rules, checked before anything is sent. */
export function validateReview(form: ReviewValues): FieldErrors<keyof ReviewValues> {
  const errors: FieldErrors<keyof ReviewValues> = {};
  const [title, content] = [form.title.trim(), form.content.trim()];
  if (!/^[1-5]$/.test(form.rating)) errors.rating = 'Choose from 1 to 5 stars';
  if (title === '') errors.title = 'Title is required';
  else if (title.length > 120) errors.title = 'Title may have at most 120 characters';
  if (content === '') errors.content = 'Review is required';
  else if (content.length < 10) errors.content = 'Review must have at least 10 characters';
  else if (content.length > 5000) errors.content = 'Review may have at most 5,000 characters';
  return errors;
}
