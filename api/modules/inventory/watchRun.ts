import type { Deps } from '../../context.ts';
import type { ActiveSession } from '../../platform/sessions.ts';
import { requireAdmin } from '../accounts/requireAdmin.ts';
import { readRun, type InventoryRun } from './runHistory.ts';
import { watchRun as watch } from './runs.ts';

export async function* watchRun(
  deps: Deps,
  session: ActiveSession | null,
  id: string,
): AsyncGenerator<InventoryRun> {
  requireAdmin(session?.viewer ?? null);
  for await (const run of watch(deps, id, new AbortController().signal)) {
    const seen = await readRun(deps, run.id);
    if (seen) {
      yield seen;
    }
  }
}
