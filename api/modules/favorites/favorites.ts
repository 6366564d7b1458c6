import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { PageRequest } from '#api/platform/database/cursors.ts';
import { keyset } from '#api/platform/database/keyset.ts';
import { InvalidInputError, NotFoundError } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { violates } from '#api/platform/database/violations.ts';
import { signedIn } from '../access/signedIn.ts';

export const maxFavorites = 500;

/**
 * Adds a resort to the viewer's favorites. A resort that is already there keeps its place.
 * @throws {SignInRequiredError | NotFoundError | RateLimitedError}
 * @throws {InvalidInputError} if the viewer already has the maximum number of favorites
 */
export async function addFavorite(
  deps: Pick<Deps, 'database' | 'rateLimits'>,
  viewer: Viewer | null,
  resortId: string,
): Promise<void> {
  const { id: userId } = signedIn(viewer);
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
        throw new InvalidInputError(
          'resortId',
          `You can keep ${maxFavorites} favorites. Remove one to add another`,
        );
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
 * @throws {SignInRequiredError | RateLimitedError}
 */
export async function removeFavorite(
  deps: Pick<Deps, 'database' | 'rateLimits'>,
  viewer: Viewer | null,
  resortId: string,
): Promise<void> {
  const { id: userId } = signedIn(viewer);
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
    orderBy: [{ createdAt: 'desc' }, { resortId: 'desc' }],
    take: maxFavorites,
    select: { resortId: true },
  });
  return rows.map((row) => row.resortId);
}

export const latestFirst = keyset('FAVORITES', 'desc', {
  createdAt: 'timestamptz',
  resortId: 'uuid',
});

/**
 * Prisma arguments for one page of a person's favorites, latest first, plus one row.
 * @throws {InvalidInputError} naming after or before
 */
export function favoritesPage(userId: string, request: PageRequest) {
  const { where, ...page } = latestFirst.prisma(request);
  return { ...page, where: { userId, ...where } };
}
