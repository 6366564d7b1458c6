import type { Deps, RequestContext } from '#api/context/context.ts';
import type {
  Organization,
  OrganizationInvitation,
  OrganizationMember,
  OrganizationRole,
  OrganizationStatus,
} from '#api/generated/prisma/client.ts';
import { adminList } from '#api/graphql/adminList.ts';
import { argsOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { columns, maybe } from '#api/graphql/exposed.ts';
import { command, payload, ruleAs } from '#api/graphql/command.ts';
import { encodeGlobalId } from '#api/graphql/ids/globalIds.ts';
import { globalIdOf, idOf, plainIdOf } from '#api/graphql/ids/ids.ts';
import { listTypes } from '#api/graphql/listTypes.ts';
import { NotFoundError } from '#api/platform/errors.ts';
import { newestFirstConnection, newestFirstCost } from '#api/platform/database/newestFirst.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { UserType } from '#api/modules/accounts/accounts.graphql.ts';
import {
  acceptInvitation,
  inviteMember,
  removeMember,
  setMemberRole,
  withdrawInvitation,
} from './members.ts';
import {
  closeOrganization,
  decideOrganization,
  decideOrganizationName,
  mayRead,
  openOrganization,
  organizationsPage,
  readableBy,
  roleIn,
  updateOrganization,
} from './organizations.ts';

const StatusEnum = enumOf<OrganizationStatus>(
  'OrganizationStatus',
  'Whether an organization may use the API.',
  {
    pending: 'Waits for approval; test tokens work.',
    approved: 'Live and test tokens work.',
    refused: 'Was not approved; no token works.',
    suspended: 'Was stopped by us; no token works.',
  },
);

const RoleEnum = enumOf<OrganizationRole>(
  'OrganizationRole',
  'What a member of an organization may do.',
  {
    owner: 'Everything, members included.',
    developer: 'Make and revoke tokens and webhooks.',
    viewer: 'See tokens, webhooks and usage.',
  },
);

const MemberType = builder.prismaObject('OrganizationMember', {
  description: 'A member of an organization.',
  fields: (t) => ({
    ...columns<OrganizationMember>(t, {
      userId: plainIdOf('user', 'Plain id of the account of the member.'),
      role: [RoleEnum, 'What the member may do.'],
      createdAt: ['DateTime', 'When the member joined.'],
    }),
    name: t.string({
      description: 'First and last name.',
      select: { user: { select: { firstName: true, lastName: true } } },
      resolve: ({ user }) => `${user.firstName} ${user.lastName}`,
    }),
    isOpener: t.boolean({
      description: 'Whether the organization works on the weeks of this member, who opened it.',
      select: { userId: true, organization: { select: { accountId: true } } },
      resolve: ({ userId, organization }) => userId === organization.accountId,
    }),
  }),
});

const InvitationType = builder.prismaObject('OrganizationInvitation', {
  description: 'An invitation that was sent by mail and not accepted yet.',
  fields: (t) =>
    columns<OrganizationInvitation>(t, {
      email: 'The address it was sent to.',
      role: [RoleEnum, 'The role it gives.'],
      expiresAt: ['DateTime', 'When it stops working.'],
    }),
});

export const OrganizationType = builder.prismaNode('Organization', {
  description:
    'A partner that calls the API with tokens, which work on the weeks and bookings of the member who opened it. Only members, its tokens and administrators can read it.',
  nullable: true,
  select: { id: true, accountId: true, createdAt: true },
  authScopes: async ({ id }, context) =>
    context.token
      ? context.token.organizationId === id
      : mayRead(context.deps.database.prisma, await context.viewer(), id),
  id: { field: 'id', description: 'Global id, for `node` and the mutations.' },
  fields: (t) => ({
    databaseId: t.exposeID('id', plainIdOf('organization', 'The plain id, as in its address.')),
    ...columns<Organization>(t, {
      name: 'What it is called.',
      website: 'Address of its own site.',
      purpose: 'What it builds, in its own words.',
      status: [StatusEnum, 'Whether it may use the API.'],
      decisionNote: ['String?', 'What we wrote to its owners about the last decision.'],
      version: [
        'Int',
        'Increases with each change; `updateOrganization` names the one it changes.',
      ],
      createdAt: ['DateTime', 'When it was opened.'],
    }),
    wantedName: t.exposeString('wantedName', {
      nullable: true,
      authScopes: { signedIn: true },
      description:
        'The name that an owner asks for after the approval, until we have decided about it.',
    }),
    viewerRole: t.field({
      type: RoleEnum,
      nullable: true,
      authScopes: { signedIn: true },
      description: 'Your role in it; null for administrators who are no members.',
      resolve: async ({ id }, _args, context) => {
        const viewer = await context.viewer();
        return viewer && roleIn(context.deps.database.prisma, id, viewer.id);
      },
    }),
    members: t.relation('members', {
      type: MemberType,
      authScopes: { signedIn: true },
      complexity: { field: 1, multiplier: 10 },
      description: 'Its members, at most 50, the first one first.',
      query: { orderBy: [{ createdAt: 'asc' }, { userId: 'asc' }] },
    }),
    invitations: t.relation('invitations', {
      type: InvitationType,
      authScopes: { signedIn: true },
      description: 'Invitations that were not accepted yet, by address.',
      query: { orderBy: { email: 'asc' } },
    }),
  }),
});

const [OrganizationConnection, OrganizationEdge] = listTypes('Organization', OrganizationType, {
  node: 'An organization in a list.',
  page: 'A page of organizations.',
});

builder.prismaObjectField(UserType, 'organizations', (t) =>
  t.field({
    type: [OrganizationType],
    authScopes: { public: true },
    description: 'The organizations that the member belongs to, by name.',
    select: (_args, _context, nestedSelection) => ({
      organizationMemberships: {
        orderBy: { organization: { name: 'asc' } },
        select: {
          organization: nestedSelection({
            select: { id: true, accountId: true, createdAt: true },
          }),
        },
      },
    }),
    resolve: ({ organizationMemberships }) =>
      organizationMemberships.map(({ organization }) => organization),
  }),
);

builder.queryFields((t) => ({
  organization: t.prismaField({
    type: OrganizationType,
    nullable: true,
    description:
      'An organization of yours, or any for administrators; null if there is none. For a token, its own, without `id`.',
    authScopes: { signedIn: true, token: 'any' },
    args: argsOf({
      id: ['ID?', idOf('organization')],
    }),
    resolve: async (query, _root, { id }, context) => {
      const { deps, token } = context;
      const wanted = id ?? token?.organizationId;
      return wanted === undefined
        ? null
        : deps.database.prisma.organization.findFirst({
            ...query,
            where: {
              AND: [
                { id: wanted },
                token ? { id: token.organizationId } : readableBy(await context.viewer()),
              ],
            },
          });
    },
  }),
}));

adminList('organizations', [OrganizationConnection, OrganizationEdge], {
  type: OrganizationType,
  description: 'All organizations, newest first. `first` defaults to 20. For administrators.',
  complexity: newestFirstCost,
  args: argsOf({
    status: [maybe(StatusEnum), 'Only organizations with this status.'],
    isWaiting: [
      'Boolean?',
      'Only organizations that wait for approval, of themselves or of a new name.',
    ],
  }),
  resolve: async ({ status, isWaiting, ...args }, _page, context) =>
    newestFirstConnection(args, await organizationsPage(context.deps, args, { status, isWaiting })),
});

const facts = {
  name: 'What it is called, 100 characters at most.',
  website: 'Address of its own site.',
  purpose: 'What it builds, 2,000 characters at most.',
};

/** Reads the organization again: the type decides by its members who may see it. */
const organizationNow = (description: string) => (name: string) =>
  builder.objectRef<{ organizationId: string }>(name).implement({
    description,
    fields: (t) => ({
      organization: t.prismaField({
        type: OrganizationType,
        description: 'The organization as it is now.',
        resolve: async (query, { organizationId: id }, _args, { deps }) => {
          const found = await deps.database.prisma.organization.findUnique({
            ...query,
            where: { id },
          });
          if (!found) throw new NotFoundError('The organization was closed meanwhile');
          return found;
        },
      }),
    }),
  });

const RemoveMemberPayload = builder
  .objectRef<{ userId: string; organizationId: string }>('RemoveMemberPayload')
  .implement({
    description: 'The member was removed.',
    fields: (t) => ({
      userId: t.exposeID('userId', plainIdOf('user', 'Plain id of the removed member.')),
      organization: t.prismaField({
        type: OrganizationType,
        nullable: true,
        description: 'The organization as it is now; null if you have left it.',
        resolve: async (query, { organizationId: id }, _args, context) =>
          context.deps.database.prisma.organization.findFirst({
            ...query,
            where: { AND: [{ id }, readableBy(await context.viewer())] },
          }),
      }),
    }),
  });

const changes =
  <Input extends { organizationId: string }>(
    rule: (
      deps: Deps,
      viewer: Viewer | null,
      organizationId: string,
      input: Omit<Input, 'organizationId'>,
    ) => Promise<unknown>,
  ) =>
  async ({ organizationId, ...input }: Input, context: RequestContext) => {
    await rule(context.deps, await context.viewer(), organizationId, input);
    return { organizationId };
  };

command('closeOrganization', {
  type: payload('The organization is gone, and with it its tokens and webhooks.', {
    deletedId: globalIdOf('organization', 'Global id of the closed organization.'),
  }),
  description: 'Closes an organization of which you are an owner. This can’t be undone.',

  args: argsOf({
    id: idOf('organization'),
  }),
  resolve: async ({ id }, context) => {
    await closeOrganization(context.deps, await context.viewer(), id);
    return { deletedId: encodeGlobalId('Organization', id) };
  },
});

command('acceptInvitation', {
  type: organizationNow('You are a member now.'),
  description:
    'Makes you a member of the organization that a mailed invitation is for. Needs a verified email address.',

  errors: ['InvalidInput', 'Forbidden'],
  args: argsOf({
    token: ['String', 'Token of the link in the mail.'],
  }),
  resolve: ruleAs('organizationId', acceptInvitation),
});

command('openOrganization', {
  type: organizationNow('The organization waits for approval.'),
  description:
    'Opens an organization, whose tokens work on the weeks and bookings of your account. Test tokens can be made at once, live ones after approval.',

  input: [
    'What it is called and what it builds.',
    'An organization to open for the weeks of your account.',
  ],
  fields: {
    name: ['String', facts.name],
    website: ['String', facts.website],
    purpose: ['String', facts.purpose],
  },
  resolve: async (input, context) => {
    const { deps, address } = context;
    const { id } = await openOrganization(deps, await context.viewer(), address, input);
    return { organizationId: id };
  },
});

command('updateOrganization', {
  type: organizationNow('The organization was changed.'),
  description: 'Changes an organization of which you are an owner.',

  input: [
    'The organization, and what it says about itself now.',
    'What an organization says about itself.',
  ],
  fields: {
    organizationId: idOf('organization'),
    version: ['Int', 'The version that you read.'],
    name: [
      'String',
      `${facts.name} After the approval another name waits for us, in \`wantedName\`.`,
    ],
    website: ['String', facts.website],
    purpose: ['String', facts.purpose],
  },
  resolve: changes(updateOrganization),
});

command('decideOrganization', {
  type: organizationNow('The decision is stored, and mailed to the owners.'),
  description: 'Approves, refuses or suspends an organization. For administrators.',
  authScopes: { admin: true },

  input: [
    'The organization and the decision.',
    'A decision about an organization, for administrators.',
  ],
  fields: {
    organizationId: idOf('organization'),
    version: ['Int', 'The version that you read.'],
    status: [StatusEnum, '`APPROVED`, `REFUSED` or `SUSPENDED`.'],
    note: ['String?', 'Words to its owners, 1,000 characters at most.'],
  },
  resolve: changes(decideOrganization),
});

command('decideOrganizationName', {
  type: organizationNow('The decision is stored, and mailed to the owners.'),
  description:
    'Approves or refuses the new name that an organization asks for. For administrators.',
  authScopes: { admin: true },

  input: [
    'The organization and the decision.',
    'A decision about the new name of an organization, for administrators.',
  ],
  fields: {
    organizationId: idOf('organization'),
    version: ['Int', 'The version that you read.'],
    isApproved: ['Boolean', 'Whether it gets the name.'],
    note: ['String?', 'Words to its owners, 1,000 characters at most.'],
  },
  resolve: changes(decideOrganizationName),
});

command('inviteMember', {
  type: organizationNow('The invitation was sent.'),
  description: 'Invites a person by mail to an organization of which you are an owner.',

  input: ['Whom to invite.', 'A person to invite to an organization.'],
  fields: {
    organizationId: idOf('organization'),
    email: ['String', 'Where to send the invitation.'],
    role: [RoleEnum, 'What the person may do.'],
  },
  resolve: changes(inviteMember),
});

command('withdrawInvitation', {
  type: organizationNow('The invitation does not work any more.'),
  description: 'Takes back an invitation of an organization of which you are an owner.',

  input: ['The invitation to take back.', 'An invitation to take back.'],
  fields: {
    organizationId: idOf('organization'),
    email: ['String', 'The address it was sent to.'],
  },
  resolve: changes(withdrawInvitation),
});

command('setMemberRole', {
  type: organizationNow('The member has the role.'),
  description: 'Gives a member of an organization of yours another role.',

  input: ['The member and the role.', 'Another role for a member of an organization.'],
  fields: {
    organizationId: idOf('organization'),
    userId: idOf('user'),
    role: [RoleEnum, 'What the member may do.'],
  },
  resolve: changes(setMemberRole),
});

command('removeMember', {
  type: RemoveMemberPayload,
  description: 'Removes a member of an organization of yours, or yourself from any.',

  input: [
    'The member to remove.',
    'A member to remove from an organization; yourself to leave it.',
  ],
  fields: {
    organizationId: idOf('organization'),
    userId: idOf('user'),
  },
  resolve: async ({ organizationId, userId }, context) => {
    await removeMember(context.deps, await context.viewer(), organizationId, userId);
    return { organizationId, userId };
  },
});
