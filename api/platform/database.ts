import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient, type Prisma as PrismaNames } from '../generated/prisma/client.ts';
import { requestScope } from './requestScope.ts';
import { keepConstraintName } from './violations.ts';

export type Prisma = PrismaClient;

/** A statement with its values, made with Prisma.sql. */
type Sql = PrismaNames.Sql;

export interface Database {
  prisma: Prisma;
  /** The pool that Prisma uses too, for statements that Prisma can't express. */
  pool: pg.Pool;
  /**
   * Runs a SELECT that Prisma can't express, as a named statement. Prisma's own $queryRaw takes
   * four times the CPU time in this process.
   * @param planned 'each time' if the best plan depends on the values; otherwise PostgreSQL may keep
   * one for all.
   */
  read<Row extends pg.QueryResultRow>(
    statement: Sql,
    planned?: 'once' | 'each time',
  ): Promise<Row[]>;
  connectionString: string;
  /**
   * Calls back when a transaction of this process changed the catalogue: after the commit, and
   * before the promise of the commit resolves.
   */
  onOwnChange(listener: () => void): void;
  close(): Promise<void>;
}

/** Channel on which triggers announce changes of the public catalogue. */
export const catalogueChannel = 'catalogue_changed';

/** Milliseconds to wait for a connection. */
const connectionTimeout = 5_000;

/** Milliseconds after which PostgreSQL cancels a statement. */
const statementTimeout = 10_000;

/** Called with each statement and the id of its request; undefined outside requests. */
export type StatementListener = (sql: string, requestId: string | undefined) => void;

/** A client that counts each statement for the request it belongs to. */
function countingClient(onStatement: StatementListener | undefined): typeof pg.Client {
  return class CountingClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      // A lost connection rejects its query. One that is lost between two queries of a transaction
      // has only this listener; without it, the event would end the process.
      this.on('error', () => undefined);
      // One wrapper for pg's dozen overloads passes all arguments on.
      const query = this.query.bind(this) as (...given: unknown[]) => unknown;
      this.query = ((...given: unknown[]) => {
        const scope = requestScope.getStore();
        if (scope) {
          scope.statements += 1;
        }
        onStatement?.(textOf(given[0]), scope?.requestId);
        const answer = query(...given.map(namingErrors));
        return answer instanceof Promise ? answer.catch(rethrowNamed) : answer;
      }) as typeof this.query;
    }
  };
}

/** Wraps a callback argument, so that its errors carry the name of the violated constraint. */
const namingErrors = (argument: unknown): unknown =>
  typeof argument === 'function'
    ? (error: unknown, ...results: unknown[]): void => {
        keepConstraintName(error);
        (argument as (error: unknown, ...results: unknown[]) => void)(error, ...results);
      }
    : argument;

function rethrowNamed(error: unknown): never {
  keepConstraintName(error);
  throw error;
}

const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : (statement as { text: string }).text;

/** Opens the pool and Prisma on one database. */
export function openDatabase(
  connectionString: string,
  options: { connections?: number; onStatement?: StatementListener } = {},
): Database {
  const listeners: (() => void)[] = [];
  const pool = new pg.Pool({
    connectionString,
    onConnect: (client) =>
      prepare(client, () => {
        for (const listener of listeners) {
          listener();
        }
      }),
    Client: countingClient(options.onStatement),
    max: options.connections ?? 10,
    connectionTimeoutMillis: connectionTimeout,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: statementTimeout,
    application_name: 'tideweek',
  });
  // An idle connection that the server closes is replaced at the next use.
  pool.on('error', () => undefined);
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator }),
    // Under load, a transaction waits for a connection as long as a single statement does.
    transactionOptions: { maxWait: connectionTimeout, timeout: statementTimeout },
  });
  return {
    prisma,
    pool,
    connectionString,
    onOwnChange: (listener) => void listeners.push(listener),
    async read<Row extends pg.QueryResultRow>(
      { text, values }: Sql,
      planned: 'once' | 'each time' = 'once',
    ): Promise<Row[]> {
      const name = planned === 'once' ? statementNameGenerator({ sql: text }) : '';
      return (await pool.query<Row>({ name, text, values })).rows;
    },
    async close() {
      await prisma.$disconnect();
      if (!pool.ended) {
        await pool.end();
      }
    },
  };
}

/**
 * Sets a connection to UTC, in which Prisma writes instants into raw statements, and makes it listen
 * to its own notifications. PostgreSQL delivers them after the commit and before it is ready for the
 * next query, so before the promise of the commit resolves.
 */
async function prepare(client: pg.ClientBase, announced: () => void): Promise<void> {
  const { processID } = client as pg.ClientBase & { processID: number };
  client.on('notification', ({ processId }) => {
    if (processId === processID) {
      announced();
    }
  });
  // Outside the request scope: this statement belongs to no request.
  await requestScope.exit(() => client.query(`SET TIME ZONE 'UTC'; LISTEN ${catalogueChannel}`));
}

const statementNames = new Map<string, string>();

/** Names each distinct statement, so that PostgreSQL parses it once per connection. */
function statementNameGenerator({ sql }: { sql: string }): string {
  let name = statementNames.get(sql);
  if (name === undefined) {
    // Statements with lists vary by length, so the number of names is limited.
    name = statementNames.size < 500 ? `s${statementNames.size}` : '';
    if (name !== '') {
      statementNames.set(sql, name);
    }
  }
  return name;
}

/** Whether an error means that the database is unavailable, not that a statement is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return error instanceof Error && (awayCodes.test(code) || awayMessages.test(error.message));
}

/** P2028: a transaction could not begin or end in time. */
const awayCodes = /^(57P0[123]|ECONNREFUSED|ECONNRESET|P2028)$/;

const awayMessages =
  /Can't reach database server|Server has closed the connection|Connection terminated|is not queryable|timeout exceeded when trying to connect|57P0[123]|ECONNREFUSED|ECONNRESET/;
