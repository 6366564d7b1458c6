const medium = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** 'Mar 6, 2027' */
export const formatDay = (day: Date | string): string => medium.format(new Date(day));

const instant = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** 'Mar 6, 2027, 2:30 PM UTC', for readers whose time zone is unknown. */
export const formatInstant = (at: Date): string => `${instant.format(at)} UTC`;

/** 'Mar 6 – 13, 2027', with thin spaces beside the dash. */
export const formatDays = (from: Date | string, to: Date | string): string =>
  medium.formatRange(new Date(from), new Date(to));
