import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { pdf } from '../../testing/documents.ts';
import { signedInUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { everythingStored } from '../../testing/uploads.ts';
import { sweepContracts } from './sweep.ts';

const pieceBytes = 5 * 1024 * 1024;
const content = pdf(8 * pieceBytes);
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

/** An upload of which every piece has come. */
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

/** What can be seen of a process that completes an upload. */
interface Moment {
  /** Names of the whole objects. */
  objects: string[];
  /** Bytes of what is being written. */
  unfinished: number;
  status: string | undefined;
}

/** When it is killed: as soon as this is so. */
const moments: [string, (now: Moment) => boolean][] = [
  ['at its first step', () => true],
  ['while it joins the pieces', ({ unfinished }) => unfinished > pieceBytes],
  ['while it joins the last piece', ({ unfinished }) => unfinished > 7 * pieceBytes],
  ['once they are joined', ({ objects }) => objects.length > 0],
  ['when it begins the inspection', ({ status }) => status === 'checking'],
  ['when the file is out of reach', ({ objects }) => objects[0]?.startsWith('contracts') ?? false],
  [
    'while it inspects',
    ({ status, unfinished }) => status === 'checking' && unfinished > 3 * pieceBytes,
  ],
];

const filesIn = (place: string): Promise<string[]> => readdir(join(server.folder, place));

async function seen(): Promise<Moment> {
  const sizes = (await filesIn('unfinished')).map((name) =>
    stat(join(server.folder, 'unfinished', name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  const [row] = await documents();
  return {
    objects: await filesIn('objects'),
    unfinished: Math.max(0, ...(await Promise.all(sizes))),
    status: row?.status,
  };
}

/** Completes an upload in a process of its own and kills that; whether it was at work still. */
async function completeAndKill(
  { key, uploadId, etags }: Upload,
  isTime: (now: Moment) => boolean,
): Promise<boolean> {
  const child = spawn(
    process.execPath,
    [
      ...['--import', 'tsx', 'api/testing/completeContract.ts'],
      ...[server.databaseUrl, server.folder, owner.id, key, uploadId, ...etags],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const gone = once(child, 'exit') as Promise<[number | null]>;
  await once(child.stdout, 'data');
  while (child.exitCode === null && !isTime(await seen())) {
    await setImmediate();
  }
  child.kill('SIGKILL');
  const [code] = await gone;
  return code === null;
}

/** Makes everything that is stored a day older, and sweeps. */
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

it.each(moments)(
  'a process that is killed %s leaves a whole document or none, and nothing else',
  async (_when, isTime) => {
    const upload = await sentUpload();
    // Else the kill hit nothing, and this would prove nothing.
    expect(await completeAndKill(upload, isTime)).toBe(true);

    // What stands under a name is whole, wherever it was on its way.
    for (const key of [upload.key, `contracts/${upload.key.split('/')[2]}`]) {
      if (await server.deps.storage.stat(key)) {
        expect(hashOf(await buffer(await server.deps.storage.read(key)))).toBe(whole);
      }
    }
    // Nothing is lost: once the inspection counts as broken off, the same call completes it.
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
  60_000,
);

it('nothing is left of an upload with which nobody goes on after its process was killed', async () => {
  for (const [, isTime] of moments.slice(-2)) {
    await completeAndKill(await sentUpload(), isTime);
    expect(await everythingStored(server)).not.toEqual([]);
    expect(await sweepNextDay()).toEqual([]);
  }
}, 60_000);
