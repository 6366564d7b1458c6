import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type {
  OrganizationInvitation,
  OrganizationMember,
  OrganizationRole,
  Prisma,
} from '#api/generated/prisma/client.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '#api/platform/errors.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { parseInput } from '#api/platform/input/input.ts';
import { hashOfSecret, newLinkSecret } from '#api/platform/security/linkSecrets.ts';
import { isSameName } from '#api/platform/input/accountNames.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { linkRefused, linkToken } from '#api/modules/access/secretLinks.ts';
import { requireVerified } from '#api/modules/access/requireVerified.ts';
import { email } from '#api/modules/accounts/accountInput.ts';
import type { AuditAction } from '#api/modules/audit/audit.ts';
import { queueMail } from '#api/modules/mail/outbox.ts';
import { recordAccess, recordToken, requireRight } from './organizations.ts';
import { organizationInvitation } from '../mails.ts';

const mostMembers = 50;

const invitationDays = 7;

const role = z.enum(['owner', 'developer', 'viewer'], { error: 'Choose a role' });

const invited = z.object({ email: email('Email'), role });
const accepted = z.object({ token: linkToken });

type Working = Pick<Deps, 'database' | 'clock'>;
type Inviting = Working & Pick<Deps, 'siteSettings' | 'publicUrl' | 'rateLimits'>;

/**
 * Invites a person to an organization by mail. An earlier invitation to this address stops working.
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError | RateLimitedError}
 * @throws {ForbiddenError} if the viewer is no owner, or their address is not verified
 * @throws {ConflictError} if the person is a member, or there are too many members
 */
export async function inviteMember(
  deps: Inviting,
  viewer: Viewer | null,
  organizationId: string,
  input: unknown,
): Promise<OrganizationInvitation> {
  requireVerified(viewer);
  const wanted = parseInput(invited, input);
  const { prisma } = deps.database;
  const person = await requireRight(prisma, viewer, organizationId, 'manage');
  await deps.rateLimits.spend('invitationByAccount', person.id);
  const secret = newLinkSecret();
  return prisma.$transaction(async (transaction) => {
    // Lock: two concurrent invitations could both pass the limit.
    await transaction.$queryRaw`
      SELECT FROM organizations WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`;
    const organization = await transaction.organization.findUniqueOrThrow({
      where: { id: organizationId },
      include: { members: { include: { user: { select: { email: true } } } } },
    });
    if (organization.members.some(({ user }) => isSameName(user.email, wanted.email))) {
      throw new ConflictError('email', 'This person is a member already');
    }
    await transaction.organizationInvitation.deleteMany({
      where: { organizationId, OR: [{ email: wanted.email }, { expiresAt: { lt: deps.clock() } }] },
    });
    const open = await transaction.organizationInvitation.count({ where: { organizationId } });
    if (organization.members.length + open >= mostMembers) {
      throw new ConflictError('email', `An organization has at most ${mostMembers} members`);
    }
    const mail = organizationInvitation(
      deps,
      { firstName: '', name: wanted.email, address: wanted.email },
      {
        organization: organization.name,
        inviter: `${person.firstName} ${person.lastName}`,
        role: wanted.role,
        link: `${deps.publicUrl}/organizations/join?token=${secret}`,
      },
    );
    await queueMail(transaction, mail);
    const invitation = await transaction.organizationInvitation.create({
      data: {
        ...wanted,
        id: hashOfSecret(secret),
        organizationId,
        createdAt: deps.clock(),
        expiresAt: new Date(deps.clock().getTime() + invitationDays * 86_400_000),
      },
    });
    await recordAccess(transaction, person, 'organization.invite', organization, {
      after: { role: wanted.role },
    });
    return invitation;
  });
}

/**
 * Makes the viewer a member and uses up the invitation. The link is the proof; the invited address
 * may differ from the account's.
 * @returns plain id of the organization
 * @throws {SignInRequiredError}
 * @throws {ForbiddenError} if the viewer's address is not verified
 * @throws {InvalidInputError} on `token` if the link was used or withdrawn, or has expired
 */
export async function acceptInvitation(
  { database, clock }: Working,
  viewer: Viewer | null,
  input: unknown,
): Promise<string> {
  const person = requireVerified(viewer);
  const { token } = parseInput(accepted, input);
  return database.prisma.$transaction(async (transaction) => {
    const id = hashOfSecret(token);
    const found = await transaction.organizationInvitation.findUnique({
      where: { id },
      include: { organization: true },
    });
    if (!found || found.expiresAt < clock()) {
      throw linkRefused('This invitation was used, withdrawn or has expired. Ask for a new one');
    }
    // Locks the organization first, like closeOrganization: another order could deadlock.
    await transaction.$queryRaw`
      SELECT FROM organizations WHERE id = ${found.organizationId}::uuid FOR KEY SHARE`;
    const { count } = await transaction.organizationInvitation.deleteMany({ where: { id } });
    if (count === 0) {
      throw linkRefused('This invitation was used, withdrawn or has expired. Ask for a new one');
    }
    const joined = await transaction.organizationMember.createMany({
      data: { organizationId: found.organizationId, userId: person.id, role: found.role },
      skipDuplicates: true,
    });
    if (joined.count > 0) {
      await recordAccess(transaction, person, 'organization.join', found.organization, {
        after: { userId: person.id, role: found.role },
      });
    }
    return found.organizationId;
  });
}

