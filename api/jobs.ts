import type { Deps } from './context/context.ts';
import { sendPasswordReset } from './modules/accounts/passwordReset/passwordReset.ts';
import { checkStoredFiles } from './modules/administration/storedFiles.ts';
import { keepDeadlines } from './modules/bookings/deadlines.ts';
import { applyOutcome } from './modules/bookings/payment/settlePayment.ts';
import { readExpectedBalances } from './modules/bookings/payment/expectedBalances.ts';
import { openEscrow } from './modules/escrow/escrow.ts';
import { findTimeZones } from './modules/resorts/admin/timeZones.ts';
import { expireEvidence } from './modules/publishing/evidenceExpiry.ts';
import { repriceStays } from './modules/listings/repriceStays.ts';
import { turnDays } from './modules/listings/turnDays.ts';
import { withdrawRest } from './modules/inventory/providers/providers.ts';
import { runInventory } from './modules/inventory/runs/runSync.ts';
import { runSchedules } from './modules/inventory/runs/schedules.ts';
import { queueWaitingMails, sendMail } from './modules/mail/sendMail.ts';
import { sendSandboxEvent } from './modules/payments/sandboxEvents.ts';
import { payOut } from './modules/payouts/payOut.ts';
import { reconcileDaily } from './modules/reconciliation/reconcile.ts';
import { mailUnreadMessages } from './modules/messages/unreadMail.ts';
import { listingPublished, listingsPublished } from './modules/savedSearches/alerts.ts';
import { dropSandbox } from './modules/partners/sandboxes/dropSandbox.ts';
import { warnOfExpiringTokens } from './modules/partners/tokens/tokens.ts';
import { removeOld } from './platform/housekeeping.ts';
import type { Jobs } from './platform/jobs.ts';
import { retention } from './retention.ts';

export const jobs: Jobs<Deps> = {
  booking_deadlines: (_payload, deps) => keepDeadlines(deps),
  check_stored_files: (_payload, deps) => checkStoredFiles(deps),
  drop_sandbox: dropSandbox,
  expire_evidence: expireEvidence,
  find_time_zones: (_payload, deps) => findTimeZones(deps),
  housekeeping: (_payload, deps) => removeOld(retention, deps),
  inventory_run: runInventory,
  inventory_withdraw: withdrawRest,
  inventory_schedules: (payload, deps) => runSchedules(deps, payload),
  listing_published: (payload, deps) => listingPublished(deps, payload),
  listings_published: (payload, deps) => listingsPublished(deps, payload),
  warn_expiring_tokens: (_payload, deps) => warnOfExpiringTokens(deps),
  mail_unread_messages: (_payload, deps) => mailUnreadMessages(deps),
  open_escrow: openEscrow,
  pay_out: (_payload, deps) => payOut(deps, applyOutcome(deps)),
  queue_waiting_mails: queueWaitingMails,
  reprice_stays: (_payload, deps) => repriceStays(deps),
  reconcile: (_payload, deps) => reconcileDaily(deps, readExpectedBalances),
  send_mail: sendMail,
  send_password_reset: sendPasswordReset,
  send_sandbox_event: sendSandboxEvent,
  turn_days: (_payload, deps) => turnDays(deps, deps.clock()),
};

/** Schedule of the periodic jobs, in UTC. Each job is added once, however many processes run. */
export const crontab = `
17 * * * * housekeeping
27 * * * * warn_expiring_tokens
40 3 * * * reconcile
*/15 * * * * check_stored_files
7 * * * * expire_evidence
*/15 * * * * turn_days
* * * * * booking_deadlines
* * * * * mail_unread_messages
* * * * * pay_out
* * * * * queue_waiting_mails
* * * * * inventory_schedules
`;

/** Jobs added at every start of the server. */
export const jobsAtStart = [
  'check_stored_files',
  'turn_days',
  'booking_deadlines',
  'pay_out',
  'find_time_zones',
  'expire_evidence',
  'housekeeping',
  'mail_unread_messages',
  'queue_waiting_mails',
];
