import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { watchers } from '#api/modules/access/watching.ts';

let server: TestServer;
let cookie: string;
let member: string;
let adminId: string;

beforeAll(async () => {
  server = await startTestServer();
  ({
    cookie,
    user: { id: adminId },
  } = await signedInUser(server, { role: 'admin' }));
  ({ cookie: member } = await signedInUser(server));
});

afterAll(() => server.close());

const open: Watch[] = [];

afterEach(async () => {
  open.splice(0).forEach((watch) => watch.close());
  await expect.poll(watchers).toBe(0);
});

interface Moment {
  status: string;
  read: number;
}

interface Event {
  data?: { inventoryRun: Moment } | null;
  errors?: { message: string; extensions?: { code?: string } }[];
}

interface Watch {
  headers: Record<string, string | string[] | undefined>;
  /** Events received so far. */
  events: Event[];
  /** How many comments came that only keep the connection open. */
  heartbeats: number;
  /** How it ended: by the event `complete`, or by a closed connection. */
  ended: 'complete' | 'closed' | undefined;
  close(): void;
}

const subscription = (id: string) =>
  `subscription { inventoryRun(databaseId: "${id}") { status read } }`;

/** Subscribes like a browser that accepts compressed responses. */
function watch(
  id: string,
  as: string | undefined = cookie,
  more = {},
  { url } = server,
): Promise<Watch> {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify({ query: subscription(id) });
    const asked = request(`${url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        'accept-encoding': 'gzip, deflate, br',
        ...(as && { cookie: as }),
        ...more,
      },
    });
    asked.on('error', reject);
    asked.on('response', (answer) => {
      const watched: Watch = {
        headers: answer.headers,
        events: [],
        heartbeats: 0,
        ended: undefined,
        close: () => asked.destroy(),
      };
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece: string) => {
        text += piece;
        const parts = text.split('\n\n');
        text = parts.pop() ?? '';
        for (const part of parts) {
          const data = /^data: ?(.+)$/m.exec(part)?.[1];
          if (part.startsWith(':')) {
            watched.heartbeats += 1;
          } else if (part.includes('event: complete')) {
            watched.ended = 'complete';
          } else if (data) {
            watched.events.push(JSON.parse(data) as Event);
          }
        }
      });
      answer.on('error', () => undefined);
      answer.on('close', () => (watched.ended ??= 'closed'));
      open.push(watched);
      resolve(watched);
    });
    asked.end(body);
  });
}

const begin = async (more: Partial<Prisma.InventorySyncUncheckedCreateInput> = {}) =>
  (await server.prisma.inventorySync.create({ data: { provider: 'Weeks', ...more } })).id;

const move = (id: string, data: Prisma.InventorySyncUncheckedUpdateInput) =>
  server.prisma.inventorySync.update({ where: { id }, data });

const moments = ({ events }: Watch) =>
  events.map(({ data }) => [data?.inventoryRun.status, data?.inventoryRun.read]);

const finish = { status: 'completed', finishedAt: new Date() } as const;

describe('A subscription to a run', () => {
  it('gets the run at once, then each change, and completes when the run finishes', async () => {
    const id = await begin();
    const watched = await watch(id);
    expect(watched.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'content-encoding': 'identity',
      'x-accel-buffering': 'no',
    });
    await expect.poll(() => moments(watched)).toEqual([['WAITING', 0]]);
    await move(id, { status: 'running', startedAt: new Date() });
    await expect.poll(() => moments(watched).at(-1)).toEqual(['RUNNING', 0]);
    await move(id, { read: 120 });
    await expect.poll(() => moments(watched).at(-1)).toEqual(['RUNNING', 120]);
    expect(watched.ended).toBeUndefined();
    await move(id, { read: 240, ...finish });
    await expect.poll(() => watched.ended).toBe('complete');
    expect(moments(watched).at(-1)).toEqual(['COMPLETED', 240]);
    expect(watchers()).toBe(0);
  });

  it('gets a finished run once', async () => {
    const watched = await watch(await begin({ status: 'failed', finishedAt: new Date() }));
    await expect.poll(() => watched.ended).toBe('complete');
    expect(moments(watched)).toEqual([['FAILED', 0]]);
  });

  it('stays connected while nothing changes', async () => {
    const watched = await watch(await begin());
    await expect.poll(() => watched.heartbeats).toBeGreaterThan(2);
    expect(moments(watched)).toEqual([['WAITING', 0]]);
  });

  it('is released once the connection is closed, even if nothing changes', async () => {
    const id = await begin();
    const watched = await Promise.all([watch(id), watch(id), watch(id)]);
    await expect.poll(() => watched.map((each) => each.events.length)).toEqual([1, 1, 1]);
    expect(watchers()).toBe(3);
    watched.forEach((each) => each.close());
    await expect.poll(watchers).toBe(0);
  });

  it('is refused beyond six per person, and possible again once one is closed', async () => {
    const id = await begin();
    const watched = await Promise.all(Array.from({ length: 6 }, () => watch(id)));
    const seventh = await watch(id);
    await expect.poll(() => seventh.ended).toBeDefined();
    expect(seventh.events).toMatchObject([
      {
        errors: [
          {
            message: 'You watch 6 runs already. Close a window that shows one',
            extensions: { code: 'RATE_LIMITED' },
          },
        ],
      },
    ]);
    watched[0]?.close();
    await expect.poll(watchers).toBe(5);
    const again = await watch(id);
    await expect.poll(() => moments(again)).toEqual([['WAITING', 0]]);
  });
});

describe('A run', () => {
  it.each([
    ['someone signed out', undefined, 'UNAUTHENTICATED'],
    ['a member', 'member', 'FORBIDDEN'],
  ])('is not shown to %s', async (_name, who, code) => {
    const watched = await watch(await begin(), who === 'member' ? member : '');
    await expect.poll(() => watched.ended).toBeDefined();
    expect(watched.events.map(({ errors }) => errors?.[0]?.extensions?.code)).toEqual([code]);
    expect(JSON.stringify(watched.events)).not.toContain('WAITING');
    expect(watchers()).toBe(0);
  });

  it('that does not exist is refused', async () => {
    for (const id of ['01890a5d-ac96-774b-bcce-b302099a8057', 'nonsense']) {
      const watched = await watch(id);
      await expect.poll(() => watched.ended).toBeDefined();
      expect(watched.events).toMatchObject([{ errors: [{ message: 'There is no such run' }] }]);
    }
  });

  it('cannot be watched from another site', async () => {
    const watched = await watch(await begin(), cookie, { origin: 'https://evil.example' });
    await expect.poll(() => watched.ended).toBeDefined();
    expect(watched.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(watched.events).toEqual([]);
  });

  it('is no longer shown after sign-out, from its next change', async () => {
    const { cookie: second } = await signedInUser(server, { role: 'admin' });
    const id = await begin();
    const watched = await watch(id, second);
    await expect.poll(() => moments(watched)).toEqual([['WAITING', 0]]);
    await server.rest('POST', '/api/users/logout', undefined, { cookie: second });
    await move(id, { status: 'running' });
    await expect.poll(() => watched.ended).toBe('complete');
    expect(moments(watched)).toEqual([['WAITING', 0]]);
  });

  it('is no longer shown to a former administrator within seconds, even if nothing changes', async () => {
    const { cookie: second, user } = await signedInUser(server, { role: 'admin' });
    const watched = await watch(await begin(), second);
    await expect.poll(() => moments(watched)).toEqual([['WAITING', 0]]);
    await server.prisma.user.update({ where: { id: user.id }, data: { role: 'user' } });
    await expect.poll(() => watched.ended).toBe('complete');
  });

  it('can be watched longer than the time limit of other operations', async () => {
    const longestOperation = 200;
    const hasty = await startTestServer({
      database: { url: server.databaseUrl },
      longestOperation,
    });
    onTestFinished(() => hasty.close());
    const id = await begin();
    const watched = await watch(id, cookie, {}, hasty);
    await sleep(2 * longestOperation);
    await move(id, { status: 'running' });
    await expect.poll(() => moments(watched).at(-1)).toEqual(['RUNNING', 0]);
  });

  it('has its filters and the username of who requested it', async () => {
    const filters = { destination: 'Maui', priceMin: 10.5 };
    const id = await begin({ actorId: adminId, filters });
    const answer = await server.graphqlText<{ inventoryRun: object }>(
      `{ inventoryRun(databaseId: "${id}") {
        actorName filters { destination priceMin { amount formatted } priceMax { amount } limit } } }`,
      {},
      { cookie },
    );
    const { username } = await server.prisma.user.findUniqueOrThrow({ where: { id: adminId } });
    expect(answer.data?.inventoryRun).toEqual({
      actorName: username,
      filters: {
        destination: 'Maui',
        priceMin: { amount: 1_050, formatted: '$10.50' },
        priceMax: null,
        limit: null,
      },
    });
  });
});

it('The server shuts down while a run is being watched', async () => {
  const other = await startTestServer();
  const { cookie: otherCookie } = await signedInUser(other, { role: 'admin' });
  const run = await other.prisma.inventorySync.create({ data: { provider: 'Weeks' } });
  const answer = await fetch(`${other.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      cookie: otherCookie,
    },
    body: JSON.stringify({ query: subscription(run.id) }),
  });
  // An open stream would block the shutdown until the run finishes, which is never.
  await other.close();
  expect(await answer.text()).toContain('event: complete');
});
