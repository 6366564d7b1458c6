import {
  getArgumentValues,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type FieldNode,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
} from 'graphql';
import { collectSubfields } from 'graphql/execution/collectFields.js';
import type { RequestContext } from '../../context/context.ts';
import { encodeGlobalId } from '../ids/globalIds.ts';

/**
 * Thrown for a selection that can't be compiled, and for a row that is not as its fields expect:
 * graphql-js has to execute it.
 */
export class NotCompiled extends Error {}

/** What all fields of a document have in common. */
export interface Compiling {
  /** What resolvers get as `info`, besides what differs by field and by execution. */
  document: Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'operation' | 'rootValue'>;
  /** Run before anything is read. They throw NotCompiled if variables make it impossible. */
  preparations: ((run: Run) => void)[];
}

/** An execution that is under way. */
export interface Run {
  context: RequestContext;
  variableValues: Record<string, unknown>;
  /** The arguments and `info` of fields that take them. */
  given: Map<FieldPlan, Given>;
  /** Fields whose resolvers returned promises. */
  pending: Promise<void>[];
}

interface Given {
  args: Record<string, unknown>;
  info: GraphQLResolveInfo;
  /** The columns that its row must have. */
  columns: readonly string[];
}

/** One response key of a selection. */
export interface FieldPlan {
  key: string;
  nodes: readonly FieldNode[];
  parentType: GraphQLObjectType;
  field: GraphQLField<unknown, unknown>;
  path: GraphQLResolveInfo['path'];
}

/**
 * Writes the part of the response for a value that a resolver returned.
 * @throws {NotCompiled}
 */
export type Writer = (value: unknown, run: Run) => unknown;

type Row = Readonly<Record<string, unknown>>;

type Reader = (row: Row, run: Run) => unknown;

/** The arguments of a field and what its resolver gets as `info`. @throws {GraphQLError} */
export function givenTo(
  { document }: Compiling,
  { field, nodes, parentType, path }: FieldPlan,
  { variableValues }: Pick<Run, 'variableValues'>,
): Pick<Given, 'args' | 'info'> {
  const [node] = nodes;
  return {
    args: node ? getArgumentValues(field, node, variableValues) : {},
    info: {
      ...document,
      fieldName: field.name,
      fieldNodes: nodes,
      returnType: field.type,
      parentType,
      path,
      variableValues,
    },
  };
}

/** The writer of what a field selects. @throws {NotCompiled} */
export const writerOf = (compiling: Compiling, plan: FieldPlan): Writer =>
  writerOfType(compiling, plan, plan.field.type);

