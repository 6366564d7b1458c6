import type { Socket } from 'node:net';
import { availableParallelism } from 'node:os';
import type pg from 'pg';

/**
 * How many connections are shared, by how many statements at once. With more connections than
 * processors, PostgreSQL's processes wait for each other.
 */
export const mostShared = { connections: Math.min(availableParallelism(), 4), statements: 8 };

/** Milliseconds without an answer after which no further statement is sent on a connection. */
const longestPause = 10;

interface Shared {
  /** Undefined until it is connected. */
  client: pg.PoolClient | undefined;
  connecting: Promise<pg.PoolClient>;
  /** Statements on their way. */
  statements: number;
  /** When it was taken, or had its last answer. */
  lastAnswer: number;
  /** Whether what is written waits for the end of this turn of the event loop. */
  isHeld: boolean;
}

/** The socket of a client, which its types don't show. */
export const socketOf = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

/**
 * Connections on which quick statements are sent without waiting for the answers of those before
 * them: PostgreSQL goes on with the next as soon as it has answered one, and both sides wake up less
 * often. A slow statement holds up those that were sent within ten milliseconds after it.
 * @param pool of clients with `pipeline`
 * @param clock in milliseconds
 * @returns a function that sends a statement; undefined if it has to wait for a connection of its own
 */
export function shareConnections(
  pool: pg.Pool,
  clock: () => number = () => performance.now(),
): <Row extends pg.QueryResultRow>(
  statement: pg.QueryConfig,
) => Promise<pg.QueryResult<Row>> | undefined {
  let inUse: Shared[] = [];

  const connect = (): Shared => {
    const shared: Shared = {
      client: undefined,
      connecting: pool.connect().then((client) => (shared.client = client)),
      statements: 0,
      lastAnswer: clock(),
      isHeld: false,
    };
    inUse.push(shared);
    return shared;
  };

  /** The first with room, so that most of the time all share one. */
  const withRoom = (): Shared | undefined => {
    const now = clock();
    const found = inUse.find(
      ({ statements, lastAnswer }) =>
        statements < mostShared.statements && now - lastAnswer <= longestPause,
    );
    return found ?? (inUse.length < mostShared.connections ? connect() : undefined);
  };

  async function send<Row extends pg.QueryResultRow>(
    shared: Shared,
    statement: pg.QueryConfig,
  ): Promise<pg.QueryResult<Row>> {
    shared.statements += 1;
    try {
      const client = shared.client ?? (await shared.connecting);
      holdWrites(shared, socketOf(client));
      return await client.query<Row>(statement);
    } finally {
      shared.statements -= 1;
      shared.lastAnswer = clock();
      if (shared.statements === 0) {
        inUse = inUse.filter((one) => one !== shared);
        // The pool drops it if it was lost.
        shared.client?.release();
      }
    }
  }

  return (statement) => {
    const shared = withRoom();
    return shared && send(shared, statement);
  };
}

/** Writes all statements of one turn of the event loop at once. */
function holdWrites(shared: Shared, socket: Socket): void {
  if (!shared.isHeld) {
    shared.isHeld = true;
    socket.cork();
    setImmediate(() => {
      shared.isHeld = false;
      socket.uncork();
    });
  }
}
