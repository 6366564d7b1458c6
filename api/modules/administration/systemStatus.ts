import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#api/context/context.ts';
import { rawText, tellFailure, type ToldFailure } from '#api/platform/outgoing/failureWords.ts';
import type { ObjectStorage } from '#api/platform/storage/objectStorage.ts';
import { plural } from '#common/numbers.ts';
import {
  givenUpJob,
  givenUpJobsSql,
  isGivenUp,
  nameOf,
  whoIsCalled,
  type GivenUpJob,
  type StoredJob,
} from './givenUpJobs.ts';
import { storedFilesFact, toldRound, type Round } from './storedFiles.ts';

export type PartName = 'database' | 'jobs' | 'mail' | 'storage';
export type PartState = 'ok' | 'warning' | 'failing';

export interface PartStatus extends ToldFailure {
  name: PartName;
  state: PartState;
  detail: string;
  lastErrorAt: Date | null;
  givenUpJobs: GivenUpJob[];
}

type StatusDeps = Pick<Deps, 'database' | 'storage' | 'log' | 'clock'>;

/** Checks every part; a failing part doesn't stop the checks of other parts. */
export async function checkSystem(deps: StatusDeps): Promise<PartStatus[]> {
  const began = performance.now();
  const facts = await readFacts(deps).catch((error: unknown) => errorOf(error));
  const milliseconds = Math.round(performance.now() - began);
  return [
    facts instanceof Error ? await pingDatabase(deps) : databaseStatus(facts, milliseconds),
    jobsStatus(facts),
    mailStatus(facts),
    await checkStorage(deps, facts),
  ];
}

const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error('Unknown'));

async function pingDatabase({ database }: StatusDeps): Promise<PartStatus> {
  try {
    await database.pool.query('SELECT');
    return { ...quiet('database'), detail: 'Answers' };
  } catch (error) {
    return failing('database', 'The database does not answer', error);
  }
}

function databaseStatus(
  { size, connections, mostConnections }: Facts,
  milliseconds: number,
): PartStatus {
  return {
    ...quiet('database'),
    state: connections > mostConnections * 0.9 ? 'warning' : 'ok',
    detail: `Answers in ${milliseconds} ms; ${size} of data, ${connections} of ${mostConnections} connections in use`,
  };
}

interface Facts {
  size: string;
  connections: number;
  mostConnections: number;
  jobsOverdue: number;
  jobsGivenUp: number;
  givenUpJobs: StoredJob[];
  jobTask: string | null;
  jobError: string | null;
  jobErrorAt: Date | null;
  isMailSet: boolean;
  mailsWaiting: number;
  mailsLate: number;
  mailsFailed: number;
  mailError: string | null;
  mailErrorAt: Date | null;
  storedFiles: string | null;
}

async function readFacts({ database }: StatusDeps): Promise<Facts> {
  const { rows } = await database.pool.query<Facts>(
    `
    SELECT pg_size_pretty(pg_database_size(current_database())) AS size,
      (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
      current_setting('max_connections')::int AS "mostConnections",
      jobs.*, job_error.*, mails.*, mail_error.*,
      (${givenUpJobsSql}) AS "givenUpJobs",
      EXISTS (SELECT FROM site_settings WHERE key = 'smtp_host' AND btrim(value) <> '') AS "isMailSet",
      (SELECT value FROM installation_facts WHERE key = $1) AS "storedFiles"
    FROM
      (SELECT count(*) FILTER (WHERE attempts < max_attempts AND locked_at IS NULL
                                 AND run_at < now() - interval '2 minutes')::int AS "jobsOverdue",
              count(*) FILTER (WHERE ${isGivenUp})::int AS "jobsGivenUp"
       FROM graphile_worker.jobs) AS jobs
    CROSS JOIN
      (SELECT count(*) FILTER (WHERE status = 'waiting')::int AS "mailsWaiting",
              count(*) FILTER (WHERE status = 'waiting' AND created_at < now() - interval '10 minutes')::int
                AS "mailsLate",
              count(*) FILTER (WHERE status = 'failed')::int AS "mailsFailed"
       FROM outgoing_mails WHERE status IN ('waiting', 'failed')) AS mails
    LEFT JOIN LATERAL
      (SELECT task_identifier AS "jobTask", last_error AS "jobError", updated_at AS "jobErrorAt"
       FROM graphile_worker.jobs WHERE last_error IS NOT NULL
       ORDER BY updated_at DESC LIMIT 1) AS job_error ON true
    LEFT JOIN LATERAL
      (SELECT last_error AS "mailError", created_at AS "mailErrorAt"
       FROM outgoing_mails WHERE status IN ('waiting', 'failed') AND last_error IS NOT NULL
       ORDER BY created_at DESC LIMIT 1) AS mail_error ON true`,
    [storedFilesFact],
  );
  return rows[0] as Facts;
}

function jobsStatus(facts: Facts | Error): PartStatus {
  if (facts instanceof Error) {
    return failing('jobs', 'The queue of jobs cannot be read', facts);
  }
  const { jobsOverdue, jobsGivenUp, givenUpJobs, jobTask, jobError, jobErrorAt } = facts;
  return {
    name: 'jobs',
    ...judged('Jobs', 'No job is late', { late: jobsOverdue, minutes: 2, givenUp: jobsGivenUp }),
    ...tellJobFailure(jobTask ?? '', jobError),
    lastErrorAt: jobErrorAt,
    givenUpJobs: givenUpJobs.map(givenUpJob),
  };
}

