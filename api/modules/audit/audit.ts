import type { Prisma } from '#api/generated/prisma/client.ts';
import { reportDeed } from '#api/platform/process/requestScope.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';

/** Every action and its description in the schema. The texts on screen are in auditWords.ts. */
export const auditedActions = {
  'booking.cancel': 'A booking was cancelled.',
  'booking.askRefundDetails': 'The traveler was asked where a refund may be sent.',
  'booking.confirm': 'A booking was confirmed.',
  'booking.correctLedger': 'The ledger of a booking was corrected.',
  'booking.payAgain': 'A payout that was taken back at the payment provider was sent again.',
  'ledger.recordMovement': 'A change of the balance at the payment provider was recorded.',
  'booking.evidence': 'Evidence about a disputed payment was sent to a bank.',
  'booking.move': 'A booking was moved on by the team.',
  'booking.openRefundDetails': 'The bank details for a refund were opened.',
  'booking.remitRefund': 'A refund was recorded as paid by bank transfer.',
  'booking.retryRefund': 'A refused refund was tried again.',
  'certificate.open': 'The guest certificate of a booking was opened.',
  'evidence.open': 'A file in a dispute about a booking was opened.',
  'coolingOff.set': 'The cooling-off period of sales at a place was changed.',
  'contract.open': 'The proof of ownership of a listing was opened.',
  'inquiry.note': 'A note was added to an inquiry.',
  'inquiry.reply': 'An inquiry was answered by mail.',
  'inquiry.setStatus': 'The status of an inquiry was changed.',
  'inquiry.turnIntoDraft': 'An inquiry was put into the listing draft of its sender.',
  'inventory.cancel': 'A run with a provider was cancelled.',
  'inventory.create': 'A provider was added.',
  'inventory.delete': 'A provider was deleted.',
  'inventory.ignoreResort': "A provider's resort was ignored.",
  'inventory.matchResort': "A provider's resort was matched with one of ours.",
  'inventory.sync': 'A sync with a provider was started.',
  'inventory.update': 'A provider was changed.',
  'inventory.withdraw': 'All weeks of a provider were taken off the site.',
  'job.drop': 'A job that no longer ran by itself was dropped.',
  'job.retry': 'A job that no longer ran by itself was tried again.',
  'listing.askForMore': 'The owner of a listing was asked for more information.',
  'listing.reject': 'A listing was rejected.',
  'listing.relist': 'A listing that the team had withdrawn was put back on the site.',
  'listing.retryEscrow': 'The escrow of a listing was requested again.',
  'listing.returnToReview': 'A listing was returned to the verification queue.',
  'listing.verify': 'A listing was verified.',
  'listing.withdraw': 'A listing was taken off the site.',
  'mail.resend': 'A message was sent again.',
  'message.dismissReports': 'The reports about a message were dismissed.',
  'message.hide': 'A message was hidden.',
  'organization.approve': 'An organization was approved for the API.',
  'organization.close': 'An organization was closed by an owner, which ended its tokens.',
  'organization.invite': 'Someone was invited to an organization.',
  'organization.join': 'A member joined an organization by an invitation.',
  'organization.leave': 'A member left an organization.',
  'organization.refuse': 'An organization was refused the API.',
  'organization.refuseName': 'The new name of an organization was refused.',
  'organization.removeMember': 'An owner removed a member of an organization.',
  'organization.rename': 'The new name of an organization was approved.',
  'organization.setRole': 'A member of an organization got another role.',
  'organization.suspend': 'The tokens of an organization were stopped.',
  'organization.wantName': 'An owner asked for a new name of an organization.',
  'organization.withdrawInvitation': 'An invitation to an organization was withdrawn.',
  'remittance.record': 'A payment to a tax office or a provider was recorded.',
  'resort.create': 'A resort was added.',
  'resort.delete': 'A resort was deleted.',
  'resort.import': 'Resorts were imported from a file.',
  'resort.setOwning': 'Fees or the deed-back programme of a resort were changed.',
  'resort.update': 'A resort was changed.',
  'review.dismissReports': 'The reports about a review were dismissed.',
  'review.remove': 'A review was removed.',
  'review.removeAnswer': 'The answer to a review was taken down.',
  'sale.askRefundDetails': 'The buyer was asked where a refund may be sent.',
  'sale.createPartnerLink': 'A link for the escrow partner of a sale was made.',
  'sale.export': 'All papers of the closing of a sale were downloaded.',
  'sale.move': 'A sale was moved on by the team.',
  'sale.openDocument': 'A document of the closing of a sale was opened.',
  'sale.openRefundDetails': 'The bank details for a refund of a sale were opened.',
  'sale.remitRefund': 'A refund of a sale was recorded as paid by bank transfer.',
  'sale.retryRefund': 'A refused refund of a sale was tried again.',
  'sale.revokePartnerLink': 'The link for the escrow partner of a sale was withdrawn.',
  'setting.create': 'A setting was added.',
  'setting.delete': 'A setting was deleted.',
  'setting.initialize': 'The missing mail settings were added.',
  'setting.reveal': 'An encrypted setting was revealed.',
  'setting.rotate': 'The encrypted settings were encrypted with a new key.',
  'setting.update': 'A setting was changed.',
  'smtp.test': 'A test message was sent.',
  'tax.update': 'The occupancy tax of a destination was changed.',
  'token.create': 'A token of an organization was made.',
  'token.revoke': 'A token of an organization was revoked.',
  'user.add': 'An account was added by an administrator, or an administrator by a command.',
  'user.changeBank': 'A member entered other bank details.',
  'user.changeEmail': 'A member changed their email address.',
  'user.changePassword': 'A member changed their password.',
  'user.changeUsername': 'A member changed their username.',
  'user.close': 'A member closed their account.',
  'user.deactivate': 'An account was closed and anonymized.',
  'user.delete': 'An account was deleted.',
  'user.endOwnSessions': 'A member signed out on other devices.',
  'user.endSessions': 'A user was signed out everywhere by an administrator.',
  'user.resetPassword': 'A member chose a new password by a link in a mail.',
  'user.update': 'An account was changed by an administrator.',
} as const;

