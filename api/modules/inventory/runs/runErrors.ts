import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { csvLines, defused } from '#api/platform/files/csv.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { runOfId, type InventoryProblem } from './runHistory.ts';

const atOnce = 1_000;

/**
 * Streams the errors of a run as a CSV file (RFC 4180).
 * @param id plain
 * @throws {SignInRequiredError | ForbiddenError | NotFoundError}
 */
export async function exportErrors(
  deps: Pick<Deps, 'database'>,
  viewer: Viewer | null,
  id: string,
): Promise<AsyncGenerator<string, void>> {
  requireAdmin(viewer);
  await runOfId(deps, id);
  return pieces(deps, id);
}

async function* pieces(
  { database }: Pick<Deps, 'database'>,
  id: string,
): AsyncGenerator<string, void> {
  yield 'row,listingId,error\r\n';
  let last = 0;
  for (;;) {
    const problems = await database.read<InventoryProblem>(Prisma.sql`
      SELECT number, listing_id AS "listingId", error FROM inventory_sync_errors
      WHERE sync_id = ${id}::uuid AND number > ${last} ORDER BY number LIMIT ${atOnce}`);
    const end = problems.at(-1);
    if (!end) {
      return;
    }
    last = end.number;
    const lines = problems.map(({ number, listingId, error }) => [
      String(number),
      defused(listingId),
      defused(error),
    ]);
    yield csvLines(lines);
  }
}
