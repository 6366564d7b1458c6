import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { doc, docx, jpeg, pdf, png, program, zip } from '#api/testing/documents.ts';
import { signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { everythingStored, pathOf, put, uploadLink } from '#api/testing/uploads.ts';

const most = 50_485_760;

let server: TestServer;
let owner: string;
let ownerId: string;
let other: string;
let admin: string;

beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'http://localhost' });
  const user = await signedInUser(server);
  owner = user.cookie;
  ownerId = user.user.id;
  other = (await signedInUser(server)).cookie;
  admin = (await signedInUser(server, { role: 'admin' })).cookie;
});

afterAll(() => server.close());

afterEach(async () => {
  vi.restoreAllMocks();
  for await (const { key } of server.deps.storage.list('')) {
    await server.deps.storage.remove(key);
  }
  await server.deps.storage.tidy('', new Date(Date.now() + 60_000));
  await server.prisma.contractDocument.deleteMany();
});

const message = (xml: string): string | undefined => /<Message>(.*)<\/Message>/s.exec(xml)?.[1];

describe('POST /api/contracts/upload', () => {
  it('returns a link that accepts one file by PUT, once', async () => {
    const answer = await server.rest<{ uploadURL: string }>(
      'POST',
      '/api/contracts/upload',
      undefined,
      { cookie: owner },
    );
    expect(answer.status).toBe(200);
    expect(answer.body.uploadURL).toMatch(
      new RegExp(`^${server.url}/s3/objects/quarantine/${ownerId}/[0-9a-f-]{36}\\?expires=\\d+&`),
    );
    const content = pdf(5000);
    const sent = await fetch(answer.body.uploadURL, {
      method: 'PUT',
      body: new Uint8Array(content),
    });
    expect(sent.status).toBe(200);
    expect(sent.headers.get('etag')).toMatch(/^"[0-9a-f]{64}"$/);
    expect(await server.prisma.contractDocument.findMany()).toMatchObject([
      {
        ownerId,
        status: 'accepted',
        fileName: 'contract.pdf',
        contentType: 'application/pdf',
        size: 5000,
        sha256: sent.headers.get('etag')?.replaceAll('"', ''),
        listingId: null,
      },
    ]);

    const again = await put(server, pathOf(answer.body.uploadURL), pdf());
    expect([again.status, message(again.text)]).toEqual([409, 'This upload is complete already']);
    expect((await server.prisma.contractDocument.findMany())[0]?.size).toBe(5000);
  });

  it.each<[string, string, () => Buffer, string]>([
    ['Deed 27.PDF', '', pdf, 'application/pdf'],
    ['scan.jpg', 'image/jpeg', jpeg, 'image/jpeg'],
    ['scan.JPEG', 'image/jpg', jpeg, 'image/jpeg'],
    ['page.png', 'image/png; charset=binary', png, 'image/png'],
    ['old.doc', 'application/msword', doc, 'application/msword'],
    [
      'new.docx',
      'application/octet-stream',
      docx,
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
  ])('takes %s of type %j', async (filename, type, make, contentType) => {
    const link = await uploadLink(server, owner, { filename, type });
    const headers = type === '' ? undefined : { 'content-type': type };
    const sent = await put(server, link, make(), { cookie: owner, ...(headers && { headers }) });
    expect([sent.status, sent.text]).toEqual([200, '{}']);
    expect(await server.prisma.contractDocument.findMany()).toMatchObject([
      { fileName: filename, contentType, status: 'accepted' },
    ]);
  });

  it('strips folders, line ends and text direction marks from a name', async () => {
    await uploadLink(server, owner, { filename: 'C:\\deeds\\../week\r\n\u202e27.pdf' });
    expect(await server.prisma.contractDocument.findMany()).toMatchObject([
      { fileName: 'week27.pdf' },
    ]);
  });

  it.each([
    [{ filename: 'deed.exe' }],
    [{ filename: 'deed.pdf.exe' }],
    [{ filename: 'deed' }],
    [{ filename: 'deed.svg', type: 'image/svg+xml' }],
    [{ filename: 'deed.pdf', type: 'application/x-msdownload' }],
    [{ type: 'text/html' }],
  ])('returns no link for %j', async (file) => {
    const answer = await server.rest('POST', '/api/contracts/upload', file, { cookie: owner });
    expect([answer.status, answer.text]).toEqual([
      400,
      'Only .pdf, .doc, .docx, .jpg, .jpeg and .png files can be uploaded',
    ]);
    expect(await everythingStored(server)).toEqual([]);
  });

  it('returns no link for an invalid description', async () => {
    for (const [body, text] of [
      [{ filename: 7 }, 'filename must be text'],
      [{ type: ['x'] }, 'type must be text'],
      [{ filename: 'a\u0000.pdf' }, 'filename has a character that is not allowed'],
    ] as const) {
      const answer = await server.rest('POST', '/api/contracts/upload', body, { cookie: owner });
      expect([answer.status, answer.text]).toEqual([400, text]);
    }
  });

  it('returns no link to people who are signed out', async () => {
    const answer = await server.rest('POST', '/api/contracts/upload');
    expect([answer.status, answer.text]).toEqual([401, 'Please sign in first']);
  });

  it('returns no link to someone with too many unused uploads', async () => {
    const user = await signedInUser(server);
    const kept = { fileName: 'deed.pdf', contentType: 'application/pdf', size: 1 };
    await server.prisma.contractDocument.createMany({
      data: Array.from({ length: 20 }, () => [
        { ownerId: user.user.id },
        { ownerId: user.user.id, status: 'checking' as const },
        { ownerId: user.user.id, status: 'accepted' as const, ...kept, sha256: '0'.repeat(64) },
      ]).flat(),
    });
    const answer = await server.rest('POST', '/api/contracts/upload', {}, user);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '86400']);
    expect(answer.text).toBe(
      'You have many uploads that no listing uses. Use one of them, or try again tomorrow',
    );
  });
});

