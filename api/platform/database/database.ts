import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient, type Prisma as PrismaNames } from '#api/generated/prisma/client.ts';
import { mostShared, shareConnections, socketOf } from './sharedConnections.ts';
import { requestScope, type RequestScope } from '../process/requestScope.ts';
import { keepConstraintName, sqlStateOf } from './violations.ts';

export type Prisma = PrismaClient;

type Sql = Pick<PrismaNames.Sql, 'text' | 'values'>;

export interface Database {
  prisma: Prisma;
  /** Prisma's pool, for statements that Prisma can't express. */
  pool: pg.Pool;
  /**
   * A named statement: Prisma's own $queryRaw takes four times the CPU time in this process.
   * @param planned 'each time' if the best plan depends on the values
   */
  read<Row extends pg.QueryResultRow>(
    statement: Sql,
    planned?: 'once' | 'each time',
  ): Promise<Row[]>;
  /** Reads with statements of some milliseconds, which share connections. */
  readQuick<Row extends pg.QueryResultRow>(statement: Sql): Promise<Row[]>;
  connectionString: string;
  limits: DatabaseLimits;
  /** Calls back after each own commit, before its promise resolves, in the scope of the request. */
  onOwnChange(listener: (channel: string, payload: string) => void): void;
  close(): Promise<void>;
}

export const catalogueChannel = 'catalogue_changed';

/** Channel on which triggers announce changes of sessions and of signed-in accounts. */
export const sessionChannel = 'session_changed';

const ownChannels: readonly string[] = [catalogueChannel, sessionChannel];

/** Time limits, in milliseconds. */
export interface DatabaseLimits {
  longestWait: number;
  /** Limit of a statement, a transaction, and a pause within one; enforced by PostgreSQL. */
  longestStatement: number;
  /** Then the connection counts as lost: a frozen database can't cancel its own statements. */
  longestSilence: number;
}

const usualLimits: DatabaseLimits = {
  longestWait: 5_000,
  longestStatement: 10_000,
  longestSilence: 15_000,
};

/** Called with each statement and the id of its request; undefined outside requests. */
export type StatementListener = (sql: string, requestId: string | undefined) => void;

/** A client that counts each statement for its request and bounds its time. */
function requestClient(
  onStatement: StatementListener | undefined,
  silence: number,
): typeof pg.Client {
  return class RequestClient extends pg.Client {
    asking: RequestScope | undefined;

    constructor(config?: string | pg.ClientConfig) {
      super(config);
      // A connection lost between two queries of a transaction emits only this event; without a
      // listener it would end the process.
      this.on('error', () => undefined);
      // One wrapper for pg's dozen overloads passes all arguments on.
      const query = this.query.bind(this) as (...given: unknown[]) => unknown;
      this.query = ((...given: unknown[]) => {
        const scope = requestScope.getStore();
        this.asking = scope;
        if (scope) {
          scope.statements += 1;
        }
        onStatement?.(textOf(given[0]), scope?.requestId);
        let isAnswered = false;
        // Destroying the connection rejects the statement; `end` would wait for its response.
        const giveUp = (): void => {
          if (!isAnswered) socketOf(this).destroy();
        };
        // If this process was busy, a response may have arrived; it is read before setImmediate
        // runs.
        const silent = scope && setTimeout(() => setImmediate(giveUp), silence);
        const answered = (): void => {
          isAnswered = true;
          clearTimeout(silent);
        };
        const answer = query(...given.map((argument) => watched(argument, answered)));
        return answer instanceof Promise ? answer.catch(rethrowNamed).finally(answered) : answer;
      }) as typeof this.query;
    }
  };
}

