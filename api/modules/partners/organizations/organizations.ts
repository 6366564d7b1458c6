import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type {
  ApiToken,
  Organization,
  OrganizationRole,
  OrganizationStatus,
  Prisma,
} from '#api/generated/prisma/client.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '#api/platform/errors.ts';
import type { PageArgs } from '#api/platform/database/cursors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import { addJob } from '#api/platform/jobs/jobs.ts';
import { newestFirst } from '#api/platform/database/newestFirst.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { onViolation } from '#api/platform/database/violations.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { requireVerified } from '#api/modules/access/requireVerified.ts';
import { signedIn } from '#api/modules/access/signedIn.ts';
import { recipientOf } from '#api/modules/accounts/account.ts';
import { recordAudit, type AuditAction } from '#api/modules/audit/audit.ts';
import { queueMail } from '#api/modules/mail/outbox.ts';
import { sayable, type PreparedMail } from '#api/modules/mail/defineMail.ts';
import { organizationDecided, type OrganizationDecision } from '../mails.ts';

const roleRights = {
  owner: ['read', 'develop', 'manage'],
  developer: ['read', 'develop'],
  viewer: ['read'],
} as const satisfies Record<OrganizationRole, readonly string[]>;

export type OrganizationRight = (typeof roleRights)['owner'][number];

const line = (name: string, most: number) =>
  z
    .string({ error: `${name} must be text` })
    .normalize('NFC')
    .trim()
    .min(1, `${name} is required`)
    .max(most, `${name} may have at most ${most} characters`);

const facts = z.object({
  name: line('Name', 100)
    .regex(/^[^\p{Cc}]*$/u, 'Name has a character that is not allowed')
    // The name appears in mail to people who are not members yet.
    .refine((text) => sayable(text, '') !== '', 'Name may not look like an address'),
  website: line('Website', 300).refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'Website must be an address such as https://example.com',
  ),
  purpose: line('Purpose', 2000),
});

const changed = facts.extend({ version: z.int() });

const nameDecision = z.object({
  version: z.int(),
  isApproved: z.boolean(),
  note: line('Note', 1000).nullish(),
});

const decision = z.object({
  version: z.int(),
  status: z.enum(['approved', 'refused', 'suspended'], { error: 'Approve, refuse or suspend it' }),
  note: line('Note', 1000).nullish(),
});

type Working = Pick<Deps, 'database'>;

/**
 * Opens an organization for the viewer's account, who becomes its first owner. It waits for
 * approval.
 * @param address of the caller
 * @throws {SignInRequiredError | InvalidInputError | RateLimitedError}
 * @throws {ForbiddenError} if the viewer's address is not verified
 * @throws {ConflictError} if the account already has an organization
 */
export async function openOrganization(
  { database, rateLimits }: Working & Pick<Deps, 'rateLimits'>,
  viewer: Viewer | null,
  address: string,
  input: unknown,
): Promise<Organization> {
  const person = requireVerified(viewer);
  const data = parseInput(facts, input);
  await rateLimits.spend('organizationByAddress', address);
  await rateLimits.spend('organizationByAccount', person.id);
  const members = { create: { userId: person.id, role: 'owner' } } as const;
  return onViolation(
    database.prisma.organization.create({ data: { ...data, accountId: person.id, members } }),
    'organizations_account_id_key',
    () => new ConflictError('name', 'Your account has an organization already'),
  );
}

/**
 * Changes the profile of an organization. A new name for an approved organization waits for an
 * administrator; sending the current name withdraws that request.
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError | ForbiddenError}
 * @throws {ConflictError} if it was changed meanwhile
 */
export async function updateOrganization(
  { database, clock }: Working & Pick<Deps, 'clock'>,
  viewer: Viewer | null,
  id: string,
  input: unknown,
): Promise<Organization> {
  const { version, name, ...data } = parseInput(changed, input);
  const person = await requireRight(database.prisma, viewer, id, 'manage');
  return database.prisma.$transaction(async (transaction) => {
    const before = await lockVersion(transaction, id, version);
    const isNamed = before.status === 'approved' || before.status === 'suspended';
    const isWanted = isNamed && name !== before.name && name !== before.wantedName;
    const after = await transaction.organization.update({
      where: { id },
      data: {
        ...data,
        version: version + 1,
        ...(!isNamed && { name }),
        ...(isWanted && { wantedName: name, nameWantedAt: clock() }),
        ...(name === before.name && noWantedName),
      },
    });
    if (isWanted) {
      await recordAudit(transaction, person, 'organization.wantName', id, {
        before: { name: before.name, wantedName: before.wantedName },
        after: { wantedName: name },
      });
    }
    return after;
  });
}

