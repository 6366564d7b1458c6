import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { noOrganization, requireRight } from '../organizations/organizations.ts';

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
): Promise<void> {
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
}
