import pg from 'pg';

/** Ids of resorts of the bench database, 200,000 at most, always in the same order. */
export async function readResortIds(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM resorts ORDER BY md5(id::text) LIMIT 200000',
  );
  await client.end();
  return rows.map(({ id }) => id);
}
