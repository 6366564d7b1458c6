import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { freePort } from '#api/platform/postgres/freePort.ts';
import { startChild, type Child } from '#api/testing/childProcess.ts';
import { inDepth } from '#api/testing/depth.ts';
import { programFile } from '#api/testing/program.ts';
import type { Program } from '#api/testing/programs.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { createEndpointRow, createOrganization } from '../testing/partner.ts';
import { signatureOf } from '../testing/signatureOf.ts';

const count = inDepth(60, 10_000);
const kills = inDepth(1, 5);
const objects = Array.from({ length: 20 }, () => randomUUID());

let server: TestServer;
let folder: string;
let processes: Child[] = [];

beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'tideweek-test-'));
});

afterAll(async () => {
  await killAll();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(program: Program, ...args: string[]): Promise<void> {
  const child = startChild([programFile(program), ...args]);
  processes.push(child);
  await child.printed(program === 'webhookReceiver' ? 'listening' : 'at work');
}

async function killAll(): Promise<void> {
  await Promise.all(processes.map((child) => child.end()));
  processes = [];
}

interface Message {
  accepted: boolean;
  headers: Record<string, string>;
  body: string;
}

it(`${count} events arrive in order for each object, at a receiver that fails, hangs and is killed with two senders`, async () => {
  const file = join(folder, 'received');
  const port = await freePort();
  const organization = await createOrganization(server);
  const endpoint = await createEndpointRow(server, organization, {
    address: `http://127.0.0.1:${port}/hooks`,
    topics: ['listing.changed'],
  });
  const messages: Message[] = [];
  const accepted = () => {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    for (const line of lines.slice(messages.length, -1)) messages.push(JSON.parse(line) as Message);
    return new Set(messages.flatMap((each) => (each.accepted ? [idOf(each)] : [])));
  };
  const startAll = async () => {
    await start('webhookReceiver', String(port), file);
    await Promise.all([1, 2].map(() => start('webhookWorker', server.databaseUrl)));
  };

  await startAll();
  const writing = write();
  for (let kill = 1; kill <= kills; kill += 1) {
    const enough = Math.floor((count * kill) / (kills + 1));
    await expect
      .poll(() => accepted().size, { timeout: inject('patience') * 3, interval: 200 })
      .toBeGreaterThanOrEqual(enough);
    await killAll();
    await startAll();
  }
  await writing;
  await expect
    .poll(() => accepted().size, { timeout: inject('patience') * 3, interval: 200 })
    .toBe(count);

  const events = await server.prisma.apiEvent.findMany({
    where: { type: 'listing.changed' },
    orderBy: [{ transaction: 'asc' }, { sequence: 'asc' }],
  });
  expect(events).toHaveLength(count);
  const ids = [...accepted()];
  for (const object of objects) {
    const inOrder = events.filter(({ objectId }) => objectId === object).map(({ id }) => id);
    expect(ids.filter((id) => inOrder.includes(id))).toEqual(inOrder);
  }
  // Nothing of an object was tried before the one before it had been accepted.
  const done = new Map<string, number>();
  for (const message of messages) {
    const { n, databaseId } = (JSON.parse(message.body) as Body).data;
    expect(n).toBeLessThanOrEqual((done.get(databaseId) ?? 0) + 1);
    if (message.accepted) done.set(databaseId, Math.max(n, done.get(databaseId) ?? 0));
  }
  const bodies = new Map<string, string>();
  for (const message of messages) {
    expect(signatureOf(endpoint.plainSecret, message)).toBe(message.headers['webhook-signature']);
    const body = bodies.get(idOf(message)) ?? message.body;
    bodies.set(idOf(message), body);
    expect(message.body).toBe(body);
  }
  expect([...bodies.keys()].toSorted()).toEqual(events.map(({ id }) => id).toSorted());
  // Otherwise nothing was put to the test.
  expect(messages.some((message) => !message.accepted)).toBe(true);
});

interface Body {
  data: { databaseId: string; n: number };
}

const idOf = ({ headers }: Message): string => headers['webhook-id'] ?? '';

/** Writes the events in transactions of one for each object, while they are sent. */
async function write(): Promise<void> {
  for (let n = 1; n <= count / objects.length; n += 1) {
    await server.pool.query(
      `SELECT write_api_event('listing.changed', 'Listing', id, NULL, jsonb_build_object('n', $2::int))
       FROM unnest($1::uuid[]) AS id`,
      [objects, n],
    );
  }
}