/**
 * Withdraws an invitation.
 * @throws {SignInRequiredError | ForbiddenError}
 * @throws {NotFoundError} if there is no such invitation
 */
export async function withdrawInvitation(
  { database }: Working,
  viewer: Viewer | null,
  organizationId: string,
  { email: address }: { email: string },
): Promise<void> {
  const person = await requireRight(database.prisma, viewer, organizationId, 'manage');
  await database.prisma.$transaction(async (transaction) => {
    const where = { organizationId, email: address };
    const withdrawn = await transaction.organizationInvitation.findFirst({
      where,
      include: { organization: true },
    });
    const { count } = await transaction.organizationInvitation.deleteMany({ where });
    if (!withdrawn || count === 0) {
      throw new NotFoundError('There is no such invitation (any more)');
    }
    await recordAccess(
      transaction,
      person,
      'organization.withdrawInvitation',
      withdrawn.organization,
      { before: { role: withdrawn.role } },
    );
  });
}

/**
 * Changes a member's role.
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError}
 * @throws {ForbiddenError} for viewers who are not owners, and for the member who opened the
 *   organization
 */
export async function setMemberRole(
  { database }: Working,
  viewer: Viewer | null,
  organizationId: string,
  { userId, ...input }: { userId: string; role: unknown },
): Promise<OrganizationMember> {
  const { role: wanted } = parseInput(z.object({ role }), input);
  const person = await requireRight(database.prisma, viewer, organizationId, 'manage');
  const where = await otherMember(database, organizationId, userId);
  return changeMember(database, person, 'organization.setRole', where, async (transaction) => {
    const [member] = await transaction.organizationMember.updateManyAndReturn({
      where,
      data: { role: wanted },
    });
    return member;
  });
}

/**
 * Removes a member; every member can remove themselves.
 * @throws {SignInRequiredError | NotFoundError}
 * @throws {ForbiddenError} for the member who opened the organization, and if a viewer who is no
 *   owner removes someone else
 */
export async function removeMember(
  { database }: Working,
  viewer: Viewer | null,
  organizationId: string,
  userId: string,
): Promise<void> {
  const isSelf = viewer?.id === userId;
  const right = isSelf ? 'read' : 'manage';
  const person = await requireRight(database.prisma, viewer, organizationId, right);
  const where = await otherMember(database, organizationId, userId);
  const action = isSelf ? 'organization.leave' : 'organization.removeMember';
  await changeMember(database, person, action, where, async (transaction) => {
    const { count } = await transaction.organizationMember.deleteMany({ where });
    return count === 0 ? undefined : { role: null };
  });
}

const changeMember = <Changed extends { role: OrganizationRole | null }>(
  { prisma }: Deps['database'],
  actor: Viewer,
  action: AuditAction,
  member: { organizationId: string; userId: string },
  change: (transaction: Prisma.TransactionClient) => Promise<Changed | undefined>,
): Promise<Changed> =>
  prisma.$transaction(async (transaction) => {
    const { organizationId, userId } = member;
    await transaction.$queryRaw`
      SELECT FROM organization_members
      WHERE organization_id = ${organizationId}::uuid AND user_id = ${userId}::uuid FOR UPDATE`;
    const before = await transaction.organizationMember.findUnique({
      where: { organizationId_userId: member },
      include: { organization: true },
    });
    const open = await transaction.apiToken.findMany({
      where: { organizationId, createdById: userId, revokedAt: null },
    });
    const changed = before && (await change(transaction));
    if (!changed) {
      throw new NotFoundError('There is no such member (any more)');
    }
    const revoked = await transaction.apiToken.findMany({
      where: { id: { in: open.map(({ id }) => id) }, revokedAt: { not: null } },
      include: { organization: true },
    });
    if (changed.role !== before.role) {
      await recordAccess(transaction, actor, action, before.organization, {
        before: { userId, role: before.role },
        after: { userId, role: changed.role },
      });
    }
    for (const token of revoked) {
      await recordToken(transaction, actor, 'token.revoke', token);
    }
    return changed;
  });

async function otherMember(
  { prisma }: Deps['database'],
  organizationId: string,
  id: string,
): Promise<{ organizationId: string; userId: string }> {
  const userId = idToFind(id);
  if ((await prisma.organization.count({ where: { id: organizationId, accountId: userId } })) > 0) {
    throw new ForbiddenError(
      'The member who opened the organization stays its owner: its weeks are theirs. Close the organization instead',
    );
  }
  return { organizationId, userId };
}
