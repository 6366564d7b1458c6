import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { Prisma, InventoryResort as Stored } from '#api/generated/prisma/client.ts';
import { ConflictError, NotFoundError, requireFound } from '#api/platform/errors.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { addResort } from '#api/modules/resorts/admin/adminResorts.ts';
import { newResortInput, type NewResort } from '#api/modules/resorts/admin/resortInput.ts';
import { recordAudit } from '#api/modules/audit/audit.ts';
import { readProposals, type InventoryResort } from './resortProposals.ts';

const target = z.object({
  inventoryResortId: z.string({ error: 'The resort of the provider is required' }),
});

const matchInput = target.extend({ resortId: z.string({ error: 'Our resort is required' }) });

/**
 * Matches a provider's resort to our resort. The next sync imports its weeks. Replaces an earlier
 * match and ends ignoring.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 */
export const matchResort = changing(matchInput, async (transaction, admin, stored, input) => {
  const where = { id: idToFind(input.resortId) };
  const resort = await transaction.resort.findUnique({ where, select: { id: true } });
  requireFound(resort, 'Resort not found');
  await store(transaction, admin, 'match', stored, { resortId: resort.id, isIgnored: false });
});

/**
 * Excludes the weeks of a provider's resort until it is matched.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if it is matched
 */
export const ignoreResort = changing(target, async (transaction, admin, stored) => {
  requireUnmatched(stored);
  await store(transaction, admin, 'ignore', stored, { resortId: null, isIgnored: true });
});

/**
 * Adds a provider's resort to ours and matches the two. Fields the provider doesn't send are taken
 * from our resort at the same location; the description is a placeholder.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if it is matched already
 */
export const createResortFrom = changing(target, async (transaction, admin, stored) => {
  requireUnmatched(stored);
  const resort = await addResort(transaction, admin, await draftOf(transaction, stored));
  await store(transaction, admin, 'match', stored, { resortId: resort.id, isIgnored: false });
});

function changing<Input extends z.infer<typeof target>>(
  schema: z.ZodType<Input>,
  change: (
    transaction: Prisma.TransactionClient,
    admin: Viewer,
    stored: Stored,
    input: Input,
  ) => Promise<void>,
) {
  return async (
    deps: Pick<Deps, 'database'>,
    viewer: Viewer | null,
    given: unknown,
  ): Promise<InventoryResort> => {
    const admin = requireAdmin(viewer);
    const input = parseInput(schema, given);
    const id = idToFind(input.inventoryResortId);
    await deps.database.prisma.$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT FROM inventory_resorts WHERE id = ${id}::uuid FOR UPDATE`;
      const stored = await transaction.inventoryResort.findUnique({ where: { id } });
      if (!stored) {
        throw missing();
      }
      await change(transaction, admin, stored, input);
    });
    const [changed] = await readProposals(deps, [id]);
    if (!changed) {
      throw missing();
    }
    return changed;
  };
}

const missing = () => new NotFoundError('There is no such resort of a provider');

function requireUnmatched({ name, resortId }: Stored): void {
  if (resortId !== null) {
    throw new ConflictError('inventoryResortId', `${name} is matched already. Load the list again`);
  }
}

async function store(
  transaction: Prisma.TransactionClient,
  admin: Viewer,
  verb: 'match' | 'ignore',
  stored: Stored,
  data: Pick<Stored, 'resortId' | 'isIgnored'>,
): Promise<void> {
  if (stored.resortId === data.resortId && stored.isIgnored === data.isIgnored) {
    return;
  }
  await transaction.inventoryResort.update({ where: { id: stored.id }, data });
  const { providerId, externalId, name, resortId, isIgnored } = stored;
  await recordAudit(transaction, admin, `inventory.${verb}Resort`, stored.id, {
    before: { providerId, externalId, name, resortId, isIgnored },
    after: data,
  });
}

async function draftOf(
  transaction: Prisma.TransactionClient,
  { name, location, brand }: Stored,
): Promise<NewResort> {
  const [neighbour] = await transaction.$queryRaw<Partial<NewResort>[]>`
    SELECT destination, city, region, country, timezone, week_rule AS "weekRule"
    FROM resorts WHERE search_fold(location) = search_fold(${location}) AND ${location} <> ''
    ORDER BY review_count DESC, id LIMIT 1`;
  const place = location.trim().slice(0, 200) || 'Location to be confirmed';
  const region = place.split(',').at(-1)?.trim() ?? '';
  const where = neighbour ?? { destination: (region || place).slice(0, 100) };
  return parseInput(newResortInput, {
    name: name.trim().slice(0, 200),
    location: place,
    brand: brand.trim().slice(0, 100),
    description: `${name.trim().slice(0, 200)} is new on Tideweek. A description follows.`,
    ...where,
  });
}
