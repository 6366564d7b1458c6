import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startHoldingProxy, type HoldingProxy } from '#api/testing/holdingProxy.ts';
import { createTestDatabase, type TestDatabase } from '#api/testing/testDatabase.ts';
import { patientHeartbeat } from '#api/testing/testServer.ts';
import { openDatabase, type Database } from '../database/database.ts';
import { usualHeartbeat, type Heartbeat } from '../database/listener.ts';
import { createLog } from '../process/log.ts';
import { openSessionMemory, type FoundSession, type SessionMemory } from './sessionMemory.ts';

let own: TestDatabase;
let proxy: HoldingProxy;
let database: Database;
let memory: SessionMemory;

beforeAll(async () => {
  own = await createTestDatabase('blank');
  proxy = await startHoldingProxy(own.url);
  database = openDatabase(own.url);
});

afterAll(async () => {
  await database.close();
  proxy.close();
  await own.drop();
});

const openMemory = (heartbeat: Heartbeat) =>
  openSessionMemory({ ...database, connectionString: proxy.url }, createLog('silent'), heartbeat);

beforeEach(async () => {
  memory = await openMemory(patientHeartbeat);
});

afterEach(() => memory.close());

const day = 86_400_000;

const found = (userId: string, given: Partial<FoundSession> = {}): FoundSession => ({
  viewer: {
    id: userId,
    username: 'mina',
    email: 'mina@example.com',
    firstName: 'Mina',
    lastName: 'Ortega',
    role: 'user',
    emailVerifiedAt: null,
    createdAt: new Date(0),
  },
  expiresAt: new Date(Date.now() + day),
  lastsFor: day,
  isLast: false,
  marks: { favoriteResortIds: [], unreadThreadCount: 0 },
  ...given,
});

const admin = (userId: string): FoundSession => {
  const session = found(userId);
  return { ...session, viewer: { ...session.viewer, role: 'admin' } };
};

/** Whether a look-up reads the database. */
async function reads(session: FoundSession, storedId: string, withMarks = false): Promise<boolean> {
  let isRead = false;
  await memory.find(storedId, withMarks, () => {
    isRead = true;
    return Promise.resolve(session);
  });
  return isRead;
}

/** Looks a session up until it is remembered, with its marks. */
const remember = (session: FoundSession, storedId: string) =>
  expect.poll(() => reads(session, storedId, true)).toBe(false);

/** Announces a change as a process that is answered only when its own memory has followed it. */
const announce = (announcement: string) =>
  database.pool.query('SELECT pg_notify($1, $2)', ['session_changed', announcement]);

/** Begins a look-up whose statement is answered by the returned function. */
function beginReading(storedId: string) {
  let answer: (session: FoundSession) => void = () => undefined;
  const statement = new Promise<FoundSession>((resolve) => {
    answer = resolve;
  });
  return { lookUp: memory.find(storedId, false, () => statement), answer };
}

describe('an announcement', () => {
  const one = found('u1');
  const other = found('u2');
  const boss = admin('u3');

  it.each([
    ['sessions s1', ['s1']],
    ['sessions s1 s2', ['s1', 's2']],
    ['sessions', ['s1', 's2', 's3']],
    ['users u1', ['s1']],
    ['users', ['s1', 's2', 's3']],
    ['marks u1', ['marks of s1']],
    ['marks u1 u3', ['marks of s1', 'marks of s3']],
    ['marks u1 team', ['marks of s1', 'marks of s3']],
    ['marks team', ['marks of s3']],
    ['marks', ['marks of s1', 'marks of s2', 'marks of s3']],
    ['', ['s1', 's2', 's3']],
  ])('%j makes only what it names be read again', async (announcement, expected) => {
    const readAgain = async (session: FoundSession, id: string): Promise<string[]> => {
      if (await reads(session, id)) return [id];
      return (await reads(session, id, true)) ? [`marks of ${id}`] : [];
    };
    // Again where this process was too busy to hear the listener meanwhile.
    await expect
      .poll(async () => {
        await remember(one, 's1');
        await remember(other, 's2');
        await remember(boss, 's3');
        await announce(announcement);
        return [
          ...(await readAgain(one, 's1')),
          ...(await readAgain(other, 's2')),
          ...(await readAgain(boss, 's3')),
        ];
      })
      .toEqual(expected);
  });
});

