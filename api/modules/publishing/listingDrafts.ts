import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { ListingDraft, Prisma } from '#api/generated/prisma/client.ts';
import { ConflictError, InvalidInputError } from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { violates } from '#api/platform/database/violations.ts';
import { requireSignIn } from '../access/signedIn.ts';

/** Text fields of the form, each with its maximum length in characters. */
export const draftTexts = {
  title: 200,
  description: 6_000,
  pricePerNight: 30,
  cleaningFee: 30,
  cancellationPolicy: 30,
  maxGuests: 30,
  availableFrom: 30,
  availableTo: 30,
  stays: 30,
  minNights: 30,
  salePrice: 30,
  ownership: 30,
  season: 100,
  weekNumber: 30,
  checkInDay: 30,
  unitType: 100,
  bedrooms: 30,
  beds: 30,
  bathrooms: 30,
  kitchen: 30,
  checkInTime: 30,
  view: 100,
  use: 30,
  tenure: 30,
  maintenanceFee: 30,
  yearlyPoints: 30,
  nextFeePaidBy: 30,
  firstUseYear: 30,
  resaleRestrictions: 3_000,
  contractDocumentUrl: 2_000,
  contractFileName: 300,
} as const;

export const draftFlags = ['isInstant', 'isForSale', 'rightOfFirstRefusal'] as const;

export type DraftText = keyof typeof draftTexts;
export type DraftFlag = (typeof draftFlags)[number];

export type DraftContent = Partial<Record<DraftText, string>> & Partial<Record<DraftFlag, boolean>>;

const label = (field: string) => field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const text = (field: string, most: number) => {
  const name = label(field).replace(/^./, (letter) => letter.toUpperCase());
  return z
    .string({ error: `${name} must be text` })
    .max(most, `${name} may have at most ${most.toLocaleString('en-US')} characters`)
    .nullish();
};

const draftContent = z
  .object(
    Object.fromEntries([
      ...Object.entries(draftTexts).map(([field, most]) => [field, text(field, most)] as const),
      ...draftFlags.map((field) => [field, z.boolean().nullish()] as const),
    ]),
  )
  .transform(
    (fields) =>
      Object.fromEntries(
        Object.entries(fields).filter(([, value]) => value != null),
      ) as DraftContent,
  );

const draftInput = z.object({
  version: z
    .number({ error: 'Version is required' })
    .int('Version must be a whole number')
    .min(0, 'Version must be 0 or more'),
  resortId: z
    .string()
    .nullish()
    .transform((id) => id || null)
    .refine((id) => id === null || z.uuid().safeParse(id).success, 'Resort not found'),
});

/** The content of a stored draft, without unknown fields; empty if invalid. */
export function contentOf(draft: Pick<ListingDraft, 'content'>): DraftContent {
  const parsed = draftContent.safeParse(draft.content);
  return parsed.success ? parsed.data : {};
}

/**
 * Saves the viewer's unfinished input for a new listing; one draft per member.
 * @throws {SignInRequiredError | InvalidInputError | RateLimitedError}
 * @throws {ConflictError} if another window has saved or discarded it meanwhile
 */
export async function saveListingDraft(
  { database, rateLimits }: Pick<Deps, 'database' | 'rateLimits'>,
  viewer: Viewer | null,
  input: unknown,
): Promise<ListingDraft> {
  requireSignIn(viewer);
  const { version, resortId } = parseInput(draftInput, input);
  const content = parseInput(draftContent, input);
  await rateLimits.spend('draftByAccount', viewer.id);
  const ownerId = viewer.id;
  try {
    const [draft] =
      version === 0
        ? await database.prisma.listingDraft.createManyAndReturn({
            data: { ownerId, resortId, content },
            skipDuplicates: true,
          })
        : await database.prisma.listingDraft.updateManyAndReturn({
            where: { ownerId, version },
            data: { resortId, content, version: { increment: 1 } },
          });
    if (draft) {
      return draft;
    }
  } catch (error) {
    if (violates(error, 'listing_drafts_resort_id_fkey')) {
      throw new InvalidInputError('resortId', 'Resort not found');
    }
    throw error;
  }
  throw new ConflictError('version', 'Your draft was changed in another window. Load it again');
}

/**
 * Deletes the viewer's draft.
 * @returns whether there was a draft
 * @throws {SignInRequiredError}
 */
export async function discardListingDraft(
  { database }: Pick<Deps, 'database'>,
  viewer: Viewer | null,
): Promise<boolean> {
  requireSignIn(viewer);
  const { count } = await database.prisma.listingDraft.deleteMany({
    where: { ownerId: viewer.id },
  });
  return count > 0;
}

interface PlacedDraft {
  ownerId: string;
  /** Version of the draft to replace; 0 if there must be none. */
  version: number;
  resortId: string | null;
  /** The submitted property that it is filled with. */
  inquiryId: string;
  content: DraftContent;
}

/**
 * Stores a listing draft in a member's account, within the caller's transaction.
 * @returns false if the member's draft has another version
 */
export async function placeListingDraft(
  transaction: Pick<Prisma.TransactionClient, 'listingDraft'>,
  { ownerId, version, ...data }: PlacedDraft,
): Promise<boolean> {
  const { count } =
    version === 0
      ? await transaction.listingDraft.createMany({
          data: { ownerId, ...data },
          skipDuplicates: true,
        })
      : await transaction.listingDraft.updateMany({
          where: { ownerId, version },
          data: { ...data, version: { increment: 1 } },
        });
  return count === 1;
}
