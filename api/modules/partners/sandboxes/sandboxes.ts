import type { Deps } from '#api/context/context.ts';
import { setMaxListeners } from 'node:events';
import type { OpenSandbox, SandboxCaller, Sandboxes } from '#api/context/sandboxes.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import type { Database } from '#api/platform/database/database.ts';
import { UnavailableError } from '#api/platform/errors.ts';
import { openListener, type Listener } from '#api/platform/database/listener.ts';
import { requestScope } from '#api/platform/process/requestScope.ts';
import { clockFact, fillSandbox } from './fillSandbox.ts';
import { createSandboxDatabases } from './sandboxDatabases.ts';

export interface Opened {
  deps: Deps;
  close(): Promise<void>;
}

export interface SandboxOptions {
  /**
   * Opens the services of a sandbox. Jobs call `isUsed` at their start and its result at their end.
   */
  openDeps(given: {
    live: Deps;
    organizationId: string;
    url: string;
    clock: () => Date;
    /** Sets the milliseconds by which the clock is ahead. */
    setAhead: (ahead: number) => void;
    isUsed: () => () => void;
  }): Promise<Opened>;
  removeFiles(live: Deps, organizationId: string): Promise<void>;
  mostOpen?: Record<Kind, number>;
  /** Milliseconds without a request after which a sandbox is closed. */
  quietFor?: number;
}

type Kind = 'approved' | 'pending';

const kindOf = ({ isApproved }: Pick<SandboxCaller, 'isApproved'>): Kind =>
  isApproved ? 'approved' : 'pending';

interface Entry {
  kind: Kind;
  opened: Promise<Opened>;
  /** Milliseconds by which the clock is ahead, as last read. */
  ahead: number;
  closing: AbortController;
  /** Requests and jobs in progress. A subscription between changes does not count. */
  uses: number;
  lastUsed: number;
}

const channel = 'sandbox_dropped';

/** @param live a function, because the live services contain the result */
export function createSandboxes(live: () => Deps, options: SandboxOptions): Sandboxes {
  let listener: Promise<Listener> | undefined;
  let databases: SandboxDatabases | undefined;
  const onServer = (): SandboxDatabases =>
    (databases ??= createSandboxDatabases(live().database.connectionString, live().log));
  const { known, closeIn, closeAll } = keepOpened(live, options, onServer);

  const openOnce = async (caller: SandboxCaller): Promise<OpenSandbox> => {
    // Listens before the first sandbox opens, so that no drop goes unnoticed.
    await (listener ??= openListener({
      connectionString: live().database.connectionString,
      channel,
      log: live().log,
      onNotification: (id) => void closeIn(id),
    }));
    const entry = known(caller);
    const done = use(entry);
    try {
      const { deps } = await entry.opened;
      // Another process may have moved the clock.
      entry.ahead = Math.max(entry.ahead, await readAhead(deps.database));
      entry.lastUsed = Date.now();
      return { deps, done, closing: entry.closing.signal };
    } catch (error) {
      done();
      throw error;
    }
  };

  const drop = async (organizationId: string): Promise<void> => {
    await closeIn(organizationId);
    await live().database.pool.query('SELECT pg_notify($1, $2)', [channel, organizationId]);
    // Files first: `dropUnused` finds a sandbox only while it has a database.
    await options.removeFiles(live(), organizationId);
    await onServer().drop(organizationId);
  };

  return {
    drop,

    async open(caller) {
      try {
        return await openOnce(caller);
      } catch (error) {
        if (!isGone(error)) {
          throw error;
        }
        // Another process has dropped the database without this process noticing.
        await closeIn(caller.organizationId);
        return openOnce(caller);
      }
    },

    async dropUnused(days) {
      const existing = await onServer().list();
      const used = await live().database.read<{ id: string }>(Prisma.sql`
        SELECT DISTINCT organization_id AS id FROM api_tokens
        WHERE mode = 'test' AND coalesce(last_used_at, created_at) > now() - make_interval(days => ${days}::int)`);
      const kept = new Set(used.map(({ id }) => id));
      for (const id of existing.filter((each) => !kept.has(each))) {
        await drop(id);
      }
    },

    async close() {
      await closeAll();
      await (await listener)?.close();
    },
  };
}

type SandboxDatabases = ReturnType<typeof createSandboxDatabases>;

