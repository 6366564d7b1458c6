import { Prisma } from '#api/generated/prisma/client.ts';
import type { ActiveToken } from '../sessions/apiTokens.ts';
import type { Database } from '../database/database.ts';
import { RateLimitedError } from '../errors.ts';
import type { Log } from '../process/log.ts';

/** The points of an organization in one mode; they refill continuously. */
export interface Balance {
  /** Points that refill per minute, and the largest balance. */
  limit: number;
  left: number;
  refilledIn: number;
}

interface Row {
  limit: number;
  points: number;
}

/** The final cost of a call. */
export interface Used {
  /** The name of a GraphQL operation, or method and path of a REST call. */
  operation: string;
  /** Used points, at most the taken points. */
  points: number;
  hasErrors: boolean;
  milliseconds: number;
}

type Owner = Pick<ActiveToken, 'organizationId' | 'mode'>;

/**
 * Counts in the database, for all processes together. A process takes some points ahead, so that
 * most calls need no statement; if it dies they are lost, so nobody spends more than they have.
 */
export type ApiBudgets = ReturnType<typeof createApiBudgets>;

export interface Charge {
  /** Points that the call has taken since it began. */
  readonly more: number;
  /** @throws {RateLimitedError} if no points are left */
  takeMore(points: number): Promise<void>;
  /** Refunds all points of an unanswered call. */
  cancel(): void;
  /** Refunds unused points, and counts the call. `more` is always used. */
  settle(used: Used): Balance;
}

/** Milliseconds between returns of unused points to the database, with the counts. */
const flushEvery = 1_000;

/** Points to take ahead: those of a second, and at most this share of the balance. */
const ahead = { seconds: 1, share: 1 / 8 };

/** Operations with a count of their own per day; the rest are counted together. */
const mostNames = 200;

interface Count {
  calls: number;
  errors: number;
  points: number;
  milliseconds: number;
  longest: number;
}

/** A process's share of a budget. */
interface Purse {
  owner: Owner;
  left: number;
  known: Row & { at: number };
  counts: Map<string, Count>;
  taking: Promise<unknown>;
  isUsed: boolean;
}

export function createApiBudgets({ read }: Pick<Database, 'read'>, log: Log) {
  const purses = new Map<string, Purse>();
  let timer: NodeJS.Timeout | undefined;
  let flushing = Promise.resolve();

  const purseOf = (owner: Owner, known = { points: 0, limit: 1, at: 0 }): Purse => {
    const key = `${owner.organizationId} ${owner.mode}`;
    let purse = purses.get(key);
    if (!purse) {
      const taking = Promise.resolve();
      purse = { owner, left: 0, known, counts: new Map(), taking, isUsed: true };
      purses.set(key, purse);
    }
    purse.isUsed = true;
    timer ??= setTimeout(() => void flush(), flushEvery).unref();
    return purse;
  };

  const charge = ({ owner, known }: Purse, taken: number): Charge => {
    let more = 0;
    return {
      get more() {
        return more;
      },
      async takeMore(wanted) {
        await takeInTurn(owner, wanted);
        more += wanted;
      },
      cancel: () => void (purseOf(owner, known).left += taken),
      settle(used) {
        // A call may outlive its purse.
        const purse = purseOf(owner, known);
        purse.left += taken - used.points;
        count(purse.counts, { ...used, points: used.points + more });
        const { points, limit, at } = purse.known;
        const refilled = Math.min(limit, points + ((performance.now() - at) / 60_000) * limit);
        return balanceOf({ limit, points: refilled + purse.left });
      },
    };
  };

  const takeAtOnce = (purse: Purse, points: number): Charge | undefined => {
    if (purse.left < points) {
      return undefined;
    }
    purse.left -= points;
    return charge(purse, points);
  };

  const take = async (purse: Purse, points: number): Promise<Charge> =>
    takeAtOnce(purse, points) ??
    (await takeFromDatabase(read, purse, points), charge(purse, points));

  const takeInTurn = (owner: Owner, points: number): Promise<Charge> => {
    const purse = purseOf(owner);
    const taking = purse.taking.then(() => take(purse, points));
    purse.taking = taking.catch(() => undefined);
    return taking;
  };

  const flushAll = async (): Promise<void> => {
    for (const [key, purse] of purses) {
      await purse.taking;
      const { left, counts, isUsed } = purse;
      purse.left = 0;
      purse.counts = new Map();
      purse.isUsed = false;
      if (left > 0 || counts.size > 0) {
        await store(read, purse, left, counts).catch((error: unknown) => {
          log.warn({ err: error }, 'the usage of the API could not be stored');
        });
      } else if (!isUsed) {
        purses.delete(key);
      }
    }
    if (purses.size > 0) {
      timer ??= setTimeout(() => void flush(), flushEvery).unref();
    }
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    flushing = flushing.then(flushAll);
    return flushing;
  };

  return {
    takeAtOnce: (owner: Owner, points: number): Charge | undefined =>
      takeAtOnce(purseOf(owner), points),
    /**
     * The balance may become negative by one call; later calls wait until it has refilled.
     * @throws {RateLimitedError} if no points are left, with the seconds until a retry
     */
    take: ({ organizationId, mode }: Owner, points: number): Promise<Charge> =>
      takeInTurn({ organizationId, mode }, points),
    flush,
  };
}

