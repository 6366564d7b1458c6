import { Prisma } from '../generated/prisma/client.ts';
import type { ActiveToken } from './apiTokens.ts';
import type { Database } from './database.ts';
import { RateLimitedError } from './errors.ts';

/** The points of an organization in one mode; they refill continuously. */
export interface Balance {
  /** Points that refill per minute, and the largest balance. */
  limit: number;
  /** Whole points left; at least 0. */
  left: number;
  refilledIn: number;
}

interface Row {
  limit: number;
  points: number;
}

type BudgetDeps = { database: Pick<Database, 'prisma'> };

/** The current balance. Reads the clock after the row is locked, so that no time counts twice. */
const refilled = Prisma.sql`
  least(points_per_minute, points + points_per_minute / 60.0
    * greatest(extract(epoch FROM clock_timestamp() - refilled_at), 0)::float)`;

/**
 * Takes points for a call, counted in the database for all processes. The balance may become
 * negative by one call; later calls are refused until it has refilled.
 * @throws {RateLimitedError} if no points are left, with the seconds until a retry
 */
export async function takePoints(
  { database }: BudgetDeps,
  { organizationId, mode }: ActiveToken,
  points: number,
): Promise<Balance> {
  const budget = Prisma.sql`
    organization_id = ${organizationId}::uuid AND organizations.id = organization_id
      AND mode = ${mode}::"TokenMode"`;
  const [row] = await database.prisma.$queryRaw<Row[]>(Prisma.sql`
    UPDATE api_budgets SET points = ${refilled} - ${points}::float, refilled_at = clock_timestamp()
    FROM organizations WHERE ${budget} AND ${refilled} > 0
    RETURNING points, points_per_minute AS "limit"`);
  if (row) {
    return balanceOf(row);
  }
  const [spent] = await database.prisma.$queryRaw<Row[]>(Prisma.sql`
    SELECT ${refilled} AS points, points_per_minute AS "limit"
    FROM api_budgets, organizations WHERE ${budget}`);
  throw new RateLimitedError(
    'The points of your organization are used up for now. They refill all the time: wait, or ask for less',
    spent ? Math.max(1, Math.ceil((-spent.points * 60) / spent.limit)) : 60,
  );
}

export interface Used {
  /** The name of a GraphQL operation, or method and path of a REST call. */
  operation: string;
  /** Points to refund. */
  unused: number;
  /** Points that count. */
  points: number;
  hasErrors: boolean;
  milliseconds: number;
}

/**
 * Operations of an organization with a count of their own per day; the rest are counted together.
 */
const mostNames = 200;

/** Refunds unused points, and counts the call. */
export async function settlePoints(
  { database }: BudgetDeps,
  { organizationId, mode }: ActiveToken,
  used: Used,
): Promise<Balance> {
  const { unused, points, hasErrors } = used;
  const name = used.operation.slice(0, 100);
  const took = Math.round(used.milliseconds);
  const day = Prisma.sql`(clock_timestamp() AT TIME ZONE 'UTC')::date`;
  const same = Prisma.sql`
    organization_id = ${organizationId}::uuid AND mode = ${mode}::"TokenMode" AND day = ${day}`;
  const [row] = await database.prisma.$queryRaw<Row[]>(Prisma.sql`
    WITH counted AS (
      INSERT INTO api_usage AS usage
        (organization_id, mode, day, operation, calls, errors, points, milliseconds, longest)
      SELECT ${organizationId}::uuid, ${mode}::"TokenMode", ${day},
             CASE WHEN EXISTS (SELECT FROM api_usage WHERE ${same} AND operation = ${name})
                    OR (SELECT count(*) FROM api_usage WHERE ${same}) < ${mostNames}
                  THEN ${name} ELSE 'others' END,
             1, ${hasErrors ? 1 : 0}, ${Math.ceil(points)}, ${took}, ${took}
      ON CONFLICT (organization_id, mode, day, operation) DO UPDATE SET
        calls = usage.calls + 1, errors = usage.errors + excluded.errors,
        points = usage.points + excluded.points,
        milliseconds = usage.milliseconds + excluded.milliseconds,
        longest = greatest(usage.longest, excluded.longest))
    UPDATE api_budgets SET points = ${refilled} + ${unused}::float, refilled_at = clock_timestamp()
    FROM organizations
    WHERE organization_id = ${organizationId}::uuid AND organizations.id = organization_id
      AND mode = ${mode}::"TokenMode"
    RETURNING points, points_per_minute AS "limit"`);
  return balanceOf(row ?? { points: 0, limit: 1 });
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
