import type pg from 'pg';

/** How many connections are shared, and by how many statements at once. */
export const mostShared = { connections: 4, statements: 4 };

interface Shared {
  /** Undefined until it is connected. */
  client: pg.PoolClient | undefined;
  connecting: Promise<pg.PoolClient>;
  /** Statements on their way. */
  statements: number;
}

/**
 * Connections on which quick statements are sent without waiting for the answers of those before
 * them. PostgreSQL goes on with the next as soon as it has answered one, and answers come together, so
 * that both sides wake up less often. A slow statement holds up at most three others.
 * @param pool of clients with `pipeline`
 * @returns a function that sends a statement; undefined if so many are on their way that it has to
 * wait for a connection of its own
 */
export function shareConnections(
  pool: pg.Pool,
): <Row extends pg.QueryResultRow>(
  statement: pg.QueryConfig,
) => Promise<pg.QueryResult<Row>> | undefined {
  let inUse: Shared[] = [];

  const connect = (): Shared => {
    const shared: Shared = {
      client: undefined,
      connecting: pool.connect().then((client) => (shared.client = client)),
      statements: 0,
    };
    inUse.push(shared);
    return shared;
  };

  const leastBusy = (): Shared | undefined => {
    let [least] = inUse;
    for (const shared of inUse) {
      if (least && shared.statements < least.statements) {
        least = shared;
      }
    }
    return inUse.length < mostShared.connections && least?.statements !== 0 ? connect() : least;
  };

  async function send<Row extends pg.QueryResultRow>(
    shared: Shared,
    statement: pg.QueryConfig,
  ): Promise<pg.QueryResult<Row>> {
    shared.statements += 1;
    try {
      const client = shared.client ?? (await shared.connecting);
      return await client.query<Row>(statement);
    } finally {
      shared.statements -= 1;
      if (shared.statements === 0) {
        inUse = inUse.filter((one) => one !== shared);
        // The pool drops it if it was lost.
        shared.client?.release();
      }
    }
  }

  return (statement) => {
    const shared = leastBusy();
    return shared && shared.statements < mostShared.statements
      ? send(shared, statement)
      : undefined;
  };
}