it('60 of 70 concurrent uploads of one person begin', async () => {
  const user = await signedInUser(server);
  const answers = await Promise.all(
    Array.from({ length: 70 }, (_, index) =>
      index % 2 === 0
        ? server.rest('POST', '/api/contracts/upload', {}, user)
        : server.rest('POST', '/s3/multipart', { filename: 'deed.pdf' }, user),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  expect(await server.prisma.contractDocument.count()).toBe(60);
});

it('an upload waits for another one that is beginning, and counts it', async () => {
  const { user, cookie } = await signedInUser(server);
  await server.prisma.contractDocument.createMany({
    data: Array.from({ length: 59 }, () => ({ ownerId: user.id })),
  });
  const client = await server.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [user.id]);
    let isAnswered = false;
    const begun = server.rest('POST', '/api/contracts/upload', {}, { cookie }).finally(() => {
      isAnswered = true;
    });
    const waitsOrIsAnswered = async (): Promise<boolean> => {
      const { rowCount } = await server.pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return isAnswered || rowCount === 1;
    };
    await expect.poll(waitsOrIsAnswered).toBe(true);
    await client.query(
      'INSERT INTO contract_documents (id, owner_id) VALUES (gen_random_uuid(), $1)',
      [user.id],
    );
    await client.query('COMMIT');
    expect((await begun).status).toBe(429);
  } finally {
    client.release();
  }
  expect(await server.prisma.contractDocument.count()).toBe(60);
});

describe('an invalid contract is refused, and nothing of it is kept:', () => {
  const notOurs =
    'The file is not what it seems: only PDF, Word, JPEG and PNG documents can be uploaded';
  const misnamed = 'The file is not what its name says. Upload it as it was saved';
  const holdsMore = 'The file holds something besides the document and was refused';

  it.each<[string, string, () => Buffer, string]>([
    ['a renamed program', 'deed.pdf', program, notOurs],
    ['a program named as a picture', 'deed.jpg', program, notOurs],
    ['a picture named as a PDF', 'deed.pdf', png, misnamed],
    ['a PDF named as a Word document', 'deed.docx', pdf, misnamed],
    ['a PDF that is an archive too', 'deed.pdf', () => Buffer.concat([pdf(), zip([])]), holdsMore],
    [
      'a PDF with a program after it',
      'deed.pdf',
      () => Buffer.concat([pdf(), program()]),
      holdsMore,
    ],
    [
      'a zip bomb',
      'deed.docx',
      () => docx([{ name: 'word/media/a.bin', data: Buffer.alloc(40 * 1024 * 1024) }]),
      'The Word document unpacks to too much and was refused',
    ],
    ['an empty file', 'deed.pdf', () => Buffer.alloc(0), 'The file is empty'],
    [
      'a file one byte over the limit',
      'deed.pdf',
      () => pdf(most + 1),
      'The file is larger than 50,485,760 bytes, the most that can be uploaded',
    ],
  ])('%s', async (_name, filename, make, text) => {
    const link = await uploadLink(server, owner, { filename });
    const sent = await put(server, link, make(), { cookie: owner });
    expect([sent.status, message(sent.text)]).toEqual([400, text]);
    expect(sent.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(await everythingStored(server)).toEqual([]);
    const again = await put(server, link, pdf(), { cookie: owner });
    expect([again.status, message(again.text)]).toEqual([404, 'There is no such upload']);
  });

  it('a file whose type differs from its content', async () => {
    const link = await uploadLink(server, owner);
    const headers = { 'content-type': 'image/png' };
    const sent = await put(server, link, pdf(), { cookie: owner, headers });
    expect([sent.status, message(sent.text)]).toEqual([400, misnamed]);
    expect(await everythingStored(server)).toEqual([]);
  });

  it('a file of an unknown type', async () => {
    const link = await uploadLink(server, owner);
    const headers = { 'content-type': 'text/html' };
    const sent = await put(server, link, pdf(), { cookie: owner, headers });
    expect(message(sent.text)).toContain('Only .pdf, .doc, .docx');
    expect(await everythingStored(server)).toEqual([]);
  });

  it('a file without a length, at the first byte over the limit', async () => {
    const link = await uploadLink(server, owner);
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1_000_000;
        controller.enqueue(new Uint8Array(1_000_000));
        if (sent > 80_000_000) {
          controller.close();
        }
      },
    });
    const answer = await fetch(`${server.url}${link}`, {
      method: 'PUT',
      body: endless,
      duplex: 'half',
    } as RequestInit);
    expect([answer.status, message(await answer.text())]).toEqual([
      400,
      'The file is larger than 50,485,760 bytes, the most that can be uploaded',
    ]);
    expect(await everythingStored(server)).toEqual([]);
  });
});

