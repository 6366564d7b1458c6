const full = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** The dates of a stay for people; from and to as YYYY-MM-DD. */
export function formatStay(from: string, to: string): string {
  return `${full.format(new Date(from))} – ${full.format(new Date(to))}`;
}
