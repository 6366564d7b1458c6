import { parseCrontab } from 'graphile-worker';
import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { ConflictError, NotFoundError } from '#api/platform/errors.ts';
import { isFirstCall } from '#api/platform/database/keyedCalls.ts';
import { addRun } from './adminRuns.ts';

type ScheduleDeps = Pick<Deps, 'database' | 'log'>;

const payloadSchema = z.object({ _cron: z.object({ ts: z.coerce.date() }) });

/**
 * The job `inventory_schedules`, run each minute: starts the syncs due in this minute, once even if
 * several processes run the job; and fails abandoned runs.
 * @param payload `{ _cron: { ts } }`, the minute to handle
 */
export async function runSchedules(deps: ScheduleDeps, payload: unknown): Promise<void> {
  await failAbandonedRuns(deps);
  const { ts } = payloadSchema.parse(payload)._cron;
  const providers = await deps.database.prisma.inventoryProvider.findMany({
    where: { isEnabled: true, schedule: { not: null } },
    select: { id: true, name: true, schedule: true },
  });
  for (const { id, name, schedule } of providers) {
    if (schedule !== null && isDue(schedule, ts)) {
      try {
        await startOnce(deps, id, ts);
      } catch (error) {
        if (!(error instanceof ConflictError || error instanceof NotFoundError)) {
          throw error;
        }
        deps.log.info({ provider: name }, 'a scheduled sync was left out: one is under way');
      }
    }
  }
}

/**
 * Whether a schedule (a crontab line without its command, in UTC) matches the minute of a moment;
 * false if the schedule is invalid.
 */
export function isDue(schedule: string, moment: Date): boolean {
  const items = readSchedule(schedule);
  const digest = {
    min: moment.getUTCMinutes(),
    hour: moment.getUTCHours(),
    date: moment.getUTCDate(),
    month: moment.getUTCMonth() + 1,
    dow: moment.getUTCDay(),
  };
  return items.some((item) => item.match(digest));
}

function readSchedule(schedule: string): ReturnType<typeof parseCrontab> {
  try {
    return parseCrontab(`${schedule} inventory_run`);
  } catch {
    return [];
  }
}

/** Starts a sync, unless another process or an earlier attempt did so for this minute. */
async function startOnce(
  { database }: ScheduleDeps,
  providerId: string,
  minute: Date,
): Promise<void> {
  const key = `${providerId} ${minute.toISOString().slice(0, 16)}`;
  await database.prisma.$transaction(async (transaction) => {
    if (await isFirstCall(transaction, 'inventory_schedule', key, providerId)) {
      await addRun(transaction, { providerId, purpose: 'sync', filters: {}, actor: null });
    }
  });
}

/** Fails runs whose job is gone or has no attempts left: nothing else would end them. */
async function failAbandonedRuns({ database, log }: ScheduleDeps): Promise<void> {
  const { rowCount } = await database.pool.query(`
    WITH failed AS (
      UPDATE inventory_syncs AS runs
      SET status = 'failed', finished_at = now(),
          message = 'It was broken off; what was brought in until then stays'
      WHERE status IN ('waiting', 'running') AND NOT EXISTS (
        SELECT FROM graphile_worker.jobs
        WHERE key = 'inventory_run:' || runs.id
          AND (locked_at IS NOT NULL OR attempts < max_attempts))
      RETURNING id
    ), forgotten AS (
      DELETE FROM inventory_seen_weeks WHERE run_id IN (SELECT id FROM failed)
    )
    SELECT FROM failed`);
  if (rowCount) {
    log.warn({ runs: rowCount }, 'inventory runs were broken off');
  }
}
