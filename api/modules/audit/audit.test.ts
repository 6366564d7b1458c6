import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { recordAudit } from './audit.ts';

let server: TestServer;
let actor: { id: string; username: string };

beforeAll(async () => {
  server = await startTestServer();
  actor = await createUser(server);
});

afterAll(() => server.close());

const entry = {
  before: { status: 'pending', nested: { b: 1, a: [1.5, null] } },
  after: { status: 'verified' },
};

/** Entries whose hash doesn't match their content, or that don't continue the previous entry. */
async function broken(): Promise<unknown[]> {
  const { rows } = await server.pool.query(`
    SELECT id FROM (SELECT e.id, e.hash, e.previous_hash, audit_entry_hash(e) AS expected,
                           lag(e.hash, 1, '\\x') OVER (ORDER BY e.id) AS previous
                    FROM audit_entries AS e) AS chain
    WHERE hash <> expected OR previous_hash <> previous ORDER BY id`);
  return rows;
}

describe('The audit log', () => {
  it('numbers concurrent entries without gaps and chains each to the previous entry', async () => {
    const { prisma } = server.deps.database;
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        prisma.$transaction((transaction) =>
          recordAudit(
            transaction,
            index % 2 ? actor : 'housekeeping',
            'listing.verify',
            `s${index}`,
            entry,
          ),
        ),
      ),
    );
    const { rows } = await server.pool.query('SELECT * FROM audit_entries ORDER BY id');
    expect(rows.map(({ id }) => Number(id))).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    expect(rows.find(({ subject_id }) => subject_id === 's1')).toMatchObject({
      actor_id: actor.id,
      actor_name: actor.username,
      action: 'listing.verify',
      before: entry.before,
      after: { status: 'verified' },
      note: null,
    });
    expect(await broken()).toEqual([]);
  });

  it('keeps no entry of a failed transaction', async () => {
    const failing = server.deps.database.prisma.$transaction(async (transaction) => {
      await recordAudit(transaction, actor, 'listing.verify', 'never', entry);
      throw new Error('fault');
    });
    await expect(failing).rejects.toThrow('fault');
    const { rows } = await server.pool.query(
      `SELECT 1 FROM audit_entries WHERE subject_id = 'never'`,
    );
    expect(rows).toEqual([]);
  });

  it.each([
    `UPDATE audit_entries SET note = 'x'`,
    `DELETE FROM audit_entries`,
    `TRUNCATE audit_entries`,
  ])('refuses %s', async (sql) => {
    await expect(server.pool.query(sql)).rejects.toThrow(/neither changed nor deleted/);
  });

  it('detects an entry that was changed with the trigger disabled', async () => {
    await server.pool.query('ALTER TABLE audit_entries DISABLE TRIGGER refuse_audit_change');
    await server.pool.query(`UPDATE audit_entries SET actor_name = 'someone' WHERE id = 7`);
    expect(await broken()).toEqual([{ id: '7' }]);
  });
});