/** The sandboxes that are open in this process. An idle sandbox is closed. */
function keepOpened(live: () => Deps, options: SandboxOptions, databases: () => SandboxDatabases) {
  const { mostOpen = { approved: 6, pending: 2 }, quietFor = 600_000 } = options;
  const entries = new Map<string, Entry>();

  const forget = (organizationId: string, entry: Entry): void => {
    if (entries.get(organizationId) === entry) {
      entries.delete(organizationId);
    }
  };

  const closeEntry = (organizationId: string, entry: Entry): Promise<void> => {
    forget(organizationId, entry);
    return endUse(live(), organizationId, entry);
  };

  const closeIn = async (organizationId: string): Promise<void> => {
    const entry = entries.get(organizationId);
    if (entry) {
      await closeEntry(organizationId, entry);
    }
  };

  const timer = setInterval(
    () => {
      const before = Date.now() - quietFor;
      for (const [id, entry] of entries) {
        if (entry.uses === 0 && entry.lastUsed < before) {
          void closeEntry(id, entry);
        }
      }
    },
    Math.min(quietFor, 60_000),
  ).unref();

  const openEntry = (caller: SandboxCaller): Entry => {
    const { organizationId } = caller;
    const entry: Entry = {
      kind: kindOf(caller),
      closing: new AbortController(),
      uses: 0,
      ahead: 0,
      lastUsed: Date.now(),
      // Jobs and timers of the sandbox must not inherit the scope of this request.
      opened: requestScope.exit(async () => {
        const url = await databases().provide(
          organizationId,
          (given) => fillSandbox(live(), organizationId, given),
          () => countCreation(live(), caller),
        );
        return options.openDeps({
          live: live(),
          organizationId,
          url,
          clock: () => new Date(Date.now() + entry.ahead),
          setAhead: (ahead) => {
            entry.ahead = Math.max(entry.ahead, ahead);
          },
          isUsed: () => use(entry),
        });
      }),
    };
    // Each open request adds a listener, so a large number is no leak.
    setMaxListeners(0, entry.closing.signal);
    entries.set(organizationId, entry);
    entry.opened.catch(() => forget(organizationId, entry));
    return entry;
  };

  /** Synchronous, so that the entry can't be closed before it is used. */
  const known = (caller: SandboxCaller): Entry => {
    const kind = kindOf(caller);
    const entry = entries.get(caller.organizationId);
    if (entry) {
      entry.kind = kind;
      return entry;
    }
    const others = [...entries].filter(([, other]) => other.kind === kind);
    if (others.length >= mostOpen[kind]) {
      const [quietest] = others
        .filter(([, { uses }]) => uses === 0)
        .sort(([, one], [, other]) => one.lastUsed - other.lastUsed);
      if (!quietest) {
        throw new UnavailableError('Too many sandboxes are in use. Please try again', 5);
      }
      void closeEntry(...quietest);
    }
    return openEntry(caller);
  };

  return {
    known,
    closeIn,
    async closeAll(): Promise<void> {
      clearInterval(timer);
      await Promise.all([...entries].map(([id, entry]) => closeEntry(id, entry)));
    },
  };
}

async function endUse({ log }: Deps, organizationId: string, entry: Entry): Promise<void> {
  entry.closing.abort();
  try {
    await (await entry.opened).close();
  } catch (error) {
    log.warn({ organizationId, err: error }, 'a sandbox could not be closed');
  }
}

async function countCreation(
  { rateLimits }: Deps,
  { account, address }: SandboxCaller,
): Promise<void> {
  await rateLimits.spend('sandboxByAddress', address);
  await rateLimits.spend('sandboxByAccount', account.id);
}

function use(entry: Entry): () => void {
  entry.uses += 1;
  let isOver = false;
  return () => {
    entry.uses -= isOver ? 0 : 1;
    isOver = true;
  };
}

/** PostgreSQL: there is no such database (3D000), or its connections were ended (57P01). */
const isGone = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && /^(3D000|57P01)$/.test(String(error.code))) ||
    /does not exist|terminating connection|Connection terminated|Cannot use a pool/.test(
      error.message,
    ));

export async function readAhead({ read }: Pick<Database, 'read'>): Promise<number> {
  const [row] = await read<{ value: string }>(
    Prisma.sql`SELECT value FROM installation_facts WHERE key = ${clockFact}`,
  );
  return Number(row?.value ?? 0);
}
