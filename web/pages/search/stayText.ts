const full = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Formats the dates of a stay, which are given as YYYY-MM-DD. */
export function formatStay(from: string, to: string): string {
  return `${full.format(new Date(from))} – ${full.format(new Date(to))}`;
}
