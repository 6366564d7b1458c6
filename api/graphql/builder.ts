import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import ErrorsPlugin from '@pothos/plugin-errors';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import type { FileUpload } from 'graphql-upload/processRequest.mjs';
import type { RequestContext } from '../context/context.ts';
import { getDatamodel, type default as PrismaTypes } from '../generated/pothos-types.ts';
import { mayUse, type WantedScope } from '../platform/sessions/apiTokens.ts';
import { runsInProduction } from '../platform/process/env.ts';
import {
  ForbiddenError,
  InvalidInputError,
  RateLimitedError,
  SignInRequiredError,
} from '../platform/errors.ts';
import { reportRefusal } from '../platform/process/requestScope.ts';
import { decodeGlobalId, encodeGlobalId, requireNodeTypes } from './ids/globalIds.ts';
import IdsPlugin from './ids/idsPlugin.ts';
import TokensPlugin from './tokens/tokensPlugin.ts';
import { maxPageSize } from './limits/limits.ts';
import { refusalOfToken } from './tokens/tokenRules.ts';
import { shows } from './shows.ts';

export interface BuilderTypes {
  Context: RequestContext;
  PrismaTypes: PrismaTypes;
  DefaultFieldNullability: false;
  DefaultEdgesNullability: false;
  DefaultNodeNullability: false;
  AuthScopes: {
    public: boolean;
    signedIn: boolean;
    admin: boolean;
    self: string;
    token: WantedScope;
    tokenOf: { account: string | null; scope: WantedScope };
  };
  Scalars: {
    ID: { Input: string; Output: string };
    Date: { Input: string; Output: Date | string };
    DateTime: { Input: Date; Output: Date };
    SafeInt: { Input: number; Output: number };
    Upload: { Input: Promise<FileUpload>; Output: never };
  };
}

// The order of plugins decides how refusals are handled: see docs/decisions/graphql.md.
export const builder = new SchemaBuilder<BuilderTypes>({
  plugins: [
    RelayPlugin,
    ErrorsPlugin,
    ScopeAuthPlugin,
    PrismaPlugin,
    ComplexityPlugin,
    IdsPlugin,
    TokensPlugin,
  ],
  defaultFieldNullability: false,
  relay: {
    encodeGlobalID: (typename, id) => encodeGlobalId(typename, String(id)),
    decodeGlobalID: decodeGlobalId,
    idFieldOptions: { description: 'Global id, for `node`.' },
    pageInfoFieldOptions: { description: 'The position of this page in the list.' },
    edgesFieldOptions: {
      nullable: false,
      description: 'The objects of this page in order.',
      // Already counted for the connection, by `first` or `last`.
      complexity: { field: 0, multiplier: 1 },
    },
    nodeFieldOptions: {
      nullable: false,
      description: 'The object itself.',
      // Its type says what it shows.
      extensions: shows(),
    },
    cursorFieldOptions: {
      description: 'The position of this object in its list, for `after` and `before`.',
      extensions: shows(),
    },
    firstArgOptions: { description: 'How many from the start, 100 at most.' },
    afterArgOptions: { description: 'Only what comes after this cursor.' },
    lastArgOptions: { description: 'How many from the end, 100 at most.' },
    beforeArgOptions: { description: 'Only what comes before this cursor.' },
    nodeTypeOptions: { description: 'An object with a global id.' },
    pageInfoTypeOptions: {
      description: 'The position of a page in its list.',
      extensions: shows(),
    },
    hasNextPageFieldOptions: { description: 'Whether more objects follow.' },
    hasPreviousPageFieldOptions: { description: 'Whether there are objects before this page.' },
    startCursorFieldOptions: { description: 'Cursor of the first object of this page.' },
    endCursorFieldOptions: { description: 'Cursor of the last object of this page.' },
    nodeQueryOptions: {
      description: 'Any object by its global id; null if there is none or you may not see it.',
      authScopes: { public: true, token: 'any' },
      args: { id: { description: 'A global id, as returned in `id`.' } },
      resolve: (_root, { id }, _context, info, resolveNode) => {
        requireNodeTypes([id], info);
        return resolveNode(id);
      },
    },
    nodesQueryOptions: {
      description:
        'Objects by their global ids (100 at most), in the requested order; null for each that does not exist or that you may not see.',
      authScopes: { public: true, token: 'any' },
      complexity: (args) => ({ field: 15 * args.ids.length, multiplier: args.ids.length }),
      args: { ids: { description: 'Global ids, as returned in `id`.' } },
      resolve: (_root, { ids }, _context, info, resolveNodes) => {
        if (ids.length > maxPageSize) {
          throw new InvalidInputError('ids', `ids may have at most ${maxPageSize} values`);
        }
        requireNodeTypes(ids, info);
        return resolveNodes(ids);
      },
    },
  },
  scopeAuth: {
    runScopesOnType: true,
    defaultStrategy: 'any',
    authorizeOnSubscribe: true,
    unauthorizedError: (_parent, context, info, { failure }) => {
      const refusal = context.token
        ? refusalOfToken(context.token, failure)
        : context.isSignedOut()
          ? new SignInRequiredError()
          : new ForbiddenError('You may not see or do this');
      reportRefusal(refusal, `${info.parentType.name}.${info.fieldName}`);
      return refusal;
    },
    authScopes: (context) => ({
      public: context.token === null,
      signedIn: async () => (await context.viewer()) !== null,
      admin: async () => (await context.viewer())?.role === 'admin',
      self: async (userId) => (await context.viewer())?.id === userId,
      token: (scope) => mayUse(context.token, scope),
      tokenOf: ({ account, scope }) =>
        mayUse(context.token, scope) && context.token?.account.id === account,
    }),
  },
  // Every mutation has `errors: { types }` and returns the union `<Mutation>Result` of payload and
  // errors. ForbiddenError is among the types wherever the scope or the rule can refuse a member.
  errors: {
    defaultTypes: [RateLimitedError],
    directResult: true,
    defaultUnionOptions: {
      name: ({ fieldName }) => `${fieldName.slice(0, 1).toUpperCase()}${fieldName.slice(1)}Result`,
      description: 'The payload, or the error that says why nothing was stored.',
    },
    onResolvedError: (error) => reportRefusal(error),
  },
  prisma: {
    client: (context) => context.deps.database.prisma,
    dmmf: getDatamodel(),
    filterConnectionTotalCount: true,
    onUnusedQuery: runsInProduction ? null : 'error',
  },
  // Only declares the costs of fields: documentGate.ts checks them before execution.
  complexity: { disabled: true, defaultComplexity: 1, defaultListMultiplier: 10 },
});

export type Types =
  typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Known> ? Known : never;

builder.queryType({
  extensions: shows(),
  description: 'Everything that can be read. Public unless a field says who may see it.',
});
builder.mutationType({
  description:
    'Everything that can be changed. Each mutation returns its payload or a typed error that says what to correct.',
});
