import { plural } from './numbers.ts';

/** Minutes for which the checkout keeps nights. */
export const holdMinutes = 15;
export const holdTime = plural(holdMinutes, 'minute');

/** Hours to answer a request, and to accept an offer. */
export const answerHours = 24;
export const answerTime = plural(answerHours, 'hour');

/** Hours to answer an offer to buy a timeshare, and to confirm the terms of a sale. */
export const saleHours = 72;
export const saleTime = plural(saleHours, 'hour');

/** Hours for which other weeks are kept for a traveler whose booking the owner has cancelled. */
export const rebookingHours = 24;
export const rebookingTime = plural(rebookingHours, 'hour');

/** The most days between the check-ins of a cancelled week and a week that is offered instead. */
export const rebookingDays = 7;

/** Hours to report a problem after being told that check-in has come, before the owner is paid. */
export const reportHours = 48;
export const reportTime = plural(reportHours, 'hour');

/** Days after check-in when the money becomes the owner's. */
export const releaseDays = 2;
export const releaseTime = 'two days';

export const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

/** Hours in which both sides of a dispute can tell theirs before the team may decide. */
export const hearingHours = 72;
export const hearingTime = plural(hearingHours, 'hour');

/** Days to accept a decision of the team, or to appeal. */
export const appealDays = 14;
export const appealTime = plural(appealDays, 'day');

/** Days after check-out within which an owner can claim a damage. */
export const claimDays = 14;
export const claimTime = plural(claimDays, 'day');

/** Days for the traveler to answer a claim, after being told of it. */
export const claimAnswerDays = 7;
export const claimAnswerTime = plural(claimAnswerDays, 'day');

/** Days after check-out on which a problem can still be reported. */
export const lateReportDays = 1;

/** Days around the day on which the guest certificate is due. */
export const certificateDays = {
  /** It is due this many days before check-in, or earlier if the resort needs longer. */
  latest: 14,
  /** Before it is due, it is listed for the owner as work that waits. */
  listed: 16,
  remind: 7,
  /** After it was due, the team takes over. */
  escalate: 4,
  /** This many days before check-in, a stay without one ends. */
  end: 3,
};

export const endTime = 'three days';

/**
 * Hours for the owner after the confirmation of a stay, and again after the last call. A stay that
 * is booked late has both: 48 hours.
 */
export const certificateHours = 24;

/** Hours in which the team answers a submitted property. */
export const inquiryHours = 24;
export const inquiryTime = plural(inquiryHours, 'hour');

/** Hours after each refusal of a refund until it is tried again; after the last it is listed. */
export const refundRetryHours = [1, 24, 72] as const;

/** Days around the day on which the rest of a price is charged, after a deposit. */
export const balanceDays = {
  /** A deposit is offered for stays that begin later than this many days from now. */
  offered: 90,
  /** The rest is charged this many days before check-in. */
  due: 60,
  /** The traveler is told this many days before the charge. */
  remind: 7,
  /** After the card was refused, the traveler has this many days to pay. */
  pay: 5,
};
export const balanceRemindTime = plural(balanceDays.remind, 'day');
export const balancePayTime = plural(balanceDays.pay, 'day');

/** Days for each step of the closing of a sale, from the day on which it opens. */
export const closingDays = {
  deposit: 5,
  estoppel: 21,
  first_refusal: 30,
  title: 21,
  balance: 10,
  signature: 10,
  deed: 21,
  membership: 21,
  confirmation: 30,
  release: 5,
};

/** Days before a step of a closing is due on which who acts is reminded, and has at least. */
export const closingRemindDays = 3;
export const closingRemindTime = plural(closingRemindDays, 'day');

/** Days for which the escrow partner can report steps of a sale by a link. */
export const partnerLinkDays = 30;
