import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  GraphQLBoolean,
  GraphQLInt,
  Kind,
  OperationTypeNode,
  isEnumType,
  isNonNullType,
  parse,
  print,
  typeFromAST,
  visit,
  type DocumentNode,
  type OperationDefinitionNode,
} from 'graphql';
import { encodeGlobalId } from '../api/graphql/ids/globalIds.ts';
import { createServer } from '../api/server.ts';
import type { Deps } from '../api/context/context.ts';
import { parseEnv } from '../api/platform/process/env.ts';
import { noPersistedDocuments } from '../api/graphql/persistedDocuments.ts';
import { schema } from '../api/schema.ts';
import { createSources } from '../api/modules/inventory/sources/sources.ts';
import { openSiteSettings } from '../api/modules/site/siteSettings.ts';
import { createPassingCache } from '../api/platform/cache/catalogueCache.ts';
import { openDatabase } from '../api/platform/database/database.ts';
import { createDevices } from '../api/platform/sessions/devices.ts';
import { createLog } from '../api/platform/process/log.ts';
import { createMailer } from '../api/platform/outgoing/mailer.ts';
import { createOutgoingPosts } from '../api/platform/outgoing/outgoingPosts.ts';
import { createPasswords } from '../api/platform/security/passwords.ts';
import { noRateLimits } from '../api/platform/limits/rateLimits.ts';
import { requestScope } from '../api/platform/process/requestScope.ts';
import { noReadBudget } from '../api/platform/limits/readBudget.ts';
import { noSearchQueue } from '../api/platform/limits/searchQueue.ts';
import { createSecrets } from '../api/platform/security/secrets.ts';
import { createApiBudgets } from '../api/platform/limits/apiBudgets.ts';
import { createApiTokens } from '../api/platform/sessions/apiTokens.ts';
import { noSessionMemory } from '../api/platform/sessions/sessionMemory.ts';
import { createSessions } from '../api/platform/sessions/sessions.ts';
import { createSignedLinks } from '../api/platform/security/signedLinks.ts';
import { openDiskStorage } from '../api/platform/storage/diskStorage.ts';
import { noVirusScanner } from '../api/platform/files/virusScanner.ts';
import { operation } from './graphql.ts';
import { leaving } from '../api/modules/areas.ts';
import { openSandboxes } from '../api/sandboxes.ts';
import type { Cell, Table } from './table.ts';

const persisted = 'web/__generated__/persisted.json';

/**
 * SQL statements of each query of the client, without a cache: with 10 and 100 rows in every list,
 * signed out, and with 10 rows, signed in.
 */
