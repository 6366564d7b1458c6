import { plural } from './numbers.ts';

/** Minutes for which the checkout keeps nights. */
export const holdMinutes = 15;
export const holdTime = plural(holdMinutes, 'minute');

/** Hours to answer a request, and to accept an offer. */
export const answerHours = 24;
export const answerTime = plural(answerHours, 'hour');

/** Hours to report a problem after being told that check-in has come, before the owner is paid. */
export const reportHours = 48;
export const reportTime = plural(reportHours, 'hour');

/** Days after check-in when the money becomes the owner's. */
export const releaseDays = 2;
export const releaseTime = 'two days';

export const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

/** Days before check-in at which a missing guest certificate has a consequence. */
export const certificateDays = {
  /** It is listed for the owner as work that waits. */
  listed: 30,
  remind: 21,
  remindAgain: 14,
  /** The team takes over. */
  escalate: 10,
};

/** Hours in which the team answers a submitted property. */
export const inquiryHours = 24;
export const inquiryTime = plural(inquiryHours, 'hour');

/** Hours after each refusal of a refund until it is tried again; after the last it is listed. */
export const refundRetryHours = [1, 24, 72] as const;
