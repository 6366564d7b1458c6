import type { AuditAction } from '#web/__generated__/AuditSentence_entry.graphql.ts';

/** Without the placeholder that Relay adds for values of newer servers. */
type KnownAction = Exclude<AuditAction, `%${string}`>;

/**
 * Text of each action, to follow the administrator's name. The subject's name replaces the part in
 * braces, or follows a text that ends with '+'.
 */
const words: Readonly<Record<KnownAction, string>> = {
  BOOKING_ASK_REFUND_DETAILS: 'asked for bank details for the refund of {a guest}',
  BOOKING_CANCEL: 'cancelled the booking of {a guest}',
  BOOKING_CONFIRM: 'confirmed the booking of {a guest}',
  BOOKING_CORRECT_LEDGER: 'corrected the ledger of the booking of {a guest}',
  BOOKING_EVIDENCE: 'sent evidence about the booking of {a guest} to a bank',
  BOOKING_PAY_AGAIN: 'sent the payout for the booking of {a guest} again',
  BOOKING_MOVE: 'moved on the booking of {a guest}',
  BOOKING_OPEN_REFUND_DETAILS: 'opened the bank details for the refund of {a guest}',
  BOOKING_REMIT_REFUND: 'recorded the bank transfer of the refund of {a guest}',
  BOOKING_RETRY_REFUND: 'tried the refund of {a guest} again',
  CERTIFICATE_OPEN: 'opened the guest certificate of {a guest}',
  CONTRACT_OPEN: 'opened the contract of {a listing}',
  COOLING_OFF_SET: 'set the cooling-off period of sales at a place',
  EVIDENCE_OPEN: 'opened evidence about the booking of {a guest}',
  INQUIRY_NOTE: 'added a note to the inquiry about {a property}',
  INQUIRY_REPLY: 'answered the inquiry about {a property}',
  INQUIRY_SET_STATUS: 'changed the status of the inquiry about {a property}',
  INQUIRY_TURN_INTO_DRAFT: 'turned the inquiry about {a property} into a listing draft',
  INVENTORY_CANCEL: 'cancelled a run with {a provider}',
  INVENTORY_CREATE: 'added {a provider +}',
  INVENTORY_DELETE: 'deleted {a provider +}',
  INVENTORY_IGNORE_RESORT: 'left out {a provider’s resort +}',
  INVENTORY_MATCH_RESORT: 'matched {a provider’s resort +}',
  INVENTORY_SYNC: 'started a sync with {a provider}',
  INVENTORY_UPDATE: 'changed {a provider +}',
  INVENTORY_WITHDRAW: 'took all weeks of {a provider} off the site',
  JOB_DROP: 'dropped {a job +}',
  JOB_RETRY: 'tried {a job +} again',
  LEDGER_RECORD_MOVEMENT: 'recorded a change of the balance at the payment provider',
  LISTING_ASK_FOR_MORE: 'asked the owner of {a listing} for more information',
  LISTING_RELIST: 'put {a listing} back on the site',
  LISTING_REJECT: 'rejected {a listing}',
  LISTING_RETRY_ESCROW: 'asked for the escrow of {a listing} again',
  LISTING_RETURN_TO_REVIEW: 'returned {a listing} to review',
  LISTING_VERIFY: 'verified {a listing}',
  LISTING_WITHDRAW: 'took {a listing} off the site',
  MAIL_RESEND: 'sent {a message +} again',
  MESSAGE_DISMISS_REPORTS: 'dismissed the reports about {a message +}',
  MESSAGE_HIDE: 'hid {a message +}',
  ORGANIZATION_APPROVE: 'approved {an organization}',
  ORGANIZATION_CLOSE: 'closed {an organization +}',
  ORGANIZATION_INVITE: 'invited someone to {an organization}',
  ORGANIZATION_JOIN: 'joined {an organization}',
  ORGANIZATION_LEAVE: 'left {an organization}',
  ORGANIZATION_REFUSE: 'refused {an organization}',
  ORGANIZATION_REFUSE_NAME: 'refused the new name of {an organization}',
  ORGANIZATION_REMOVE_MEMBER: 'removed a member of {an organization}',
  ORGANIZATION_RENAME: 'approved the new name of {an organization}',
  ORGANIZATION_SET_ROLE: 'changed the role of a member of {an organization}',
  ORGANIZATION_SUSPEND: 'suspended {an organization}',
  ORGANIZATION_WANT_NAME: 'asked for a new name of {an organization}',
  ORGANIZATION_WITHDRAW_INVITATION: 'withdrew an invitation to {an organization}',
  REMITTANCE_RECORD: 'recorded a payment to {a tax office or provider +}',
  RESORT_CREATE: 'added {a resort}',
  RESORT_DELETE: 'deleted {a resort}',
  RESORT_IMPORT: 'imported resorts from a file',
  RESORT_SET_OWNING: 'changed the costs of owning at {a resort}',
  RESORT_UPDATE: 'changed {a resort}',
  REVIEW_DISMISS_REPORTS: 'dismissed the reports about {a review +}',
  REVIEW_REMOVE: 'removed {a review +}',
  REVIEW_REMOVE_ANSWER: 'removed the answer to {a review +}',
  SALE_ASK_REFUND_DETAILS: 'asked for bank details for the refund of {a sale}',
  SALE_CREATE_PARTNER_LINK: 'made a link for the escrow partner of {a sale}',
  SALE_EXPORT: 'downloaded all papers of {a sale}',
  SALE_MOVE: 'moved on {a sale}',
  SALE_OPEN_DOCUMENT: 'opened a document of {a sale}',
  SALE_OPEN_REFUND_DETAILS: 'opened the bank details for the refund of {a sale}',
  SALE_REMIT_REFUND: 'recorded the bank transfer of the refund of {a sale}',
  SALE_RETRY_REFUND: 'tried the refund of {a sale} again',
  SALE_REVOKE_PARTNER_LINK: 'withdrew the link for the escrow partner of {a sale}',
  SETTING_CREATE: 'added {a setting +}',
  SETTING_DELETE: 'deleted {a setting +}',
  SETTING_INITIALIZE: 'added the missing mail settings',
  SETTING_REVEAL: 'looked at {an encrypted setting +}',
  SETTING_ROTATE: 'encrypted the secret settings with a new key',
  SETTING_UPDATE: 'changed {a setting +}',
  SMTP_TEST: 'sent a test message',
  TAX_UPDATE: 'changed the tax rate of {a destination}',
  TOKEN_CREATE: 'made a token of {an organization}',
  TOKEN_REVOKE: 'revoked a token of {an organization}',
  USER_ADD: 'added the account of {a member}',
  USER_CHANGE_BANK: 'changed the bank details of {a member}',
  USER_CHANGE_EMAIL: 'changed the email of {a member}',
  USER_CHANGE_PASSWORD: 'changed the password of {a member}',
  USER_CHANGE_USERNAME: 'changed the username of {a member}',
  USER_CLOSE: 'closed their own account',
  USER_DEACTIVATE: 'closed the account of {a member}',
  USER_DELETE: 'deleted the account of {a member}',
  USER_END_OWN_SESSIONS: 'signed {a member} out on other devices',
  USER_END_SESSIONS: 'signed {a member} out everywhere',
  USER_RESET_PASSWORD: 'chose a new password of {a member} by a link',
  USER_UPDATE: 'changed the account of {a member}',
};

