import {
  BREAK,
  execute,
  getArgumentValues,
  getNamedType,
  getOperationAST,
  getVariableValues,
  isObjectType,
  Kind,
  visit,
  type DocumentNode,
  type ExecutionArgs,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { collectFields } from 'graphql/execution/collectFields.js';
import { LRUCache } from 'lru-cache';
import type { RequestContext } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { mayUse } from '#api/platform/sessions/apiTokens.ts';
import type { CursorValue } from '#api/platform/database/cursors.ts';
import { fragmentsOf } from '../limits/documentSize.ts';
import { plainId, type IdNote } from '../ids/ids.ts';
import { isDatabaseAway } from '#api/platform/database/database.ts';
import { sqlStateOf } from '#api/platform/database/violations.ts';
import type { SqlPage } from '#api/platform/database/sqlPage.ts';
import { declarationOf, fieldOf, isOpen, NotCompiled, type TokenScopes } from './declarations.ts';
import type { SqlRoot } from './sqlFields.ts';
import type { SqlModel } from './sqlModels.ts';
import {
  connectionParts,
  keySql,
  modelNamed,
  objectParts,
  refused,
  rowOf,
  rowOfOwn,
  shapeOf,
  sqlOf,
  textOf,
  type Prepared,
  type SqlCompiling,
  type SqlRow,
  type Write,
  type Writing,
} from './sqlRows.ts';

/** Undefined leaves the fields to graphql-js. @param isQuick may share a connection */
export type SqlAnswer = (
  variables: Readonly<Record<string, unknown>>,
  context: RequestContext,
  isQuick?: boolean,
) => Promise<SqlTexts | undefined>;

export type SqlTexts = Record<string, string>;

/**
 * PostgreSQL writes the JSON of the answer in one statement; graphql-js executes root fields
 * without SQL. Undefined if no root field has SQL, or the document has a directive.
 */
export function compileSqlAnswer(
  schema: GraphQLSchema,
  document: DocumentNode,
  statements: Statements = keptStatements(),
): SqlAnswer | undefined {
  const query = schema.getQueryType();
  const operation = getOperationAST(document);
  if (!query || !operation || hasDirective(document)) {
    return undefined;
  }
  const fragments = Object.fromEntries(fragmentsOf(document.definitions));
  const scopes: TokenScopes = new Set();
  const shared = { schema, fragments, scopes };
  const fields = [...collectFields(schema, fragments, {}, query, operation.selectionSet)];
  const roots: Root[] = [];
  const others: FieldNode[] = [];
  for (const [key, nodes] of fields) {
    try {
      roots.push(rootOf(shared, query, key, nodes));
    } catch (error) {
      if (!(error instanceof NotCompiled)) {
        throw error;
      }
      others.push(...nodes);
    }
  }
  if (roots.length === 0) {
    return undefined;
  }
  const beside = others.length > 0 && withSelections(document, operation, others);
  const keys = fields.map(([key]) => key);
  const read = statementOf(roots, statements);

  return async (given, context, isQuick = true) => {
    const { token } = context;
    if (token && [...scopes].some((scope) => scope === null || !mayUse(token, scope))) {
      return undefined;
    }
    const { coerced: variables } = getVariableValues(
      schema,
      operation.variableDefinitions ?? [],
      given,
    );
    if (!variables) {
      return undefined;
    }
    try {
      const [rows, data] = await Promise.all([
        read(variables, context, isQuick),
        beside &&
          besideSql({ schema, document: beside, variableValues: given, contextValue: context }),
      ]);
      if ([...rows.values()].some((text) => text.includes(refused))) {
        return undefined;
      }
      return Object.fromEntries(
        keys.map((key) => [key, rows.get(key) ?? JSON.stringify(data && data[key])]),
      );
    } catch (error) {
      if (sqlStateOf(error) !== undefined && !isDatabaseAway(error)) {
        context.deps.log.warn({ err: error }, 'an answer in SQL failed');
      }
      // graphql-js reports the error.
      return undefined;
    }
  };
}

const withSelections = (
  { definitions }: DocumentNode,
  operation: OperationDefinitionNode,
  selections: FieldNode[],
): DocumentNode => ({
  kind: Kind.DOCUMENT,
  definitions: [
    { ...operation, selectionSet: { kind: Kind.SELECTION_SET, selections } },
    ...definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION),
  ],
});

