import type { ApiToken, TokenMode } from '#api/generated/prisma/client.ts';
import { builder } from '#api/graphql/builder.ts';
import { command } from '#api/graphql/command.ts';
import { idOf, plainIdOf } from '#api/graphql/ids/ids.ts';
import { tokenScopes, type TokenScope } from '#api/platform/sessions/apiTokens.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
} from '#api/platform/errors.ts';
import { OrganizationType } from '../organizations/organizations.graphql.ts';
import { mayRead } from '../organizations/organizations.ts';
import { createToken, revokeToken } from './tokens.ts';

const scopeDescriptions: Record<TokenScope, string> = {
  'resorts:read': 'Read resorts, their reviews and pictures, and search them.',
  'listings:read': 'Read weeks for rent and for sale, and the listings of the organization.',
  'listings:write': 'Create, change and withdraw listings of the organization.',
  'bookings:read': 'Read the bookings of the weeks of the organization, and follow them.',
  'bookings:write': 'Accept, decline and move bookings of the weeks of the organization.',
  'inquiries:read': 'Read the properties that the organization has submitted.',
  'webhooks:manage': 'Manage webhook endpoints and their deliveries.',
};

const nameOf = (scope: TokenScope): string => scope.toUpperCase().replace(':', '_');

const ScopeEnum = builder.enumType('TokenScope', {
  description: 'What a token may do. In documentation and errors: `resorts:read` and so on.',
  values: Object.fromEntries(
    tokenScopes.map((value) => [nameOf(value), { value, description: scopeDescriptions[value] }]),
  ) as Record<string, { value: TokenScope; description: string }>,
});

export const TokenModeEnum = builder.enumType('TokenMode', {
  description: 'The data that a token works on.',
  values: {
    LIVE: { value: 'live', description: 'Real weeks and bookings.' },
    TEST: { value: 'test', description: 'The sandbox of the organization.' },
  } satisfies Record<Uppercase<TokenMode>, { value: TokenMode; description: string }>,
});

const ApiTokenType = builder.prismaNode('ApiToken', {
  description:
    'A credential of an organization, sent as `Authorization: Bearer`. Only members can see it, without its text.',
  nullable: true,
  select: { id: true, organizationId: true },
  authScopes: async ({ organizationId }, context) =>
    mayRead(context.deps.database.prisma, await context.viewer(), organizationId),
  id: { field: 'id', description: 'Global id, for `node` and `revokeApiToken`.' },
  fields: (t) => ({
    databaseId: t.exposeID('id', plainIdOf('apiToken', 'The plain id of the token.')),
    name: t.exposeString('name', { description: 'What its maker calls it.' }),
    mode: t.expose('mode', { type: TokenModeEnum, description: 'The data that it works on.' }),
    hint: t.exposeString('hint', { description: 'The last four characters of its text.' }),
    scopes: t.field({
      type: [ScopeEnum],
      description: 'What it may do.',
      select: { scopes: true },
      resolve: ({ scopes }) => tokenScopes.filter((scope) => scopes.includes(scope)),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it stops working.' }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked; null if it was not.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute; null if it never was.',
    }),
    lastUsedAddress: t.exposeString('lastUsedAddress', {
      nullable: true,
      description: 'The IP address that it was last used from.',
    }),
  }),
});

builder.prismaObjectField(OrganizationType, 'tokens', (t) =>
  t.relation('tokens', {
    type: ApiTokenType,
    authScopes: { signedIn: true },
    complexity: { field: 1, multiplier: 20 },
    description: 'Its tokens, newest first, revoked and expired ones included; at most 200.',
    query: { orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: 200 },
  }),
);

const CreateApiTokenInput = builder.inputType('CreateApiTokenInput', {
  description: 'A token to make.',
  fields: (t) => ({
    organizationId: t.id({ required: true, ...idOf('organization') }),
    name: t.string({ required: true, description: 'What to call it, 60 characters at most.' }),
    mode: t.field({ type: TokenModeEnum, required: true, description: 'The data it works on.' }),
    scopes: t.field({
      type: [ScopeEnum],
      required: true,
      description: 'What it may do; at least one.',
    }),
    expiresInDays: t.int({ description: '1 to 730; a year if omitted.' }),
  }),
});

const CreateApiTokenPayload = builder
  .objectRef<{ token: ApiToken; text: string }>('CreateApiTokenPayload')
  .implement({
    description: 'The token was made.',
    fields: (t) => ({
      token: t.expose('token', {
        type: ApiTokenType,
        description: 'The token, without its text.',
      }),
      text: t.exposeString('text', {
        description: 'The text to send as bearer. It is shown this once, and can’t be read again.',
      }),
    }),
  });

const RevokeApiTokenPayload = builder
  .objectRef<{ token: ApiToken }>('RevokeApiTokenPayload')
  .implement({
    description: 'The token is refused from now on.',
    fields: (t) => ({
      token: t.expose('token', {
        type: ApiTokenType,
        description: 'The token as it is now.',
      }),
    }),
  });

builder.mutationFields((t) => ({
  revokeApiToken: t.field({
    type: RevokeApiTokenPayload,
    nullable: true,
    description: 'Revokes a token for good, at once.',
    authScopes: { signedIn: true },
    errors: { types: [InvalidInputError, NotFoundError, ForbiddenError] },
    args: { id: t.arg.id({ required: true, ...idOf('apiToken') }) },
    resolve: async (_root, { id }, context) => ({
      token: await revokeToken(context.deps, await context.viewer(), id),
    }),
  }),
}));

command('createApiToken', {
  type: CreateApiTokenPayload,
  description: 'Makes a token of an organization of which you are an owner or developer.',
  authScopes: { signedIn: true },
  errors: { types: [InvalidInputError, NotFoundError, ForbiddenError, ConflictError] },
  input: [CreateApiTokenInput, 'What the token may do, and how long.'],
  resolve: async ({ organizationId, ...input }, context) =>
    createToken(context.deps, await context.viewer(), organizationId, input),
});
