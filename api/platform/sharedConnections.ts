import type { Socket } from 'node:net';
import type pg from 'pg';

/** How many connections are shared, by how many statements at once. */
export const mostShared = { connections: 4, statements: 8 };

/** Milliseconds that a statement waits in line before it gets another connection. */
export const longestTurn = 30;

interface Shared {
  /** Undefined until it is connected. */
  client: pg.PoolClient | undefined;
  connecting: Promise<pg.PoolClient>;
  /** Statements that it was given to and that have no answer. */
  statements: number;
  isLost: boolean;
  /** Whether what is written waits for the end of this turn of the event loop. */
  isHeld: boolean;
}

/** The socket of a client, which its types don't show. */
export const socketOf = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

/**
 * Connections on which quick statements are sent without waiting for the answers of those before
 * them: PostgreSQL goes on with the next as soon as it has answered one, and both sides wake up less
 * often. All share one, and wait in line for it, as long as no turn takes long. With more,
 * PostgreSQL's processes wait for each other.
 * @param pool of clients with `pipeline`
 * @param isLost whether an error means that the connection is lost
 * @returns a function that sends a statement; undefined if all connections are busy for long
 */
export function shareConnections(
  pool: pg.Pool,
  isLost: (error: unknown) => boolean,
): <Row extends pg.QueryResultRow>(
  statement: pg.QueryConfig,
) => Promise<pg.QueryResult<Row> | undefined> {
  let inUse: Shared[] = [];
  const waiting: { give: (shared: Shared | undefined) => void; timer: NodeJS.Timeout }[] = [];

  const connect = (): Shared => {
    const shared: Shared = {
      client: undefined,
      connecting: pool.connect().then((client) => (shared.client = client)),
      statements: 0,
      isLost: false,
      isHeld: false,
    };
    inUse.push(shared);
    return shared;
  };

  const withRoom = (): Shared | undefined =>
    inUse.length === 0
      ? connect()
      : inUse.find(({ statements }) => statements < mostShared.statements);

  const inTurn = (): Promise<Shared | undefined> =>
    new Promise((give) => {
      const shared = waiting.length === 0 ? withRoom() : undefined;
      if (shared) {
        shared.statements += 1;
        give(shared);
      } else {
        waiting.push({ give, timer: setTimeout(waitNoLonger, longestTurn) });
      }
    });

  /** Called when the first in line has waited for long. */
  function waitNoLonger(): void {
    if (inUse.length < mostShared.connections) {
      connect();
      serve();
    } else {
      waiting.shift()?.give(undefined);
    }
  }

  /** Gives connections with room to the first in line. */
  function serve(): void {
    for (;;) {
      const shared = waiting.length > 0 ? withRoom() : undefined;
      if (!shared) {
        return;
      }
      shared.statements += 1;
      const one = waiting.shift();
      clearTimeout(one?.timer);
      one?.give(shared);
    }
  }

  function leave(shared: Shared): void {
    shared.statements -= 1;
    if (shared.isLost || (shared.statements === 0 && waiting.length === 0)) {
      inUse = inUse.filter((one) => one !== shared);
    }
    if (shared.statements === 0 && !inUse.includes(shared)) {
      // The pool drops it if it was lost.
      shared.client?.release();
    }
    serve();
  }

  return async <Row extends pg.QueryResultRow>(statement: pg.QueryConfig) => {
    const shared = await inTurn();
    if (!shared) {
      return undefined;
    }
    try {
      const client = shared.client ?? (await shared.connecting);
      holdWrites(shared, socketOf(client));
      return await client.query<Row>(statement);
    } catch (error) {
      shared.isLost ||= !shared.client || isLost(error);
      throw error;
    } finally {
      leave(shared);
    }
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
