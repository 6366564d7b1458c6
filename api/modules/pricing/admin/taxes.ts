import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { OccupancyTax, Prisma } from '#api/generated/prisma/client.ts';
import { ConflictError, requireFound } from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { recordAudit } from '#api/modules/audit/audit.ts';

const listedAtMost = 2_000;

/** Destinations of resorts, A to Z, and former destinations that still have a rate. */
export const taxesOrder = {
  where: { OR: [{ resorts: { some: {} } }, { rateBps: { gt: 0 } }] },
  orderBy: { destination: 'asc' },
  take: listedAtMost,
} satisfies Prisma.OccupancyTaxFindManyArgs;

const rateMessage = 'Rate must be 0% to 50%, with at most two decimals';

const rateInput = z.object({
  keepsTaxWhenCancelled: z.boolean().nullish(),
  taxId: z.uuid({ error: 'Destination not found' }),
  version: z.int({ error: 'Version is required' }),
  rateBps: z.int({ error: rateMessage }).min(0, rateMessage).max(5_000, rateMessage),
});

/**
 * Sets the tax on stays at the resorts of a destination. A job stores the new totals.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if someone else has changed it
 */
export async function setTaxRate(
  { database }: Pick<Deps, 'database'>,
  viewer: Viewer | null,
  input: unknown,
): Promise<OccupancyTax> {
  const admin = requireAdmin(viewer);
  const { taxId: id, version, rateBps, ...cancelled } = parseInput(rateInput, input);
  return database.prisma.$transaction(async (transaction) => {
    await transaction.$queryRaw`
      SELECT FROM occupancy_taxes WHERE id = ${id}::uuid FOR UPDATE`;
    const before = await transaction.occupancyTax.findUnique({ where: { id } });
    requireFound(before, 'Destination not found');
    if (before.version !== version) {
      throw new ConflictError('version', 'Someone else has changed this rate meanwhile');
    }
    const keepsTaxWhenCancelled = cancelled.keepsTaxWhenCancelled ?? before.keepsTaxWhenCancelled;
    if (before.rateBps === rateBps && before.keepsTaxWhenCancelled === keepsTaxWhenCancelled) {
      return before;
    }
    const after = await transaction.occupancyTax.update({
      where: { id },
      data: { rateBps, keepsTaxWhenCancelled, version: { increment: 1 } },
    });
    await recordAudit(transaction, admin, 'tax.update', id, {
      before: {
        name: before.destination,
        rateBps: before.rateBps,
        keepsTaxWhenCancelled: before.keepsTaxWhenCancelled,
      },
      after: { name: after.destination, rateBps, keepsTaxWhenCancelled },
    });
    return after;
  });
}