const noWantedName = { wantedName: null, nameWantedAt: null };

const auditActions = {
  approved: 'organization.approve',
  refused: 'organization.refuse',
  suspended: 'organization.suspend',
} as const satisfies Partial<Record<OrganizationStatus, AuditAction>>;

/**
 * Approves, refuses or suspends an organization as an administrator, and mails its owners. Tokens
 * of a refused or suspended organization stop working at once.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if it was changed meanwhile
 */
export const decideOrganization = deciding(decision, ({ status: before }, given, admin, now) => {
  const { status, note = null } = given;
  const decided = { decidedAt: now, decidedById: admin.id, decisionNote: note };
  return {
    data: { status, ...decided, ...(status === 'refused' && noWantedName) },
    mail: status,
    action: auditActions[status],
    audited: ({ name }) => ({ before: { name, status: before }, after: { status } }),
  };
});

/**
 * Approves or refuses the requested new name of an organization as an administrator, and mails its
 * owners.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if it was changed meanwhile, or no name is requested
 */
export const decideOrganizationName = deciding(nameDecision, ({ name, wantedName }, given) => {
  if (wantedName === null) {
    throw new ConflictError('version', 'The organization asks for no other name');
  }
  const { isApproved } = given;
  return {
    data: { ...noWantedName, ...(isApproved && { name: wantedName }) },
    mail: isApproved ? 'renamed' : 'nameRefused',
    action: isApproved ? 'organization.rename' : 'organization.refuseName',
    audited: (after) => ({
      before: { name, wantedName },
      after: { name: after.name, wantedName: null },
    }),
  };
});

interface Decision {
  data: Prisma.OrganizationUncheckedUpdateInput;
  mail: OrganizationDecision;
  action: AuditAction;
  audited(after: Organization): { before: object; after: object };
}

/** What an administrator decides about an organization, with the mail to its owners. */
function deciding<Given extends { version: number; note?: string | null | undefined }>(
  schema: z.ZodType<Given>,
  decide: (before: Organization, given: Given, admin: Viewer, now: Date) => Decision,
) {
  return async (
    deps: Pick<Deps, 'database' | 'clock' | 'siteSettings' | 'publicUrl'>,
    viewer: Viewer | null,
    id: string,
    input: unknown,
  ): Promise<Organization> => {
    const admin = requireAdmin(viewer);
    const given = parseInput(schema, input);
    const { version, note } = given;
    return deps.database.prisma.$transaction(async (transaction) => {
      const before = await lockVersion(transaction, id, version);
      const { data, mail, action, audited } = decide(before, given, admin, deps.clock());
      const after = await transaction.organization.update({
        where: { id },
        data: { ...data, version: version + 1 },
      });
      await mailMembers(transaction, id, ['owner'], (owner) =>
        organizationDecided(deps, recipientOf(owner), {
          decision: mail,
          organization: after.name,
          ...(note && { note }),
          link: organizationLink(deps.publicUrl, id),
        }),
      );
      await recordAudit(transaction, admin, action, id, {
        ...audited(after),
        ...(note && { note }),
      });
      return after;
    });
  };
}

export const recordToken = (
  transaction: Prisma.TransactionClient,
  actor: Viewer,
  action: 'token.create' | 'token.revoke',
  token: Pick<ApiToken, 'name' | 'mode' | 'hint' | 'scopes'> & { organization: Named },
): Promise<void> =>
  recordAccess(transaction, actor, action, token.organization, {
    after: { token: token.name, mode: token.mode, hint: token.hint, scopes: token.scopes },
  });

type Named = Pick<Organization, 'id' | 'name'>;

/**
 * Records a change of members or invitations; call it last in the transaction. Addresses are left
 * out, since a person must be forgotten when they leave.
 */
export const recordAccess = (
  transaction: Prisma.TransactionClient,
  actor: Viewer,
  action: AuditAction,
  { id, name }: Named,
  { before, after }: { before?: object; after?: object },
): Promise<void> =>
  recordAudit(transaction, actor, action, id, {
    ...(before && { before }),
    after: { name, ...after },
  });

/**
 * Closes an organization. Its tokens, members and webhooks are deleted at once, its test data soon
 * after.
 * @throws {SignInRequiredError | NotFoundError | ForbiddenError}
 */
