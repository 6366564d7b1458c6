import { Writable } from 'node:stream';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from './platform/process/log.ts';
import {
  cookieOf,
  createListing,
  createResort,
  createSavedSearch,
  createUser,
} from './testing/factories.ts';
import { requestPasswordResetMutation } from './modules/accounts/testing/operations.ts';
import { unsubscribeMutation } from './modules/savedSearches/testing/operations.ts';
import { agreedDeal } from './modules/sales/closing/testing/flow.ts';
import {
  createPartnerDownloadMutation,
  createPartnerLinkMutation,
  partnerSaleQuery,
} from './modules/sales/partner/testing/operations.ts';
import { newCalendarUrl } from './testing/listings.ts';
import { startSmtpServer, useSmtpServer, type TestSmtpServer } from './testing/smtpServer.ts';
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

/** The secret of a link for the escrow partner, used for all that it opens. */
async function usedPartnerToken(server: TestServer): Promise<string> {
  const { id: saleId, team } = await agreedDeal(server);
  const input = { saleId };
  const { data } = await server.graphql(createPartnerLinkMutation, { input }, team);
  const made = data?.createPartnerLink;
  const url = made?.__typename === 'CreatePartnerLinkPayload' ? made.partnerUrl : '';
  const { pathname, search, searchParams } = new URL(url);
  const token = searchParams.get('token') ?? '';
  await server.send(pathname + search);
  await server.graphql(partnerSaleQuery, { token });
  await server.graphql(createPartnerDownloadMutation, { input: { token } });
  const headers = { 'x-partner-link': token };
  const file = { filename: 'title.pdf' };
  const { status } = await server.rest('POST', '/api/partner-sale/s3/multipart', file, { headers });
  expect(status).toBe(200);
  return token;
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
    const partnerToken = await usedPartnerToken(server);
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
    for (const secret of [...secrets, partnerToken]) {
      expect(secret).toHaveLength(43);
      expect(log).not.toContain(secret);
      expect(await tablesWith(server.pool, secret)).toEqual([]);
    }
  });
});
