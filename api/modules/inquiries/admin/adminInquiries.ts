import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import {
  InquiryStatus,
  type InquiryEventKind,
  type Prisma,
  type PropertyInquiry,
} from '#api/generated/prisma/client.ts';
import { ConflictError, NotFoundError } from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { recipientOf } from '#api/modules/accounts/account.ts';
import { searchWords } from '#api/modules/nameSearch/nameSearch.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { recordAudit, type AuditRecord } from '#api/modules/audit/audit.ts';
import { placeListingDraft } from '#api/modules/publishing/placedDraft.ts';
import { queueMail } from '#api/modules/mail/outbox.ts';
import { draftOf, resortNamed } from './inquiryDraft.ts';
import { movesFrom } from './inquiryMoves.ts';
import { inquiryReply, inquiryDraft } from '../mails.ts';

type DeskDeps = Pick<Deps, 'database' | 'siteSettings' | 'publicUrl'>;

const filterInput = z.object({
  status: z.enum(InquiryStatus).nullish(),
  search: z.string().max(200, 'The search may have at most 200 characters').nullish(),
});

/**
 * Filters submitted properties: every word of the search must occur in the property, its resort or
 * location, or the name or email address of the person.
 * @throws {InvalidInputError} naming search
 */
export function inquiriesWhere(input: unknown): Prisma.PropertyInquiryWhereInput {
  const { status, search } = parseInput(filterInput, input);
  return {
    ...(status && { status }),
    AND: searchWords(search).map((word): Prisma.PropertyInquiryWhereInput => {
      const contains = word.replace(/[\\%_]/g, '\\$&');
      const has = { contains, mode: 'insensitive' } as const;
      return {
        OR: [
          { propertyName: has },
          { resortName: has },
          { location: has },
          { firstName: has },
          { lastName: has },
          { email: has },
        ],
      };
    }),
  };
}

const target = {
  inquiryId: z.string(),
  version: z.number({ error: 'Version is required' }).int('Version must be a whole number'),
};

const words = (name: string) =>
  z
    .string({ error: `${name} is required` })
    .trim()
    .min(1, { error: `${name} is required`, abort: true })
    .max(5_000, `${name} may have at most 5,000 characters`);

const noteInput = z.object({ inquiryId: z.string(), text: words('Note') });
const replyInput = z.object({ ...target, text: words('Message') });
const statusInput = z.object({ ...target, status: z.enum(InquiryStatus) });
const draftInput = z.object({
  ...target,
  draftVersion: z
    .number({ error: 'Draft version is required' })
    .int('Draft version must be a whole number')
    .min(0, 'Draft version must be 0 or more'),
});