async function besideSql(args: ExecutionArgs): Promise<Record<string, unknown>> {
  const { data, errors } = await execute(args);
  if (!data || errors) {
    throw new NotCompiled('an error beside');
  }
  return data;
}

function hasDirective(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Directive() {
      found = true;
      return BREAK;
    },
  });
  return found;
}

type Variables = Record<string, unknown>;

interface Asked {
  prepared: Prepared[];
  /** Everything that the text of its SELECT depends on. */
  shape: string;
  planned: 'once' | 'each time';
  /** Undefined: there is no row. */
  isNothing?: boolean;
  answerOf(row: RootRow | undefined): string;
  /** The next request if this row is not the answer. */
  instead?: (row: RootRow) => Asked | undefined;
  remember?: (row: RootRow) => void;
}

interface Root {
  key: string;
  ask(variables: Variables, context: RequestContext): Asked | Promise<Asked>;
  select: Write;
}

interface RootRow {
  body: string | null;
  /** Sort keys or id. */
  keys: string | null;
  own: string | null;
  /** Ids of resorts, separated by commas. */
  resorts: string | null;
}

function rootOf(
  document: SqlCompiling['document'],
  query: GraphQLObjectType,
  key: string,
  nodes: readonly FieldNode[],
): Root {
  const field = fieldOf(query, nodes[0]?.name.value ?? '');
  const declared = sqlOf(field) as SqlRoot | undefined;
  const type = getNamedType(field.type);
  if (
    typeof declared !== 'object' ||
    !isObjectType(type) ||
    !isOpen(declarationOf(field).pothosOptions['authScopes'], document.scopes)
  ) {
    throw new NotCompiled(field.name);
  }
  const model = typeof declared.model === 'string' ? modelNamed(declared.model) : declared.model;
  const parts: RootParts = {
    key,
    nodes,
    type,
    model,
    row: rowOf(model, 't0'),
    // The first preparation belongs to the root field.
    compiling: {
      document,
      preparations: [{ constant: { fragments: [], shape: '' } }],
      aliases: 0,
    },
    argsOf(variables) {
      const [node] = nodes;
      return withPlainIds(field, node ? getArgumentValues(field, node, variables) : {});
    },
  };
  return 'row' in declared ? rowRoot(parts, declared) : pageRoot(parts, declared);
}

interface RootParts {
  key: string;
  nodes: readonly FieldNode[];
  type: GraphQLObjectType;
  model: SqlModel;
  row: SqlRow;
  compiling: SqlCompiling;
  argsOf(variables: Variables): Record<string, unknown>;
}

function withNested(
  { preparations }: SqlCompiling,
  own: Prepared,
  variables: Variables,
  context: RequestContext,
): Pick<Asked, 'prepared' | 'shape'> {
  const varying = [own];
  const nested = preparations.slice(1).map((preparation) => {
    if ('constant' in preparation) return preparation.constant;
    const made = preparation.prepare(variables, context);
    varying.push(made);
    return made;
  });
  const shape = varying
    .map((one) => one.shape + one.fragments.map(({ sql }) => sql).join('\n'))
    .join('\n');
  return { prepared: [own, ...nested], shape };
}

function rowRoot(
  { key, nodes, type, model, row, compiling, argsOf }: RootParts,
  declared: Extract<SqlRoot, { row: unknown }>,
): Root {
  const body = textOf(objectParts(compiling, type, nodes, row));
  const { sql: id } = row.value('id');
  return {
    key,
    select: (writing) =>
      `SELECT ${body(writing)} AS body, ${id}::text AS keys, NULL AS own, NULL AS resorts
         FROM "${model.table}" AS t0 WHERE ${writing.fragment(0, 0)}`,
    ask(variables, context) {
      const args = argsOf(variables);
      const where = declared.row(args);
      const own: Prepared = { fragments: [where ?? Prisma.sql`FALSE`], shape: '' };
      return {
        ...withNested(compiling, own, variables, context),
        planned: 'once',
        isNothing: where === null,
        answerOf(found) {
          declared.reads(args, found?.keys ?? null);
          return found?.body ?? 'null';
        },
      };
    },
  };
}

