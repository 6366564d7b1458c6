import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestS3, testS3 } from '#api/testing/s3.ts';
import { openDiskStorage } from './diskStorage.ts';
import {
  InvalidPartError,
  NoSuchObjectError,
  NoSuchUploadError,
  ObjectTooLargeError,
  PartTooSmallError,
  type ObjectStorage,
} from './objectStorage.ts';

const s3 = testS3();

/** The size that S3 requires of each part but the last. */
const pieceSize = 5 * 1024 * 1024;

interface Candidate {
  name: string;
  open(folder: string): Promise<ObjectStorage>;
}

const candidates: Candidate[] = [
  { name: 'the disk', open: openDiskStorage },
  ...(s3
    ? [
        {
          name: 'S3',
          open: (folder: string) => openTestS3(s3, folder),
        },
      ]
    : []),
];

describe.each(candidates)('objects on $name', ({ open }) => {
  let folder: string;
  let storage: ObjectStorage;
  const area = `test-${randomUUID()}`;
  const newKey = (): string => `${area}/${randomUUID()}`;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tideweek-objects-'));
    storage = await open(folder);
  });

  afterAll(async () => {
    for await (const { key } of storage.list(area)) {
      await storage.remove(key);
    }
    await rm(folder, { recursive: true, force: true });
  });

  const contentOf = async (key: string): Promise<Buffer> => buffer(await storage.read(key));

  const keysBelow = async (prefix: string): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of storage.list(prefix)) {
      keys.push(key);
    }
    return keys.sort();
  };

  it('are read as they were written', async () => {
    const key = newKey();
    const begun = Date.now();
    const content = randomBytes(300_000);
    const { etag } = await storage.write(key, Readable.from([content]), { maxBytes: 300_000 });
    expect(etag).toMatch(/^"[0-9a-f]+"$/);
    expect((await contentOf(key)).equals(content)).toBe(true);
    expect(await storage.stat(key)).toMatchObject({ key, size: 300_000 });
    // A store elsewhere has a clock of its own.
    expect((await storage.stat(key))?.modifiedAt.getTime()).toBeGreaterThan(begun - 60_000);
  });

  it('are replaced as a whole', async () => {
    const key = newKey();
    await storage.write(key, Readable.from([Buffer.from('a longer first text')]), { maxBytes: 99 });
    await storage.write(key, Readable.from([Buffer.from('second')]), { maxBytes: 99 });
    expect((await contentOf(key)).toString()).toBe('second');
  });

  it('may have exactly the maximum of bytes', async () => {
    const key = newKey();
    await storage.write(key, Readable.from([Buffer.alloc(1000)]), { maxBytes: 1000 });
    await expect(
      storage.write(key, Readable.from([Buffer.alloc(600), Buffer.alloc(401)]), { maxBytes: 1000 }),
    ).rejects.toThrow(ObjectTooLargeError);
    expect((await storage.stat(key))?.size).toBe(1000);
  });

  it('are read in ranges', async () => {
    const key = newKey();
    await storage.write(key, Readable.from([Buffer.from('0123456789')]), { maxBytes: 10 });
    const part = async (start: number, end: number): Promise<string> =>
      (await buffer(await storage.read(key, { start, end }))).toString();
    expect(await part(0, 0)).toBe('0');
    expect(await part(3, 6)).toBe('3456');
    expect(await part(8, 9)).toBe('89');
  });

  it('that do not exist are reported as missing', async () => {
    const key = newKey();
    await expect(storage.read(key)).rejects.toThrow(NoSuchObjectError);
    await expect(storage.move(key, newKey())).rejects.toThrow(NoSuchObjectError);
    expect(await storage.stat(key)).toBeNull();
    await storage.remove(key);
  });

  it('replace an existing object when they are moved', async () => {
    const [from, to] = [newKey(), newKey()];
    await storage.write(to, Readable.from([Buffer.from('old')]), { maxBytes: 99 });
    await storage.write(from, Readable.from([Buffer.from('new')]), { maxBytes: 99 });
    await storage.move(from, to);
    expect((await contentOf(to)).toString()).toBe('new');
    expect(await storage.stat(from)).toBeNull();
  });

  it('are listed by the prefix of their keys until they are removed', async () => {
    const prefix = newKey();
    for (const name of ['a', 'b', 'c']) {
      await storage.write(`${prefix}/${name}`, Readable.from([Buffer.from(name)]), { maxBytes: 9 });
    }
    await storage.remove(`${prefix}/b`);
    expect(await keysBelow(`${prefix}/`)).toEqual([`${prefix}/a`, `${prefix}/c`]);
  });

  it('leave nothing when their stream breaks off', async () => {
    const key = newKey();
    const broken = Readable.from(
      (function* () {
        yield Buffer.alloc(100_000);
        throw new Error('the connection was lost');
      })(),
    );
    await expect(storage.write(key, broken, { maxBytes: 999_999 })).rejects.toThrow(
      'the connection was lost',
    );
    expect(await storage.stat(key)).toBeNull();
  });

  it('never mix in concurrent writes of one key', async () => {
    const key = newKey();
    const contents = Array.from({ length: 8 }, (_, index) => Buffer.alloc(200_000, index));
    await Promise.all(
      contents.map((content) =>
        storage.write(key, Readable.from([content]), { maxBytes: 200_000 }),
      ),
    );
    const stored = await contentOf(key);
    expect(contents.some((content) => content.equals(stored))).toBe(true);
  });

  describe('uploaded in parts', () => {
    const send = async (
      upload: { key: string; uploadId: string },
      partNumber: number,
      content: Buffer,
    ) => {
      const { etag } = await storage.writePart(upload, partNumber, Readable.from([content]), {
        maxBytes: content.length,
      });
      return { partNumber, etag };
    };
    const begin = async () => {
      const key = newKey();
      return { key, uploadId: await storage.beginMultipart(key) };
    };

    it('are complete whatever the order of the parts, and absent before', async () => {
      const upload = await begin();
      const pieces = [randomBytes(pieceSize), randomBytes(pieceSize), randomBytes(1000)] as const;
      const third = await send(upload, 3, pieces[2]);
      const first = await send(upload, 1, pieces[0]);
      const second = await send(upload, 2, pieces[1]);
      expect(await storage.stat(upload.key)).toBeNull();
      expect(await storage.listParts(upload)).toEqual([
        { ...first, size: pieceSize },
        { ...second, size: pieceSize },
        { ...third, size: 1000 },
      ]);
      await storage.completeMultipart(upload, [third, first, second]);
      expect((await contentOf(upload.key)).equals(Buffer.concat(pieces))).toBe(true);
      await expect(storage.listParts(upload)).rejects.toThrow(NoSuchUploadError);
    });

    it('accept concurrent parts', async () => {
      const upload = await begin();
      const pieces = Array.from({ length: 6 }, () => randomBytes(pieceSize));
      const parts = await Promise.all(pieces.map((piece, index) => send(upload, index + 1, piece)));
      await storage.completeMultipart(upload, parts);
      const stored = createHash('sha256')
        .update(await contentOf(upload.key))
        .digest('hex');
      expect(stored).toBe(createHash('sha256').update(Buffer.concat(pieces)).digest('hex'));
    });

    it('contain the last version of a part that was sent again', async () => {
      const upload = await begin();
      const early = await send(upload, 1, Buffer.from('first try'));
      const late = await send(upload, 1, Buffer.from('second try'));
      await expect(storage.completeMultipart(upload, [early])).rejects.toThrow(InvalidPartError);
      await storage.completeMultipart(upload, [late]);
      expect((await contentOf(upload.key)).toString()).toBe('second try');
    });

    it('refuse a part that was never sent or has another content, and can still be completed', async () => {
      const upload = await begin();
      const part = await send(upload, 1, Buffer.from('text'));
      await expect(
        storage.completeMultipart(upload, [part, { partNumber: 2, etag: part.etag }]),
      ).rejects.toThrow('Part 2 was not uploaded, or has changed since');
      await expect(
        storage.completeMultipart(upload, [{ partNumber: 1, etag: `"${'0'.repeat(32)}"` }]),
      ).rejects.toThrow('Part 1 was not uploaded, or has changed since');
      expect(await storage.stat(upload.key)).toBeNull();
      await storage.completeMultipart(upload, [part]);
      expect((await contentOf(upload.key)).toString()).toBe('text');
    });

    it('refuse a part of too many bytes, and one that breaks off', async () => {
      const upload = await begin();
      await expect(
        storage.writePart(upload, 1, Readable.from([Buffer.alloc(11)]), { maxBytes: 10 }),
      ).rejects.toThrow(ObjectTooLargeError);
      const broken = new Readable({
        read() {
          this.destroy(new Error('the connection was lost'));
        },
      });
      await expect(storage.writePart(upload, 1, broken, { maxBytes: 10 })).rejects.toThrow(
        'the connection was lost',
      );
      expect(await storage.listParts(upload)).toEqual([]);
    });

    it('leave nothing when they are aborted', async () => {
      const upload = await begin();
      const part = await send(upload, 1, Buffer.from('text'));
      await storage.abortMultipart(upload);
      await storage.abortMultipart(upload);
      await expect(storage.listParts(upload)).rejects.toThrow(NoSuchUploadError);
      await expect(storage.completeMultipart(upload, [part])).rejects.toThrow(NoSuchUploadError);
      await expect(send(upload, 2, Buffer.from('more'))).rejects.toThrow(NoSuchUploadError);
      expect(await storage.stat(upload.key)).toBeNull();
    });

    it('belong to one key', async () => {
      const upload = await begin();
      const part = await send(upload, 1, Buffer.from('text'));
      const other = { ...upload, key: newKey() };
      await expect(storage.listParts(other)).rejects.toThrow(NoSuchUploadError);
      await expect(storage.completeMultipart(other, [part])).rejects.toThrow(NoSuchUploadError);
      expect(await storage.stat(other.key)).toBeNull();
    });

    it('are removed by tidy once they are old', async () => {
      const upload = await begin();
      await send(upload, 1, Buffer.from('text'));
      const prefix = upload.key.slice(0, upload.key.lastIndexOf('/') + 1);
      await storage.tidy(prefix, new Date(Date.now() - 60_000));
      expect(await storage.listParts(upload)).toHaveLength(1);
      await storage.tidy('another/', new Date(Date.now() + 60_000));
      expect(await storage.listParts(upload)).toHaveLength(1);
      await storage.tidy(prefix, new Date(Date.now() + 60_000));
      await expect(storage.listParts(upload)).rejects.toThrow(NoSuchUploadError);
    });
  });
});