/**
 * Adds a note that only the team can read. Notes only add to the history, so no version is checked.
 * @param input inquiryId (plain), text
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 */
export async function addInquiryNote(
  deps: DeskDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<PropertyInquiry> {
  const admin = requireAdmin(viewer);
  const { inquiryId, text } = parseInput(noteInput, input);
  return deps.database.prisma.$transaction(async (transaction) => {
    const inquiry = await lockInquiry(transaction, inquiryId);
    await transaction.inquiryEvent.create({
      data: { inquiryId: inquiry.id, actorId: admin.id, kind: 'note', text },
    });
    await audit(transaction, admin, inquiry, { action: 'inquiry.note' });
    return inquiry;
  });
}

/**
 * Replies by mail. A new inquiry becomes `contacted`.
 * @param input inquiryId (plain), version (as shown), text
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if another administrator has changed it
 */
export async function replyToInquiry(
  deps: DeskDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<PropertyInquiry> {
  const admin = requireAdmin(viewer);
  const { text, ...seen } = parseInput(replyInput, input);
  const { contactEmail } = deps.siteSettings.current();
  return deps.database.prisma.$transaction(async (transaction) => {
    const inquiry = await lockInquiry(transaction, seen.inquiryId, seen.version);
    const status = inquiry.status === 'new' ? 'contacted' : inquiry.status;
    const after = await move(transaction, admin, inquiry, { status, kind: 'reply', text });
    const mail = inquiryReply(
      deps,
      recipientOf(inquiry),
      {
        propertyName: inquiry.propertyName,
        resortName: inquiry.resortName,
        sender: admin.firstName,
        message: text,
      },
      contactEmail ? { 'Reply-To': contactEmail } : {},
    );
    await queueMail(transaction, mail);
    await audit(transaction, admin, inquiry, { action: 'inquiry.reply', after });
    return after;
  });
}

/**
 * Changes the status.
 * @param input inquiryId (plain), version (as shown), status
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if another administrator has changed it, or the status can't follow
 */
export async function setInquiryStatus(
  deps: DeskDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<PropertyInquiry> {
  const admin = requireAdmin(viewer);
  const { status, ...seen } = parseInput(statusInput, input);
  return deps.database.prisma.$transaction(async (transaction) => {
    const inquiry = await lockInquiry(transaction, seen.inquiryId, seen.version);
    requireMove(inquiry, status);
    const after = await move(transaction, admin, inquiry, { status, kind: 'status' });
    await audit(transaction, admin, inquiry, { action: 'inquiry.setStatus', after });
    return after;
  });
}

/**
 * Puts a submitted property into the sender's listing draft and notifies them by mail. An existing
 * draft of the member is replaced only if its version is given.
 * @param input inquiryId (plain), version (as shown), draftVersion (of the draft to replace; 0 if
 *   the member must have none)
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if another administrator has changed it, the account no longer exists,
 *   or the member has another draft
 */
export async function turnInquiryIntoDraft(
  deps: DeskDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<PropertyInquiry> {
  const admin = requireAdmin(viewer);
  const { draftVersion, ...seen } = parseInput(draftInput, input);
  return deps.database.prisma.$transaction(async (transaction) => {
    const inquiry = await lockInquiry(transaction, seen.inquiryId, seen.version);
    requireMove(inquiry, 'converted');
    const member =
      inquiry.userId &&
      (await transaction.user.findUnique({ where: { id: inquiry.userId, closedAt: null } }));
    if (!member) {
      throw new ConflictError('inquiryId', 'The person who sent this has no account any more');
    }
    const isPlaced = await placeListingDraft(transaction, {
      ownerId: member.id,
      version: draftVersion,
      resortId: await resortNamed(transaction, inquiry.resortName),
      content: draftOf(inquiry),
    });
    if (!isPlaced) {
      throw new ConflictError(
        'draftVersion',
        draftVersion === 0
          ? 'The member has begun a listing of their own. Load this page again to see it'
          : 'The member has changed or finished their draft since you opened this page. Load it again',
      );
    }
    const after = await move(transaction, admin, inquiry, { status: 'converted', kind: 'draft' });
    const mail = inquiryDraft(deps, recipientOf(member), {
      propertyName: inquiry.propertyName,
      replacesDraft: draftVersion > 0,
      link: `${deps.publicUrl}/create-listing`,
    });
    await queueMail(transaction, mail);
    await audit(transaction, admin, inquiry, {
      action: 'inquiry.turnIntoDraft',
      after,
      ...(draftVersion > 0 && { note: "The member's own draft was replaced" }),
    });
    return after;
  });
}

async function lockInquiry(
  transaction: Prisma.TransactionClient,
  inquiryId: string,
  version?: number,
): Promise<PropertyInquiry> {
  if (!z.uuid().safeParse(inquiryId).success) {
    throw new NotFoundError('Inquiry not found');
  }
  await transaction.$queryRaw`
    SELECT FROM property_inquiries WHERE id = ${inquiryId}::uuid FOR UPDATE`;
  const inquiry = await transaction.propertyInquiry.findUnique({ where: { id: inquiryId } });
  if (!inquiry) {
    throw new NotFoundError('Inquiry not found');
  }
  if (version !== undefined && inquiry.version !== version) {
    throw new ConflictError(
      'version',
      'Another administrator has worked on this inquiry since you opened it. Load it again',
    );
  }
  return inquiry;
}

function requireMove(inquiry: PropertyInquiry, status: InquiryStatus): void {
  if (!movesFrom(inquiry.status).includes(status)) {
    throw new ConflictError(
      'status',
      `An inquiry that is ${inquiry.status} can't be made ${status}`,
    );
  }
}

interface Step {
  kind: InquiryEventKind;
  status: InquiryStatus;
  text?: string;
}

async function move(
  transaction: Prisma.TransactionClient,
  admin: Viewer,
  inquiry: PropertyInquiry,
  { kind, status, text }: Step,
): Promise<PropertyInquiry> {
  await transaction.inquiryEvent.create({
    data: {
      inquiryId: inquiry.id,
      actorId: admin.id,
      kind,
      status: status === inquiry.status ? null : status,
      text: text ?? null,
    },
  });
  return transaction.propertyInquiry.update({
    where: { id: inquiry.id },
    data: { status, version: { increment: 1 } },
  });
}

interface AuditedStep extends Pick<AuditRecord, 'action' | 'note'> {
  after?: PropertyInquiry;
}

const audit = (
  transaction: Prisma.TransactionClient,
  admin: Viewer,
  before: PropertyInquiry,
  { action, after, note }: AuditedStep,
) =>
  recordAudit(transaction, admin, {
    action,
    subjectType: 'PropertyInquiry',
    subjectId: before.id,
    before: auditedOf(before),
    after: auditedOf(after ?? before),
    ...(note !== undefined && { note }),
  });

const auditedOf = ({ propertyName, status, version }: PropertyInquiry) => ({
  propertyName,
  status,
  version,
});
