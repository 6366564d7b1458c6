import type { Socket } from 'node:net';
import type pg from 'pg';

/** Number of shared connections, and of concurrent statements on each. */
export const mostShared = { connections: 4, statements: 8 };

/** Milliseconds after which a waiting statement gets an unshared connection. */
export const longestTurn = 30;

interface Shared {
  client: pg.PoolClient | undefined;
  connecting: Promise<pg.PoolClient>;
  statements: number;
  isLost: boolean;
  /** Whether writes wait for the end of this turn of the event loop. */
  isHeld: boolean;
}

export const socketOf = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

/**
 * Sends quick statements over shared connections without waiting for earlier responses: PostgreSQL
 * continues with the next statement at once, and both sides wake up less often. One connection is
 * used until waiting takes too long, because PostgreSQL's processes slow each other down.
 * @param pool of clients with `pipeline`
 * @param isLost whether an error means that the connection is lost
 * @returns a function that sends a statement; undefined while all connections are busy
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

  /** Runs when the first waiting statement has waited too long. */
  function waitNoLonger(): void {
    if (inUse.length < mostShared.connections) {
      connect();
      serve();
    } else {
      waiting.shift()?.give(undefined);
    }
  }

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
      // The pool drops a lost connection.
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
