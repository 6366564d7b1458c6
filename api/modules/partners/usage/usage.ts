import type { Deps } from '#api/context/context.ts';
import { Prisma, type TokenMode } from '#api/generated/prisma/client.ts';

export interface Usage {
  calls: number;
  errors: number;
  points: number;
  /** Milliseconds of the average and of the longest call. */
  average: number;
  longest: number;
}

export interface DayUsage extends Usage {
  day: string;
}

export interface OperationUsage extends Usage {
  operation: string;
}

export interface UsageOf {
  organizationId: string;
  mode: TokenMode;
  days: number;
}

export const mostOperations = 50;

const sums = Prisma.sql`
  sum(calls)::float AS calls, sum(errors)::float AS errors, sum(points)::float AS points,
  sum(milliseconds)::float / sum(calls) AS average, max(longest) AS longest`;

const within = ({ organizationId, mode, days }: UsageOf): Prisma.Sql => Prisma.sql`
  organization_id = ${organizationId}::uuid AND mode = ${mode}::"TokenMode"
    AND day > (clock_timestamp() AT TIME ZONE 'UTC')::date - ${days}::int`;

type UsageDeps = Pick<Deps, 'database' | 'apiBudgets'>;

export const usageByDay = async (
  { database, apiBudgets }: UsageDeps,
  of: UsageOf,
): Promise<DayUsage[]> => {
  await apiBudgets.flush();
  return database.read<DayUsage>(Prisma.sql`
    SELECT day::text AS day, ${sums} FROM api_usage WHERE ${within(of)} GROUP BY day ORDER BY day`);
};

export const usageByOperation = async (
  { database, apiBudgets }: UsageDeps,
  of: UsageOf,
): Promise<OperationUsage[]> => {
  await apiBudgets.flush();
  return database.read<OperationUsage>(Prisma.sql`
    SELECT operation, ${sums} FROM api_usage WHERE ${within(of)}
    GROUP BY operation ORDER BY sum(milliseconds) DESC, operation LIMIT ${mostOperations}`);
};