export async function closeOrganization(
  { database }: Working,
  viewer: Viewer | null,
  id: string,
): Promise<void> {
  const person = await requireRight(database.prisma, viewer, id, 'manage');
  await database.prisma.$transaction(async (transaction) => {
    const closed = await transaction.organization.findUnique({ where: { id } });
    await deleteOrganizations(transaction, { id });
    if (closed) {
      await recordAudit(transaction, person, 'organization.close', id, {
        before: { name: closed.name },
      });
    }
  });
}

/** When an account is removed: closes its own organization and leaves all other organizations. */
export async function leaveOrganizations(
  transaction: Prisma.TransactionClient,
  userId: string,
): Promise<void> {
  await deleteOrganizations(transaction, { accountId: userId });
  await transaction.organizationMember.deleteMany({ where: { userId } });
}

async function deleteOrganizations(
  transaction: Prisma.TransactionClient,
  where: { id: string } | { accountId: string },
): Promise<void> {
  for (const { id } of await transaction.organization.findMany({ where, select: { id: true } })) {
    await transaction.organization.deleteMany({ where: { id } });
    await addJob(transaction, 'drop_sandbox', { organizationId: id });
  }
}

/**
 * Checks the viewer's right in an organization.
 * @throws {SignInRequiredError}
 * @throws {NotFoundError} if there is no such organization, or the viewer is no member
 * @throws {ForbiddenError} if the role lacks the right
 */
export async function requireRight(
  prisma: Pick<Prisma.TransactionClient, 'organizationMember'>,
  viewer: Viewer | null,
  organizationId: string,
  right: OrganizationRight,
): Promise<Viewer> {
  const person = signedIn(viewer);
  const role = await roleIn(prisma, organizationId, person.id);
  if (!role) {
    throw noOrganization();
  }
  const rights: readonly OrganizationRight[] = roleRights[role];
  if (!rights.includes(right)) {
    throw new ForbiddenError(
      right === 'manage'
        ? 'Only an owner of the organization may do this'
        : 'Only an owner or developer of the organization may do this',
    );
  }
  return person;
}

export const mayRead = async (
  prisma: Pick<Prisma.TransactionClient, 'organizationMember'>,
  viewer: Viewer | null,
  organizationId: string,
): Promise<boolean> =>
  viewer !== null &&
  (viewer.role === 'admin' || (await roleIn(prisma, organizationId, viewer.id)) !== null);

/**
 * Condition: the organizations that a person may see.
 * @throws {SignInRequiredError}
 */
export function readableBy(viewer: Viewer | null): Prisma.OrganizationWhereInput {
  const { id: userId, role } = signedIn(viewer);
  return role === 'admin' ? {} : { members: { some: { userId } } };
}

export const roleIn = async (
  prisma: Pick<Prisma.TransactionClient, 'organizationMember'>,
  organizationId: string,
  userId: string,
): Promise<OrganizationRole | null> => {
  const organizationId_userId = { organizationId, userId };
  const member = await prisma.organizationMember.findUnique({ where: { organizationId_userId } });
  return member?.role ?? null;
};

/** @throws {InvalidInputError} naming first, after, last or before */
export function organizationsPage(
  { database }: Working,
  args: PageArgs,
  { status, isWaiting }: { status?: OrganizationStatus | null; isWaiting?: boolean | null },
): Promise<Organization[]> {
  const { where, ...page } = newestFirst(args);
  return database.prisma.organization.findMany({
    ...page,
    where: {
      AND: [
        where,
        status ? { status } : {},
        isWaiting ? { OR: [{ status: 'pending' }, { wantedName: { not: null } }] } : {},
      ],
    },
  });
}

export const noOrganization = (): NotFoundError =>
  new NotFoundError('There is no such organization, or you are not a member');

export const organizationLink = (publicUrl: string, id: string): string =>
  `${publicUrl}/organizations/${id}`;

async function lockVersion(
  transaction: Prisma.TransactionClient,
  id: string,
  version: number,
): Promise<Organization> {
  await transaction.$queryRaw`
    SELECT FROM organizations WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const organization = await transaction.organization.findUnique({ where: { id } });
  if (!organization) {
    throw noOrganization();
  }
  if (organization.version !== version) {
    throw new ConflictError('version', 'The organization was changed meanwhile. Load it again');
  }
  return organization;
}

export async function mailMembers(
  transaction: Prisma.TransactionClient,
  organizationId: string,
  roles: OrganizationRole[],
  mailTo: (person: { firstName: string; lastName: string; email: string }) => PreparedMail,
): Promise<void> {
  const members = await transaction.organizationMember.findMany({
    where: { organizationId, role: { in: roles }, user: { closedAt: null } },
    include: { user: true },
  });
  await queueMail(transaction, ...members.map(({ user }) => mailTo(user)));
}