export async function countStatements(databaseUrl: string, resortId: string): Promise<Table> {
  const texts = Object.values(
    JSON.parse(readFileSync(persisted, 'utf8')) as Record<string, string>,
  );
  const database = openDatabase(databaseUrl);
  const log = createLog('warn');
  const deps: Deps = {
    database,
    log,
    catalogue: createPassingCache(),
    passwords: createPasswords(),
    apiTokens: createApiTokens(database, noSessionMemory),
    apiBudgets: createApiBudgets(database, log),
    sessions: createSessions(database, noSessionMemory, { secure: false }),
    devices: createDevices([Buffer.alloc(32)], { secure: false }),
    rateLimits: noRateLimits,
    readBudget: noReadBudget,
    searches: noSearchQueue,
    siteSettings: await openSiteSettings(database.prisma, createPassingCache(), log),
    leaving,
    publicUrl: 'http://localhost',
    tileServer: undefined,
    secrets: createSecrets([Buffer.alloc(32)]),
    webhookPosts: createOutgoingPosts({ allowed: [] }),
    mailer: createMailer(),
    escrow: undefined,
    payments: undefined,
    paymentSandbox: undefined,
    sandboxes: openSandboxes(() => deps),
    sandbox: undefined,
    clock: () => new Date(),
    sources: createSources({ allowed: [], sandbox: undefined }),
    inventoryRuns: { onMove: () => () => undefined, close: () => Promise.resolve() },
    messageThreads: { onMove: () => () => undefined, close: () => Promise.resolve() },
    bookingChanges: { onMove: () => () => undefined, close: () => Promise.resolve() },
    signedLinks: createSignedLinks([Buffer.alloc(32)]),
    storage: await openDiskStorage(mkdtempSync(join(tmpdir(), 'tideweek-bench-'))),
    virusScanner: noVirusScanner,
  };
  const app = await createServer({
    env: parseEnv({}),
    deps,
    documents: noPersistedDocuments,
    webClient: undefined,
  });
  let statements = 0;
  app.addHook('onSend', (_request, _reply, _payload, done) => {
    statements = requestScope.getStore()?.statements ?? Number.NaN;
    done();
  });
  const count = async (document: DocumentNode, session?: number): Promise<number | undefined> => {
    const { path, body, headers } = operation(
      print(document),
      variablesOf(document, resortId),
      session,
    );
    const answer = await app.inject({ method: 'POST', url: path, body, headers });
    // Some operations, and some callers, may not request this many rows.
    if (/"(OPERATION_TOO_LARGE|UNAUTHENTICATED|FORBIDDEN)"|"field":"first"/.test(answer.body)) {
      return undefined;
    }
    if (answer.statusCode !== 200 || 'errors' in answer.json<object>()) {
      throw new Error(`${print(document)}\n${answer.body}`);
    }
    return statements;
  };
  try {
    const rows: Cell[][] = [];
    // Of several operations with one name, all but the last are from earlier builds.
    const documents = new Map(
      texts
        .map((text) => parse(text))
        .filter(isQuery)
        .map((document) => [operationOf(document)?.name?.value ?? '', document]),
    );
    for (const [name, document] of documents) {
      const ten = withRows(document, 10);
      const hundred = withRows(document, 100);
      const counts = [await count(ten), await count(hundred), await count(ten, 0)];
      rows.push([name, ...counts.map((sum) => sum ?? 'refused')]);
    }
    return {
      title: 'SQL statements of each client query, nothing remembered',
      columns: ['', '10 rows', '100 rows', '10 rows, signed in'],
      rows: rows.sort(([one = ''], [other = '']) => (one < other ? -1 : 1)),
    };
  } finally {
    await app.close();
    await database.close();
  }
}

const operationOf = (document: DocumentNode): OperationDefinitionNode | undefined =>
  document.definitions.find(
    (definition): definition is OperationDefinitionNode =>
      definition.kind === Kind.OPERATION_DEFINITION,
  );

const isQuery = (document: DocumentNode): boolean =>
  operationOf(document)?.operation === OperationTypeNode.QUERY;

/** The same document with this many rows in every list. */
function withRows(document: DocumentNode, rows: number): DocumentNode {
  const replaced = new Set<string>();
  const filled = visit(document, {
    Argument: (argument) => {
      if (argument.name.value !== 'first') return undefined;
      if (argument.value.kind === Kind.VARIABLE) replaced.add(argument.value.name.value);
      return { ...argument, value: { kind: Kind.INT, value: String(rows) } };
    },
  });
  return visit(filled, {
    VariableDefinition: ({ variable }) => (replaced.has(variable.name.value) ? null : undefined),
  });
}

/** Numbers that are valid for their fields. */
const numbers: Record<string, number> = { year: new Date().getUTCFullYear(), days: 30 };

/** A value for each required variable. */
function variablesOf(document: DocumentNode, resortId: string): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { variable, type, defaultValue } of operationOf(document)?.variableDefinitions ?? []) {
    const input = typeFromAST(schema, type as Parameters<typeof typeFromAST>[1]);
    if (input && isNonNullType(input) && defaultValue === undefined) {
      const inner: unknown = input.ofType;
      if (isEnumType(inner)) values[variable.name.value] = inner.getValues()[0]?.name;
      else if (inner === GraphQLBoolean) values[variable.name.value] = false;
      else if (inner === GraphQLInt)
        values[variable.name.value] = numbers[variable.name.value] ?? 10;
      else values[variable.name.value] = encodeGlobalId('Resort', resortId);
    }
  }
  return values;
}
