import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from './platform/log.ts';
import { migrate } from './platform/migrations.ts';
import {
  cookieOf,
  createListing,
  createResort,
  createSavedSearch,
  createUser,
} from './testing/factories.ts';
import { requestPasswordResetMutation } from './modules/accounts/testing/operations.ts';
import { unsubscribeMutation } from './modules/savedSearches/testing/operations.ts';
import { newCalendarUrl } from './testing/listings.ts';
import { startSmtpServer, useSmtpServer, type TestSmtpServer } from './testing/smtpServer.ts';
import { createTestDatabase, type TestDatabase } from './testing/testDatabase.ts';
import { startTestServer, type TestServer } from './testing/testServer.ts';

/** The tables, including those of the job queue, that contain a text in any column. */
async function tablesWith(pool: pg.Pool, text: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const found = [];
  for (const { name } of rows) {
    const held = await pool.query(
      `SELECT FROM ${name} AS held WHERE position($1 IN held::text) > 0`,
      [text],
    );
    if (held.rowCount !== 0) {
      found.push(name);
    }
  }
  return found;
}

describe('the secrets of links', () => {
  let server: TestServer;
  let smtp: TestSmtpServer;
  let log = '';

  beforeAll(async () => {
    const destination = new Writable({
      write(chunk: Buffer, _encoding, done) {
        log += chunk.toString();
        done();
      },
    });
    server = await startTestServer({ log: createLog('trace', destination) });
    smtp = await startSmtpServer();
    await useSmtpServer(server, smtp);
  });

  afterAll(async () => {
    await smtp.close();
    await server.close();
  });

  it('are in no column once the mail is sent, and in no log', async () => {
    const owner = await createUser(server, { emailVerifiedAt: new Date() });
    const reader = await createUser(server, { emailVerifiedAt: new Date() });
    await createSavedSearch(server, { userId: reader.id });
    const { id: resortId } = await createResort(server);
    const listing = await createListing(server, { resortId, ownerId: owner.id });
    await server.graphql(requestPasswordResetMutation, { input: { identifier: reader.email } });
    const calendarUrl = await newCalendarUrl(server, listing.id, await cookieOf(server, owner));
    await server.runJobs();
    expect(smtp.mails).toHaveLength(2);
    const links = [
      calendarUrl,
      ...smtp.mails.map(({ text }) => /\S+[?]token=[\w-]+/.exec(text ?? '')?.[0]),
    ].map((link) => new URL(link ?? ''));
    const secrets = links.map(({ href }) => /[\w-]{43}$/.exec(href)?.[0] ?? '');
    const [calendar = '', ...tokens] = secrets;
    expect((await server.send(`/api/calendars/${calendar}`)).status).toBe(200);
    expect((await server.send(`/api/calendars/${calendar}x`)).status).toBe(404);
    for (const token of tokens) {
      await server.send(`/api/unsubscribe?token=${token}`);
      await server.rest('POST', `/api/unsubscribe?token=${token}`);
      await server.graphql(unsubscribeMutation, { token: `${token}x` });
    }
    expect(await server.prisma.savedSearch.findMany()).toMatchObject([{ alerts: false }]);
    expect(log).toContain('answered');
    expect(await tablesWith(server.pool, reader.email)).toContain('public.outgoing_mails');
    for (const secret of secrets) {
      expect(secret).toHaveLength(43);
      expect(log).not.toContain(secret);
      expect(await tablesWith(server.pool, secret)).toEqual([]);
    }
  });
});

describe('links issued while their secrets were still stored', () => {
  let database: TestDatabase;
  let server: TestServer;
  let folder: string;
  const calendar = randomUUID();
  const unsubscribe = randomUUID();
  const id = randomUUID();
  const otherId = randomUUID();

  beforeAll(async () => {
    database = await createTestDatabase('blank');
    folder = mkdtempSync(join(tmpdir(), 'tideweek-test-'));
    const before = readdirSync('prisma/migrations').filter(
      (name) => name < '20261122101328_hashed_link_tokens',
    );
    mkdirSync(join(folder, 'migrations'));
    for (const name of before) {
      cpSync(join('prisma/migrations', name), join(folder, 'migrations', name), {
        recursive: true,
      });
    }
    const pool = new pg.Pool({ connectionString: database.url });
    // An ended connection may still be closing when its database is dropped.
    pool.on('error', () => undefined);
    try {
      await migrate(pool, join(folder, 'migrations'));
      await pool.query(`
        INSERT INTO users (id, username, email, password_hash, first_name, last_name)
          VALUES ('${id}', 'owner', 'owner@example.com', '$argon2id$', 'Ada', 'Byron');
        INSERT INTO resorts (id, slug, name, brand, location, destination, description, image_url,
                             price_min, price_max)
          VALUES ('${id}', 'palm-bay', 'Palm Bay', 'Independent', 'Noord', 'Aruba',
                  'By the sea.', '/pictures/x.svg', 100, 200);
        INSERT INTO listings (id, resort_id, owner_id, title, description, price_per_night_cents,
                              available_from, available_to, calendar_token)
          SELECT id::uuid, '${id}', '${id}', 'Week 7', 'Two bedrooms.', 12000,
                 '2031-02-13', '2031-02-20', token::uuid
          FROM (VALUES ('${id}', '${calendar}'), ('${otherId}', '${randomUUID()}')) AS made(id, token);
        INSERT INTO saved_searches (id, user_id, name, unsubscribe_token)
          VALUES ('${otherId}', '${id}', 'Beaches', '${unsubscribe}'),
                 ('${id}', '${id}', 'Mountains', gen_random_uuid())`);
      expect(await tablesWith(pool, calendar)).toEqual(['public.listings']);
      await migrate(pool);
    } finally {
      await pool.end();
    }
    server = await startTestServer({ database: { url: database.url } });
  });

  afterAll(async () => {
    await server.close();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  it('still work, and their secrets are in no column any more', async () => {
    const answer = await server.send(`/api/calendars/${calendar}`);
    expect([answer.status, answer.text.includes('Week 7')]).toEqual([200, true]);
    const off = await server.rest('POST', `/api/unsubscribe?token=${unsubscribe}`);
    expect([off.status, off.body]).toEqual([200, { message: 'Alerts are off', search: 'Beaches' }]);
    expect(
      await server.prisma.savedSearch.findMany({
        orderBy: { name: 'asc' },
        select: { name: true, alerts: true },
      }),
    ).toEqual([
      { name: 'Beaches', alerts: false },
      { name: 'Mountains', alerts: true },
    ]);
    expect(await server.prisma.listing.findMany({ select: { version: true } })).toEqual([
      { version: 1 },
      { version: 1 },
    ]);
    for (const secret of [calendar, unsubscribe]) {
      expect(await tablesWith(server.pool, secret)).toEqual([]);
    }
  });

  it('are refused if their secret is wrong', async () => {
    expect((await server.send(`/api/calendars/${randomUUID()}`)).status).toBe(404);
    const off = await server.rest('POST', `/api/unsubscribe?token=${randomUUID()}`);
    expect(off.status).toBe(400);
  });
});
