import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, inject, test, vi } from 'vitest';
import { freePort } from '#api/platform/postgres/freePort.ts';
import { isDeep } from '#api/testing/depth.ts';
import { scratchFolder } from '#api/testing/scratchFolder.ts';
import { sql } from '../support/database.ts';
import {
  databaseUrlOf,
  isRunning,
  postgresPid,
  startProduct,
  type Product,
} from '../support/product.ts';

const dataDir = scratchFolder();
const password = 'a quiet week by the sea';
const registered = new Set<string>();
let count = 0;
let product: Product | undefined;

afterAll(async () => {
  product?.process.kill('SIGKILL');
  // The database stops once its server is gone.
  await vi.waitUntil(() => postgresPid(dataDir) === undefined, { timeout: inject('patience') });
  rmSync(dataDir, { recursive: true, force: true });
});

// Each test continues with the data of the previous test.
describe.sequential('The server and its database', () => {
  test('keep every acknowledged registration when both are killed', async ({ signal }) => {
    product = await startProduct({ dataDir, port: await freePort() });
    const streams = [1, 2, 3, 4].map(() => registerUntilGone(product!.url));
    await expect.poll(() => registered.size).toBeGreaterThan(20);
    const postgres = postgresPid(dataDir)!;
    process.kill(product.process.pid!, 'SIGKILL');
    process.kill(postgres, 'SIGKILL');
    await Promise.all([...streams, product.ended]);

    product = await startProduct({ dataDir, port: await freePort() });
    await expectAllToSignIn(product.url, signal);
  });

  // The tests of the API cut the database off, and end programs early, too.
  if (isDeep) {
    test('recover when only the database is killed', async ({ signal, onTestFinished }) => {
      const { url, process: server } = product!;
      const before = postgresPid(dataDir)!;
      const answer = await fetch(`${url}/api/resorts?limit=5`);
      const resorts = (await answer.json()) as { id: string }[];
      const seen = new Set<number | string>();
      let stopped = false;
      onTestFinished(() => void (stopped = true));
      const watch = async (ask: () => Promise<number | string>): Promise<void> => {
        while (!stopped) seen.add(await ask());
      };
      const watching = Promise.all([
        watch(() => register(url)),
        watch(() => statusOf(`${url}/api/resorts/search?q=aruba${count}`)),
        watch(() => statusOf(`${url}/search?q=${count}`)),
      ]);
      await expect.poll(() => seen.size).toBeGreaterThan(0);
      // The product starts no other database before all processes of this one have ended.
      const [checkpointer] = await sql<{ pid: number }>(
        databaseUrlOf(dataDir),
        "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'",
      );
      const kept = checkpointer!.pid;
      const pages = new Set<number | string>();
      const watchingPage = watch(async () => {
        const status = await statusOf(`${url}/resort/${resorts[0]?.id}`);
        pages.add(status);
        return status;
      });
      process.kill(kept, 'SIGSTOP');
      process.kill(before, 'SIGKILL');
      await expect.poll(() => pages).toContain(503);
      await expect.poll(() => seen).toContain(503);
      try {
        process.kill(kept, 'SIGCONT');
      } catch {
        // The product has killed it, as it does with what outlives the database.
      }
      // While the database is down, a resort is unavailable (503), not missing (404).
      await expect
        .poll(
          async () => {
            for (const { id } of resorts) seen.add(await statusOf(`${url}/resort/${id}`));
            return (await statusOf(`${url}/readyz`)) === 200 && postgresPid(dataDir);
          },
          { interval: 0 },
        )
        .not.toBeOneOf([false, undefined, before]);
      await expect.poll(() => register(url)).toBe(201);
      stopped = true;
      await Promise.all([watching, watchingPage]);
      const good = new Set<number | string>([200, 201, 503]);
      expect(
        [...seen].filter((status) => !good.has(status)),
        product!.output(),
      ).toEqual([]);
      expect(server.exitCode).toBeNull();
      for (const { id } of resorts) expect(await statusOf(`${url}/resort/${id}`)).toBe(200);
      await expectAllToSignIn(url, signal);
    });
  }

  test('stop cleanly on Ctrl-C and start again', async ({ signal }) => {
    const postgres = postgresPid(dataDir)!;
    // Browsers open spare connections; these must not delay the shutdown.
    const unused = connect(Number(new URL(product!.url).port), '127.0.0.1');
    await once(unused, 'connect');
    expect(await product!.stop()).toBe(0);
    unused.destroy();
    expect(isRunning(postgres)).toBe(false);
    expect(postgresPid(dataDir)).toBeUndefined();

    product = await startProduct({ dataDir, port: await freePort() });
    await expectAllToSignIn(product.url, signal);
  });

  if (isDeep) {
    test('stop cleanly when interrupted before they are ready', async () => {
      expect(await product!.stop()).toBe(0);
      let starting: ChildProcess | undefined;
      let gone: Promise<unknown[]> | undefined;
      const started = startProduct({
        dataDir,
        port: await freePort(),
        onSpawn: (child) => {
          starting = child;
          gone = once(child, 'exit');
        },
      });
      await expect.poll(() => postgresPid(dataDir), { interval: 10 }).toBeDefined();
      starting?.kill('SIGINT');
      await started.catch(() => undefined);
      expect(await gone).toEqual([0, null]);
      await expect.poll(() => postgresPid(dataDir)).toBeUndefined();
    });
  }
});

async function registerUntilGone(url: string): Promise<void> {
  for (;;) {
    try {
      await register(url);
    } catch {
      return;
    }
  }
}

/** Registers another account, and records it if created; returns the status. */
async function register(url: string): Promise<number | string> {
  count += 1;
  const username = `crash${process.pid}x${count}`;
  const answer = await post(`${url}/api/users/register`, {
    username,
    email: `${username}@example.org`,
    password,
    firstName: 'Ines',
    lastName: 'Vale',
  });
  const status = await statusIn(answer);
  if (status === 201) registered.add(username);
  return status;
}

async function expectAllToSignIn(url: string, signal: AbortSignal): Promise<void> {
  const statuses = await Promise.all(
    [...registered].map(async (identifier) => {
      // 503: too many sign-ins at once, so it retries.
      for (;;) {
        signal.throwIfAborted();
        const answer = await post(`${url}/api/users/login`, { identifier, password });
        await answer.text();
        if (answer.status !== 503) return answer.status;
        await sleep(100);
      }
    }),
  );
  expect(registered.size).toBeGreaterThan(20);
  expect(new Set(statuses)).toEqual(new Set([200]));
}

const post = (address: string, body: object): Promise<Response> =>
  fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const statusOf = async (address: string): Promise<number | string> =>
  statusIn(await fetch(address));

/** The status of an answer; text if it is a 503 that does not say when to try again. */
async function statusIn(answer: Response): Promise<number | string> {
  await answer.text();
  return answer.status === 503 && !(Number(answer.headers.get('retry-after')) > 0)
    ? '503 without Retry-After'
    : answer.status;
}