function count(counts: Purse['counts'], used: Used): void {
  const own = used.operation.slice(0, 100);
  const name = counts.has(own) || counts.size < mostNames ? own : 'others';
  const sums = counts.get(name) ?? { calls: 0, errors: 0, points: 0, milliseconds: 0, longest: 0 };
  counts.set(name, sums);
  const milliseconds = Math.round(used.milliseconds);
  sums.calls += 1;
  sums.errors += Number(used.hasErrors);
  sums.points += Math.ceil(used.points);
  sums.milliseconds += milliseconds;
  sums.longest = Math.max(sums.longest, milliseconds);
}

/** The current balance. Reads the clock after the row is locked, so that no time counts twice. */
const refilled = Prisma.sql`
  least(points_per_minute, points + points_per_minute / 60.0
    * greatest(extract(epoch FROM clock_timestamp() - refilled_at), 0)::float)`;

const budgetOf = ({ organizationId, mode }: Owner): Prisma.Sql => Prisma.sql`
  organization_id = ${organizationId}::uuid AND organizations.id = organization_id
    AND mode = ${mode}::"TokenMode"`;

async function takeFromDatabase(
  read: Database['read'],
  purse: Purse,
  points: number,
): Promise<void> {
  const { owner, left, known } = purse;
  const wanted = (known.limit / 60) * ahead.seconds;
  const spare = Math.max(0, Math.min(wanted, known.points * ahead.share));
  purse.left = 0;
  try {
    const taken =
      (await takeRow(read, owner, { points, left, spare })) ??
      (spare > 0 ? await takeRow(read, owner, { points, left, spare: 0 }) : undefined);
    if (!taken) {
      throw await refusalOf(read, owner, left);
    }
    purse.known = { ...taken.row, at: performance.now() };
    purse.left += taken.spare;
  } catch (error) {
    purse.left += left;
    throw error;
  }
}

/** Undefined if the balance would be smaller than the points ahead. */
async function takeRow(
  read: Database['read'],
  owner: Owner,
  { points, left, spare }: { points: number; left: number; spare: number },
): Promise<{ row: Row; spare: number } | undefined> {
  const [row] = await read<Row>(Prisma.sql`
    UPDATE api_budgets
    SET points = ${refilled} + ${left - points - spare}::float, refilled_at = clock_timestamp()
    FROM organizations WHERE ${budgetOf(owner)} AND ${refilled} + ${left}::float > ${spare}::float
    RETURNING points, points_per_minute AS "limit"`);
  return row && { row, spare };
}

async function refusalOf(
  read: Database['read'],
  owner: Owner,
  left: number,
): Promise<RateLimitedError> {
  const [spent] = await read<Row>(Prisma.sql`
    SELECT ${refilled} + ${left}::float AS points, points_per_minute AS "limit"
    FROM api_budgets, organizations WHERE ${budgetOf(owner)}`);
  return new RateLimitedError(
    'The points of your organization are used up for now. They refill all the time: wait, or ask for less',
    spent ? Math.max(1, Math.ceil((-spent.points * 60) / spent.limit)) : 60,
  );
}

async function store(
  read: Database['read'],
  purse: Purse,
  left: number,
  counts: ReadonlyMap<string, Count>,
): Promise<void> {
  const { organizationId, mode } = purse.owner;
  const day = Prisma.sql`(clock_timestamp() AT TIME ZONE 'UTC')::date`;
  const same = Prisma.sql`
    organization_id = ${organizationId}::uuid AND mode = ${mode}::"TokenMode" AND day = ${day}`;
  const given = JSON.stringify([...counts].map(([operation, sums]) => ({ operation, ...sums })));
  const [row] = await read<Row>(Prisma.sql`
    WITH given AS (
      SELECT *, EXISTS (SELECT FROM api_usage WHERE ${same} AND operation = new.operation) AS is_known
      FROM jsonb_to_recordset(${given}::jsonb) AS new
        (operation text, calls int, errors int, points bigint, milliseconds bigint, longest int)),
    named AS (
      SELECT CASE WHEN is_known OR row_number() OVER (PARTITION BY is_known ORDER BY operation)
                    + (SELECT count(*) FROM api_usage WHERE ${same}) <= ${mostNames}
                  THEN operation ELSE 'others' END AS label, given.* FROM given),
    counted AS (
      INSERT INTO api_usage AS usage
        (organization_id, mode, day, operation, calls, errors, points, milliseconds, longest)
      SELECT organizations.id, ${mode}::"TokenMode", ${day}, label, sum(calls), sum(errors),
             sum(points), sum(milliseconds), max(longest)
      FROM named, organizations WHERE organizations.id = ${organizationId}::uuid
      GROUP BY organizations.id, label
      ON CONFLICT (organization_id, mode, day, operation) DO UPDATE SET
        calls = usage.calls + excluded.calls, errors = usage.errors + excluded.errors,
        points = usage.points + excluded.points,
        milliseconds = usage.milliseconds + excluded.milliseconds,
        longest = greatest(usage.longest, excluded.longest))
    UPDATE api_budgets SET points = ${refilled} + ${left}::float, refilled_at = clock_timestamp()
    FROM organizations WHERE ${budgetOf(purse.owner)}
    RETURNING points, points_per_minute AS "limit"`);
  if (row) {
    purse.known = { ...row, at: performance.now() };
  }
}

const balanceOf = ({ points, limit }: Row): Balance => ({
  limit,
  left: Math.floor(Math.min(limit, Math.max(0, points))),
  refilledIn: Math.ceil((Math.max(0, limit - points) * 60) / limit),
});

/** The headers for a balance (draft-ietf-httpapi-ratelimit-headers). */
export const balanceHeaders = ({ limit, left, refilledIn }: Balance): Record<string, string> => ({
  'ratelimit-policy': `"points";q=${limit};w=60`,
  ratelimit: `"points";r=${left};t=${refilledIn}`,
});
