import pg from 'pg';

/** A resort's place in the list of the best rated. */
export interface ListedResort {
  id: string;
  rating: string;
  reviewCount: number;
}

/** Resorts of the bench database, 200,000 at most, always in the same order. */
export async function readResorts(databaseUrl: string): Promise<ListedResort[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<ListedResort>(
    `SELECT id, rating::text, review_count AS "reviewCount" FROM resorts
      ORDER BY md5(id::text) LIMIT 200000`,
  );
  await client.end();
  return rows;
}