it('a file of 50,485,760 bytes is accepted', async () => {
  const link = await uploadLink(server, owner, { filename: 'deed.pdf' });
  const sent = await put(server, link, pdf(most), { cookie: owner });
  expect(sent.status).toBe(200);
  expect(await server.prisma.contractDocument.findMany()).toMatchObject([
    { size: most, status: 'accepted' },
  ]);
});

it('the link still works after an interrupted upload', async () => {
  const link = await uploadLink(server, owner, { filename: 'deed.pdf' });
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`PUT ${link} HTTP/1.1\r\nhost: x\r\ncontent-length: 900000\r\n\r\n`);
  socket.write(pdf(200_000));
  await expect.poll(() => everythingStored(server)).toHaveLength(2);
  socket.destroy();
  await once(socket, 'close');
  await expect.poll(() => everythingStored(server)).toHaveLength(1);
  expect(await server.prisma.contractDocument.findMany()).toMatchObject([{ status: 'uploading' }]);
  expect((await put(server, link, pdf(), { cookie: owner })).status).toBe(200);
});

it('an upload interrupted at any moment, even before it is read, leaves the server working', async () => {
  const link = await uploadLink(server, owner, { filename: 'deed.pdf' });
  const { port } = new URL(server.url);
  for (let tenths = 0; tenths < 60; tenths += 1) {
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `PUT ${link} HTTP/1.1\r\nhost: x\r\ncookie: ${owner}\r\ncontent-length: 900000\r\n\r\n%PDF`,
    );
    await new Promise((resolve) => setTimeout(resolve, tenths / 10));
    socket.destroy();
  }
  await expect.poll(() => everythingStored(server)).toHaveLength(1);
  expect((await put(server, link, pdf(), { cookie: owner })).status).toBe(200);
});

it('concurrent uploads to one link leave one document', async () => {
  const link = await uploadLink(server, owner, { filename: 'deed.pdf' });
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => put(server, link, pdf(1000 + index))),
  );
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect(answers.every(({ status }) => [200, 409, 503].includes(status))).toBe(true);
  const [row, ...others] = await server.prisma.contractDocument.findMany();
  expect(others).toEqual([]);
  expect(row?.status).toBe('accepted');
  const stored = await server.deps.storage.stat(`contracts/${row?.id}`);
  expect(stored?.size).toBe(row?.size);
});

