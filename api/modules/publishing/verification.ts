import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type {
  ContractVerificationStatus,
  Listing,
  ListingEventKind,
  Prisma,
} from '#api/generated/prisma/client.ts';
import { ConflictError, ForbiddenError, InvalidInputError } from '#api/platform/errors.ts';
import { optionalWords, parseInput, words } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { recipientOf } from '../accounts/account.ts';
import { requireAdmin } from '../access/requireAdmin.ts';
import { recordAudit, type AuditAction } from '../audit/audit.ts';
import { queueMail } from '../mail/outbox.ts';
import type { PreparedMail } from '../mail/defineMail.ts';

import { recordListingEvent } from '../listings/listingHistory.ts';
import {
  listingMail,
  type ListingMail,
  listingVerified,
  listingRejected,
  listingQuestion,
  listingInReview,
} from '../listings/listingMails.ts';
import { lockListing, requireVersion } from '../listings/ownListing.ts';
import { mayMove } from './verificationMoves.ts';
import { isoDay, utcToday } from '#common/days.ts';

type VerificationDeps = Pick<Deps, 'database' | 'siteSettings' | 'publicUrl'>;

const target = {
  listingId: z.string(),
  version: z.number({ error: 'Version is required' }).int('Version must be a whole number'),
};

const verifyInput = z.object({
  ...target,
  evidenceEndsOn: z
    .string({ error: 'The end of the evidence must be a date like 2027-02-13' })
    .nullish()
    .transform((date) => date || null)
    .refine((date) => date === null || z.iso.date().safeParse(date).success, {
      error: 'The end of the evidence must be a date like 2027-02-13',
      abort: true,
    })
    .refine((date) => date === null || (date > utcToday() && date < '2200'), {
      error: 'The end of the evidence must be after today',
    }),
  note: optionalWords('Note'),
});

const rejectInput = z.object({ ...target, reason: words('Reason') });

const returnInput = z.object({ ...target, note: verifyInput.shape.note });

const questionInput = z.object({ ...target, question: words('Question') });

/**
 * Publishes a listing with proven ownership. Without a document, the note is required and must say
 * how ownership was proven.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if someone else has decided or the owner has changed it meanwhile
 */
