import {
  getArgumentValues,
  getNamedType,
  getNullableType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  visit,
  BREAK,
  type FieldNode,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type FragmentDefinitionNode,
  type GraphQLSchema,
} from 'graphql';
import { collectSubfields } from 'graphql/execution/collectFields.js';
import type { RequestContext } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { readPageArgs, type PageRequest } from '#api/platform/database/cursors.ts';
import type { SqlKey } from '#api/platform/database/sqlPage.ts';
import {
  declarationOf,
  fieldOf,
  isGlobalId,
  NotCompiled,
  readableIf,
  requirePlain,
  type TokenScopes,
  selectedBy,
} from './declarations.ts';
import type { SqlDeclaration } from './sqlFields.ts';
import { sqlModels, type SqlModel } from './sqlModels.ts';

export interface SqlCompiling {
  document: {
    schema: GraphQLSchema;
    fragments: Record<string, FragmentDefinitionNode>;
    /** What a token needs to read the document. */
    scopes: TokenScopes;
  };
  preparations: Preparation[];
  aliases: number;
}

export interface Prepared {
  /** SQL parts with values. */
  fragments: readonly Prisma.Sql[];
  /** Everything else that the statement's text depends on. */
  shape: string;
  page?: PreparedPage;
}

interface PreparedPage {
  request: PageRequest;
  key: SqlKey;
  /** Whether the search has a condition on the stay. */
  ofStays?: boolean;
  /** ORDER BY and LIMIT. */
  rest?: string;
}

type Variables = Record<string, unknown>;

/** @throws what the field throws for its arguments */
export type Prepare = (variables: Variables, context: RequestContext) => Prepared;

export type Preparation = { constant: Prepared } | { prepare: Prepare };

export interface Writing {
  prepared: readonly Prepared[];
  /** The text of a fragment of a prepared field, with its parameters numbered. */
  fragment(preparation: number, fragment: number): string;
}

export type Write = (writing: Writing) => string;

/** A part of a JSON text: literal, or an SQL expression. */
export type Part = string | Write;

/** Marks rows that are not public. JSON never contains this character. */
export const refused = '\u0001';

const refusedSql = 'chr(1)';

interface SqlValue {
  sql: string;
  /** Its type in Prisma's schema, if it is a column. */
  type?: string;
  isList?: boolean;
  isNullable: boolean;
}

/** The source of an object's values. @throws {NotCompiled} */
export interface SqlRow {
  value(name: string): SqlValue;
  model?: SqlModel;
  alias?: string;
}

interface FieldPlan {
  key: string;
  nodes: readonly FieldNode[];
  parentType: GraphQLObjectType;
  field: GraphQLField<unknown, unknown>;
}

export const sqlOf = (field: GraphQLField<unknown, unknown>): SqlDeclaration | undefined =>
  field.extensions['sql'] as SqlDeclaration | undefined;

export function modelNamed(name: string): SqlModel {
  const model = sqlModels.get(name);
  if (!model) {
    throw new NotCompiled(`no model ${name}`);
  }
  return model;
}

export const rowOf = (model: SqlModel, alias: string): SqlRow => ({
  model,
  alias,
  value(name) {
    const column = model.columns.get(name);
    if (!column) {
      throw new NotCompiled(`${model.name} has no column ${name}`);
    }
    const { type, isList, isNullable } = column;
    return { sql: `${alias}."${column.name}"`, type, isList, isNullable };
  },
});

/** A row of values that are never null, unless their expressions are. */
const rowOfValues = (values: ReadonlyMap<string, SqlValue>): SqlRow => ({
  value(name) {
    const value = values.get(name);
    if (!value) {
      throw new NotCompiled(`no value ${name}`);
    }
    return value;
  },
});

/** The values of a root connection; records which are used. */
export const rowOfOwn = (
  own: Readonly<Record<string, 'null' | 'not null'>>,
  used: Set<string>,
): SqlRow => ({
  value(name) {
    const nullability = own[name];
    if (nullability === undefined) {
      throw new NotCompiled(`no value ${name}`);
    }
    used.add(name);
    return { sql: `(SELECT "${name}" FROM own)`, isNullable: nullability === 'null' };
  },
});

/** A declared expression with a row's values filled in. */
export function fill(template: string, row: SqlRow): SqlValue {
  let isNullable = false;
  const sql = template.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = row.value(name);
    isNullable ||= value.isNullable;
    return value.sql;
  });
  return { sql: `(${sql})`, isNullable };
}

