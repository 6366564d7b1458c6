import {
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import { collectSubfields } from 'graphql/execution/collectFields.js';
import type { RequestContext } from '../context/context.ts';
import { encodeGlobalId } from './globalIds.ts';

/**
 * Thrown for a selection that can't be compiled, and for a row that is not as its fields expect:
 * graphql-js has to execute it.
 */
export class NotCompiled extends Error {}

/** An execution that is under way. */
export interface Run {
  context: RequestContext;
  /** Fields whose resolvers returned promises. */
  pending: Promise<void>[];
}

/**
 * Writes the part of the response for a value that a resolver returned.
 * @throws {NotCompiled}
 */
export type Writer = (value: unknown, run: Run) => unknown;

type Row = Readonly<Record<string, unknown>>;

type Reader = (row: Row, context: RequestContext) => unknown;

export type Fragments = Record<string, FragmentDefinitionNode>;

/** The writer of what the nodes of one field select. @throws {NotCompiled} */
export function writerOf(
  schema: GraphQLSchema,
  fragments: Fragments,
  type: GraphQLOutputType,
  nodes: readonly FieldNode[],
): Writer {
  const inner = getNullableType(type);
  const write = isListType(inner)
    ? listWriter(writerOf(schema, fragments, inner.ofType as GraphQLOutputType, nodes))
    : isLeafType(inner)
      ? leafWriter(inner)
      : isObjectType(inner)
        ? objectWriter(schema, fragments, inner, nodes)
        : undefined;
  if (!write) {
    throw new NotCompiled(`${inner.toString()} has several types`);
  }
  const isNullable = !isNonNullType(type);
  return (value, run) => {
    if (value != null) {
      return write(value, run);
    }
    if (isNullable) {
      return null;
    }
    throw new NotCompiled(`null for ${type.toString()}`);
  };
}

function leafWriter(type: GraphQLLeafType): Writer {
  return (value) => {
    const written = type.serialize(value);
    if (written == null) {
      throw new NotCompiled(`no ${type.name}`);
    }
    return written;
  };
}

function listWriter(write: Writer): Writer {
  return (values, run) => {
    if (!Array.isArray(values)) {
      throw new NotCompiled('not an array');
    }
    return values.map((value) => write(value, run));
  };
}

function objectWriter(
  schema: GraphQLSchema,
  fragments: Fragments,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
): Writer {
  const requireReadable = accessCheck(type);
  const fields = [...collectSubfields(schema, fragments, {}, type, nodes)].map(([key, same]) => {
    const name = same[0]?.name.value ?? '';
    if (name === '__typename') {
      return { key, read: () => type.name, write: (value: unknown) => value };
    }
    const field = fieldOf(type, name);
    return {
      key,
      read: readerOf(type, field),
      write: writerOf(schema, fragments, field.type, same),
    };
  });
  return (value, run) => {
    const row = value as Row;
    requireReadable?.(row, run.context);
    const written: Record<string, unknown> = {};
    for (const { key, read, write } of fields) {
      const found = read(row, run.context);
      if (isPromise(found)) {
        // Keeps the place of the key.
        written[key] = null;
        const done = Promise.resolve(found).then((later) => {
          written[key] = write(later, run);
        });
        // Nobody waits for it if another field fails.
        done.catch(() => undefined);
        run.pending.push(done);
      } else {
        written[key] = write(found, run);
      }
    }
    return written;
  };
}

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function';

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
  pothosOriginalResolve?: (...given: unknown[]) => unknown;
  /** The property that `t.expose` reads. */
  pothosExposedField?: string;
  /** A relation of Prisma. */
  pothosPrismaRelationField?: { name: string };
  /** Set if a relation has a resolver of its own. */
  pothosPrismaFallback?: unknown;
  /** The columns that the field of a type of Prisma reads. */
  pothosPrismaSelect?: unknown;
}

/** Options of plugins that wrap the resolver of a field. */
const wrapping = ['authScopes', 'grantScopes', 'skipTypeScopes', 'errors'];

/** Reads a field as it is declared, without the wrappers of plugins. @throws {NotCompiled} */
function readerOf(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): Reader {
  const declared = field.extensions as unknown as Declared;
  const { pothosOptions: options, pothosOriginalResolve: resolve } = declared;
  const { pothosExposedField: exposed, pothosPrismaRelationField: relation } = declared;
  // A global id: the Relay plugin wraps its resolver.
  if (field.name === 'id' && type.getInterfaces().some(({ name }) => name === 'Node')) {
    return loaded(['id'], ({ id }) => encodeGlobalId(type.name, String(id)));
  }
  // The resolver of a relation has more parameters, but uses them only if the row is null.
  const isOfRow = relation ? !declared.pothosPrismaFallback : (resolve?.length ?? Infinity) <= 3;
  if (
    field.args.length > 0 ||
    wrapping.some((option) => options[option] !== undefined) ||
    typeof options['select'] === 'function' ||
    !(exposed !== undefined || isOfRow)
  ) {
    throw new NotCompiled(`${type.name}.${field.name}`);
  }
  const select = declared.pothosPrismaSelect;
  const columns = relation
    ? [relation.name]
    : Object.keys(typeof select === 'object' && select !== null ? select : {});
  return loaded(
    columns,
    exposed === undefined ? (row, context) => resolve?.(row, {}, context) : (row) => row[exposed],
  );
}

/** Requires that the columns were read with the row; Pothos would read them now. */
const loaded =
  (columns: readonly string[], read: Reader): Reader =>
  (row, context) => {
    for (const column of columns) {
      if (row[column] === undefined) {
        throw new NotCompiled(`${column} was not read`);
      }
    }
    return read(row, context);
  };

/** Requires that anyone may read a row of a type; undefined for types without scopes. */
function accessCheck(
  type: GraphQLObjectType,
): ((row: Row, context: RequestContext) => void) | undefined {
  const { authScopes, grantScopes } = type.extensions['pothosOptions'] as Record<string, unknown>;
  const isScoped = type
    .getInterfaces()
    .some(
      ({ extensions }) => (extensions['pothosOptions'] as Declared['pothosOptions'])['authScopes'],
    );
  if (grantScopes !== undefined || isScoped) {
    throw new NotCompiled(type.name);
  }
  const requirePublic = (scopes: unknown): void => {
    if ((scopes as { public?: unknown } | null | undefined)?.public !== true) {
      throw new NotCompiled(`${type.name} is not public`);
    }
  };
  if (typeof authScopes === 'function') {
    return (row, context) => requirePublic(authScopes(row, context));
  }
  if (authScopes !== undefined) {
    requirePublic(authScopes);
  }
  return undefined;
}