function pageRoot(
  { key, nodes, type, row, compiling, argsOf }: RootParts,
  declared: Extract<SqlRoot, { page: unknown }>,
): Root {
  const used = new Set<string>();
  const own = rowOfOwn(declared.own, used);
  const { parts, from } = connectionParts(compiling, {
    nodes,
    type,
    row,
    preparation: 0,
    own,
    isPlaced: true,
  });
  const body = textOf(parts);
  const ofPage = (found: SqlPage, variables: Variables, context: RequestContext): Asked => ({
    ...withNested(compiling, preparedPage(found, used), variables, context),
    planned: found.planned,
    answerOf(read) {
      found.reads({
        keys: JSON.parse(`[${read?.keys ?? ''}]`) as CursorValue[][],
        resortIds: read?.resorts?.split(',') ?? [],
        own: used,
      });
      return read?.body ?? fail('no text');
    },
    instead(read) {
      const other = found.instead?.(ownValues(read));
      return other && ofPage(other, variables, context);
    },
    remember: (read) => found.remember?.(ownValues(read)),
  });
  return {
    key,
    select(writing) {
      const { found } = writing.prepared[0] as PreparedRoot;
      const names = [...used, ...Object.keys(found.also ?? {})];
      const values = names.map((name, index) => `${writing.fragment(0, 2 + index)} AS "${name}"`);
      const ctes = [
        ...(found.with ? [writing.fragment(0, 1)] : []),
        ...(names.length > 0 ? [`own AS MATERIALIZED (SELECT ${values.join(', ')})`] : []),
      ];
      return `${ctes.length > 0 ? `WITH ${ctes.join(', ')} ` : ''}SELECT ${body(writing)} AS body,
         string_agg(concat('[', ${keySql(found.key, row)}, ']'), ',') AS keys,
         ${names.length > 0 ? '(SELECT row_to_json(own)::text FROM own)' : 'NULL'} AS own,
         ${found.resortColumn ? `string_agg(t0.${found.resortColumn}::text, ',')` : 'NULL'} AS resorts
         FROM ${from(writing.fragment(0, 0), writing)} HAVING TRUE`;
    },
    async ask(variables, context) {
      const page = await declared.page(argsOf(variables), context, used);
      return ofPage(page ?? fail('another kind of list'), variables, context);
    },
  };
}

/** @param used names of the connection's own values that the document selects */
function preparedPage(found: SqlPage, used: ReadonlySet<string>): PreparedRoot {
  const page = { request: found.request, key: found.key, ofStays: found.ofStays };
  const also = Object.entries(found.also ?? {});
  return {
    fragments: [
      found.rows,
      found.with ?? Prisma.empty,
      ...[...used].map((name) => found.own[name] ?? fail(name)),
      ...also.map(([, value]) => value),
    ],
    shape: [shapeOf(page), found.with ? 'with' : '', ...also.map(([name]) => name)].join(' '),
    page,
    found,
  };
}

const ownValues = ({ own }: RootRow): Record<string, unknown> =>
  JSON.parse(own ?? '{}') as Record<string, unknown>;

interface PreparedRoot extends Prepared {
  found: SqlPage;
}

function fail(message: string): never {
  throw new NotCompiled(message);
}

/** Decodes global ids, as the Ids plugin does. @throws {InvalidInputError} */
function withPlainIds(
  field: ReturnType<typeof fieldOf>,
  args: Record<string, unknown>,
): Record<string, unknown> {
  const decoded = { ...args };
  for (const { name, extensions } of field.args) {
    const [row] = (extensions['id'] as IdNote | undefined)?.rows ?? [];
    if (row !== undefined && args[name] != null) {
      decoded[name] = plainId(row, String(args[name]), name);
    }
  }
  return decoded;
}

/** The cached statements of a document, by everything that their texts depend on. */
export interface Statements {
  get(shape: string): Statement | undefined;
  set(shape: string, statement: Statement): unknown;
  /** Whether a caller made up the document. */
  ofStrangers: boolean;
}

/** A search has a statement for each order, direction and combination of conditions. */
const mostStatements = 100;

export const keptStatements = (): Statements => {
  const kept = new LRUCache<string, Statement>({ max: mostStatements });
  return { get: (shape) => kept.get(shape), set: kept.set.bind(kept), ofStrangers: false };
};

/** Bytes of the statements of all documents made up by callers. */
const mostBytesOfStrangers = 4 * 1024 * 1024;

/** Bytes of a statement besides its texts. */
const statementBytes = 1_000;

