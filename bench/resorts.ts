import pg from 'pg';

export interface ListedResort {
  id: string;
}

/** Resorts of the bench database, 200,000 at most, always in the same order. */
export async function readResorts(databaseUrl: string): Promise<ListedResort[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<ListedResort>(
    'SELECT id FROM resorts ORDER BY md5(id::text) LIMIT 200000',
  );
  await client.end();
  return rows;
}
