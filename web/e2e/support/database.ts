import pg from 'pg';

const pools = new Map<string, pg.Pool>();

/** Runs one statement on the database of a product under test. */
export async function sql<Row extends pg.QueryResultRow>(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await poolOf(databaseUrl).query<Row>(text, values)).rows;
}

function poolOf(databaseUrl: string): pg.Pool {
  const known = pools.get(databaseUrl);
  if (known) return known;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4, allowExitOnIdle: true });
  // Idle connections end when their database stops before the worker does.
  pool.on('error', () => undefined);
  pools.set(databaseUrl, pool);
  return pool;
}
