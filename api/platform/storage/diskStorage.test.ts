import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { killAt } from '#api/testing/killAt.ts';
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

describe('a process that is killed while it completes an upload', () => {
  const pieces = Array.from({ length: 3 }, () => randomBytes(1024 * 1024));
  const whole = Buffer.concat(pieces);
  let upload: { key: string; uploadId: string };
  let parts: { partNumber: number; etag: string }[];

  beforeEach(async () => {
    upload = { key: 'killed/one', uploadId: await storage.beginMultipart('killed/one') };
    parts = [];
    for (const [index, piece] of pieces.entries()) {
      const limit = { maxBytes: piece.length };
      const { etag } = await storage.writePart(upload, index + 1, Readable.from([piece]), limit);
      parts.push({ partNumber: index + 1, etag });
    }
  });

  afterEach(async () => {
    await storage.remove(upload.key);
    await storage.tidy('killed/', new Date(Date.now() + 3_600_000));
    for (const place of ['unfinished', 'uploads', 'objects']) {
      expect(await filesIn(place)).toEqual([]);
    }
  });

  const kill = (point: string): Promise<boolean> =>
    killAt(point, 'completeUpload', [
      folder,
      upload.key,
      upload.uploadId,
      ...parts.map(({ etag }) => etag),
    ]);

  it.each([
    ['at its first byte', 'bytes 1'],
    ['while it joins the parts', `bytes ${whole.length / 2}`],
    ['before the object has its name', 'rename 1 before'],
  ])('%s leaves no object, and the same call completes it later', async (_when, point) => {
    expect(await kill(point)).toBe(true);
    expect(await storage.stat(upload.key)).toBeNull();
    expect(await filesIn('unfinished')).toHaveLength(1);
    await storage.completeMultipart(upload, parts);
    expect((await storage.stat(upload.key))?.size).toBe(whole.length);
  });

  it.each([
    ['once the object has its name', 'rename 1 after'],
    ['before it deletes the parts', 'rename 2 before'],
    ['while it deletes the parts', 'rename 2 after'],
  ])('%s leaves the whole object', async (_when, point) => {
    expect(await kill(point)).toBe(true);
    expect((await buffer(await storage.read(upload.key))).equals(whole)).toBe(true);
  });
});

it.each(['completed', 'aborted'])(
  'an upload that is %s has all of its parts or none at any moment',
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
      const { length } = name ? await filesIn(`uploads/${name}`).catch(() => []) : [];
      // It may have been renamed while it was listed.
      counts.add((await filesIn('uploads')).length > 0 ? length : 0);
    }
    await over;
    expect([...counts].filter((count) => count !== 0 && count !== 200)).toEqual([]);
    expect(counts.size).toBeGreaterThan(0);
    expect(await filesIn('uploads')).toEqual([]);
    expect(await filesIn('unfinished')).toEqual([]);
    await storage.remove(upload.key);
  },
);

it('the last of many writes of a part counts, however fast they follow each other', async () => {
  const key = 'pieces/again';
  const upload = { key, uploadId: await storage.beginMultipart(key) };
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const piece = Readable.from([Buffer.from(`try ${attempt}`)]);
    const { etag } = await storage.writePart(upload, 1, piece, { maxBytes: 100 });
    expect(await storage.listParts(upload)).toMatchObject([{ partNumber: 1, etag }]);
  }
  await storage.abortMultipart(upload);
});

it('a write in progress has no file among the objects', async () => {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const slow = Readable.from(
    (async function* () {
      yield Buffer.alloc(100_000);
      await ended;
    })(),
  );
  const writing = storage.write('slow/one', slow, { maxBytes: 200_000 });
  await expect.poll(() => filesIn('unfinished')).toHaveLength(1);
  expect(await filesIn('objects')).toEqual([]);
  end();
  await writing;
  expect(await filesIn('objects')).toEqual(['slow.one']);
  expect(await filesIn('unfinished')).toEqual([]);
  await storage.remove('slow/one');
});

it.each(['../secret', 'a/../../secret', '/etc/passwd', 'a//b', 'a.b', 'A', '', 'a/', 'a\u0000'])(
  'rejects the key %j',
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
