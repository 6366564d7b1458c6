import {
  getNamedType,
  isInputObjectType,
  type GraphQLField,
  type GraphQLObjectType,
} from 'graphql';
import type { RequestContext } from '#api/context/context.ts';
import type { WantedScope } from '#api/platform/apiTokens.ts';

/** Thrown for what can't be compiled to SQL: graphql-js has to execute it. */
export class NotCompiled extends Error {}

/** @throws {NotCompiled} for fields of introspection */
export function fieldOf(type: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> {
  const field = type.getFields()[name];
  if (!field) {
    throw new NotCompiled(`${type.name}.${name}`);
  }
  return field;
}

/** What Pothos and its plugins keep of the declaration of a field. */
interface Declared {
  pothosOptions: Readonly<Record<string, unknown>>;
  /** The property that `t.expose` reads. */
  pothosExposedField?: string;
  /** The relation that `t.relation` reads. */
  pothosPrismaRelationField?: { name: string };
  /** Set if a relation of Prisma has a resolver of its own. */
  pothosPrismaFallback?: unknown;
  /** What the field of a type of Prisma reads of its row. */
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

/** Whether it is the id of a node: the Relay plugin wraps its resolver. */
export const isGlobalId = (
  type: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
): boolean => field.name === 'id' && type.getInterfaces().some(({ name }) => name === 'Node');

/** What a token needs to read something: one of each of these scopes; null: only people may. */
export type TokenScopes = Set<WantedScope | null>;

/**
 * Requires that a field is for everyone, and that its resolver gets its arguments as they are.
 * @param scopes gets what a token needs for it
 * @throws {NotCompiled}
 */
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
    // The Ids plugin decodes global ids.
    field.args.some(
      (argument) => argument.extensions['id'] || isInputObjectType(getNamedType(argument.type)),
    )
  ) {
    throw new NotCompiled(`${type.name}.${field.name}`);
  }
}

/** What a field reads of its row. */
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

/**
 * Which rows of a type everyone may read, as an SQL expression (`publicIf`); undefined: all.
 * @param scopes gets what a token needs for it
 * @throws {NotCompiled} if that is not known to SQL
 */
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
    // What a token needs depends on the row.
    scopes.add(null);
    return condition as string;
  }
  return undefined;
}

/**
 * Whether `authScopes` let all people see something.
 * @param scopes gets what a token needs for it
 */
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