describe.runIf(s3)('S3 itself', () => {
  let folder: string;
  let storage: ObjectStorage;
  const area = `test-${randomUUID()}`;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tideweek-objects-'));
    storage = await openTestS3(s3!, folder);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  const put = (url: string, body: string) => fetch(url, { method: 'PUT', body });

  it('accepts a part by a signed link until it expires, and by no other link', async () => {
    const key = `${area}/direct`;
    const upload = { key, uploadId: await storage.beginMultipart(key) };
    const link = await storage.direct!.signPart(upload, 1, 10);
    expect(new URL(link).origin).toBe(storage.direct!.origin);
    const taken = await put(link, 'by link');
    expect(taken.status).toBe(200);
    for (const [from, to] of [
      ['partNumber=1', 'partNumber=2'],
      ['X-Amz-Expires=10', 'X-Amz-Expires=100'],
      [`${area}/direct`, `${area}/another`],
    ] as const) {
      expect(link).toContain(from);
      expect((await put(link.replace(from, to), 'forged')).status).toBe(403);
    }
    expect((await fetch(link)).status).toBe(403);
    await expect.poll(async () => (await put(link, 'by link')).status).toBe(403);
    await storage.completeMultipart(upload, [
      { partNumber: 1, etag: taken.headers.get('etag') ?? '' },
    ]);
    expect((await buffer(await storage.read(key))).toString()).toBe('by link');
    await storage.remove(key);
  });

  it('requires 5 MiB in each part but the last', async () => {
    const key = `${area}/small`;
    const upload = { key, uploadId: await storage.beginMultipart(key) };
    const parts = [];
    for (const partNumber of [1, 2]) {
      const body = Readable.from([Buffer.from('small')]);
      const { etag } = await storage.writePart(upload, partNumber, body, { maxBytes: 9 });
      parts.push({ partNumber, etag });
    }
    await expect(storage.completeMultipart(upload, parts)).rejects.toThrow(PartTooSmallError);
    await storage.abortMultipart(upload);
  });

  it.runIf(s3?.roleArn)('issues credentials that can only write below one prefix', async () => {
    const { accessKeyId, secretAccessKey, sessionToken, expiresAt } = await storage.direct!
      .lendCredentials!(`${area}/mine/`);
    expect(expiresAt.getTime() - Date.now()).toBeGreaterThan(60_000);
    const { endpoint, region, bucket: Bucket } = s3!;
    const credentials = { accessKeyId, secretAccessKey, sessionToken };
    const borrower = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
    const write = (Key: string) =>
      borrower.send(new PutObjectCommand({ Bucket, Key, Body: Buffer.from('x') }));
    const denied = { $metadata: { httpStatusCode: 403 } };
    const mine = { Bucket, Key: `${area}/mine/one` };
    await write(mine.Key);
    expect((await storage.stat(mine.Key))?.size).toBe(1);
    await expect(write(`${area}/theirs/one`)).rejects.toMatchObject(denied);
    await expect(borrower.send(new GetObjectCommand(mine))).rejects.toMatchObject(denied);
    await expect(borrower.send(new DeleteObjectCommand(mine))).rejects.toMatchObject(denied);
    await storage.remove(mine.Key);
  });
});
