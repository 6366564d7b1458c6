import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { createEndpointRow, createOrganization } from '../testing/partner.ts';
import { startReceiver } from '../testing/receiver.ts';
import { signatureOf } from '../testing/signatureOf.ts';
import { startDeliveries } from './deliver.ts';

interface Message {
  secret: string;
  headers: Record<string, string>;
  body: string;
}

let server: TestServer;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'tideweek-test-'));
  await writeFile(
    join(folder, 'check.mjs'),
    (await transform(documented('ts'), { loader: 'ts' })).code,
  );
  await writeFile(join(folder, 'check.py'), documented('python'));
  await writeFile(join(folder, 'check.sh'), documented('sh'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await server.close();
});

/** What the product sends for a listing with letters of two bytes in its title. */
async function delivered(): Promise<Message> {
  const receiver = await startReceiver();
  const organization = await createOrganization(server);
  const { plainSecret } = await createEndpointRow(server, organization, {
    address: receiver.origin,
    topics: ['listing.changed'],
  });
  await server.pool.query(
    `SELECT write_api_event('listing.changed', 'Listing', gen_random_uuid(), NULL, '{"title": "Zürich “am See”"}')`,
  );
  const running = startDeliveries(server.deps);
  await vi.waitUntil(() => receiver.received.length > 0, { timeout: inject('patience') });
  await running.stop();
  await receiver.close();
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
  return { secret: plainSecret, headers: headers as Record<string, string>, body };
}

/** The code about signatures in docs/partners.md. */
function documented(language: string): string {
  const text = readFileSync('docs/partners.md', 'utf8');
  const [, section = ''] = text.split('### Check the signature\n');
  const [, code] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(section) ?? [];
  if (code === undefined) throw new Error(`docs/partners.md has no code in ${language}`);
  return code;
}

const isInstalled = (command: string): boolean =>
  spawnSync(command, ['--version']).error === undefined;

interface Check {
  language: string;
  needs: string;
  accepts: (given: Message) => boolean;
}

const run = (command: string, args: string[], env: Record<string, string>): string =>
  execFileSync(command, args, { cwd: folder, env: { ...process.env, ...env } })
    .toString()
    .trim();

const checks: Check[] = [
  {
    language: 'TypeScript',
    needs: process.execPath,
    accepts: (given) => {
      const code = `import { isGenuine } from './check.mjs';
        const { secret, headers, body } = JSON.parse(process.env.GIVEN);
        console.log(isGenuine(secret, headers, body));`;
      const args = ['--input-type=module', '--eval', code];
      return run(process.execPath, args, { GIVEN: JSON.stringify(given) }) === 'true';
    },
  },
  {
    language: 'Python',
    needs: 'python3',
    accepts: (given) => {
      const code = `import json, os
from check import is_genuine
given = json.loads(os.environ["GIVEN"])
print(is_genuine(given["secret"], given["headers"], given["body"].encode()))`;
      return run('python3', ['-c', code], { GIVEN: JSON.stringify(given) }) === 'True';
    },
  },
  {
    language: 'shell',
    needs: 'openssl',
    accepts: ({ secret, headers, body }) => {
      const env = {
        SECRET: secret,
        ID: headers['webhook-id'] ?? '',
        TIMESTAMP: headers['webhook-timestamp'] ?? '',
        SIGNATURE: headers['webhook-signature'] ?? '',
        BODY: body,
      };
      const code = 'printf %s "$BODY" > body.json && . ./check.sh';
      return run('sh', ['-c', code], env) === 'genuine';
    },
  },
];

/** The message as it is signed some seconds from now. */
function signedAt(message: Message, seconds: number): Message {
  const headers = {
    ...message.headers,
    'webhook-timestamp': String(Math.floor(Date.now() / 1000) + seconds),
  };
  const signature = signatureOf(message.secret, { headers, body: message.body });
  return { ...message, headers: { ...headers, 'webhook-signature': signature } };
}

describe.each(checks)('the documented check in $language', ({ needs, accepts }) => {
  it.skipIf(!isInstalled(needs))(`accepts what was sent, and nothing else (${needs})`, async () => {
    const message = await delivered();
    expect(accepts(message)).toBe(true);
    const other = 'v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
    const rotated = `${other} ${message.headers['webhook-signature']}`;
    expect(
      accepts({ ...message, headers: { ...message.headers, 'webhook-signature': rotated } }),
    ).toBe(true);
    expect(accepts(signedAt(message, -200))).toBe(true);
    const refused: [string, Message][] = [
      // The first: its time comes nearer.
      ['from the future', signedAt(message, 400)],
      ['old', signedAt(message, -400)],
      ['changed body', { ...message, body: message.body.replace('Z', 'z') }],
      ['wrong secret', { ...message, secret: `whsec_${'A'.repeat(43)}=` }],
      ['another id', { ...message, headers: { ...message.headers, 'webhook-id': 'other' } }],
      [
        'another signature',
        { ...message, headers: { ...message.headers, 'webhook-signature': other } },
      ],
      ['no signature', { ...message, headers: { ...message.headers, 'webhook-signature': '' } }],
    ];
    for (const [what, given] of refused) {
      expect([what, accepts(given)]).toEqual([what, false]);
    }
  });
});
