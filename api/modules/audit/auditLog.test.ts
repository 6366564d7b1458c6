import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedInUser } from '#api/testing/factories.ts';
import { briefly, programFile } from '#api/testing/program.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { recordAudit } from './audit.ts';
import { hashOf, verifyAuditChain } from './auditLog.ts';
import { auditEntriesQuery } from './testing/operations.ts';

let server: TestServer;
let admin: Awaited<ReturnType<typeof signedInUser>>;

beforeAll(async () => {
  server = await startTestServer();
  admin = await signedInUser(server, { role: 'admin', username: 'Boss' });
  for (let index = 1; index <= 30; index += 1) {
    await recordAudit(
      server.prisma,
      index % 3 === 0 ? 'housekeeping' : admin.user,
      index % 2 === 0 ? 'listing.verify' : 'user.update',
      `s${index}`,
      {
        ...(index > 1 && { before: { role: 'user' } }),
        after: { role: 'admin' },
        ...(index === 30 && { note: 'The last one' }),
      },
    );
  }
});

afterAll(() => server.close());

const read = (variables: Parameters<typeof ask>[0] = {}) => ask(variables);

async function ask(variables: {
  filter?: Record<string, unknown>;
  first?: number;
  after?: string | null | undefined;
  last?: number;
  before?: string | null | undefined;
}) {
  const answer = await server.graphql(auditEntriesQuery, variables, { cookie: admin.cookie });
  const page = answer.data?.auditEntries;
  return { ...answer, page, subjects: page?.edges.map(({ node }) => node.subjectId) ?? [] };
}

describe('The audit log', () => {
  it('is paged newest first, in both directions', async () => {
    const first = await read({ first: 12 });
    expect(first.subjects).toEqual(Array.from({ length: 12 }, (_, index) => `s${30 - index}`));
    expect(first.page?.edges[0]?.node).toMatchObject({
      number: '30',
      actorName: 'housekeeping',
      action: 'listing.verify',
      subjectType: 'Listing',
      before: '{"role":"user"}',
      after: '{"role":"admin"}',
      note: 'The last one',
      hash: await hashOf(server.pool, 30),
    });
    const second = await read({ first: 12, after: first.page?.pageInfo.endCursor });
    expect(second.subjects[0]).toBe('s18');
    const third = await read({ first: 12, after: second.page?.pageInfo.endCursor });
    expect([third.subjects.length, third.page?.pageInfo.hasNextPage]).toEqual([6, false]);
    expect(third.page?.edges.at(-1)?.node.before).toBeNull();
    const back = await read({ last: 12, before: third.page?.pageInfo.startCursor });
    expect(back.subjects).toEqual(second.subjects);
  });

  it.each<[string, Record<string, unknown>, number]>([
    ['a person, case-insensitively', { actor: ' bOSS ' }, 20],
    ['a part of Tideweek', { actor: 'housekeeping' }, 10],
    ['nobody', { actor: 'nobody' }, 0],
    ['an action', { action: 'listing.verify' }, 15],
    ['an area', { action: 'user.' }, 15],
    ['part of an action without a dot', { action: 'user' }, 0],
    ['a type', { subjectType: 'User' }, 15],
    ['one subject', { subjectType: 'User', subjectId: 's7' }, 1],
    ['several conditions', { actor: 'boss', action: 'listing.' }, 10],
    ['before a time', { until: '2199-01-01T00:00:00Z' }, 30],
    ['long ago', { until: '2020-01-01T00:00:00Z' }, 0],
    ['later', { since: '2199-01-01T00:00:00Z' }, 0],
  ])('is filtered by %s', async (_name, filter, count) => {
    expect((await read({ filter, first: 100 })).subjects).toHaveLength(count);
  });

  it('lists the actions that occur', async () => {
    expect((await read()).data?.auditActions).toEqual(['listing.verify', 'user.update']);
  });

  it('names the invalid field of a query', async () => {
    const span = { since: '2026-02-01T00:00:00Z', until: '2026-01-01T00:00:00Z' };
    const wrong = await read({ filter: span });
    expect(wrong.errors[0]?.extensions?.fieldErrors).toEqual([
      { field: 'filter.until', message: 'The end must be after the beginning' },
    ]);
    const cursor = await read({ after: 'nonsense' });
    expect(cursor.errors[0]?.message).toContain('cursor');
  });

  it('is readable by administrators only', async () => {
    const { cookie } = await signedInUser(server);
    for (const call of [{}, { cookie }]) {
      const { data, errors } = await server.graphql(auditEntriesQuery, {}, call);
      expect(data).toEqual({ auditEntries: null, auditActions: null });
      expect(errors).toHaveLength(2);
    }
  });
});

const command = async (...args: string[]): Promise<{ code: number; output: string }> => {
  const run = promisify(execFile);
  const env = { ...process.env, DATABASE_URL: server.databaseUrl };
  try {
    const { stdout } = await run(
      process.execPath,
      [...briefly, programFile('verifyAudit'), ...args],
      { env },
    );
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string };
    return { code, output: stdout };
  }
};

describe('npm run audit:verify', () => {
  it('finds a changed entry among 2,000, and a removed last entry', async () => {
    await server.pool.query(`
      INSERT INTO audit_entries (actor_name, action, subject_type, subject_id, after)
      SELECT 'load', 'user.create', 'User', 'u' || n, jsonb_build_object('n', n)
      FROM generate_series(1, 1970) AS n`);
    const whole = await verifyAuditChain(server.pool);
    expect(whole).toMatchObject({ entries: 2_000, broken: [] });
    const kept = `2000:${whole.head}`;
    expect(await command('--expect', kept)).toEqual({
      code: 0,
      output: `2000 entries, unchanged. The last one: ${kept}\n`,
    });
    await behindTheTriggers(
      `UPDATE audit_entries SET after = '{"n": 1234567}' WHERE id = 1234;
       DELETE FROM audit_entries WHERE id = 2000`,
    );
    expect(await command('--expect', kept)).toEqual({
      code: 1,
      output: 'Entry 1234 was changed\nEntry 2000 is not the one that was expected\n',
    });
  });
});

/** Runs SQL with triggers disabled, as the owner of the database can. */
const behindTheTriggers = (sql: string) =>
  server.pool.query(
    `SET session_replication_role = replica; ${sql}; RESET session_replication_role`,
  );
