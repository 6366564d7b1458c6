import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ObjectStorage } from '#api/platform/storage/objectStorage.ts';
import { docx, pdf, program, zip } from '#api/testing/documents.ts';
import { createListing, createResort, signedInUser } from '#api/testing/factories.ts';
import { openTestS3, testS3 } from '#api/testing/s3.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { uploadDocument } from '#api/testing/uploads.ts';

const s3 = testS3();
const MiB = 1024 * 1024;

interface Begun {
  key: string;
  uploadId: string;
}

interface Part {
  PartNumber: number;
  ETag: string;
}

describe.each([
  { name: 'the disk', settings: undefined },
  ...(s3 ? [{ name: 'S3', settings: s3 }] : []),
])('a multipart upload to $name', ({ settings }) => {
  let server: TestServer;
  let folder: string;
  let storage: ObjectStorage;
  let owner: string;
  let ownerId: string;
  let others: Record<string, string | undefined>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tideweek-outgoing-'));
    server = await startTestServer({
      publicUrl: 'http://localhost',
      ...(settings && { storage: await openTestS3(settings, folder) }),
    });
    ({ storage } = server.deps);
    const user = await signedInUser(server);
    owner = user.cookie;
    ownerId = user.user.id;
    others = {
      'someone who is signed out': undefined,
      'another user': (await signedInUser(server)).cookie,
      'an administrator': (await signedInUser(server, { role: 'admin' })).cookie,
    };
  });

  beforeEach(() => server.prisma.contractDocument.deleteMany());

  afterAll(async () => {
    for await (const { key } of storage.list(`quarantine/${ownerId}`)) {
      await storage.remove(key);
    }
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const call = <Body>(method: string, path: string, body?: unknown, cookie?: string) =>
    server.rest<Body>(method, path, body, { cookie: cookie ?? owner });

  const address = ({ uploadId, key }: Begun, more = ''): string =>
    `/s3/multipart/${encodeURIComponent(uploadId)}${more}?key=${encodeURIComponent(key)}`;

  async function begin(filename = 'deed.pdf'): Promise<Begun> {
    const answer = await call<Begun>('POST', '/s3/multipart', {
      filename,
      type: 'application/pdf',
      metadata: { name: filename, relativePath: null },
    });
    expect(answer.status).toBe(200);
    return { key: answer.body.key, uploadId: answer.body.uploadId };
  }

  async function linkFor(upload: Begun, partNumber: number): Promise<string> {
    const answer = await call<{ url: string; expires: number }>(
      'GET',
      address(upload, `/${partNumber}`),
    );
    expect([answer.status, answer.body.expires]).toEqual([200, 900]);
    return answer.body.url;
  }

  const sendTo = (url: string, content: Buffer, cookie?: string) =>
    fetch(url, {
      method: 'PUT',
      body: new Uint8Array(content),
      // An external storage gets no cookies of the site.
      ...(cookie && url.startsWith(server.url) && { headers: { cookie } }),
    });

  async function send(upload: Begun, partNumber: number, content: Buffer): Promise<Part> {
    const sent = await sendTo(await linkFor(upload, partNumber), content, owner);
    expect(sent.status).toBe(200);
    return { PartNumber: partNumber, ETag: sent.headers.get('etag') ?? '' };
  }

  const complete = (upload: Begun, parts: unknown, cookie?: string) =>
    call<{ location: string; key: string }>(
      'POST',
      address(upload, '/complete'),
      { parts },
      cookie,
    );

  const nothingIsLeft = async (upload: Begun): Promise<void> => {
    expect(await server.prisma.contractDocument.count()).toBe(0);
    expect(await storage.stat(upload.key)).toBeNull();
    expect(await storage.stat(`contracts/${upload.key.split('/')[2]}`)).toBeNull();
    await expect(storage.listParts(upload)).rejects.toThrow('There is no such upload');
  };

  it('becomes a document, whatever the order of its parts', async () => {
    const content = pdf(11 * MiB);
    const upload = await begin();
    expect(upload.key).toMatch(new RegExp(`^quarantine/${ownerId}/[0-9a-f-]{36}$`));
    const third = await send(upload, 3, content.subarray(10 * MiB));
    const first = await send(upload, 1, content.subarray(0, 5 * MiB));
    const second = await send(upload, 2, content.subarray(5 * MiB, 10 * MiB));
    const listed = await call('GET', address(upload));
    expect(listed.body).toEqual([
      { ...first, Size: 5 * MiB },
      { ...second, Size: 5 * MiB },
      { ...third, Size: MiB },
    ]);
    const done = await complete(upload, [third, first, second]);
    expect([done.status, done.body]).toEqual([
      200,
      { location: `${server.url}/s3/objects/${upload.key}`, key: upload.key },
    ]);
    expect(await server.prisma.contractDocument.findMany()).toMatchObject([
      { status: 'accepted', fileName: 'deed.pdf', size: 11 * MiB, uploadId: null, ownerId },
    ]);
    expect(await storage.stat(upload.key)).toBeNull();
  });

  it('is optional: a whole file can also be uploaded and opened with one link', async () => {
    const content = pdf(700_000);
    const url = await uploadDocument(server, owner, content);
    const resort = await createResort(server);
    const listing = await createListing(server, { resortId: resort.id, ownerId });
    const path = `/api/listings/${listing.id}/contract`;
    expect((await call('POST', path, { contractDocumentUrl: url })).status).toBe(200);
    const link = await call<{ url: string }>('GET', path);
    const opened = await fetch(link.body.url, { headers: { cookie: owner } });
    expect(Buffer.from(await opened.arrayBuffer()).equals(content)).toBe(true);
    expect(opened.headers.get('content-disposition')).toContain('attachment');
  });

  it('accepts parts concurrently', async () => {
    const content = pdf(21 * MiB);
    const upload = await begin();
    const parts = await Promise.all(
      [1, 2, 3, 4, 5].map((number) =>
        send(upload, number, content.subarray((number - 1) * 5 * MiB, number * 5 * MiB)),
      ),
    );
    expect((await complete(upload, parts)).status).toBe(200);
  });

  it('can be completed again by a client that missed the response, and by nobody else', async () => {
    const upload = await begin();
    const part = await send(upload, 1, pdf());
    const first = await complete(upload, [part]);
    const again = await complete(upload, [part]);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await server.prisma.contractDocument.count()).toBe(1);
    const theirs = await complete(upload, [part], others['another user']);
    expect([theirs.status, theirs.body]).toEqual([
      403,
      { message: 'This upload belongs to someone else' },
    ]);
    await server.prisma.contractDocument.updateMany({ data: { status: 'checking' } });
    const meanwhile = await complete(upload, [part]);
    expect([meanwhile.status, meanwhile.headers.get('retry-after')]).toEqual([503, '5']);
  });

  it('can be completed after a process died between joining the parts and storing that', async () => {
    const upload = await begin();
    const part = await send(upload, 1, pdf());
    await storage.completeMultipart(upload, [{ partNumber: 1, etag: part.ETag }]);
    expect((await complete(upload, [part])).status).toBe(200);
    expect(await server.prisma.contractDocument.findMany()).toMatchObject([{ status: 'accepted' }]);
  });

  it('can be completed after a process died during the inspection', async () => {
    const upload = await begin();
    const part = await send(upload, 1, pdf());
    const id = upload.key.split('/')[2]!;
    await storage.completeMultipart(upload, [{ partNumber: 1, etag: part.ETag }]);
    await storage.move(upload.key, `contracts/${id}`);
    await server.prisma.contractDocument.update({ where: { id }, data: { status: 'checking' } });
    const user = await server.prisma.user.findUniqueOrThrow({ where: { id: ownerId } });
    const { acceptContract } = await import('./acceptance.ts');
    await expect(acceptContract(server.deps, user, upload.key)).rejects.toThrow(
      'The document is still being checked. Please try again',
    );
    await server.pool.query(
      `UPDATE contract_documents SET updated_at = now() - interval '6 minutes'`,
    );
    expect((await acceptContract(server.deps, user, upload.key)).status).toBe('accepted');
  });

  it('can be aborted while parts arrive, which are then refused', async () => {
    for (let wait = 0; wait < 12; wait += 1) {
      const upload = await begin();
      const links = await Promise.all([1, 2, 3].map((number) => linkFor(upload, number)));
      const sent = links.map((link) => sendTo(link, pdf(200_000), owner));
      await new Promise((resolve) => setTimeout(resolve, wait));
      expect((await call('DELETE', address(upload))).status).toBe(200);
      for (const { status } of await Promise.all(sent)) {
        expect([200, 403, 404]).toContain(status);
      }
      await nothingIsLeft(upload);
    }
  });

  it('can be aborted, which deletes the received parts', async () => {
    const upload = await begin();
    await send(upload, 1, pdf());
    const link = await linkFor(upload, 2);
    const answer = await call('DELETE', address(upload));
    expect([answer.status, answer.body]).toEqual([200, {}]);
    await nothingIsLeft(upload);
    expect((await sendTo(link, pdf(), owner)).ok).toBe(false);
    expect((await call('DELETE', address(upload))).status).toBe(200);
    await nothingIsLeft(upload);
  });

  it.each<[string, () => Buffer, string]>([
    [
      'a renamed program',
      program,
      'The file is not what it seems: only PDF, Word, JPEG and PNG documents can be uploaded',
    ],
    [
      'a PDF that is also an archive',
      () => Buffer.concat([pdf(), zip([])]),
      'The file holds something besides the document and was refused',
    ],
    [
      'a zip bomb',
      () => docx([{ name: 'word/media/a.bin', data: Buffer.alloc(40 * MiB) }]),
      'The Word document unpacks to too much and was refused',
    ],
  ])(
    'is refused when it turns out to be %s, and nothing of it is kept',
    async (_what, make, message) => {
      const upload = await begin();
      const part = await send(upload, 1, make());
      const answer = await complete(upload, [part]);
      expect([answer.status, answer.body]).toEqual([400, { message }]);
      await nothingIsLeft(upload);
    },
  );

  it('is refused at one byte over the limit, and nothing of it is kept', async () => {
    const content = pdf(50_485_761);
    const upload = await begin();
    const half = 25 * MiB;
    const parts = [await send(upload, 1, content.subarray(0, half))];
    const message = 'The file is larger than 50,485,760 bytes, the most that can be uploaded';
    const rest = await sendTo(await linkFor(upload, 2), content.subarray(half), owner);
    if (storage.direct) {
      // S3 accepts the part; the size is checked before the parts are joined.
      parts.push({ PartNumber: 2, ETag: rest.headers.get('etag') ?? '' });
      const answer = await complete(upload, parts);
      expect([answer.status, answer.body]).toEqual([400, { message }]);
    } else {
      expect([rest.status, await rest.text()]).toEqual([
        400,
        expect.stringContaining(`<Message>${message}</Message>`),
      ]);
      expect(await storage.listParts(upload)).toHaveLength(1);
      await call('DELETE', address(upload));
    }
    await nothingIsLeft(upload);
  });

  it('may have exactly the maximum size', async () => {
    const content = pdf(50_485_760);
    const upload = await begin();
    const parts = [
      await send(upload, 1, content.subarray(0, 25 * MiB)),
      await send(upload, 2, content.subarray(25 * MiB)),
    ];
    expect((await complete(upload, parts)).status).toBe(200);
  });

  it('refuses a part that was never sent, or has changed since', async () => {
    const upload = await begin();
    const part = await send(upload, 1, pdf());
    for (const [parts, message] of [
      [[part, { ...part, PartNumber: 2 }], 'Part 2 was not uploaded, or has changed since'],
      [
        [{ PartNumber: 1, ETag: '"00000000000000000000000000000000"' }],
        'Part 1 was not uploaded, or has changed since',
      ],
      [[], 'parts must hold at least one part'],
      ['all', 'parts must be a list of {ETag, PartNumber}'],
      [undefined, 'parts must be a list of {ETag, PartNumber}'],
    ] as const) {
      const answer = await complete(upload, parts);
      expect([answer.status, answer.body]).toEqual([400, { message }]);
    }
    for (const odd of [0, -1, 10_001, 1.5, '1']) {
      expect((await complete(upload, [{ ...part, PartNumber: odd }])).status).toBe(400);
    }
    expect((await complete(upload, [part])).status).toBe(200);
  });

  it.each([
    ['/1', '', 'Cannot sign without a key, an uploadId, and a partNumber'],
    ['/undefined', 'key', 'Cannot sign without a key, an uploadId, and a partNumber'],
    ['/null', 'key', 'Cannot sign without a key, an uploadId, and a partNumber'],
    ['/0', 'key', 'The part number must be a whole number from 1 to 10,000'],
    ['/-1', 'key', 'The part number must be a whole number from 1 to 10,000'],
    ['/1.5', 'key', 'The part number must be a whole number from 1 to 10,000'],
    ['/10001', 'key', 'The part number must be a whole number from 1 to 10,000'],
  ])('signs nothing for %s with the key %j', async (place, key, message) => {
    const upload = await begin();
    const path = address(upload, place);
    const answer = await call('GET', key === '' ? (path.split('?')[0] ?? '') : path);
    expect([answer.status, answer.body]).toEqual([400, { message }]);
  });

  it('is not found under another name', async () => {
    const upload = await begin();
    const second = await begin();
    for (const wrong of [
      { ...upload, uploadId: second.uploadId },
      { ...upload, uploadId: 'none' },
      { ...upload, key: second.key },
      { ...upload, key: `contracts/${upload.key.split('/')[2]}` },
      { ...upload, key: `${upload.key}/x` },
      { ...upload, key: '../secret' },
    ]) {
      for (const [method, place] of [
        ['GET', ''],
        ['GET', '/1'],
        ['DELETE', ''],
      ] as const) {
        const answer = await call(method, address(wrong, place));
        expect([answer.status, answer.body]).toMatchObject([
          expect.toSatisfy((status) => status === 404 || status === 403),
          { message: expect.any(String) as string },
        ]);
      }
      expect([403, 404]).toContain((await complete(wrong, [{ PartNumber: 1, ETag: 'x' }])).status);
    }
    expect(await server.prisma.contractDocument.count()).toBe(2);
    const keyless = await call('GET', `/s3/multipart/${upload.uploadId}`);
    expect([keyless.status, keyless.body]).toEqual([
      400,
      { message: 'The key of the upload is missing: add ?key=' },
    ]);
  });

  it.each(
    Object.keys({ 'someone who is signed out': 1, 'another user': 1, 'an administrator': 1 }),
  )('is refused to %s', async (who) => {
    const upload = await begin();
    const part = await send(upload, 1, pdf());
    const cookie = others[who];
    const [status, message] =
      cookie === undefined
        ? [401, 'Please sign in first']
        : [403, 'This upload belongs to someone else'];
    for (const [method, place, body] of [
      ['GET', '', undefined],
      ['GET', '/1', undefined],
      ['POST', '/complete', { parts: [part] }],
      ['DELETE', '', undefined],
    ] as const) {
      const answer = await server.rest(method, address(upload, place), body, { cookie });
      expect([answer.status, answer.body]).toEqual([status, { message }]);
    }
    if (cookie !== undefined && !storage.direct) {
      const sent = await sendTo(await linkFor(upload, 1), program(), cookie);
      expect([sent.status, await sent.text()]).toEqual([
        403,
        expect.stringContaining(`<Message>${message}</Message>`),
      ]);
    }
    expect((await complete(upload, [part])).status).toBe(200);
  });

  it('refuses a part through an expired or changed link', async () => {
    const upload = await begin();
    const link = await linkFor(upload, 1);
    const changed = link.includes('partNumber=1')
      ? link.replace('partNumber=1', 'partNumber=2')
      : link;
    expect(changed).not.toBe(link);
    expect((await sendTo(changed, pdf(), owner)).status).toBe(403);
    if (!storage.direct) {
      const now = Date.now();
      vi.spyOn(Date, 'now').mockReturnValue(now + 901_000);
      const late = await sendTo(link, pdf(), owner);
      vi.restoreAllMocks();
      expect([late.status, await late.text()]).toEqual([
        403,
        expect.stringContaining('<Message>Request has expired</Message>'),
      ]);
    }
    expect(await storage.listParts(upload)).toEqual([]);
  });

  it('is not begun for other kinds of files', async () => {
    const answer = await call('POST', '/s3/multipart', { filename: 'deed.zip', type: '' });
    expect([answer.status, answer.body]).toEqual([
      400,
      { message: 'Only .pdf, .doc, .docx, .jpg, .jpeg and .png files can be uploaded' },
    ]);
    expect(await server.prisma.contractDocument.count()).toBe(0);
  });

  it('leaves no row when the storage is unreachable', async () => {
    vi.spyOn(storage, 'beginMultipart').mockRejectedValue(new Error('no route to host'));
    const answer = await call('POST', '/s3/multipart', { filename: 'deed.pdf' });
    vi.restoreAllMocks();
    expect(answer.status).toBe(500);
    expect(await server.prisma.contractDocument.count()).toBe(0);
  });
});

describe.runIf(s3?.roleArn)('with S3', () => {
  it('GET /s3/sts lends credentials for the uploads of the person only', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tideweek-outgoing-'));
    const server = await startTestServer({ storage: await openTestS3(s3!, folder) });
    try {
      const { cookie } = await signedInUser(server);
      const answer = await server.rest('GET', '/s3/sts', undefined, { cookie });
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          credentials: {
            AccessKeyId: expect.stringMatching(/.+/) as string,
            SecretAccessKey: expect.stringMatching(/.+/) as string,
            SessionToken: expect.stringMatching(/.+/) as string,
            Expiration: expect.stringMatching(/^\d{4}-/) as string,
          },
          bucket: s3!.bucket,
          region: s3!.region,
        },
      ]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    } finally {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