/** Adds the violated constraint's name to errors, and calls `answered` first. */
const watched = (argument: unknown, answered: () => void): unknown =>
  typeof argument === 'function'
    ? (error: unknown, ...results: unknown[]): void => {
        answered();
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

export function openDatabase(
  connectionString: string,
  options: {
    connections?: number;
    onStatement?: StatementListener;
    limits?: Partial<DatabaseLimits>;
  } = {},
): Database {
  const limits = { ...usualLimits, ...options.limits };
  const { longestWait, longestStatement, longestSilence } = limits;
  const listeners: ((channel: string, payload: string) => void)[] = [];
  const Client = requestClient(options.onStatement, longestSilence);
  const poolOf = (connections: number, more: pg.PoolConfig): pg.Pool =>
    new pg.Pool({
      connectionString,
      Client,
      max: connections,
      connectionTimeoutMillis: longestWait,
      statement_timeout: longestStatement,
      idle_in_transaction_session_timeout: longestStatement,
      application_name: 'tideweek',
      ...more,
    });
  const pool = poolOf(options.connections ?? 10, {
    onConnect: (client) =>
      prepare(client, longestWait, (channel, payload) => {
        for (const listener of listeners) {
          listener(channel, payload);
        }
      }),
  });
  const quickPool = poolOf(mostShared.connections, {
    pipeline: true,
    onConnect: (client) => ask(client, inUtc, longestWait),
  });
  const sendQuick = shareConnections(quickPool, isDatabaseAway);
  // The pool replaces an idle connection that the server closed.
  pool.on('error', () => undefined);
  quickPool.on('error', () => undefined);
  const statementNameGenerator = nameStatements();
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator }),
    // Under load, a transaction waits for a connection as long as a single statement does.
    transactionOptions: { maxWait: longestWait, timeout: longestStatement },
  });
  return {
    prisma,
    pool,
    connectionString,
    limits,
    onOwnChange: (listener) => void listeners.push(listener),
    async read<Row extends pg.QueryResultRow>(
      { text, values }: Sql,
      planned: 'once' | 'each time' = 'once',
    ): Promise<Row[]> {
      const name = planned === 'once' ? statementNameGenerator({ sql: text }) : '';
      return (await pool.query<Row>({ name, text, values })).rows;
    },
    async readQuick<Row extends pg.QueryResultRow>({ text, values }: Sql): Promise<Row[]> {
      const statement = { name: statementNameGenerator({ sql: text }), text, values };
      return ((await sendQuick<Row>(statement)) ?? (await pool.query<Row>(statement))).rows;
    },
    async close() {
      await prisma.$disconnect();
      await Promise.all([pool, quickPool].map(async (each) => each.ended || (await each.end())));
    },
  };
}

/**
 * Sets a connection to UTC, in which Prisma writes instants, and makes it listen to its own
 * notifications, which PostgreSQL delivers before the promise of the commit resolves.
 */
async function prepare(
  client: pg.ClientBase,
  longestWait: number,
  announced: (channel: string, payload: string) => void,
): Promise<void> {
  const own = client as pg.ClientBase & { asking?: RequestScope };
  let ownId = 0;
  client.on('notification', ({ processId, channel, payload = '' }) => {
    if (processId === ownId) {
      const tell = (): void => announced(channel, payload);
      if (own.asking) requestScope.run(own.asking, tell);
      else tell();
    }
  });
  const listening = ownChannels.map((channel) => `LISTEN ${channel}`);
  const results: unknown = await ask(
    client,
    [inUtc, ...listening, 'SELECT pg_backend_pid() AS id'].join('; '),
    longestWait,
  );
  // Behind a pooler, this differs from the id that pg received when it connected.
  ownId = (results as pg.QueryResult<{ id: number }>[]).at(-1)?.rows[0]?.id ?? 0;
}

/** Runs outside the request scope, since the statement belongs to no request. */
function ask(client: pg.ClientBase, text: string, longest: number): Promise<pg.QueryResult> {
  const statement = { text, query_timeout: longest };
  return requestScope.exit(() => client.query(statement));
}

const inUtc = "SET TIME ZONE 'UTC'";

/** The most statement names: statements with lists vary by length. */
const mostNames = 500;

/** Share of names, and characters of statements, for operations that clients make up. */
const mostMadeUp = { names: 100, characters: 1_000_000 };

/** Names each distinct statement of a database, so that PostgreSQL parses it once per connection. */
function nameStatements(): (statement: { sql: string }) => string {
  const names = new Map<string, string>();
  const left = { ...mostMadeUp };
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) {
      return known;
    }
    const isMadeUp = requestScope.getStore()?.isMadeUp === true;
    if (
      names.size >= mostNames ||
      (isMadeUp && (left.names === 0 || left.characters < sql.length))
    ) {
      return '';
    }
    if (isMadeUp) {
      left.names -= 1;
      left.characters -= sql.length;
    }
    const name = `s${names.size}`;
    names.set(sql, name);
    return name;
  };
}

/** Whether an error means that the database is unavailable, not that a statement is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  const code = 'code' in error ? String(error.code) : '';
  return (
    awayCodes.test(code) ||
    awayStates.test(sqlStateOf(error) ?? '') ||
    awayMessages.test(error.message)
  );
}

/** Node's codes of lost connections, and Prisma's; P2028 is a transaction without a connection. */
const awayCodes =
  /^(E(PIPE|CONNREFUSED|CONNRESET|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN)|P(1001|1002|1008|1017|2024|2028|2037))$/;

/** PostgreSQL, appendix A: no connection, too many connections, shutting down, starting up. */
const awayStates = /^(08...|53300|57P0[123])$/;

/** Messages of pg errors without a code, and errors that Prisma and its adapter pass on as text. */
const awayMessages =
  /^(ConnectionClosed|SocketTimeout)$|Can't reach database server|Server has closed the connection|Connection terminated|is not queryable|Query read timeout|timeout exceeded when trying to connect|57P0[123]|EPIPE|ECONNREFUSED|ECONNRESET|ETIMEDOUT/;
