import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSecrets } from '#api/platform/security/secrets.ts';
import { signedInUser } from '#api/testing/factories.ts';
import { briefly, programFile } from '#api/testing/program.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { createEndpointRow, createOrganization } from '../partners/testing/partner.ts';
import { openSandbox } from '../partners/testing/testMode.ts';
import { rotateSecrets } from './secretRotation.ts';

const oldKey = Buffer.alloc(32, 1);
const newKey = Buffer.alloc(32, 2);
const before = createSecrets([oldKey]);
const both = createSecrets([newKey, oldKey]);
const after = createSecrets([newKey]);
const count = 300;

let server: TestServer;
let cookie: string;

beforeAll(async () => {
  server = await startTestServer({ settingsKeys: [newKey, oldKey] });
  ({ cookie } = await signedInUser(server, { role: 'admin' }));
});

afterAll(() => server.close());

beforeEach(async () => {
  await server.prisma.siteSetting.deleteMany();
  await server.prisma.siteSetting.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      key: `secret_${index}`,
      value: before.seal(`secret_${index}`, `value ${index}`),
      isEncrypted: true,
    })),
  });
});

const rotate = (onBatch?: (changed: number) => Promise<void> | void) =>
  rotateSecrets({ database: server.deps.database, secrets: both }, onBatch);

const rows = () => server.prisma.siteSetting.findMany({ orderBy: { key: 'asc' } });

const withNewKey = async () =>
  (await rows()).filter(({ value }) => value.startsWith(after.newestPrefix)).length;

/** Flips a bit of a stored value. */
async function damage(key: string): Promise<void> {
  const { value } = await server.prisma.siteSetting.findUniqueOrThrow({ where: { key } });
  const [version = '', id = '', body = ''] = value.split('.');
  const bytes = Buffer.from(body, 'base64url');
  bytes[15] = (bytes[15] ?? 0) ^ 1;
  const damaged = `${version}.${id}.${bytes.toString('base64url')}`;
  await server.prisma.siteSetting.update({ where: { key }, data: { value: damaged } });
}

/** Runs the command as an operator does. */
async function command(keys: Buffer[]): Promise<{ code: unknown; said: string }> {
  const child = spawn(process.execPath, [...briefly, programFile('rotateSecrets')], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: server.databaseUrl,
      SETTINGS_KEYS: keys.map((key) => key.toString('base64')).join(','),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[unknown]>,
  ]);
  return { code, said: out + err };
}

