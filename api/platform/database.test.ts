import { expect, it } from 'vitest';
import { startTestServer } from '../testing/testServer.ts';

it('a connection lost between two queries rejects the next one and ends nothing else', async () => {
  const server = await startTestServer();
  try {
    const client = await server.pool.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const ended = new Promise<void>((resolve) => void client.once('end', resolve));
    await server.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await ended;
    await expect(client.query('SELECT 1')).rejects.toThrow();
    client.release(true);
    const found = await server.pool.query('SELECT 1 AS one');
    expect(found.rows).toEqual([{ one: 1 }]);
  } finally {
    await server.close();
  }
});
