import type { ApiToken, TokenMode } from '#api/generated/prisma/client.ts';
import { argsOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { columns } from '#api/graphql/exposed.ts';
import { command, payload } from '#api/graphql/command.ts';
import { idOf, plainIdOf } from '#api/graphql/ids/ids.ts';
import { tokenScopes, type TokenScope } from '#api/platform/sessions/apiTokens.ts';
import { OrganizationType } from '../organizations/organizations.graphql.ts';
import { mayRead } from '../organizations/organizations.ts';
import { createToken, revokeToken } from './tokens.ts';

const ScopeEnum = enumOf<TokenScope>(
  'TokenScope',
  'What a token may do. In documentation and errors: `resorts:read` and so on.',
  {
    'resorts:read': 'Read resorts, their reviews and pictures, and search them.',
    'listings:read': 'Read weeks for rent and for sale, and the listings of the organization.',
    'listings:write': 'Create, change and withdraw listings of the organization.',
    'bookings:read': 'Read the bookings of the weeks of the organization, and follow them.',
    'bookings:write': 'Accept, decline and move bookings of the weeks of the organization.',
    'stays:read': 'Read the stays that the account itself has booked.',
    'stays:write': 'Hold stays for the account itself. Only a person pays.',
    'sales:read': 'Read the sales of the timeshares of the organization, and be told of them.',
    'inquiries:read': 'Read the properties that the organization has submitted.',
    'webhooks:manage': 'Manage webhook endpoints and their deliveries.',
  },
);

export const TokenModeEnum = enumOf<TokenMode>('TokenMode', 'The data that a token works on.', {
  live: 'Real weeks and bookings.',
  test: 'The sandbox of the organization.',
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
    ...columns<ApiToken>(t, {
      name: 'What its maker calls it.',
      mode: [TokenModeEnum, 'The data that it works on.'],
      hint: 'The last four characters of its text.',
      createdAt: ['DateTime', 'When it was made.'],
      expiresAt: ['DateTime', 'When it stops working.'],
      revokedAt: ['DateTime?', 'When it was revoked; null if it was not.'],
      lastUsedAt: ['DateTime?', 'When it was last used, to the minute; null if it never was.'],
      lastUsedAddress: ['String?', 'The IP address that it was last used from.'],
    }),
    scopes: t.field({
      type: [ScopeEnum],
      description: 'What it may do.',
      select: { scopes: true },
      resolve: ({ scopes }) => tokenScopes.filter((scope) => scopes.includes(scope)),
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

command('revokeApiToken', {
  type: payload('The token is refused from now on.', {
    token: [ApiTokenType, 'The token as it is now.'],
  }),
  description: 'Revokes a token for good, at once.',
  errors: ['InvalidInput', 'NotFound', 'Forbidden'],
  args: argsOf({ id: idOf('apiToken') }),
  resolve: async ({ id }, context) => ({
    token: await revokeToken(context.deps, await context.viewer(), id),
  }),
});

command('createApiToken', {
  type: payload('The token was made.', {
    token: [ApiTokenType, 'The token, without its text.'],
    text: ['String', 'The text to send as bearer. It is shown this once, and can’t be read again.'],
  }),
  description: 'Makes a token of an organization of which you are an owner or developer.',
  input: ['What the token may do, and how long.', 'A token to make.'],
  fields: {
    organizationId: idOf('organization'),
    name: ['String', 'What to call it, 60 characters at most.'],
    mode: [TokenModeEnum, 'The data it works on.'],
    scopes: [[ScopeEnum], 'What it may do; at least one.'],
    expiresInDays: ['Int?', '1 to 730; a year if omitted.'],
  },
  resolve: async ({ organizationId, ...input }, context) =>
    createToken(context.deps, await context.viewer(), organizationId, input),
});
