import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { Listing } from '#api/generated/prisma/client.ts';
import { ConflictError, ForbiddenError } from '#api/platform/errors.ts';
import { optionalWords, parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { recipientOf } from '#api/modules/accounts/account.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { recordAudit } from '#api/modules/audit/audit.ts';
import { isWithdrawnByTeam, recordListingEvent } from '#api/modules/listings/listingHistory.ts';
import { listingMail, listingMoved } from '#api/modules/listings/listingMails.ts';
import { lockListing, requireNotOver, requireVersion } from '#api/modules/listings/ownListing.ts';
import { rejectListing, returnListingToReview } from '../verification.ts';
import { queueMail } from '#api/modules/mail/outbox.ts';

type MoveDeps = Pick<Deps, 'database' | 'siteSettings' | 'publicUrl'>;

const moveInput = z.object({
  listingId: z.string(),
  version: z.number({ error: 'Version is required' }).int('Version must be a whole number'),
  move: z.enum(['withdraw', 'relist', 'return_to_review', 'reject']),
  reason: optionalWords('Reason'),
});

type Move = z.infer<typeof moveInput>;

/**
 * Withdraws a member's listing, relists it, returns it to the verification queue, or rejects it.
 * Its owner is notified by mail.
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError}
 * @throws {ForbiddenError} if the viewer is not an administrator, or owns the listing
 * @throws {ConflictError} if the listing has changed meanwhile, is a provider's, or its state does
 *   not allow the move
 */
export async function moveListing(
  deps: MoveDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Listing> {
  const admin = requireAdmin(viewer);
  const { move, ...chosen } = parseInput(moveInput, input);
  switch (move) {
    case 'reject':
      return rejectListing(deps, admin, { ...chosen, reason: chosen.reason ?? '' });
    case 'return_to_review':
      return returnListingToReview(deps, admin, { ...chosen, note: chosen.reason });
    case 'withdraw':
    case 'relist':
      return setListingActive(deps, admin, { ...chosen, isActive: move === 'relist' });
  }
}

async function setListingActive(
  deps: MoveDeps,
  admin: Viewer,
  chosen: Omit<Move, 'move'> & { isActive: boolean },
): Promise<Listing> {
  const { listingId, version, reason, isActive } = chosen;
  return deps.database.prisma.$transaction(async (transaction) => {
    const listing = await lockListing(transaction, listingId);
    if (listing.ownerId === null) {
      throw conflict('This week comes from an outside provider: it is managed in the inventory');
    }
    if (listing.ownerId === admin.id) {
      throw new ForbiddenError('Another administrator must decide about your own listing');
    }
    requireVersion(listing, version);
    if (listing.isActive === isActive) {
      throw conflict(`This listing is ${isActive ? 'on' : 'off'} the site already`);
    }
    if (isActive) {
      await requireNotOver(transaction, listing);
      if (!(await isWithdrawnByTeam(transaction, listing))) {
        throw conflict('Its owner took this listing off the site, and only they put it back');
      }
    }
    const after = await transaction.listing.update({
      where: { id: listingId },
      data: { isActive },
      include: { resort: { select: { name: true } }, owner: true },
    });
    await recordListingEvent(transaction, {
      listingId,
      actorId: admin.id,
      kind: isActive ? 'relisted' : 'withdrawn',
      note: reason,
    });
    if (after.owner && !after.owner.closedAt) {
      const values = { ...listingMail(deps, after), isBack: isActive, reason };
      const mail = listingMoved(deps, recipientOf(after.owner), values);
      await queueMail(transaction, mail);
    }
    await recordAudit(
      transaction,
      admin,
      isActive ? 'listing.relist' : 'listing.withdraw',
      listingId,
      {
        before: { isActive: listing.isActive },
        after: { isActive },
        ...(reason !== null && { note: reason }),
      },
    );
    return after;
  });
}

const conflict = (message: string) => new ConflictError('listingId', message);
