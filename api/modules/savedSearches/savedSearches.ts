import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { Prisma, SavedSearch } from '#api/generated/prisma/client.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '#api/platform/errors.ts';
import { parseInput, withoutInvisible, filledLine } from '#api/platform/input/input.ts';
import { hashOfSecret } from '#api/platform/security/linkSecrets.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { resortFilterInput, type ResortFilter } from '../search/resortFilter.ts';
import { nameOfSearch } from './savedSearchName.ts';
import { requireSignIn } from '../access/signedIn.ts';

const mostSavedSearches = 50;

const searchName = filledLine('Name', 100);

const saveInput = z.object({
  name: searchName.nullish(),
  query: z
    .string({ error: 'The search text must be text' })
    .overwrite(withoutInvisible)
    .normalize('NFC')
    .trim()
    .max(200, 'The search text may have at most 200 characters')
    .nullish(),
  filter: resortFilterInput.nullish(),
  alerts: z.boolean({ error: 'Alerts must be on or off' }).nullish(),
});

const updateInput = z.object({
  name: searchName.nullish(),
  alerts: z.boolean({ error: 'Alerts must be on or off' }).nullish(),
});

type Saving = Pick<Deps, 'database'>;

/**
 * Saves a search of the viewer, or returns the same search saved earlier.
 * @throws {SignInRequiredError | InvalidInputError}
 * @throws {ConflictError} if the viewer has reached the maximum
 */
export async function saveSearch(
  { database }: Saving,
  viewer: Viewer | null,
  input: unknown,
): Promise<SavedSearch> {
  requireSignIn(viewer);
  const wanted = parseInput(saveInput, input);
  const filter = wanted.filter ?? {};
  const query = wanted.query ?? '';
  return database.prisma.$transaction(async (transaction) => {
    // Lock: two concurrent calls could both pass the limit, or save the same search twice.
    await transaction.$queryRaw`SELECT FROM users WHERE id = ${viewer.id}::uuid FOR NO KEY UPDATE`;
    const same = await transaction.savedSearch.findFirst({
      where: { userId: viewer.id, query, filter: { equals: filter as Prisma.InputJsonObject } },
    });
    if (same) {
      return same;
    }
    if (
      (await transaction.savedSearch.count({ where: { userId: viewer.id } })) >= mostSavedSearches
    ) {
      throw new ConflictError(
        'name',
        `You can keep ${mostSavedSearches} searches. Delete one to save another`,
      );
    }
    return transaction.savedSearch.create({
      data: {
        userId: viewer.id,
        name: wanted.name ?? nameOfSearch(query, filter),
        query,
        filter: filter as Prisma.InputJsonObject,
        alerts: wanted.alerts ?? true,
      },
    });
  });
}

/**
 * Renames a search of the viewer, or turns its alerts on or off. Omitted fields stay as they are.
 * @throws {SignInRequiredError | InvalidInputError}
 * @throws {NotFoundError} if the viewer has no such search
 */
export async function updateSavedSearch(
  { database }: Saving,
  viewer: Viewer | null,
  id: string,
  input: unknown,
): Promise<SavedSearch> {
  requireSignIn(viewer);
  const { name, alerts } = parseInput(updateInput, input);
  const [updated] = await database.prisma.savedSearch.updateManyAndReturn({
    where: { id, userId: viewer.id },
    data: { ...(name != null && { name }), ...(alerts != null && { alerts }) },
  });
  if (!updated) {
    throw noSuchSearch();
  }
  return updated;
}

/** @throws {NotFoundError} if the viewer has no such search */
export async function deleteSavedSearch(
  { database }: Saving,
  viewer: Viewer | null,
  id: string,
): Promise<void> {
  requireSignIn(viewer);
  const { count } = await database.prisma.savedSearch.deleteMany({
    where: { id, userId: viewer.id },
  });
  if (count === 0) {
    throw noSuchSearch();
  }
}

/**
 * Turns off the alerts of the search that a mailed link belongs to. Needs no session.
 * @returns the name of the search
 * @throws {InvalidInputError} if the link is unknown, has expired, or its search was deleted
 */
export async function unsubscribe({ database }: Saving, token: unknown): Promise<string> {
  const parsed = z.string().safeParse(token);
  const [search] = parsed.success
    ? await database.prisma.savedSearch.updateManyAndReturn({
        where: { unsubscribeLinks: { some: { id: hashOfSecret(parsed.data) } } },
        data: { alerts: false },
        select: { name: true },
      })
    : [];
  if (!search) {
    throw new InvalidInputError('token', 'This link is too old, or its saved search was deleted');
  }
  return search.name;
}

const noSuchSearch = (): NotFoundError => new NotFoundError('You have no such saved search');

/** Casts a stored filter, which was validated before it was stored. */
export const storedFilter = (json: unknown): ResortFilter => json as ResortFilter;
