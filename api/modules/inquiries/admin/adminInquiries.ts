import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { InquiryStatus, type Prisma, type PropertyInquiry } from '#api/generated/prisma/client.ts';
import { ConflictError } from '#api/platform/errors.ts';
import { parseInput, words } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { recipientOf } from '#api/modules/accounts/account.ts';
import { searchWords } from '#api/modules/nameSearch/nameSearch.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { recordAudit, type AuditAction } from '#api/modules/audit/audit.ts';
import { queueMail } from '#api/modules/mail/outbox.ts';
import { changeInquiry, fillDraft, lockInquiry, type InquiryStep } from '../inquiryChanges.ts';
import { draftVersion } from '../ownDraft.ts';
import { movesFrom } from './inquiryMoves.ts';
import { inquiryReply, inquiryDraft } from '../mails.ts';

type DeskDeps = Pick<Deps, 'database' | 'siteSettings' | 'publicUrl'>;

const filterInput = z.object({
  status: z.enum(InquiryStatus).nullish(),
  search: z.string().max(200, 'The search may have at most 200 characters').nullish(),
});

/** @throws {InvalidInputError} naming search */
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

const noteInput = z.object({ inquiryId: z.string(), text: words('Note', 5_000) });
const replyInput = z.object({ ...target, text: words('Message', 5_000) });
const statusInput = z.object({ ...target, status: z.enum(InquiryStatus) });
const draftInput = z.object({ ...target, draftVersion });

/**
 * Adds a note that only the team can read. Notes only add to the history, so no version is checked.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 */
export const addInquiryNote = working('inquiry.note', noteInput, async (step, { text }) => {
  const { transaction, actor, inquiry } = step;
  await transaction.inquiryEvent.create({
    data: { inquiryId: inquiry.id, actorId: actor.id, kind: 'note', text },
  });
  return { after: inquiry };
});

/**
 * Replies by mail. A new inquiry becomes `contacted`.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if another administrator has changed it
 */
export const replyToInquiry = working('inquiry.reply', replyInput, async (step, { text }) => {
  const { deps, transaction, actor, inquiry } = step;
  const { contactEmail } = deps.siteSettings.current();
  const status = inquiry.status === 'new' ? 'contacted' : inquiry.status;
  const after = await changeInquiry(step, { status, kind: 'reply', text });
  const mail = inquiryReply(
    deps,
    recipientOf(inquiry),
    {
      propertyName: inquiry.propertyName,
      resortName: inquiry.resortName,
      sender: actor.firstName,
      message: text,
    },
    contactEmail ? { 'Reply-To': contactEmail } : {},
  );
  await queueMail(transaction, mail);
  return { after };
});

/**
 * Changes the status.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if another administrator has changed it, or the status can't follow
 */
export const setInquiryStatus = working(
  'inquiry.setStatus',
  statusInput,
  async (step, { status }) => {
    requireMove(step.inquiry, status);
    return { after: await changeInquiry(step, { status, kind: 'status' }) };
  },
);

/**
 * Puts a submitted property into the sender's listing draft and notifies them by mail. An existing
 * draft of the member is replaced only if its version is given.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if another administrator has changed it, the account no longer exists,
 *   or the member has another draft
 */
export const turnInquiryIntoDraft = working(
  'inquiry.turnIntoDraft',
  draftInput,
  async (step, { draftVersion }) => {
    const { deps, transaction, inquiry } = step;
    requireMove(inquiry, 'converted');
    const member =
      inquiry.userId &&
      (await transaction.user.findUnique({ where: { id: inquiry.userId, closedAt: null } }));
    if (!member) {
      throw new ConflictError('inquiryId', 'The person who sent this has no account any more');
    }
    if (inquiry.listingId !== null) {
      throw new ConflictError('inquiryId', 'The member has listed this property already');
    }
    const after = await fillDraft(step, {
      ownerId: member.id,
      draftVersion,
      begun: 'The member has begun a listing of their own. Load this page again to see it',
      changed:
        'The member has changed or finished their draft since you opened this page. Load it again',
    });
    const mail = inquiryDraft(deps, recipientOf(member), {
      propertyName: inquiry.propertyName,
      replacesDraft: draftVersion > 0,
      link: `${deps.publicUrl}/create-listing`,
    });
    await queueMail(transaction, mail);
    return { after, ...(draftVersion > 0 && { note: "The member's own draft was replaced" }) };
  },
);

interface Step extends InquiryStep {
  deps: DeskDeps;
  actor: Viewer;
}

function working<Input extends { inquiryId: string; version?: number }>(
  action: AuditAction,
  schema: z.ZodType<Input>,
  work: (step: Step, input: Input) => Promise<{ after: PropertyInquiry; note?: string }>,
) {
  return async (
    deps: DeskDeps,
    viewer: Viewer | null,
    given: unknown,
  ): Promise<PropertyInquiry> => {
    const admin = requireAdmin(viewer);
    const input = parseInput(schema, given);
    return deps.database.prisma.$transaction(async (transaction) => {
      const inquiry = await lockInquiry(transaction, input.inquiryId);
      if (input.version !== undefined && inquiry.version !== input.version) {
        throw new ConflictError(
          'version',
          'Another administrator has worked on this inquiry since you opened it. Load it again',
        );
      }
      const { after, note } = await work({ deps, transaction, actor: admin, inquiry }, input);
      await recordAudit(transaction, admin, action, inquiry.id, {
        before: auditedOf(inquiry),
        after: auditedOf(after),
        ...(note !== undefined && { note }),
      });
      return after;
    });
  };
}

function requireMove(inquiry: PropertyInquiry, status: InquiryStatus): void {
  if (!movesFrom(inquiry.status).includes(status)) {
    throw new ConflictError(
      'status',
      `An inquiry that is ${inquiry.status} can't be made ${status}`,
    );
  }
}

const auditedOf = ({ propertyName, status, version }: PropertyInquiry) => ({
  propertyName,
  status,
  version,
});