describe('a look-up that began before a change', () => {
  it('is neither kept nor given to a later look-up', async () => {
    const early = beginReading('s1');
    await announce('users u1');
    const late = beginReading('s1');
    late.answer(admin('u1'));
    early.answer(found('u1'));
    expect((await early.lookUp)?.viewer.role).toBe('user');
    expect((await late.lookUp)?.viewer.role).toBe('admin');
    const now = await memory.find('s1', false, () => Promise.resolve(admin('u1')));
    expect(now?.viewer.role).toBe('admin');
  });

  it('reads once together with others', async () => {
    await expect
      .poll(async () => {
        const session = found('u1');
        const all = await Promise.all(
          Array.from({ length: 5 }, (_, index) =>
            memory.find('s2', false, () => Promise.resolve({ ...session, lastsFor: -index })),
          ),
        );
        return new Set(all).size;
      })
      .toBe(1);
  });
});

it('does not remember that there is no such session', async () => {
  const before = memory.figures().bytes;
  let reading = 0;
  for (let round = 0; round < 3; round += 1) {
    await memory.find('made up', true, () => {
      reading += 1;
      return Promise.resolve(undefined);
    });
  }
  expect(reading).toBe(3);
  expect(memory.figures().bytes).toBe(before);
});

it('reads a session again that has expired', async () => {
  for (let round = 0; round < 3; round += 1) {
    expect(await reads(found('u1', { lastsFor: -1, isLast: true }), 's1')).toBe(true);
  }
  const short = found('u2', { lastsFor: 300, isLast: true });
  await remember(short, 's2');
  await expect.poll(() => reads(short, 's2', true)).toBe(true);
});

it('forgets everything, and remembers nothing, while the connection is lost', async () => {
  const session = found('u1');
  await remember(session, 's1');
  const isTold = new Promise<void>((resolve) => {
    memory.onChange((announcement) => announcement === '' && resolve());
  });
  proxy.cut('end');
  try {
    await isTold;
    expect(memory.figures().bytes).toBe(0);
    for (let round = 0; round < 3; round += 1) {
      expect(await reads(session, 's1', true)).toBe(true);
    }
    expect(memory.figures().bytes).toBe(0);
  } finally {
    await proxy.mend();
  }
  await remember(session, 's1');
});

it('does not keep what was read before it listened again', async () => {
  await remember(found('u2'), 's2');
  proxy.cut('end');
  await expect.poll(() => memory.figures().bytes).toBe(0);
  const early = beginReading('s1');
  await proxy.mend();
  await remember(found('u2'), 's2');
  early.answer(found('u1'));
  await early.lookUp;
  expect(await reads(found('u1'), 's1')).toBe(true);
});

it('trusts nothing while the connection is silent', async () => {
  await memory.close();
  memory = await openMemory(usualHeartbeat);
  const session = found('u1');
  await remember(session, 's1');
  proxy.hold();
  try {
    await expect.poll(() => reads(session, 's1')).toBe(true);
    expect(await reads(session, 's1')).toBe(true);
  } finally {
    proxy.release();
  }
  await remember(session, 's1');
});

it('counts hits, misses and what it forgot', async () => {
  const session = found('u1');
  await remember(session, 's1');
  const before = memory.figures();
  await expect.poll(() => reads(session, 's1', true)).toBe(false);
  expect(memory.figures().hits).toBeGreaterThan(before.hits);
  await announce('users u1');
  expect(memory.figures().forgotten).toBe(before.forgotten + 2);
  expect(await reads(session, 's1')).toBe(true);
  expect(memory.figures().misses).toBeGreaterThan(before.misses);
});

it('limits its bytes', async () => {
  const favoriteResortIds = Array.from({ length: 500 }, (_, index) => `resort ${index}`.repeat(4));
  const marks = { favoriteResortIds, unreadThreadCount: 0 };
  const megabyte = 1024 * 1024;
  const sizes: number[] = [];
  let person = 0;
  const rememberMore = async (): Promise<number> => {
    for (let count = 0; count < 100; count += 1) {
      person += 1;
      await reads(found(`u${person}`, { marks }), `s${person}`, true);
      sizes.push(memory.figures().bytes);
    }
    return memory.figures().bytes;
  };
  // The marks of a hundred people take 6 MB.
  await expect.poll(rememberMore).toBeGreaterThan(15 * megabyte);
  await rememberMore();
  await rememberMore();
  expect(Math.max(...sizes)).toBeLessThan(18 * megabyte);
});
