import {
  getNamedType,
  isInputObjectType,
  type GraphQLField,
  type GraphQLObjectType,
} from 'graphql';
import type { RequestContext } from '#api/context/context.ts';
import type { WantedScope } from '#api/platform/sessions/apiTokens.ts';

/** Thrown for parts that can't be compiled to SQL; graphql-js has to execute these. */
export class NotCompiled extends Error {}

export function fieldOf(type: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> {
  const field = type.getFields()[name];
  if (!field) {
    throw new NotCompiled(`${type.name}.${name}`);
  }
  return field;
}

interface Declared {
  pothosOptions: Readonly<Record<string, unknown>>;
  /** The property that `t.expose` reads. */
  pothosExposedField?: string;
  /** The relation that `t.relation` reads. */
  pothosPrismaRelationField?: { name: string };
  /** Set if a Prisma relation has a resolver of its own. */
  pothosPrismaFallback?: unknown;
  /** The row fields that a field of a Prisma type reads. */
  pothosPrismaSelect?: Selected | SelectFunction;
}

type Args = Readonly<Record<string, unknown>>;

/** A `select` of Prisma. */
type Selected = Readonly<Record<string, unknown>>;

type SelectFunction = (
  args: Args,
  context: RequestContext,
  nested: (query: unknown) => unknown,
) => { select?: Selected } | null;

export const declarationOf = ({ extensions }: GraphQLField<unknown, unknown>): Declared =>
  extensions as unknown as Declared;

/** Options of plugins that wrap the resolver of a field. */
const wrapping = ['grantScopes', 'skipTypeScopes', 'errors'];

/** Whether the field is a node's id, whose resolver the Relay plugin wraps. */
export const isGlobalId = (
  type: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
): boolean => field.name === 'id' && type.getInterfaces().some(({ name }) => name === 'Node');

/** A token needs all of these scopes; with null among them, only people may read. */
export type TokenScopes = Set<WantedScope | null>;

/** Requires a public field with unchanged arguments. @throws {NotCompiled} */
export function requirePlain(
  type: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  scopes: TokenScopes,
): void {
  const { pothosOptions: options, pothosPrismaFallback } = declarationOf(field);
  if (
    wrapping.some((option) => options[option] !== undefined) ||
    !isOpen(options['authScopes'], scopes) ||
    pothosPrismaFallback ||
    field.args.some(
      (argument) => argument.extensions['id'] || isInputObjectType(getNamedType(argument.type)),
    )
  ) {
    throw new NotCompiled(`${type.name}.${field.name}`);
  }
}

export function selectedBy(
  field: GraphQLField<unknown, unknown>,
  args: Args,
  context: RequestContext,
): Selected {
  const { pothosPrismaSelect: select } = declarationOf(field);
  if (typeof select !== 'function') {
    return select || {};
  }
  const nested = (query: unknown): unknown =>
    (typeof query === 'function' ? query(args, context) : query) as unknown;
  return select(args, context, nested)?.select ?? {};
}

/** Condition of public rows (`publicIf`); undefined: all rows. @throws {NotCompiled} */
export function readableIf(type: GraphQLObjectType, scopes: TokenScopes): string | undefined {
  const { authScopes, grantScopes } = type.extensions['pothosOptions'] as Record<string, unknown>;
  const isScoped = type
    .getInterfaces()
    .some(
      ({ extensions }) => (extensions['pothosOptions'] as Declared['pothosOptions'])['authScopes'],
    );
  const condition = type.extensions['sqlPublicIf'];
  const byRow = typeof authScopes === 'function';
  if (
    grantScopes !== undefined ||
    isScoped ||
    (byRow ? typeof condition !== 'string' : !isOpen(authScopes, scopes))
  ) {
    throw new NotCompiled(`not all of ${type.name} is public`);
  }
  if (byRow) {
    // The required scope depends on the row.
    scopes.add(null);
    return condition as string;
  }
  return undefined;
}

/** @param scopes collects the scopes that a token needs */
export function isOpen(authScopes: unknown, scopes: TokenScopes): boolean {
  if (authScopes === undefined) {
    return true;
  }
  const { public: isPublic, token } = (authScopes ?? {}) as {
    public?: unknown;
    token?: WantedScope;
  };
  scopes.add(token ?? null);
  return isPublic === true;
}
