import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '#api/platform/database/database.ts';
import { createClient } from '#api/testing/client.ts';
import { createListing, createResort, createUser, password } from '#api/testing/factories.ts';
import { startServerProcess, type ServerProcess } from '#api/testing/serverProcess.ts';
import { createTestDatabase, type TestDatabase } from '#api/testing/testDatabase.ts';
import { memoryOf } from '#api/testing/uploadCrowd.ts';

const count = 6;

/** Megabytes. One of these pictures takes 390, and some are kept for the next. */
const mayGrowBy = 650;

let own: TestDatabase;
let database: Database;
let folder: string;
let server: ServerProcess;

beforeAll(async () => {
  own = await createTestDatabase('empty');
  database = openDatabase(own.url, { connections: 2 });
  folder = await mkdtemp(join(tmpdir(), 'tideweek-pictures-'));
  server = await startServerProcess(own.url, folder);
});

afterAll(async () => {
  await server.stop();
  await database.close();
  await own.drop();
  await rm(folder, { recursive: true, force: true });
});

it.runIf(existsSync('/proc/self/status'))(
  'concurrent pictures of 60 million pixels neither fill the memory nor hold up other requests',
  async () => {
    const owner = await createUser(database);
    const { id: resortId } = await createResort(database);
    const listing = await createListing(database, { resortId, ownerId: owner.id });
    const client = createClient(server.origin);
    const { cookie } = await client.rest('POST', '/api/users/login', {
      username: owner.username,
      password,
    });
    // Progressive: the decoder keeps all coefficients.
    const content = await sharp({
      create: { width: 8944, height: 6708, channels: 3, background: '#2060a0' },
    })
      .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
      .toBuffer();
    const before = memoryOf(server.pid).now;
    const document = `mutation ($file: Upload!) {
      addPicture(input: { listingId: "${listing.id}", alt: "The pool" }, file: $file) { __typename }
    }`;
    let sending = count;
    const sent = Array.from({ length: count }, () =>
      client
        .graphqlFile(document, new File([new Uint8Array(content)], 'a.jpg'), { cookie })
        .finally(() => (sending -= 1)),
    );
    let answers = 0;
    while (sending > 0) {
      await client.send('/healthz');
      answers += 1;
    }
    for (const { data } of await Promise.all(sent)) {
      expect(data).toEqual({ addPicture: { __typename: 'AddPicturePayload' } });
    }
    expect(memoryOf(server.pid).most - before).toBeLessThan(mayGrowBy);
    expect(answers).toBeGreaterThan(20 * count);
  },
);