/** An SQL expression for a text from its parts. */
export function textOf(parts: readonly Part[]): Write {
  const merged: Part[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (typeof part === 'string' && typeof last === 'string') {
      merged[merged.length - 1] = last + part;
    } else {
      merged.push(part);
    }
  }
  return (writing) =>
    joined(
      merged.map((part) => (typeof part === 'string' ? quoted(part) : `(${part(writing)})::text`)),
    );
}

/** Bounds the depth of nested operators in PostgreSQL. */
const mostJoined = 90;

/** Takes a third of the time of concat(). Null if any part is null. */
function joined(parts: readonly string[]): string {
  if (parts.length <= mostJoined) {
    return `(${parts.join(' || ')})`;
  }
  const groups = Array.from({ length: Math.ceil(parts.length / mostJoined) }, (_, index) =>
    joined(parts.slice(index * mostJoined, (index + 1) * mostJoined)),
  );
  return joined(groups);
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The JSON text of an object. @throws {NotCompiled} */
export function objectParts(
  compiling: SqlCompiling,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
  row: SqlRow,
  others: (plan: FieldPlan) => Part[] | undefined = () => undefined,
): Part[] {
  const condition = readableIf(type, compiling.document.scopes);
  const { schema, fragments } = compiling.document;
  const parts: Part[] = [];
  for (const [key, same] of collectSubfields(schema, fragments, {}, type, nodes)) {
    const name = same[0]?.name.value ?? '';
    parts.push(`${parts.length === 0 ? '{' : ','}"${key}":`);
    if (name === '__typename') {
      parts.push(`"${type.name}"`);
      continue;
    }
    const plan = { key, nodes: same, parentType: type, field: fieldOf(type, name) };
    parts.push(...(others(plan) ?? fieldParts(compiling, plan, row)));
  }
  parts.push('}');
  if (condition === undefined) {
    return parts;
  }
  const { sql } = fill(condition, row);
  const write = textOf(parts);
  return [(writing) => `CASE WHEN ${sql} THEN ${write(writing)} ELSE ${refusedSql} END`];
}

function fieldParts(compiling: SqlCompiling, plan: FieldPlan, row: SqlRow): Part[] {
  const { field, parentType, nodes } = plan;
  if (isGlobalId(parentType, field)) {
    return globalIdParts(parentType, row);
  }
  requirePlain(parentType, field, compiling.document.scopes);
  const declared = sqlOf(field);
  const inner = getNullableType(field.type);
  const named = getNamedType(field.type);
  if (isLeafType(named)) {
    if (field.args.length > 0) {
      throw new NotCompiled('a value with arguments');
    }
    return leafParts(field, leafValue(field, row));
  }
  if (!isObjectType(named)) {
    throw new NotCompiled(`${named.name} has several types`);
  }
  const relation = relationOf(field);
  if (relation !== undefined) {
    return relationParts(compiling, plan, row, relation);
  }
  if (typeof declared !== 'object' || field.args.length > 0) {
    throw new NotCompiled(`${parentType.name}.${field.name}`);
  }
  if ('values' in declared) {
    const parts = objectParts(compiling, named, nodes, valuesOf(declared, row));
    return declared.unless === undefined
      ? parts
      : [orNull(fill(declared.unless, row).sql, textOf(parts))];
  }
  if ('items' in declared && isListType(inner)) {
    const alias = nextAlias(compiling);
    const write = textOf(objectParts(compiling, named, nodes, itemsOf(declared.columns, alias)));
    const { sql } = fill(declared.items, row);
    return listOf(write, () => sql, alias);
  }
  throw new NotCompiled(`${parentType.name}.${field.name}`);
}

const listOf = (write: Write, rows: Write, alias: string): Part[] => [
  '[',
  (writing) =>
    `(SELECT coalesce(string_agg(${write(writing)}, ','), '') FROM ${rows(writing)} AS ${alias})`,
  ']',
];

const orNull =
  (unless: string, write: Write): Write =>
  (writing) =>
    `CASE WHEN ${unless} THEN 'null' ELSE ${write(writing)} END`;

/** The values of a declared object: not null, as far as the object is not null. */
export const valuesOf = (
  { values, unless }: { values: Readonly<Record<string, string>>; unless?: string },
  row: SqlRow,
): SqlRow =>
  rowOfValues(
    new Map(
      Object.entries(values).map(([name, template]) => {
        const { sql, isNullable } = fill(template, row);
        return [name, { sql, isNullable: isNullable && unless === undefined }];
      }),
    ),
  );

export const itemsOf = (columns: readonly string[], alias: string): SqlRow =>
  rowOfValues(
    new Map(columns.map((name) => [name, { sql: `${alias}."${name}"`, isNullable: false }])),
  );

const nextAlias = (compiling: SqlCompiling): string => `t${(compiling.aliases += 1)}`;

/** PostgreSQL breaks base64 into lines of 76 characters: 57 bytes. */
const longestName = 20;

function globalIdParts(type: GraphQLObjectType, row: SqlRow): Part[] {
  if (type.name.length > longestName) {
    throw new NotCompiled(`the id of ${type.name} is long`);
  }
  const { sql } = row.value('id');
  return [
    '"',
    () => `encode(convert_to(concat(${quoted(`${type.name}:`)}, ${sql}), 'UTF8'), 'base64')`,
    '"',
  ];
}

/** The value of a field without a selection. @throws {NotCompiled} */
export function leafValue(field: GraphQLField<unknown, unknown>, row: SqlRow): SqlValue {
  const declared = sqlOf(field);
  if (typeof declared === 'string') {
    return fill(declared, row);
  }
  if (typeof declared === 'object' && 'never' in declared) {
    return { ...fill(declared.sql, row), isNullable: false };
  }
  if (typeof declared === 'object' && 'count' in declared) {
    return countOf(declared.count, row);
  }
  const { pothosExposedField: exposed } = declarationOf(field);
  if (exposed === undefined) {
    throw new NotCompiled(`${field.name} is computed`);
  }
  return row.value(exposed);
}

function countOf(name: string, row: SqlRow): SqlValue {
  const relation = row.model?.relations.get(name);
  if (!relation) {
    throw new NotCompiled(`no relation ${name}`);
  }
  const model = modelNamed(relation.model);
  const key = rowOf(model, 'counted').value(relation.other).sql;
  return {
    sql: `(SELECT count(*) FROM "${model.table}" AS counted WHERE ${key} = ${row.value(relation.own).sql})`,
    isNullable: false,
  };
}

/** Column types that fit a scalar. */
const fitting: Record<string, readonly string[]> = {
  ID: ['String'],
  String: ['String'],
  Int: ['Int'],
  SafeInt: ['Int', 'BigInt'],
  Float: ['Float', 'Int'],
  Boolean: ['Boolean'],
  DateTime: ['DateTime'],
  Date: ['Date'],
};

/** The JSON text of a value. @throws {NotCompiled} */
export function leafParts(field: GraphQLField<unknown, unknown>, value: SqlValue): Part[] {
  const { sql, type, isNullable } = value;
  const inner = getNullableType(field.type);
  const named = getNamedType(field.type) as GraphQLLeafType;
  if (isNullable && isNonNullType(field.type)) {
    throw new NotCompiled(`${field.name} may be null`);
  }
  if (type !== undefined) {
    if (!isEnumType(named) && !fitting[named.name]?.includes(type)) {
      throw new NotCompiled(`${field.name} is no ${named.name}`);
    }
    if (value.isList !== isListType(inner)) {
      throw new NotCompiled(`${field.name} is a list, or is none`);
    }
  }
  if (isListType(inner)) {
    if (named.name !== 'String') {
      throw new NotCompiled('a list of others than texts');
    }
    return [isNullable ? () => `coalesce(to_json(${sql})::text, 'null')` : () => `to_json(${sql})`];
  }
  if (isEnumType(named)) {
    return [() => enumSql(named, sql)];
  }
  switch (named.name) {
    case 'ID':
    case 'String':
      // An expression may have an unknown type.
      return [
        isNullable
          ? () => `coalesce(to_json(${sql}::text)::text, 'null')`
          : () => `to_json(${sql}::text)`,
      ];
    case 'Int':
    case 'SafeInt':
    case 'Float':
      return [isNullable ? () => `coalesce(${sql}::text, 'null')` : () => sql];
    case 'Boolean':
      return [() => `CASE ${sql} WHEN TRUE THEN 'true' WHEN FALSE THEN 'false' ELSE 'null' END`];
    case 'DateTime':
      return isNullable
        ? [() => `coalesce('"' || ${instant(sql)} || '"', 'null')`]
        : ['"', () => instant(sql), '"'];
    case 'Date':
      return [
        isNullable
          ? () => `coalesce('"' || ${sql}::text || '"', 'null')`
          : () => `concat('"', ${sql}, '"')`,
      ];
    default:
      throw new NotCompiled(named.name);
  }
}

/** Formats an instant like `toISOString`. */
const instant = (sql: string): string =>
  `to_char(${sql} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const enumSql = (type: GraphQLEnumType, sql: string): string =>
  `CASE ${sql}::text ${type
    .getValues()
    .map(({ name, value }) => `WHEN ${quoted(String(value))} THEN ${quoted(`"${name}"`)}`)
    .join(' ')} ELSE 'null' END`;

/** The relation whose rows a field returns unchanged. */
export function relationOf(field: GraphQLField<unknown, unknown>): string | undefined {
  const declared = sqlOf(field);
  if (typeof declared === 'object') {
    return 'relation' in declared
      ? declared.relation
      : 'connection' in declared
        ? declared.connection
        : undefined;
  }
  return declarationOf(field).pothosPrismaRelationField?.name;
}

function relationParts(
  compiling: SqlCompiling,
  plan: FieldPlan,
  row: SqlRow,
  name: string,
): Part[] {
  const { field, nodes } = plan;
  const relation = row.model?.relations.get(name);
  if (!relation || row.alias === undefined) {
    throw new NotCompiled(`no relation ${name}`);
  }
  const inner = getNullableType(field.type);
  const named = getNamedType(field.type) as GraphQLObjectType;
  const declared = sqlOf(field);
  const connection =
    typeof declared === 'object' && 'connection' in declared ? declared : undefined;
  const model = modelNamed(relation.model);
  const alias = nextAlias(compiling);
  const other = rowOf(model, alias);
  const preparation = prepareRelation(compiling, plan, name, model, alias);
  const condition = `${other.value(relation.other).sql} = ${row.value(relation.own).sql}`;
  if (!relation.isList) {
    if (isListType(inner) || connection) {
      throw new NotCompiled(`${field.name} is no list`);
    }
    if (relation.isNullable && isNonNullType(field.type)) {
      throw new NotCompiled(`${field.name} may be null`);
    }
    const write = textOf(objectParts(compiling, named, nodes, other));
    const found: Write = (writing) =>
      `(SELECT ${write(writing)} FROM "${model.table}" AS ${alias} WHERE ${condition})`;
    return [relation.isNullable ? (writing) => `coalesce(${found(writing)}, 'null')` : found];
  }
  const rows: Write = (writing) =>
    `SELECT * FROM "${model.table}" AS ${alias}
     WHERE ${condition} AND ${writing.fragment(preparation, 0)}
     ${writing.prepared[preparation]?.page?.rest ?? ''}`;
  if (connection) {
    const parts = connectionParts(compiling, {
      nodes,
      type: named,
      row: other,
      preparation,
      own: rowOfValues(new Map()),
    });
    const write = textOf(parts.parts);
    return [
      (writing) =>
        `(SELECT ${write(writing)} FROM ${parts.from(rows(writing), writing)} HAVING TRUE)`,
    ];
  }
  if (!isListType(inner)) {
    throw new NotCompiled(`${field.name} is a list`);
  }
  const write = textOf(objectParts(compiling, named, nodes, other));
  return listOf(write, (writing) => `(${rows(writing)})`, alias);
}

function prepareRelation(
  compiling: SqlCompiling,
  plan: FieldPlan,
  name: string,
  model: SqlModel,
  alias: string,
): number {
  const declared = sqlOf(plan.field);
  const connection =
    typeof declared === 'object' && 'connection' in declared ? declared : undefined;
  const prepare = (variables: Variables, context: RequestContext): Prepared => {
    const [node] = plan.nodes;
    const args = node ? getArgumentValues(plan.field, node, variables) : {};
    const query = (selectedBy(plan.field, args, context)[name] ?? {}) as RelationQuery;
    const { where = {}, orderBy = [], take } = query;
    const row = rowOf(model, alias);
    const order = orderSql(orderBy, row);
    const rest = `${order === '' ? '' : ` ORDER BY ${order}`}${
      take === undefined ? '' : ` LIMIT ${String(Number(take))}`
    }`;
    const page: PreparedPage = {
      request: connection
        ? readPageArgs(args, connection.sizes)
        : { size: 0, direction: 'forward', from: undefined },
      key: connection?.keyOf(args) ?? { order: '', columns: [] },
      rest,
    };
    return { fragments: [whereSql(where, row)], shape: shapeOf(page), page };
  };
  return addPreparation(compiling, plan, prepare);
}

export const shapeOf = ({ request, key, rest = '', ofStays }: PreparedPage): string =>
  JSON.stringify([
    request.size,
    request.direction,
    request.from !== undefined,
    key.order,
    key.columns,
    rest,
    ofStays,
  ]);

/** Prepares a field once if none of its arguments is a variable. */
function addPreparation(compiling: SqlCompiling, { nodes }: FieldPlan, prepare: Prepare): number {
  const [node] = nodes;
  if (node && !hasVariables(node)) {
    let constant: Prepared;
    try {
      constant = prepare({}, {} as RequestContext);
    } catch (error) {
      throw new NotCompiled('invalid arguments', { cause: error });
    }
    return compiling.preparations.push({ constant }) - 1;
  }
  return compiling.preparations.push({ prepare }) - 1;
}

function hasVariables({ arguments: given = [] }: FieldNode): boolean {
  let found = false;
  for (const argument of given) {
    visit(argument, {
      Variable() {
        found = true;
        return BREAK;
      },
    });
  }
  return found;
}

/** Prisma arguments that a field may use for a relation. */
interface RelationQuery {
  where?: Where;
  orderBy?: Order | readonly Order[];
  take?: number;
}

type Order = Readonly<Record<string, unknown>>;

type Where = Readonly<Record<string, unknown>>;

const orderSql = (orderBy: Order | readonly Order[], row: SqlRow): string =>
  [orderBy]
    .flat()
    .flatMap((order) => Object.entries(order))
    .map(([name, direction]) => {
      if (direction !== 'asc' && direction !== 'desc') {
        throw new NotCompiled(`the order of ${name}`);
      }
      return `${row.value(name).sql} ${direction}`;
    })
    .join(', ');

const comparisons: Record<string, string> = {
  equals: '=',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
};

/** @throws {NotCompiled} for conditions that the lists don't use */
function whereSql(where: Where, row: SqlRow): Prisma.Sql {
  const parts = Object.entries(where).flatMap(([name, condition]): Prisma.Sql[] => {
    if (condition === undefined) {
      return [];
    }
    if (name === 'OR') {
      const either = (condition as readonly Where[]).map((one) => whereSql(one, row));
      return [Prisma.sql`(${Prisma.join(either, ' OR ')})`];
    }
    const column = Prisma.raw(row.value(name).sql);
    const compared =
      typeof condition === 'object' && condition !== null && !(condition instanceof Date)
        ? condition
        : { equals: condition };
    return Object.entries(compared).flatMap(([operator, value]: [string, unknown]) => {
      const sign = comparisons[operator];
      if (value === undefined) {
        return [];
      }
      if (sign === undefined || value === null) {
        throw new NotCompiled(`the condition on ${name}`);
      }
      const given = value instanceof Date ? value.toISOString() : value;
      return [Prisma.sql`${column} ${Prisma.raw(sign)} ${given}`];
    });
  });
  return parts.length === 0 ? Prisma.sql`TRUE` : Prisma.sql`(${Prisma.join(parts, ' AND ')})`;
}

interface Connection {
  nodes: readonly FieldNode[];
  type: GraphQLObjectType;
  row: SqlRow;
  preparation: number;
  /** Values of the connection besides its rows. */
  own: SqlRow;
  /** Whether each row's position is read even without a cursor. */
  isPlaced?: boolean;
}

/** The JSON text of a connection, as aggregates over the rows of its page. */
export function connectionParts(
  compiling: SqlCompiling,
  { nodes, type, row, preparation, own, isPlaced = false }: Connection,
): { parts: Part[]; from: (rows: string, writing: Writing) => string } {
  const { alias = '' } = row;
  const page: ConnectionPage = {
    compiling,
    row,
    needs: { place: isPlaced, count: false },
    of({ prepared }) {
      const found = prepared[preparation]?.page;
      if (!found) {
        throw new NotCompiled('not prepared');
      }
      return found;
    },
  };
  const isPlacedIn = (writing: Writing): boolean =>
    page.needs.place || page.of(writing).request.direction === 'backward';
  const edges =
    (write: Write): Write =>
    (writing) => {
      const { size, direction } = page.of(writing).request;
      const text = write(writing);
      const order = direction === 'backward' ? ` ORDER BY ${alias}.page_place DESC` : '';
      return isPlacedIn(writing)
        ? `coalesce(string_agg(CASE WHEN ${alias}.page_place <= ${size} THEN ${text} END, ','${order}), '')`
        : `coalesce(string_agg(${text}, ','), '')`;
    };
  const parts = objectParts(compiling, type, nodes, own, (plan) => {
    const { field } = plan;
    const named = getNamedType(field.type);
    if ((field.name !== 'edges' && field.name !== 'pageInfo') || !isObjectType(named)) {
      return undefined;
    }
    requirePlain(plan.parentType, field, compiling.document.scopes);
    const inner = field.name === 'edges' ? edgeParts : pageInfoParts;
    const object = objectParts(compiling, named, plan.nodes, row, (part) => inner(page, part));
    return field.name === 'edges' ? ['[', edges(textOf(object)), ']'] : object;
  });
  return {
    parts,
    from: (rows, writing) =>
      isPlacedIn(writing)
        ? `(SELECT ${alias}.*, row_number() OVER () AS page_place${
            page.needs.count ? ', count(*) OVER () AS page_found' : ''
          } FROM (${rows}) AS ${alias}) AS ${alias}`
        : `(SELECT * FROM (${rows}) AS ${alias} LIMIT ${page.of(writing).request.size}) AS ${alias}`,
  };
}

interface ConnectionPage {
  compiling: SqlCompiling;
  row: SqlRow;
  /** Whether the fields read each row's position, and the number of rows. */
  needs: { place: boolean; count: boolean };
  of(writing: Writing): PreparedPage;
}

function edgeParts(page: ConnectionPage, { field, parentType, nodes }: FieldPlan): Part[] {
  const { compiling, row } = page;
  requirePlain(parentType, field, compiling.document.scopes);
  const declared = sqlOf(field);
  const named = getNamedType(field.type);
  if (field.name === 'cursor') {
    return ['"', (writing) => cursorSql(page.of(writing).key, row), '"'];
  }
  if (field.name === 'node' && isObjectType(named)) {
    return objectParts(compiling, named, nodes, row);
  }
  if (typeof declared === 'object' && 'ofStays' in declared) {
    return [
      (writing) => {
        if (page.of(writing).ofStays !== false) {
          throw new NotCompiled('the stays of a search');
        }
        return `'null'`;
      },
    ];
  }
  throw new NotCompiled(field.name);
}

function pageInfoParts(page: ConnectionPage, { field, parentType }: FieldPlan): Part[] {
  const { compiling, row, needs } = page;
  const { alias = '' } = row;
  requirePlain(parentType, field, compiling.document.scopes);
  needs.place = true;
  const end = (isLast: boolean): Part[] => {
    needs.count = true;
    return [
      (writing) => {
        const { request, key } = page.of(writing);
        const { size, direction } = request;
        const place =
          isLast === (direction === 'forward')
            ? `least(${alias}.page_found, ${size})`
            : `least(1, ${size})`;
        return `coalesce('"' || max(${cursorSql(key, row)}) FILTER (WHERE ${alias}.page_place = ${place}) || '"', 'null')`;
      },
    ];
  };
  const hasMore = (ahead: PageRequest['direction']): Part[] => [
    (writing) => {
      const { size, direction, from } = page.of(writing).request;
      return direction === ahead
        ? `CASE WHEN count(*) > ${size} THEN 'true' ELSE 'false' END`
        : quoted(String(from !== undefined));
    },
  ];
  switch (field.name) {
    case 'startCursor':
      return end(false);
    case 'endCursor':
      return end(true);
    case 'hasNextPage':
      return hasMore('forward');
    case 'hasPreviousPage':
      return hasMore('backward');
    default:
      throw new NotCompiled(field.name);
  }
}

/** The sort key of a row as JSON, without the brackets. */
export const keySql = ({ columns }: SqlKey, row: SqlRow): string =>
  columns
    .map((name) => {
      const { sql, type } = row.value(name);
      switch (type) {
        case 'Int':
          return sql;
        case 'Decimal':
          // Formats like Decimal.toString.
          return `'"', trim_scale(${sql}), '"'`;
        case 'DateTime':
          return `'"', ${instant(sql)}, '"'`;
        default:
          return `to_json(${sql}::text)`;
      }
    })
    .join(", ',', ");

/** A cursor, as `encodeCursor` formats it. */
const cursorSql = (key: SqlKey, row: SqlRow): string =>
  `translate(encode(convert_to(concat(${quoted(`["${key.order}",`)}, ${keySql(key, row)}, ']'), 'UTF8'), 'base64'), E'+/=\\n', '-_')`;