function tellJobFailure(task: string, error: string | null): ToldFailure {
  const { lastError } = tellFailure(whoIsCalled(task), error);
  return {
    lastError: lastError && `The job “${nameOf(task)}” failed: ${lastError}`,
    lastErrorDetails: error && `${task}: ${error}`,
  };
}

function mailStatus(facts: Facts | Error): PartStatus {
  if (facts instanceof Error) {
    return failing('mail', 'The queue of messages cannot be read', facts);
  }
  const { isMailSet, mailsWaiting, mailsLate, mailsFailed, mailError, mailErrorAt } = facts;
  const last = {
    ...tellFailure('The mail server', mailError),
    lastErrorAt: mailErrorAt,
    givenUpJobs: [],
  };
  if (!isMailSet) {
    const detail = `No mail server is set; ${plural(mailsWaiting, 'message')} ${mailsWaiting === 1 ? 'waits' : 'wait'} for it`;
    return { name: 'mail', state: 'warning', detail, ...last };
  }
  const calm = `${plural(mailsWaiting, 'message')} waiting`;
  const counts = { late: mailsLate, minutes: 10, givenUp: mailsFailed };
  return { name: 'mail', ...judged('Messages', calm, counts), ...last };
}

function judged(
  what: string,
  calm: string,
  { late, minutes, givenUp }: { late: number; minutes: number; givenUp: number },
): Pick<PartStatus, 'state' | 'detail'> {
  const problems = [
    late > 0 && `${late} waiting for more than ${minutes} minutes`,
    givenUp > 0 && `${givenUp} given up`,
  ].filter((problem) => problem !== false);
  return problems.length > 0
    ? { state: 'warning', detail: `${what}: ${problems.join(', ')}` }
    : { state: 'ok', detail: calm };
}

/** Last failure of each storage seen by this process, since a storage keeps no record. */
const storageFailures = new WeakMap<ObjectStorage, { error: string; at: Date }>();

const storagePatience = 5_000;

/**
 * Writes a small object and reads it back, as an upload does, and adds the missing files of the
 * last check.
 */
async function checkStorage(
  { storage, log, clock }: StatusDeps,
  facts: Facts | Error,
): Promise<PartStatus> {
  const began = performance.now();
  const files = facts instanceof Error ? null : toldRound(facts.storedFiles);
  try {
    await Promise.race([
      probe(storage),
      sleep(storagePatience, undefined, { ref: false }).then(() => {
        throw new Error(`No answer within ${storagePatience / 1000} seconds`);
      }),
    ]);
    const failure = storageFailures.get(storage);
    const probed = `A file was written and read in ${Math.round(performance.now() - began)} ms`;
    return {
      name: 'storage',
      state: files && files.missing > 0 ? 'failing' : 'ok',
      detail: files ? `${probed}. ${filesFound(files, clock())}` : probed,
      ...tellFailure(servers.storage, failure?.error ?? null),
      lastErrorAt: failure?.at ?? null,
      givenUpJobs: [],
    };
  } catch (error) {
    log.warn({ err: error }, 'the object storage fails');
    const status = failing('storage', 'Files can be neither stored nor opened', error);
    storageFailures.set(storage, { error: rawText(error), at: new Date() });
    return status;
  }
}

function filesFound({ checked, missing, named, at }: Round, now: Date): string {
  const minutes = Math.max(0, Math.round((now.getTime() - Date.parse(at)) / 60_000));
  const hours = Math.round(minutes / 60);
  const age = minutes < 100 ? plural(minutes, 'minute') : plural(hours, 'hour');
  const counted = `${plural(checked, 'stored file')} ${checked === 1 ? 'was' : 'were'} looked for ${age} ago`;
  if (missing === 0) {
    return `${counted}: none is missing`;
  }
  const more = missing > named.length ? ` and ${missing - named.length} more` : '';
  return `${counted}, and ${missing} ${missing === 1 ? 'is' : 'are'} missing or incomplete: ${named.join(', ')}${more}. Restore the files from a backup`;
}

async function probe(storage: ObjectStorage): Promise<void> {
  const key = `probes/${randomUUID()}`;
  const content = randomUUID();
  try {
    await storage.write(key, Readable.from([content]), { maxBytes: content.length });
    const chunks: Buffer[] = [];
    for await (const chunk of await storage.read(key)) {
      chunks.push(Buffer.from(chunk as Uint8Array));
    }
    if (Buffer.concat(chunks).toString() !== content) {
      throw new Error('A file came back changed');
    }
  } finally {
    await storage.remove(key);
  }
}

const servers: Readonly<Record<PartName, string>> = {
  database: 'The database',
  jobs: 'The database',
  mail: 'The database',
  storage: 'The file storage',
};

const quiet = (name: PartName): PartStatus => ({
  name,
  state: 'ok',
  detail: '',
  ...tellFailure('', null),
  lastErrorAt: null,
  givenUpJobs: [],
});

const failing = (name: PartName, detail: string, error: unknown): PartStatus => ({
  name,
  state: 'failing',
  detail,
  ...tellFailure(servers[name], rawText(error)),
  lastErrorAt: new Date(),
  givenUpJobs: [],
});