function writerOfType(compiling: Compiling, plan: FieldPlan, type: GraphQLOutputType): Writer {
  const inner = getNullableType(type);
  const write = isListType(inner)
    ? listWriter(writerOfType(compiling, plan, inner.ofType as GraphQLOutputType))
    : isLeafType(inner)
      ? leafWriter(inner)
      : isObjectType(inner)
        ? objectWriter(compiling, inner, plan)
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
  compiling: Compiling,
  type: GraphQLObjectType,
  { nodes, path }: Pick<FieldPlan, 'nodes' | 'path'>,
): Writer {
  const { schema, fragments } = compiling.document;
  const requireReadable = accessCheck(type);
  const plans: FieldPlan[] = [];
  const fields = [...collectSubfields(schema, fragments, {}, type, nodes)].map(([key, same]) => {
    const name = same[0]?.name.value ?? '';
    if (name === '__typename') {
      return { key, read: () => type.name, write: (value: unknown) => value };
    }
    const plan: FieldPlan = {
      key,
      nodes: same,
      parentType: type,
      field: fieldOf(type, name),
      path: { prev: path, key, typename: type.name },
    };
    plans.push(plan);
    return { key, read: readerOf(compiling, plan), write: writerOf(compiling, plan) };
  });
  requireOneReading(compiling, plans);
  return (value, run) => {
    const row = value as Row;
    requireReadable?.(row, run.context);
    const written: Record<string, unknown> = {};
    for (const { key, read, write } of fields) {
      const found = read(row, run);
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
  /** The relation that `t.relation` reads. */
  pothosPrismaRelationField?: { name: string };
  /** Set if a relation of Prisma has a resolver of its own. */
  pothosPrismaFallback?: unknown;
  /** What the field of a type of Prisma reads of its row. */
  pothosPrismaSelect?: Selected | SelectFunction;
}

/** A `select` of Prisma. */
type Selected = Readonly<Record<string, unknown>>;

type SelectFunction = (
  args: Given['args'],
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

/**
 * Requires that a field is for everyone, and that its resolver gets its arguments as they are.
 * @throws {NotCompiled}
 */
export function requirePlain(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): void {
  const { pothosOptions: options, pothosPrismaFallback } = declarationOf(field);
  if (
    wrapping.some((option) => options[option] !== undefined) ||
    !(options['authScopes'] === undefined || isPublic(options['authScopes'])) ||
    pothosPrismaFallback ||
    // The Ids plugin decodes global ids.
    field.args.some(
      (argument) => argument.extensions['id'] || isInputObjectType(getNamedType(argument.type)),
    )
  ) {
    throw new NotCompiled(`${type.name}.${field.name}`);
  }
}

/** Reads a field as it is declared, without the wrappers of plugins. @throws {NotCompiled} */
function readerOf(compiling: Compiling, plan: FieldPlan): Reader {
  const { field, parentType: type } = plan;
  const declared = declarationOf(field);
  const { pothosOriginalResolve: resolve } = declared;
  const { pothosExposedField: exposed, pothosPrismaSelect: select } = declared;
  if (isGlobalId(type, field)) {
    return (row) => {
      requireColumns(row, ['id']);
      return encodeGlobalId(type.name, String(row['id']));
    };
  }
  requirePlain(type, field);
  if (resolve === undefined) {
    throw new NotCompiled(`${type.name}.${field.name}`);
  }
  if (typeof select !== 'function' && (exposed !== undefined || resolve.length <= 1)) {
    const columns = Object.keys(select || {});
    return (row) => {
      requireColumns(row, columns);
      return exposed === undefined ? resolve(row) : row[exposed];
    };
  }
  compiling.preparations.push((run) => {
    const given = givenTo(compiling, plan, run);
    const columns = Object.keys(selectedBy(plan, given.args, run.context));
    run.given.set(plan, { ...given, columns });
  });
  return (row, run) => {
    const given = run.given.get(plan);
    if (!given) {
      throw new NotCompiled('not prepared');
    }
    requireColumns(row, given.columns);
    return resolve(row, given.args, run.context, given.info);
  };
}

/** What a field reads of its row. */
export function selectedBy(
  { field }: Pick<FieldPlan, 'field'>,
  args: Given['args'],
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

/** Requires that the columns were read with the row; Pothos would read them now. */
function requireColumns(row: Row, columns: readonly string[]): void {
  for (const column of columns) {
    if (row[column] === undefined) {
      throw new NotCompiled(`${column} was not read`);
    }
  }
}

/**
 * Requires that no two fields read a relation of their row with different conditions or in different
 * orders: Pothos would read it twice.
 */
function requireOneReading(compiling: Compiling, plans: readonly FieldPlan[]): void {
  const reading = plans.filter((plan) => {
    const { pothosPrismaSelect: select } = declarationOf(plan.field);
    return (
      typeof select === 'function' ||
      Object.values(select || {}).some((value) => typeof value === 'object')
    );
  });
  if (reading.length < 2) {
    return;
  }
  compiling.preparations.push((run) => {
    const known = new Map<string, string>();
    for (const plan of reading) {
      const args = run.given.get(plan)?.args ?? {};
      for (const [relation, how] of relationsOf(selectedBy(plan, args, run.context))) {
        if ((known.get(relation) ?? how) !== how) {
          throw new NotCompiled(`${relation} is read in two ways`);
        }
        known.set(relation, how);
      }
    }
  });
}

/** The relations of a selection by their paths, each with how it is read. */
function relationsOf(selected: Selected, path = ''): [string, string][] {
  return Object.entries(selected).flatMap(([name, value]): [string, string][] => {
    if (typeof value !== 'object' || value === null) {
      return [];
    }
    const { select = {}, ...how } = value as { select?: Selected };
    const relation = `${path}.${name}`;
    return [[relation, JSON.stringify(how)], ...relationsOf(select, relation)];
  });
}

/** Requires that anyone may read a row of a type; undefined for types without scopes. */
export function accessCheck(
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
    if (!isPublic(scopes)) {
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

export const isPublic = (scopes: unknown): boolean =>
  (scopes as { public?: unknown } | null | undefined)?.public === true;