describe('a link to send a file', () => {
  it('is refused after any change to it', async () => {
    const link = await uploadLink(server, owner);
    const another = await uploadLink(server, owner);
    for (const changed of [
      link.replace(/expires=\d/, 'expires=9'),
      link.replace(/signature=.*/, 'signature=AAAA'),
      link.split('?')[0] ?? '',
      `${link}&partNumber=1`,
      `${another.split('?')[0]}?${link.split('?')[1]}`,
    ]) {
      const sent = await put(server, changed, pdf(), { cookie: owner });
      expect([sent.status, message(sent.text)]).toEqual([403, 'This link is not valid']);
    }
    expect((await server.send(link, { cookie: owner })).status).toBe(405);
    expect(await everythingStored(server)).toHaveLength(2);
  });

  it('expires, with the message that upload clients wait for', async () => {
    const link = await uploadLink(server, owner);
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 901_000);
    const sent = await put(server, link, pdf(), { cookie: owner });
    vi.restoreAllMocks();
    expect(sent.status).toBe(403);
    expect(sent.text).toContain('<Message>Request has expired</Message>');
    expect((await server.prisma.contractDocument.findMany())[0]?.status).toBe('uploading');
  });

  it('is refused to any other signed-in user', async () => {
    const link = await uploadLink(server, owner);
    for (const cookie of [other, admin]) {
      const sent = await put(server, link, pdf(), { cookie });
      expect([sent.status, message(sent.text)]).toEqual([
        403,
        'This upload belongs to someone else',
      ]);
    }
    expect((await server.prisma.contractDocument.findMany())[0]?.status).toBe('uploading');
  });

  it('is refused to scripts on other sites', async () => {
    const link = await uploadLink(server, owner);
    const headers = { origin: 'http://evil.example' };
    expect((await put(server, link, pdf(), { cookie: owner, headers })).status).toBe(403);
  });
});

describe('GET /s3/params', () => {
  it('describes how to send one file', async () => {
    const answer = await server.rest<{
      method: string;
      url: string;
      fields: { key: string };
      headers: Record<string, string>;
      expires: number;
    }>(
      'GET',
      '/s3/params?filename=deed.pdf&type=application%2Fpdf&metadata%5Bname%5D=deed.pdf',
      undefined,
      { cookie: owner },
    );
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      method: 'PUT',
      headers: { 'content-type': 'application/pdf' },
      expires: 900,
    });
    const { url, headers, fields } = answer.body;
    expect(new URL(url).pathname).toBe(`/s3/objects/${fields.key}`);
    const sent = await put(server, pathOf(url), pdf(), { cookie: owner, headers });
    expect(sent.status).toBe(200);
  });

  it.each([
    ['GET', '/s3/params', undefined],
    ['GET', '/s3/params?filename=&type=', undefined],
    ['GET', '/s3/params?filename=%20', undefined],
    ['POST', '/s3/multipart', {}],
    ['POST', '/s3/multipart', { filename: '' }],
    ['POST', '/s3/multipart', { filename: null, type: 'application/pdf' }],
  ] as const)('and other routes require a file name: %s %s %j', async (method, path, body) => {
    const answer = await server.rest(method, path, body, { cookie: owner });
    expect([answer.status, answer.body]).toEqual([400, { message: 'filename is required' }]);
    expect(await server.prisma.contractDocument.count()).toBe(0);
  });

  it.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'http://evil.example' },
  ])('reserves nothing for another site: %j', async (headers) => {
    for (const path of ['/s3/params?filename=deed.pdf', '/s3/sts']) {
      const answer = await server.rest('GET', path, undefined, { cookie: owner, headers });
      expect([answer.status, answer.text]).toEqual([
        403,
        'This request comes from another site and was refused',
      ]);
    }
    expect(await server.prisma.contractDocument.count()).toBe(0);
  });

  it('refuses in JSON, which upload clients expect', async () => {
    const answer = await server.rest('GET', '/s3/params?filename=deed.exe&type=', undefined, {
      cookie: owner,
    });
    expect([answer.status, answer.body]).toEqual([
      400,
      { message: 'Only .pdf, .doc, .docx, .jpg, .jpeg and .png files can be uploaded' },
    ]);
  });
});

it('GET /s3/sts is 404 for the local disk, which has no temporary credentials', async () => {
  const answer = await server.rest('GET', '/s3/sts', undefined, { cookie: owner });
  expect([answer.status, answer.body]).toEqual([
    404,
    {
      message:
        'Temporary credentials are not available here. Ask for signed links: s3/params, s3/multipart',
    },
  ]);
});

it('an unknown route below /s3 is 404', async () => {
  const answer = await server.rest('GET', '/s3/buckets', undefined, { cookie: owner });
  expect([answer.status, answer.text]).toEqual([404, 'There is no such call']);
});

it('uploads are limited per account', async () => {
  const limited = await startTestServer({ rateLimits: true });
  try {
    const { user, cookie } = await signedInUser(limited);
    const begin = () => limited.rest('POST', '/api/contracts/upload', {}, { cookie });
    for (let count = 0; count < 99; count += 1) {
      await limited.deps.rateLimits.spend('uploadByAccount', user.id);
    }
    expect((await begin()).status).toBe(200);
    expect((await begin()).status).toBe(429);
  } finally {
    await limited.close();
  }
});
