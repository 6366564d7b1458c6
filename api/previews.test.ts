import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keyOf } from './modules/pictures/files.ts';
import { mountPreviews } from './previews.ts';
import { createListing, createResort, signedInUser } from './testing/factories.ts';
import { scratchFolder } from './testing/scratchFolder.ts';
import { startTestServer, type TestServer } from './testing/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

const pictureOf = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 1600, height: 1100, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** Uploads a picture for a resort; returns its address. */
async function upload(background: string): Promise<string> {
  const { cookie } = await signedInUser(server, { role: 'admin' });
  const { text } = await server.send('/api/admin/resorts/pictures', {
    method: 'POST',
    cookie,
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(await pictureOf(background)),
  });
  return (JSON.parse(text) as { imageUrl: string }).imageUrl;
}

const get = (path: string) => fetch(server.url + path, { redirect: 'manual' });

/** Its kind and size, and whether its middle has more red, green or blue. */
async function lookAt(bytes: Buffer) {
  const { format, width, height } = await sharp(bytes).metadata();
  const middle = sharp(bytes).extract({ left: 600, top: 20, width: 1, height: 1 });
  const [red = 0, green = 0, blue = 0] = await middle.raw().toBuffer();
  const most = Math.max(red, green, blue);
  return [format, width, height, ['red', 'green', 'blue'][[red, green, blue].indexOf(most)]];
}

async function previewAt(path: string) {
  const answer = await get(path);
  expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
    path,
    200,
    'image/jpeg',
  ]);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=86400');
  return lookAt(Buffer.from(await answer.arrayBuffer()));
}

it('a resort is shown by its picture, and a sale by its own or that of its resort', async () => {
  const resort = await createResort(server, { imageUrl: await upload('#ff0000') });
  expect(await previewAt(`/media/previews/resort/${resort.id}.jpg`)).toEqual([
    'jpeg',
    1200,
    630,
    'red',
  ]);
  const sale = await createListing(server, {
    resortId: resort.id,
    isForSale: true,
    salePriceCents: 900_000,
  });
  expect(await previewAt(`/media/previews/sale/${sale.id}.jpg`)).toContain('red');

  const { id } = await server.prisma.picture.create({
    data: {
      listingId: sale.id,
      position: 1,
      alt: 'The kitchen',
      width: 1600,
      height: 1100,
      placeholder: 'data:image/webp;base64,AA==',
    },
  });
  const content = await pictureOf('#0000ff');
  await server.deps.storage.write(keyOf(id, 'jpg', 1600), Readable.from([content]), {
    maxBytes: content.length,
  });
  expect(await previewAt(`/media/previews/sale/${sale.id}.jpg`)).toContain('blue');
});

it('the site’s own is shown in place of a picture that is gone, and everywhere else', async () => {
  const resort = await createResort(server, { imageUrl: '/pictures/gone.svg' });
  const own = ['jpeg', 1200, 630, 'blue'];
  expect(await previewAt(`/media/previews/resort/${resort.id}.jpg`)).toEqual(own);
  expect(await previewAt('/media/previews/site.jpg')).toEqual(own);
});

it('a picture on another server is not fetched', async () => {
  const imageUrl = 'https://pictures.example/sea.jpg';
  const resort = await createResort(server, { imageUrl });
  const answer = await get(`/media/previews/resort/${resort.id}.jpg`);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, imageUrl]);
});

it('what has no page has no preview', async () => {
  const resort = await createResort(server);
  const rented = await createListing(server, { resortId: resort.id });
  for (const path of [
    `sale/${rented.id}.jpg`,
    `sale/${resort.id}.jpg`,
    `resort/${rented.id}.jpg`,
    `resort/${resort.id}.png`,
    `resort/${resort.id}`,
    'resort/none.jpg',
    `constructor/${resort.id}.jpg`,
  ]) {
    expect([path, (await get(`/media/previews/${path}`)).status]).toEqual([path, 404]);
  }
});

it('a drawing of the sample data is read from the built client', async () => {
  const webDir = scratchFolder();
  mkdirSync(join(webDir, 'pictures'));
  writeFileSync(
    join(webDir, 'pictures', 'sea.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 8"><rect width="12" height="8" fill="#00ff00"/></svg>',
  );
  const resort = await createResort(server, { imageUrl: '/pictures/sea.svg' });
  const app = Fastify();
  mountPreviews(app, server.deps, async () => undefined, webDir);
  const { rawPayload } = await app.inject(`/media/previews/resort/${resort.id}.jpg`);
  await app.close();
  expect(await lookAt(rawPayload)).toEqual(['jpeg', 1200, 630, 'green']);
});

it('previews wait for each other, and a crowd is refused', async () => {
  const imageUrl = await upload('#ff0000');
  const resorts = await Promise.all(
    Array.from({ length: 21 }, (_, number) =>
      createResort(server, { imageUrl: `${imageUrl}?${number}` }),
    ),
  );
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let reading = 0;
  const { storage } = server.deps;
  const app = Fastify();
  const slow: typeof storage = Object.create(storage, {
    stat: {
      value: async (key: string) => {
        reading += 1;
        await opened;
        return storage.stat(key);
      },
    },
  });
  mountPreviews(app, { ...server.deps, storage: slow }, async () => undefined, undefined);
  const answers = resorts.map(({ id }) => app.inject(`/media/previews/resort/${id}.jpg`));
  const first = await Promise.race(answers);
  expect(first.body).toContain('Many pictures are being drawn');
  expect(reading).toBeLessThanOrEqual(1);
  open();
  const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  const again = await app.inject(`/media/previews/resort/${resorts[0]?.id}.jpg`);
  expect(again.statusCode).toBe(200);
  await app.close();
});
