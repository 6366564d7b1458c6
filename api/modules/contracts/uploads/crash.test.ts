import { createHash } from 'node:crypto';
import { stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { some } from '#api/testing/depth.ts';
import { pdf } from '#api/testing/documents.ts';
import { signedInUser } from '#api/testing/factories.ts';
import { killAt } from '#api/testing/killAt.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { everythingStored } from '#api/testing/uploads.ts';
import { sweepContracts } from '../sweep.ts';

const pieceBytes = 5 * 1024 * 1024;
const content = pdf(2.2 * pieceBytes);
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const whole = hashOf(content);

let server: TestServer;
let owner: { cookie: string; id: string };

beforeAll(async () => {
  server = await startTestServer();
  const { cookie, user } = await signedInUser(server);
  owner = { cookie, id: user.id };
});

afterAll(() => server.close());

beforeEach(async () => {
  await server.prisma.contractDocument.deleteMany();
  await sweepNextDay();
});

interface Upload {
  key: string;
  uploadId: string;
  etags: string[];
}

/** A multipart upload whose parts were all sent. */
async function sentUpload(): Promise<Upload> {
  const { body } = await server.rest<{ key: string; uploadId: string }>(
    'POST',
    '/s3/multipart',
    { filename: 'deed.pdf' },
    owner,
  );
  const etags = [];
  for (let at = 0; at < content.length; at += pieceBytes) {
    const piece = content.subarray(at, at + pieceBytes);
    const written = await server.deps.storage.writePart(
      body,
      at / pieceBytes + 1,
      Readable.from([piece]),
      { maxBytes: pieceBytes },
    );
    etags.push(written.etag);
  }
  return { ...body, etags };
}

/** Renames happen in this order: the joined file, the folder of its parts, the inspected file. */
const points: [string, string][] = [
  ['at its first byte', 'bytes 1'],
  ['while it joins the parts', `bytes ${pieceBytes}`],
  ['while it joins the last part', `bytes ${2.1 * pieceBytes}`],
  ['before the joined file has its name', 'rename 1 before'],
  ['once they are joined', 'rename 1 after'],
  ['when it begins the inspection', 'rename 3 before'],
  ['when the file is out of reach', 'rename 3 after'],
  ['while it inspects', `bytes ${content.length + pieceBytes}`],
];

/** Completes an upload in a separate process and kills the process at the given point. */
async function completeAndKill({ key, uploadId, etags }: Upload, point: string): Promise<void> {
  const args = [server.databaseUrl, server.folder, owner.id, key, uploadId, ...etags];
  // Otherwise the process was not killed, and the test would prove nothing.
  expect(await killAt(point, 'completeContract', args)).toBe(true);
}

/** Makes everything in the storage a day older, and sweeps. */
async function sweepNextDay(): Promise<string[]> {
  await server.pool.query(
    `UPDATE contract_documents SET updated_at = updated_at - interval '25 hours'`,
  );
  for (const name of await everythingStored(server)) {
    if (name.includes('/')) {
      const path = join(server.folder, name);
      const then = new Date((await stat(path)).mtimeMs - 25 * 3_600_000);
      await utimes(path, then, then);
    }
  }
  await sweepContracts(server.deps);
  return everythingStored(server);
}

const documents = () => server.prisma.contractDocument.findMany();

it.each(some(points, 2))(
  'a process that is killed %s leaves a whole document or none, and nothing else',
  async (_when, point) => {
    const upload = await sentUpload();
    await completeAndKill(upload, point);

    // A file under either key is complete, whichever step was reached.
    for (const key of [upload.key, `contracts/${upload.key.split('/')[2]}`]) {
      if (await server.deps.storage.stat(key)) {
        expect(hashOf(await buffer(await server.deps.storage.read(key)))).toBe(whole);
      }
    }
    // Nothing is lost: once the inspection counts as interrupted, the same call completes it.
    await server.pool.query(
      `UPDATE contract_documents SET updated_at = updated_at - interval '6 minutes'`,
    );
    const parts = upload.etags.map((ETag, index) => ({ PartNumber: index + 1, ETag }));
    const address = `/s3/multipart/${upload.uploadId}/complete?key=${upload.key}`;
    expect((await server.rest('POST', address, { parts }, owner)).status).toBe(200);
    expect(await documents()).toMatchObject([
      { status: 'accepted', size: content.length, sha256: whole },
    ]);
    await server.prisma.contractDocument.updateMany({ data: { status: 'discarded' } });
    expect(await sweepNextDay()).toEqual([]);
  },
);

it('nothing remains of an upload that is not resumed after its process was killed', async () => {
  for (const [, point] of points.slice(-2)) {
    await completeAndKill(await sentUpload(), point);
    expect(await everythingStored(server)).not.toEqual([]);
    expect(await sweepNextDay()).toEqual([]);
  }
});