describe('Changing the key of 300 encrypted settings', () => {
  it('fails no read while it runs, and does not need the old key afterwards', async () => {
    const problems: unknown[] = [];
    const states: number[] = [];
    const readAll = async (): Promise<void> => {
      const { body } = await server.rest<{ problem: string | null }[]>(
        'GET',
        '/api/admin/settings',
        undefined,
        { cookie },
      );
      expect(body).toHaveLength(count);
      problems.push(...body.filter(({ problem }) => problem !== null));
    };
    const revealOne = async (index: number): Promise<void> => {
      const { data } = await server.graphqlText<{ revealSetting: { value?: string } }>(
        `mutation ($input: RevealSettingInput!) { revealSetting(input: $input) {
           ... on RevealSettingPayload { value } ... on Error { message } } }`,
        { input: { key: `secret_${index}` } },
        { cookie },
      );
      if (data?.revealSetting.value !== `value ${index}`) {
        problems.push(data);
      }
    };
    // Some readers run all the time, others between two batches.
    let running = true;
    const readers = [readAll, () => revealOne(states.length * 37)].map(async (read) => {
      while (running) await read();
    });
    const outcome = await rotate(async (changed) => {
      states.push(changed);
      await Promise.all([readAll(), revealOne(changed - 1), revealOne(count - changed)]);
    });
    running = false;
    await Promise.all(readers);
    expect(states).toEqual([100, 200, 300]);
    expect(outcome).toEqual({ total: count, changed: count, problems: [] });
    expect(problems).toEqual([]);
    for (const { key, value } of await rows()) {
      expect(after.open(key, value)).toBe(`value ${key.replace('secret_', '')}`);
    }
    expect(await rotate()).toEqual({ total: count, changed: 0, problems: [] });
  });

  it('leaves everything readable when stopped halfway, and completes on the next run', async () => {
    const stop = (changed: number) => {
      if (changed >= 100) {
        throw new Error('power cut');
      }
    };
    await expect(rotate(stop)).rejects.toThrow('power cut');
    expect(await withNewKey()).toBe(100);
    for (const { key, value } of await rows()) {
      expect(both.open(key, value)).toMatch(/^value \d+$/);
    }
    const { code, said } = await command([newKey, oldKey]);
    expect(said).toContain('200 of 300 encrypted settings were encrypted anew');
    expect(code).toBe(0);
    expect(await withNewKey()).toBe(count);
  });

  it('changes the secrets of webhooks in sandboxes too', async () => {
    const organization = await createOrganization(server);
    const { deps, done } = await openSandbox(server, organization);
    const { prisma } = deps.database;
    const { id, plainSecret } = await createEndpointRow({ prisma, deps }, organization);
    await prisma.webhookEndpoint.update({
      where: { id },
      data: { secret: before.seal(`webhook.${id}`, plainSecret) },
    });
    const { code, said } = await command([newKey, oldKey]);
    const { secret } = await prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } });
    done();
    expect({ code, said }).toMatchObject({ code: 0 });
    expect(after.open(`webhook.${id}`, secret)).toBe(plainSecret);
  });

  it('reports a value with a flipped bit and re-encrypts the rest', async () => {
    await damage('secret_150');
    const { code, said } = await command([newKey, oldKey]);
    expect(said).toContain('299 of 300 encrypted settings were encrypted anew');
    expect(said).toContain('The setting secret_150 was changed after it was encrypted');
    expect(said).not.toContain('value 1');
    expect(code).toBe(1);
    expect(await withNewKey()).toBe(count - 1);
    // Saving it again encrypts it with the new key.
    await server.rest('PUT', '/api/admin/settings/secret_150', { value: 'again' }, { cookie });
    expect((await command([newKey, oldKey])).code).toBe(0);
    expect(await withNewKey()).toBe(count);
  });

  it('says which key is missing', async () => {
    const { code, said } = await command([newKey]);
    expect(said).toMatch(
      /The setting secret_0 was encrypted with the key \w{8}, which SETTINGS_KEYS/,
    );
    expect(code).toBe(1);
    expect(await withNewKey()).toBe(0);
  });

  it('keeps a value that an administrator saves after it was read', async () => {
    const { key, id } = await server.prisma.siteSetting.findFirstOrThrow({
      orderBy: { id: 'desc' },
    });
    // Sealed with the old key, as by a process that was not restarted yet.
    const saving = await server.pool.connect();
    try {
      await saving.query('BEGIN');
      await saving.query('UPDATE site_settings SET value = $2 WHERE id = $1', [
        id,
        before.seal(key, 'mine'),
      ]);
      const rotated = rotate();
      const waiting = `SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await expect.poll(async () => (await server.pool.query(waiting)).rowCount).toBe(1);
      await saving.query('COMMIT');
      expect(await rotated).toEqual({ total: count, changed: count - 1, problems: [] });
    } finally {
      saving.release();
    }
    const { value } = await server.prisma.siteSetting.findUniqueOrThrow({ where: { id } });
    expect(both.open(key, value)).toBe('mine');
  });

  it('is audited without any value', async () => {
    await rotate();
    const { rows: entries } = await server.pool.query<{ after: object }>(
      `SELECT after FROM audit_entries WHERE action = 'setting.rotate' ORDER BY id DESC LIMIT 1`,
    );
    expect(entries).toEqual([{ after: { changed: count, key: after.newestPrefix } }]);
  });
});
