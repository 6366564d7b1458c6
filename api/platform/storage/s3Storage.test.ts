import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openS3Storage } from './s3Storage.ts';

/** Multipart uploads of a shared bucket, as its server lists them. */
let uploads: { key: string; begun: Date }[];
let server: Server;
let folder: string;

/** Responds as S3 does, with two uploads per page. */
function answer(method: string, url: URL): string {
  const key = decodeURIComponent(url.pathname).replace('/shared/', '');
  if (method === 'DELETE') {
    uploads = uploads.filter((upload) => upload.key !== key);
    return '';
  }
  const prefix = url.searchParams.get('prefix') ?? '';
  const marker = url.searchParams.get('key-marker') ?? '';
  const rest = uploads.filter((upload) => upload.key.startsWith(prefix) && upload.key > marker);
  const page = rest.slice(0, 2);
  const entries = page.map(
    (upload) => `<Upload><Key>${upload.key}</Key><UploadId>of-${upload.key}</UploadId>
      <Initiated>${upload.begun.toISOString()}</Initiated></Upload>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><ListMultipartUploadsResult>${entries.join('')}
    <NextKeyMarker>${page.at(-1)?.key ?? ''}</NextKeyMarker><NextUploadIdMarker>x</NextUploadIdMarker>
    <IsTruncated>${rest.length > page.length}</IsTruncated></ListMultipartUploadsResult>`;
}

beforeEach(async () => {
  server = createServer((request, response) => {
    const body = answer(request.method ?? '', new URL(request.url ?? '/', 'http://bucket'));
    response.writeHead(body === '' ? 204 : 200, { 'content-type': 'application/xml' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  folder = await mkdtemp(join(tmpdir(), 'tideweek-s3-'));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

it('tidy aborts old uploads below its prefix on every page, and no others', async () => {
  const [old, recent] = [new Date('2026-01-01'), new Date('2026-03-01')];
  uploads = [
    { key: 'backups/db', begun: old },
    ...['a', 'b', 'c', 'd'].map((name) => ({ key: `quarantine/${name}`, begun: old })),
    { key: 'quarantine/recent', begun: recent },
    { key: 'quarantined/x', begun: old },
  ];
  const { port } = server.address() as AddressInfo;
  const storage = await openS3Storage(
    {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'shared',
      region: 'us-east-1',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
      roleArn: undefined,
    },
    folder,
  );
  await storage.tidy('quarantine/', new Date('2026-02-01'));
  expect(uploads.map(({ key }) => key)).toEqual([
    'backups/db',
    'quarantine/recent',
    'quarantined/x',
  ]);
});
