import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { ConflictError, requireFound } from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import { tellFailure, type ToldFailure } from '#api/platform/outgoing/failureWords.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { requireAdmin } from '../access/requireAdmin.ts';
import { recordAudit } from '../audit/audit.ts';

export interface GivenUpJob extends ToldFailure {
  number: string;
  name: string;
  givenUpAt: Date;
}

export const isGivenUp = 'attempts >= max_attempts AND locked_at IS NULL';

export const mostGivenUp = 100;

export interface StoredJob {
  number: string;
  task: string;
  error: string | null;
  givenUpAt: string;
}

export const givenUpJobsSql = `
  SELECT coalesce(json_agg(job), '[]') FROM (
    SELECT id::text AS number, task_identifier AS task, last_error AS error,
           updated_at AS "givenUpAt"
    FROM graphile_worker.jobs WHERE ${isGivenUp} ORDER BY updated_at DESC, id LIMIT ${mostGivenUp}
  ) AS job`;

export const givenUpJob = ({ number, task, error, givenUpAt }: StoredJob): GivenUpJob => ({
  number,
  name: nameOf(task),
  givenUpAt: new Date(givenUpAt),
  ...tellFailure(whoIsCalled(task), error),
});

export const nameOf = (task: string): string => task.replaceAll('_', ' ');

export const whoIsCalled = (task: string): string => callees[task] ?? 'A server that it needs';

const callees: Readonly<Record<string, string>> = {
  open_sale_account: 'The escrow partner',
  pay_out_sale: 'The escrow partner',
  send_mail: 'The mail server',
};

export type JobDecision = 'retry' | 'drop';

const decisionInput = z.object({
  number: z.string().regex(/^\d{1,18}$/, 'Number must be one that an answer gave'),
  decision: z.enum(['retry', 'drop']),
});

/**
 * Lets a given up job run again now, with all its attempts, or deletes it. Either way, a periodic
 * job that was set aside runs again at its times.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError}
 * @throws {NotFoundError} if there is no such job, or it is not given up
 * @throws {ConflictError} if it is a sync of a provider that another sync is under way for
 */
export async function decideJob(
  deps: Pick<Deps, 'database'>,
  viewer: Viewer | null,
  input: unknown,
): Promise<void> {
  const admin = requireAdmin(viewer);
  const { number, decision } = parseInput(decisionInput, input);
  await deps.database.prisma.$transaction(async (transaction) => {
    const [job] = await transaction.$queryRaw<{ task: string; payload: unknown }[]>`
      SELECT identifier AS task, payload
      FROM graphile_worker._private_jobs AS jobs
      JOIN graphile_worker._private_tasks AS tasks ON tasks.id = task_id
      WHERE jobs.id = ${number}::bigint AND ${Prisma.raw(isGivenUp)}
      FOR UPDATE OF jobs`;
    requireFound(job, 'This job is not given up any more. Load the page again');
    await outcomes[decision](transaction, number);
    await transaction.jobDeath.deleteMany({ where: { task: job.task } });
    await subjects[job.task]?.[decision]?.(transaction, subjectOf.parse(job.payload).id);
    await recordAudit(transaction, admin, `job.${decision}`, number, {
      before: { name: nameOf(job.task) },
    });
  });
}

type Change = (
  transaction: Pick<Prisma.TransactionClient, '$executeRaw'>,
  id: string,
) => Promise<unknown>;

const outcomes: Readonly<Record<JobDecision, Change>> = {
  retry: (transaction, number) => transaction.$executeRaw`
    UPDATE graphile_worker._private_jobs
    SET attempts = 0, flags = NULL, run_at = now(), updated_at = now()
    WHERE id = ${number}::bigint`,
  drop: (transaction, number) => transaction.$executeRaw`
    DELETE FROM graphile_worker._private_jobs WHERE id = ${number}::bigint`,
};

const subjectOf = z.object({ id: z.uuid() });

const subjects: Readonly<Record<string, Partial<Record<JobDecision, Change>>>> = {
  send_mail: {
    // A dropped mail would otherwise get a new job.
    drop: (transaction, id) => transaction.$executeRaw`
      UPDATE outgoing_mails SET status = 'failed' WHERE id = ${id}::uuid AND status = 'waiting'`,
  },
  inventory_run: {
    // The run has failed meanwhile, and a worker ignores failed runs.
    async retry(transaction, id) {
      const isResumed = await transaction.$executeRaw`
        UPDATE inventory_syncs AS runs SET status = 'waiting', finished_at = NULL, message = NULL
        WHERE id = ${id}::uuid AND status IN ('waiting', 'running', 'failed')
          AND (purpose = 'preview' OR NOT EXISTS (
            SELECT FROM inventory_syncs AS others
            WHERE others.id <> runs.id AND others.provider_id = runs.provider_id
              AND others.purpose = 'sync' AND others.status IN ('waiting', 'running')))`;
      if (!isResumed) {
        throw new ConflictError(
          'number',
          'Another sync of this provider is under way, or this one has ended. Drop the job',
        );
      }
    },
  },
};
