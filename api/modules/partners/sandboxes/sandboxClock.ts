import type { Deps } from '#api/context/context.ts';
import type { Organization } from '#api/generated/prisma/client.ts';
import type { Sandbox } from '#api/context/sandboxes.ts';
import { dayMs } from '#common/days.ts';
import { InvalidInputError, requireFound } from '#api/platform/errors.ts';
import { clockFact } from './fillSandbox.ts';
import { z } from 'zod';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { noOrganization, requireRight } from '../organizations/organizations.ts';

/** The most milliseconds that a clock can be ahead. */
const mostAhead = 731 * dayMs;

/**
 * Moves the clock of a sandbox forward and resolves once everything that fell due is done.
 * @param to instant; at most two years ahead of the real time
 * @returns the sandbox's time
 * @throws {NotFoundError} on live data
 * @throws {InvalidInputError} if `to` is before the sandbox's time, or too far ahead
 */
export async function moveClock(
  deps: Pick<Deps, 'database' | 'sandbox' | 'clock'>,
  to: Date,
): Promise<Date> {
  const sandbox = requireSandbox(deps);
  const ahead = to.getTime() - Date.now();
  if (to < deps.clock()) {
    throw wrong(`The clock only goes forward: it is ${deps.clock().toISOString()} now`);
  }
  if (ahead > mostAhead) {
    throw wrong('The clock can be at most two years ahead. Reset the sandbox to begin again');
  }
  // Of two concurrent moves, the later time wins.
  await deps.database.pool.query(
    `UPDATE installation_facts SET value = greatest(value::bigint, $2::bigint)::text WHERE key = $1`,
    [clockFact, Math.round(ahead)],
  );
  await sandbox.clockMoved(ahead);
  return deps.clock();
}

export function requireSandbox({ sandbox }: Pick<Deps, 'sandbox'>): Sandbox {
  requireFound(sandbox, 'Live data has no sandbox. Use a test token');
  return sandbox;
}

const wrong = (message: string) => new InvalidInputError('to', message);

const dropPayload = z.object({ organizationId: z.uuid() });

export async function dropSandbox(
  payload: unknown,
  { sandboxes }: Pick<Deps, 'sandboxes'>,
): Promise<void> {
  await sandboxes.drop(dropPayload.parse(payload).organizationId);
}

/**
 * Deletes all test data of an organization; its test tokens then work on new data.
 * @param name of the organization, as confirmation
 * @throws {SignInRequiredError | NotFoundError}
 * @throws {ForbiddenError} unless the viewer is an owner or developer
 * @throws {InvalidInputError} if the name differs
 */
export async function resetSandbox(
  { database, sandboxes }: Pick<Deps, 'database' | 'sandboxes'>,
  viewer: Viewer | null,
  organizationId: string,
  name: string,
): Promise<Organization> {
  await requireRight(database.prisma, viewer, organizationId, 'develop');
  const organization = await database.prisma.organization.findUnique({
    where: { id: organizationId },
  });
  if (!organization) {
    throw noOrganization();
  }
  if (organization.name !== name.trim()) {
    throw new InvalidInputError('name', 'Enter the name of the organization to confirm');
  }
  await sandboxes.drop(organizationId);
  return organization;
}