export function strangersStatements(): (id: string) => Statements {
  const kept = new LRUCache<string, Statement>({
    maxSize: mostBytesOfStrangers,
    sizeCalculation: ({ text = '', slots }, key) =>
      statementBytes + (text.length + key.length) * 2 + slots.length * 50,
  });
  return (id) => ({
    get: (shape) => kept.get(`${id} ${shape}`),
    set: (shape, statement) => kept.set(`${id} ${shape}`, statement),
    ofStrangers: true,
  });
}

interface Statement {
  /** Empty if there is nothing to read; undefined if these arguments need graphql-js. */
  text: string | undefined;
  /** Positions of the values: root field, preparation, fragment. */
  slots: [number, number, number][];
  uses: number;
}

type FoundRow = RootRow & { root?: number };

/** Reads all root fields with one statement, and a second statement if rows are not the answer. */
function statementOf(
  roots: readonly Root[],
  statements: Statements,
): (
  variables: Variables,
  context: RequestContext,
  isQuick: boolean,
) => Promise<Map<string, string>> {
  const kept = (asked: readonly Asked[]): Statement => {
    const shape = asked.map((one) => (one.isNothing ? 'nothing' : one.shape)).join('\n');
    let statement = statements.get(shape);
    if (!statement) {
      statement = written(roots, asked);
      statements.set(shape, statement);
    }
    return statement;
  };
  const read = async (
    asked: readonly Asked[],
    { database }: RequestContext['deps'],
    isQuick: boolean,
  ): Promise<(FoundRow | undefined)[]> => {
    const statement = kept(asked);
    statement.uses += 1;
    const values = statement.slots.flatMap(
      ([root, preparation, fragment]) =>
        asked[root]?.prepared[preparation]?.fragments[fragment]?.values ?? [],
    );
    const { text = fail('these arguments') } = statement;
    const rows = await (text === ''
      ? []
      : // A text that is not repeated gets no name.
        statement.uses === 1 || asked.some(({ planned }) => planned === 'each time')
        ? database.read<FoundRow>({ text, values }, 'each time')
        : isQuick
          ? database.readQuick<FoundRow>({ text, values })
          : database.read<FoundRow>({ text, values }));
    return asked.map((_, index) => rows.find(({ root = 0 }) => root === index));
  };
  return async (variables, context, isQuick) => {
    let asked = await Promise.all(roots.map(async (root) => root.ask(variables, context)));
    let rows = await read(asked, context.deps, isQuick);
    const others = asked.map((one, index) => rows[index] && one.instead?.(rows[index]));
    if (others.some(Boolean)) {
      asked = asked.map((one, index) => others[index] ?? one);
      rows = await read(asked, context.deps, isQuick);
    }
    return new Map(
      roots.map(({ key }, index) => {
        const one = asked[index] ?? fail('not asked');
        const row = rows[index];
        const answer = one.answerOf(row);
        if (row) {
          one.remember?.(row);
        }
        return [key, answer];
      }),
    );
  };
}

function written(roots: readonly Root[], asked: readonly Asked[]): Statement {
  try {
    return write(roots, asked);
  } catch (error) {
    if (error instanceof NotCompiled) {
      return { text: undefined, slots: [], uses: 0 };
    }
    throw error;
  }
}

function write(roots: readonly Root[], asked: readonly Asked[]): Statement {
  const slots: Statement['slots'] = [];
  let parameters = 0;
  const selects = roots.flatMap(({ select }, root) => {
    const { prepared = [], isNothing } = asked[root] ?? {};
    if (isNothing) {
      return [];
    }
    const writing: Writing = {
      prepared,
      fragment(preparation, fragment) {
        const { strings = [] } = prepared[preparation]?.fragments[fragment] ?? {};
        slots.push([root, preparation, fragment]);
        return strings.reduce((text, string) => `${text}$${(parameters += 1)}${string}`);
      },
    };
    return [{ root, text: select(writing) }];
  });
  const [only] = selects;
  const text =
    roots.length === 1
      ? (only?.text ?? '')
      : selects
          .map(
            ({ root, text: one }) =>
              `SELECT ${root} AS root, body, keys, own::text, resorts::text FROM (${one}) AS root${root}`,
          )
          .join(' UNION ALL ');
  return { text, slots, uses: 0 };
}
