import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import {
  decodeCursor,
  encodeCursor,
  type CursorValue,
  type PageRequest,
} from '#api/platform/database/cursors.ts';
import { InvalidInputError, NotFoundError } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { violates } from '#api/platform/database/violations.ts';
import { requireSignIn } from '../access/signedIn.ts';

export const maxFavorites = 500;

/**
 * Adds a resort to the viewer's favorites. A resort that is already there keeps its place.
 * @param resortId The resort's plain id.
 * @throws {SignInRequiredError | NotFoundError | RateLimitedError}
 * @throws {InvalidInputError} if the viewer already has the maximum number of favorites
 */
export async function addFavorite(
  deps: Pick<Deps, 'database' | 'rateLimits'>,
  viewer: Viewer | null,
  resortId: string,
): Promise<void> {
  const userId = signedIn(viewer);
  if (!z.uuid().safeParse(resortId).success) {
    throw new NotFoundError('Resort not found');
  }
  await deps.rateLimits.spend('favoriteByAccount', userId);
  try {
    await deps.database.prisma.$transaction(async (transaction) => {
      // Lock: two concurrent adds could both pass the limit.
      await transaction.$queryRaw`SELECT id FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
      const kept = await transaction.favorite.findMany({
        where: { userId },
        select: { resortId: true },
      });
      if (kept.some((favorite) => favorite.resortId === resortId)) {
        return;
      }
      if (kept.length >= maxFavorites) {
        throw new InvalidInputError([
          {
            field: 'resortId',
            message: `You can keep ${maxFavorites} favorites. Remove one to add another`,
          },
        ]);
      }
      await transaction.favorite.create({ data: { userId, resortId } });
    });
  } catch (error) {
    if (violates(error, 'favorites_resort_id_fkey')) {
      throw new NotFoundError('Resort not found');
    }
    throw error;
  }
}

/**
 * Removes a resort from the viewer's favorites. Has no effect if it is not one of them.
 * @param resortId The resort's plain id.
 * @throws {SignInRequiredError | RateLimitedError}
 */
export async function removeFavorite(
  deps: Pick<Deps, 'database' | 'rateLimits'>,
  viewer: Viewer | null,
  resortId: string,
): Promise<void> {
  const userId = signedIn(viewer);
  await deps.rateLimits.spend('favoriteByAccount', userId);
  if (z.uuid().safeParse(resortId).success) {
    await deps.database.prisma.favorite.deleteMany({ where: { userId, resortId } });
  }
}

export async function favoriteResortIds(
  { database }: Pick<Deps, 'database'>,
  userId: string,
): Promise<string[]> {
  const rows = await database.prisma.favorite.findMany({
    where: { userId },
    orderBy: latestFirst,
    take: maxFavorites,
    select: { resortId: true },
  });
  return rows.map((row) => row.resortId);
}

const order = 'FAVORITES';

const latestFirst = [
  { createdAt: 'desc' },
  { resortId: 'desc' },
] satisfies Prisma.FavoriteOrderByWithRelationInput[];

const earliestFirst = [
  { createdAt: 'asc' },
  { resortId: 'asc' },
] satisfies Prisma.FavoriteOrderByWithRelationInput[];

const check: z.ZodType<CursorValue[]> = z.tuple([
  // PostgreSQL has no year 0.
  z.iso.datetime().refine((instant) => instant >= '0001'),
  z.uuid(),
]);

export const favoriteCursor = (favorite: { createdAt: Date; resortId: string }): string =>
  encodeCursor(order, [favorite.createdAt.toISOString(), favorite.resortId]);

/**
 * Prisma arguments for one page of a person's favorites, latest first, plus one row.
 * @throws {InvalidInputError} naming after or before
 */
export function favoritesPage(
  userId: string,
  page: PageRequest,
): {
  where: Prisma.FavoriteWhereInput;
  orderBy: Prisma.FavoriteOrderByWithRelationInput[];
  take: number;
} {
  const forward = page.direction === 'forward';
  const orderBy = forward ? latestFirst : earliestFirst;
  const take = page.size + 1;
  if (page.from === undefined) {
    return { where: { userId }, orderBy, take };
  }
  const [at, id] = decodeCursor(order, page.from, forward ? 'after' : 'before', check);
  const createdAt = new Date(String(at));
  const step = forward ? 'lt' : 'gt';
  return {
    where: {
      userId,
      // The first condition bounds the index scan; the second breaks ties.
      createdAt: { [`${step}e`]: createdAt },
      OR: [{ createdAt: { [step]: createdAt } }, { resortId: { [step]: String(id) } }],
    },
    orderBy,
    take,
  };
}

function signedIn(viewer: Viewer | null): string {
  requireSignIn(viewer);
  return viewer.id;
}