interface Sentence {
  before: string;
  after: string;
  /** Replaces an unknown name; undefined if the text has no subject. */
  noun: string | undefined;
}

/**
 * The text of an entry, around the subject's name.
 * @param kind Null if this version has no text for the action.
 * @param action As logged, such as `listing.verify`.
 */
export function sentenceOf(
  kind: AuditAction | null | undefined,
  action: string,
  hasName: boolean,
): Sentence {
  // A newer server may log actions that this page does not know.
  const text = kind && isKnown(kind) ? words[kind] : `did ‘${action}’ to {something}`;
  const [before = '', placeholder, after = ''] = text.split(/[{}]/);
  const noun = placeholder?.replace(/ \+$/, '');
  const kept = hasName && noun !== placeholder ? `${noun?.replace(/^an? /, 'the ')} ` : '';
  return { before: before + kept, noun, after };
}

/** An action as a choice in a list: 'listing.verify' as 'Verified a listing'. */
export function actionInWords(action: string): string {
  const kind = action.replace(/\.|(?=[A-Z])/g, '_').toUpperCase();
  if (!isKnown(kind)) return action;
  const { before, noun = '', after } = sentenceOf(kind, action, false);
  const text = before + noun + after;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const isKnown = (kind: string): kind is KnownAction => Object.hasOwn(words, kind);
