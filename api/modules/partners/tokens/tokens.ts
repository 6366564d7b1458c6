import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { ApiToken } from '#api/generated/prisma/client.ts';
import { hashOfToken, newToken, tokenScopes } from '#api/platform/sessions/apiTokens.ts';
import { dayMs } from '#common/days.ts';
import { ConflictError, ForbiddenError, requireFound } from '#api/platform/errors.ts';
import { parseInput, filledLine } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { requireVerified } from '#api/modules/access/requireVerified.ts';
import { signedIn } from '#api/modules/access/signedIn.ts';
import { recipientOf } from '#api/modules/accounts/account.ts';
import {
  mailMembers,
  noOrganization,
  organizationLink,
  recordToken,
  requireRight,
} from '../organizations/organizations.ts';
import { tokenExpires } from '../mails.ts';

const mostTokens = 50;

const usualDays = 365;

/** Days before its expiry on which members are notified about a token. */
const warningDays = 14;

const tokenInput = z.object({
  name: filledLine('Name', 60),
  mode: z.enum(['live', 'test']),
  scopes: z
    .array(z.enum(tokenScopes))
    .min(1, 'Choose at least one scope')
    .transform((scopes) => tokenScopes.filter((scope) => scopes.includes(scope))),
  expiresInDays: z
    .int('Days must be a whole number')
    .min(1, 'A token works for at least a day')
    .max(730, 'A token works for at most 730 days')
    .nullish(),
});

/**
 * Makes a token of an organization. Its text is returned only here and not stored.
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError}
 * @throws {ForbiddenError} if the viewer's role does not allow it, their address is not verified,
 *   or the token is live and the organization not approved
 * @throws {ConflictError} if there are too many tokens
 */
export async function createToken(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  viewer: Viewer | null,
  organizationId: string,
  input: unknown,
): Promise<{ token: ApiToken; text: string }> {
  requireVerified(viewer);
  const { expiresInDays, ...wanted } = parseInput(tokenInput, input);
  const person = await requireRight(database.prisma, viewer, organizationId, 'develop');
  const text = newToken(wanted.mode);
  const now = clock();
  const token = await database.prisma.$transaction(async (transaction) => {
    const [organization] = await transaction.$queryRaw<
      { id: string; name: string; status: string }[]
    >`
      SELECT id, name::text, status::text FROM organizations WHERE id = ${organizationId}::uuid
      FOR NO KEY UPDATE`;
    if (!organization) {
      throw noOrganization();
    }
    const allowed = wanted.mode === 'live' ? ['approved'] : ['approved', 'pending'];
    if (!allowed.includes(organization.status)) {
      throw new ForbiddenError(
        organization.status === 'pending'
          ? 'Live tokens can be made once the organization is approved. Make a test token until then'
          : 'This organization may not use the API. The reason is on its page',
      );
    }
    const open = await transaction.apiToken.count({
      where: { organizationId, revokedAt: null, expiresAt: { gt: now } },
    });
    if (open >= mostTokens) {
      throw new ConflictError(
        'name',
        `An organization has at most ${mostTokens} tokens. Revoke one first`,
      );
    }
    const made = await transaction.apiToken.create({
      data: {
        ...wanted,
        organizationId,
        hash: Uint8Array.from(hashOfToken(text)),
        hint: text.slice(-4),
        createdById: person.id,
        createdAt: now,
        expiresAt: new Date(now.getTime() + (expiresInDays ?? usualDays) * dayMs),
      },
    });
    await recordToken(transaction, person, 'token.create', { ...made, organization });
    return made;
  });
  return { token, text };
}

/**
 * Revokes a token for good; every process refuses it from then on. A revoked token stays revoked.
 * @param id plain
 * @throws {SignInRequiredError | ForbiddenError}
 * @throws {NotFoundError} if the viewer's organizations have no such token
 */
export async function revokeToken(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  viewer: Viewer | null,
  id: string,
): Promise<ApiToken> {
  const { prisma } = database;
  const person = signedIn(viewer);
  const token = await prisma.apiToken.findFirst({
    where: { id, organization: { members: { some: { userId: person.id } } } },
  });
  requireFound(token, 'There is no such token');
  await requireRight(prisma, viewer, token.organizationId, 'develop');
  await prisma.$transaction(async (transaction) => {
    const [revoked] = await transaction.apiToken.updateManyAndReturn({
      where: { id, revokedAt: null },
      data: { revokedAt: clock() },
      include: { organization: true },
    });
    if (revoked) {
      await recordToken(transaction, person, 'token.revoke', revoked);
    }
  });
  return prisma.apiToken.findUniqueOrThrow({ where: { id } });
}

export async function warnOfExpiringTokens(
  deps: Pick<Deps, 'database' | 'clock' | 'siteSettings' | 'publicUrl'>,
): Promise<void> {
  const { prisma } = deps.database;
  const now = deps.clock();
  const due = {
    revokedAt: null,
    warnedAt: null,
    expiresAt: { gt: now, lte: new Date(now.getTime() + warningDays * dayMs) },
  };
  for (const { id } of await prisma.apiToken.findMany({
    where: due,
    select: { id: true },
    take: 500,
  })) {
    await prisma.$transaction(async (transaction) => {
      const [token] = await transaction.apiToken.updateManyAndReturn({
        where: { ...due, id },
        data: { warnedAt: now },
        include: { organization: true },
      });
      if (!token) {
        return;
      }
      const { organization } = token;
      await mailMembers(transaction, organization.id, ['owner', 'developer'], (person) =>
        tokenExpires(deps, recipientOf(person), {
          organization: organization.name,
          token: token.name,
          hint: token.hint,
          day: token.expiresAt.toISOString().slice(0, 10),
          link: organizationLink(deps.publicUrl, organization.id),
        }),
      );
    });
  }
}
