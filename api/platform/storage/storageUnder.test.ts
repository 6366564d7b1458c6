import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDiskStorage } from './diskStorage.ts';
import { NoSuchObjectError, type ObjectStorage } from './objectStorage.ts';
import { storageUnder } from './storageUnder.ts';

let folder: string;
let whole: ObjectStorage;
let part: ObjectStorage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tideweek-under-'));
  whole = await openDiskStorage(folder);
  part = storageUnder(whole, 'sandboxes/one/');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const limit = { maxBytes: 100 };

const keysOf = async (storage: ObjectStorage, prefix: string): Promise<string[]> => {
  const keys = [];
  for await (const { key } of storage.list(prefix)) {
    keys.push(key);
  }
  return keys;
};

describe('the part of a storage below a prefix', () => {
  it('has its own objects alone, by keys without the prefix', async () => {
    await whole.write('contracts/live', Readable.from(['live']), limit);
    await part.write('contracts/test', Readable.from(['test']), limit);
    expect(await keysOf(part, 'contracts/')).toEqual(['contracts/test']);
    expect(await keysOf(whole, 'contracts/')).toEqual(['contracts/live']);
    expect(await part.stat('contracts/test')).toMatchObject({ key: 'contracts/test', size: 4 });
    expect(await part.stat('contracts/live')).toBeNull();
    await expect(part.read('contracts/live')).rejects.toThrow(NoSuchObjectError);
    await part.remove('contracts/live');
    expect(await text(await whole.read('contracts/live'))).toBe('live');
  });

  it('completes uploads below the prefix', async () => {
    const upload = { key: 'unit/two', uploadId: await part.beginMultipart('unit/two') };
    const { etag } = await part.writePart(upload, 1, Readable.from(['two']), limit);
    expect(await part.listParts(upload)).toMatchObject([{ partNumber: 1, etag }]);
    await part.completeMultipart(upload, [{ partNumber: 1, etag }]);
    expect(await text(await whole.read('sandboxes/one/unit/two'))).toBe('two');
    await part.move('unit/two', 'unit/three');
    expect(await keysOf(whole, '')).toContain('sandboxes/one/unit/three');
  });
});