export async function verifyListing(
  deps: VerificationDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Listing> {
  const admin = requireAdmin(viewer);
  const { evidenceEndsOn, note, ...chosen } = parseInput(verifyInput, input);
  return decide(deps, admin, chosen, {
    status: 'verified',
    kind: 'verified',
    action: 'listing.verify',
    note,
    evidenceEndsOn: evidenceEndsOn === null ? null : new Date(evidenceEndsOn),
    apply(_transaction, listing, owner, values) {
      if (listing.contractDocumentUrl === null && note === null) {
        throw new InvalidInputError(
          'note',
          'There is no document: say how the ownership was proven',
        );
      }
      return listingVerified(deps, owner, values);
    },
  });
}

/**
 * Rejects a listing, verified or not, with a reason for its owner.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if someone else has decided or the owner has changed it meanwhile
 */
export async function rejectListing(
  deps: VerificationDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Listing> {
  const admin = requireAdmin(viewer);
  const { reason, ...chosen } = parseInput(rejectInput, input);
  return decide(deps, admin, chosen, {
    status: 'rejected',
    kind: 'rejected',
    action: 'listing.reject',
    note: reason,
    evidenceEndsOn: null,
    apply: (_transaction, _listing, owner, values) =>
      listingRejected(deps, owner, { ...values, reason }),
  });
}

/**
 * Requests more information from the owner; the listing leaves the queue until the owner answers.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if someone else has decided or the owner has changed it meanwhile
 */
export async function askAboutListing(
  deps: VerificationDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Listing> {
  const admin = requireAdmin(viewer);
  const { question, ...chosen } = parseInput(questionInput, input);
  return decide(deps, admin, chosen, {
    status: 'more_information',
    kind: 'more_information_requested',
    action: 'listing.askForMore',
    note: question,
    evidenceEndsOn: null,
    apply: (_transaction, _listing, owner, values) =>
      listingQuestion(deps, owner, { ...values, question }),
  });
}

/**
 * Returns a decided listing to the verification queue, hidden until it is verified again.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if it is already in the queue, or the owner has changed it meanwhile
 */
export async function returnListingToReview(
  deps: VerificationDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Listing> {
  const admin = requireAdmin(viewer);
  const { note, ...chosen } = parseInput(returnInput, input);
  return decide(deps, admin, chosen, {
    status: 'pending',
    kind: 'review_requested',
    action: 'listing.returnToReview',
    note,
    evidenceEndsOn: null,
    apply: (_transaction, _listing, owner, values) => listingInReview(deps, owner, values),
  });
}

interface Decision {
  status: ContractVerificationStatus;
  kind: ListingEventKind;
  action: AuditAction;
  note: string | null;
  evidenceEndsOn: Date | null;
  apply(
    transaction: Prisma.TransactionClient,
    listing: Listing,
    owner: ReturnType<typeof recipientOf>,
    values: ListingMail,
  ): PreparedMail | Promise<PreparedMail>;
}

async function decide(
  deps: VerificationDeps,
  admin: Viewer,
  { listingId, version }: { listingId: string; version: number },
  decision: Decision,
): Promise<Listing> {
  return deps.database.prisma.$transaction(async (transaction) => {
    const listing = await lockListing(transaction, listingId);
    requireDecidable(listing, admin, decision.status);
    requireVersion(listing, version);
    const { status, kind, note, action } = decision;
    const after = await transaction.listing.update({
      where: { id: listing.id },
      data: {
        contractVerificationStatus: status,
        ownershipVerified: status === 'verified',
        evidenceEndsOn: decision.evidenceEndsOn,
        ...(status === 'pending' && { reviewRequestedAt: new Date() }),
        // Explicit: a second question changes no other column, so the trigger would not increment
        // it.
        version: listing.version + 1,
      },
      include: { resort: { select: { name: true } }, owner: { select: ownerFields } },
    });
    await recordListingEvent(transaction, {
      listingId: listing.id,
      actorId: admin.id,
      kind,
      note,
    });
    const owner = after.owner ?? notOurs();
    const mail = await decision.apply(
      transaction,
      listing,
      recipientOf(owner),
      listingMail(deps, after),
    );
    if (!owner.closedAt) {
      await queueMail(transaction, mail);
    }
    const decided = await transaction.listing.findUniqueOrThrow({ where: { id: listing.id } });
    await recordAudit(transaction, admin, action, listing.id, {
      before: auditedOf(listing),
      after: auditedOf(decided),
      ...(note !== null && { note }),
    });
    return decided;
  });
}

function notOurs(): never {
  throw new ConflictError(
    'listingId',
    'This week comes from an outside provider: it is managed in the inventory',
  );
}

const ownerFields = { firstName: true, lastName: true, email: true, closedAt: true } as const;

const auditedOf = (listing: Listing) => ({
  contractVerificationStatus: listing.contractVerificationStatus,
  evidenceEndsOn: listing.evidenceEndsOn && isoDay(listing.evidenceEndsOn),
  version: listing.version,
});

function requireDecidable(
  listing: Listing,
  admin: Viewer,
  status: ContractVerificationStatus,
): void {
  if (listing.ownerId === admin.id) {
    throw new ForbiddenError('Another administrator must decide about your own listing');
  }
  const conflict = (message: string) => new ConflictError('listingId', message);
  if (!listing.isActive) {
    throw conflict('This listing was withdrawn');
  }
  const now = listing.contractVerificationStatus;
  if (!mayMove(now, status, 'team')) {
    throw conflict(`This listing is ${statusWords[now]} already. Load it again`);
  }
}

const statusWords: Record<ContractVerificationStatus, string> = {
  pending: 'in review',
  verified: 'verified',
  rejected: 'rejected',
  more_information: 'waiting for its owner',
  expired: 'without valid evidence',
};