/** Area and verb, such as `listing.verify`. */
export type AuditAction = keyof typeof auditedActions;

type AreaOf<Action> = Action extends `${infer Area}.${string}` ? Area : never;

/** GraphQL types of the subjects, by area, and by action where they differ. */
const subjectTypes: Record<AreaOf<AuditAction>, string> & Partial<Record<AuditAction, string>> = {
  booking: 'Booking',
  certificate: 'Booking',
  contract: 'Listing',
  coolingOff: 'CoolingOffRule',
  evidence: 'Booking',
  inquiry: 'PropertyInquiry',
  inventory: 'InventoryProvider',
  'inventory.cancel': 'InventoryRun',
  'inventory.ignoreResort': 'InventoryResort',
  'inventory.matchResort': 'InventoryResort',
  'inventory.sync': 'InventoryRun',
  job: 'Job',
  ledger: 'Movement',
  listing: 'Listing',
  mail: 'OutgoingMail',
  message: 'Message',
  organization: 'Organization',
  remittance: 'Remittance',
  resort: 'Resort',
  'resort.import': 'ResortImport',
  review: 'Review',
  sale: 'Sale',
  setting: 'SiteSetting',
  smtp: 'SiteSetting',
  tax: 'OccupancyTax',
  token: 'Organization',
  user: 'User',
};

export interface AuditRecord {
  /**
   * The changed fields before the change; omitted for something new. Never a secret. If the subject
   * can be deleted, include its name here or in `after`: the log reads it there (`recordedName`).
   */
  before?: object;
  /** The changed fields after the change; omitted for something deleted. Never a secret. */
  after?: object;
  note?: string;
}

/**
 * Writes an audit entry in the transaction of the change itself, and a line of the security log.
 * Call it last: the next writer waits until this transaction ends.
 * @param actor the person, or the name of the part of Tideweek that acted
 */
export async function recordAudit(
  transaction: Pick<Prisma.TransactionClient, '$executeRaw'>,
  actor: Pick<Viewer, 'id' | 'username'> | string,
  action: AuditAction,
  subjectId: string,
  { before, after, note }: AuditRecord = {},
): Promise<void> {
  const subjectType =
    subjectTypes[action] ?? subjectTypes[action.split('.')[0] as AreaOf<AuditAction>];
  const [id, name] = typeof actor === 'string' ? [null, actor] : [actor.id, actor.username];
  const json = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));
  await transaction.$executeRaw`
    INSERT INTO audit_entries
      (actor_id, actor_name, action, subject_type, subject_id, before, after, note)
    VALUES (${id}::uuid, ${name}, ${action}, ${subjectType}, ${subjectId},
            ${json(before)}::jsonb, ${json(after)}::jsonb, ${note ?? null})`;
  reportDeed(action, { subjectType, subjectId });
}
