import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { PropertyInquiry } from '#api/generated/prisma/client.ts';
import { ConflictError, NotFoundError } from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { requireSignIn } from '../access/signedIn.ts';
import { fillDraft, lockInquiry } from './inquiryChanges.ts';

export const draftVersion = z
  .number({ error: 'Draft version is required' })
  .int('Draft version must be a whole number')
  .min(0, 'Draft version must be 0 or more');

const input = z.object({ inquiryId: z.string(), draftVersion });

/** Whether its member can make a listing of it, or go on with the draft. */
export const canBeListed = ({
  status,
  listingId,
}: Pick<PropertyInquiry, 'status' | 'listingId'>): boolean =>
  status !== 'closed' && listingId === null;

/**
 * Fills the viewer's listing draft with a property that they submitted. Repeated calls keep the
 * draft as it is; after the property was listed they change nothing.
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if the property is closed, or the viewer's draft has another version
 */
export async function draftSubmittedProperty(
  { database }: Pick<Deps, 'database'>,
  viewer: Viewer | null,
  given: unknown,
): Promise<PropertyInquiry> {
  requireSignIn(viewer);
  const { inquiryId, draftVersion: version } = parseInput(input, given);
  return database.prisma.$transaction(async (transaction) => {
    const inquiry = await lockInquiry(transaction, inquiryId);
    if (inquiry.userId !== viewer.id) {
      throw new NotFoundError('Inquiry not found');
    }
    if (inquiry.listingId !== null) {
      return inquiry;
    }
    if (!canBeListed(inquiry)) {
      throw new ConflictError(
        'inquiryId',
        'Our team has closed this property. Write to us if you still want to sell it',
      );
    }
    if (await transaction.listingDraft.findUnique({ where: { inquiryId: inquiry.id } })) {
      return inquiry;
    }
    return fillDraft(
      { transaction, actor: viewer, inquiry },
      {
        ownerId: viewer.id,
        draftVersion: version,
        begun: 'You have begun another listing. Load this page again to see it',
        changed: 'Your draft was changed in another window. Load this page again to see it',
      },
    );
  });
}
