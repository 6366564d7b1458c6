import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openDiskStorage } from './diskStorage.ts';
import { NoSuchObjectError, type ObjectStorage } from './objectStorage.ts';

let folder: string;
let storage: ObjectStorage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tideweek-disk-'));
  storage = await openDiskStorage(folder);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const filesIn = (place: string): Promise<string[]> => readdir(join(folder, place));

it('a process that is killed while it completes an upload leaves the object whole or absent', async () => {
  const pieces = Array.from({ length: 8 }, () => randomBytes(5 * 1024 * 1024));
  const whole = createHash('sha256').update(Buffer.concat(pieces)).digest('hex');
  const outcomes = { absent: 0, whole: 0, interrupted: 0 };
  // As soon as it begins, at several moments of its work, and after it.
  for (const killAfter of [0, 5, 15, 30, 45, 60, 80, 120, 2_000]) {
    const key = `killed/after-${killAfter}`;
    const upload = { key, uploadId: await storage.beginMultipart(key) };
    const parts = [];
    for (const [index, piece] of pieces.entries()) {
      const limit = { maxBytes: piece.length };
      const { etag } = await storage.writePart(upload, index + 1, Readable.from([piece]), limit);
      parts.push({ partNumber: index + 1, etag });
    }
    const child = spawn(
      process.execPath,
      [
        ...['--import', 'tsx', 'api/testing/completeUpload.ts', folder, key, upload.uploadId],
        ...parts.map(({ etag }) => etag),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const gone = once(child, 'exit');
    await once(child.stdout, 'data');
    await new Promise((resolve) => setTimeout(resolve, killAfter));
    child.kill('SIGKILL');
    await gone;

    outcomes.interrupted += (await filesIn('unfinished')).length;
    const found = await storage.stat(key);
    if (found) {
      const stored = createHash('sha256').update(await buffer(await storage.read(key)));
      expect(stored.digest('hex')).toBe(whole);
      outcomes.whole += 1;
    } else {
      outcomes.absent += 1;
      // Nothing is lost: the same call does it now.
      await storage.completeMultipart(upload, parts);
      expect((await storage.stat(key))?.size).toBe(8 * 5 * 1024 * 1024);
    }
    await storage.remove(key);
    await storage.tidy(new Date(Date.now() + 60_000));
    expect(await filesIn('unfinished')).toEqual([]);
    expect(await filesIn('uploads')).toEqual([]);
    expect(await filesIn('objects')).toEqual([]);
  }
  // Else the kills hit nothing, and this would prove nothing.
  expect(outcomes.interrupted).toBeGreaterThan(0);
  expect(outcomes.absent).toBeGreaterThan(0);
  expect(outcomes.whole).toBeGreaterThan(0);
}, 120_000);

it.each(['completed', 'given up'])(
  'the pieces of an upload that is %s are all there or none, for a process that is killed meanwhile',
  async (how) => {
    const upload = { key: 'pieces/many', uploadId: await storage.beginMultipart('pieces/many') };
    const parts = [];
    for (let partNumber = 1; partNumber <= 200; partNumber += 1) {
      const piece = Readable.from([randomBytes(100)]);
      const { etag } = await storage.writePart(upload, partNumber, piece, { maxBytes: 100 });
      parts.push({ partNumber, etag });
    }
    let isOver = false;
    const work =
      how === 'completed'
        ? storage.completeMultipart(upload, parts)
        : storage.abortMultipart(upload);
    const over = work.finally(() => (isOver = true));
    const counts = new Set<number>();
    while (!isOver) {
      const [name] = await filesIn('uploads');
      counts.add(name ? (await filesIn(`uploads/${name}`).catch(() => [])).length : 0);
    }
    await over;
    expect([...counts].filter((count) => count !== 0 && count !== 200)).toEqual([]);
    expect(counts.size).toBeGreaterThan(0);
    expect(await filesIn('uploads')).toEqual([]);
    expect(await filesIn('unfinished')).toEqual([]);
    await storage.remove(upload.key);
  },
);

it('the last of many tries of a piece counts, however fast they follow each other', async () => {
  const key = 'pieces/again';
  const upload = { key, uploadId: await storage.beginMultipart(key) };
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const piece = Readable.from([Buffer.from(`try ${attempt}`)]);
    const { etag } = await storage.writePart(upload, 1, piece, { maxBytes: 100 });
    expect(await storage.listParts(upload)).toMatchObject([{ partNumber: 1, etag }]);
  }
  await storage.abortMultipart(upload);
});

it('a write under way has no name among the objects', async () => {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const slow = Readable.from(
    (async function* () {
      yield Buffer.alloc(100_000);
      await ended;
    })(),
  );
  const writing = storage.write('slow/one', slow, { maxBytes: 200_000 });
  await vi.waitUntil(async () => (await filesIn('unfinished')).length > 0);
  expect(await filesIn('objects')).toEqual([]);
  end();
  await writing;
  expect(await filesIn('objects')).toEqual(['slow.one']);
  expect(await filesIn('unfinished')).toEqual([]);
  await storage.remove('slow/one');
});

it.each(['../secret', 'a/../../secret', '/etc/passwd', 'a//b', 'a.b', 'A', '', 'a/', 'a\u0000'])(
  'the key %j reaches no file',
  async (key) => {
    await writeFile(join(folder, 'secret'), 'secret');
    await expect(storage.read(key)).rejects.toThrow(NoSuchObjectError);
    await expect(storage.remove(key)).rejects.toThrow(NoSuchObjectError);
    await expect(
      storage.write(key, Readable.from([Buffer.from('x')]), { maxBytes: 9 }),
    ).rejects.toThrow(NoSuchObjectError);
    expect(await filesIn('.')).toContain('secret');
  },
);
