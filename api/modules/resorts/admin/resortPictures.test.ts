import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createResort, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { sweepResortPictures } from './resortPictures.ts';

let server: TestServer;
let cookie: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ cookie } = await signedInUser(server, { role: 'admin' }));
});

afterAll(() => server.close());

const send = (body: Buffer | string, query = '') =>
  server.send(`/api/admin/resorts/pictures${query}`, {
    method: 'POST',
    cookie,
    headers: { 'content-type': 'application/octet-stream' },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });

const fetchPicture = async (path: string) => {
  const answer = await fetch(server.url + path);
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
};

/** Left half red, right half blue. */
async function twoColours(width = 1600, height = 800): Promise<Buffer> {
  const half = { width: width / 2, height, channels: 3 as const, background: '#0000ff' };
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
    .composite([{ input: { create: half }, left: width / 2, top: 0 }])
    .withExif({ IFD0: { Copyright: 'a secret of the camera' } })
    .jpeg()
    .toBuffer();
}

const imageUrlOf = (text: string): string => (JSON.parse(text) as { imageUrl: string }).imageUrl;

describe('a picture', () => {
  it('is encoded in three sizes without camera metadata, and cached for a year', async () => {
    const original = await twoColours();
    expect(original.includes('a secret of the camera')).toBe(true);
    const sent = await send(original);
    expect(sent.status).toBe(201);
    const imageUrl = imageUrlOf(sent.text);
    expect(imageUrl).toMatch(/^\/media\/resorts\/[0-9a-f-]{36}\/960\.webp$/);
    for (const width of [480, 960, 1440]) {
      const { answer, bytes } = await fetchPicture(imageUrl.replace('/960.', `/${width}.`));
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('content-type')).toBe('image/webp');
      const { format, ...size } = await sharp(bytes).metadata();
      expect([format, size.width, size.height]).toEqual(['webp', width, (width * 2) / 3]);
      expect(bytes.includes('a secret of the camera')).toBe(false);
    }
    const made = await server.rest<{ imageUrl: string }>(
      'POST',
      '/api/admin/resorts',
      { name: 'N', location: 'L', destination: 'D', description: 'Fine', imageUrl },
      { cookie },
    );
    expect(made.body.imageUrl).toBe(imageUrl);
  });

  it('is cropped as requested', async () => {
    const right = await send(await twoColours(), '?x=0.5&y=0&width=0.5&height=1');
    const { bytes } = await fetchPicture(imageUrlOf(right.text));
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)].map((value) => Math.round(value / 255))).toEqual([0, 0, 1]);
  });

  it('is rotated by the orientation of the camera', async () => {
    const lying = await sharp(await twoColours(800, 1600))
      .withExif({})
      .toBuffer();
    const turned = await sharp(lying).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const sent = await send(turned);
    // 800 by 1600 lying down is 1600 by 800 upright.
    const { bytes } = await fetchPicture(imageUrlOf(sent.text));
    const { width, height } = await sharp(bytes).metadata();
    expect([width, height]).toEqual([960, 640]);
  });

  it.each([
    ['an SVG', () => '<svg xmlns="http://www.w3.org/2000/svg"/>', 'must be a JPEG, PNG or WebP'],
    ['a page', () => '<html><script>alert(1)</script></html>', 'must be a JPEG, PNG or WebP'],
    ['nothing', () => '', 'must be a JPEG, PNG or WebP'],
    ['a GIF', () => 'GIF89a\x01\x00\x01\x00', 'must be a JPEG, PNG or WebP'],
    [
      'a page that begins as a JPEG',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<script>')]),
      'is damaged and cannot be read',
    ],
    [
      'half a JPEG',
      async () => {
        const whole = await sharp({
          create: {
            width: 900,
            height: 700,
            channels: 3,
            background: '#336699',
            noise: { type: 'gaussian', mean: 128, sigma: 60 },
          },
        })
          .jpeg()
          .toBuffer();
        return whole.subarray(0, whole.length / 3);
      },
      'is damaged and cannot be read',
    ],
    [
      'a bomb of 61 million pixels',
      () =>
        sharp({
          create: { width: 10_000, height: 6_100, channels: 3, background: '#000' },
          limitInputPixels: false,
        })
          .png({ compressionLevel: 9 })
          .toBuffer(),
      'has too many pixels: 60 million at most',
    ],
    ['a small one', () => twoColours(400, 300), 'must have at least 480 by 320 pixels'],
    ['15 MB and more', () => Buffer.alloc(15 * 1024 * 1024 + 1), 'may have at most 15 MB'],
  ])('is refused if it is %s', async (_, make, message) => {
    const answer = await send(await make());
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(message);
  });

  it.each([
    '?x=0.6&y=0&width=0.5&height=1',
    '?x=a&y=0&width=1&height=1',
    '?x=0&y=0&width=0&height=1',
  ])('is refused with the crop %s', async (query) => {
    const answer = await send(await twoColours(), query);
    expect([answer.status, answer.text]).toEqual([
      400,
      'The part of the picture must lie within it',
    ]);
  });

  it('can be uploaded by administrators only', async () => {
    const other = await signedInUser(server);
    const path = '/api/admin/resorts/pictures';
    expect((await server.send(path, { method: 'POST', body: 'x', ...other })).status).toBe(403);
    expect((await server.send(path, { method: 'POST', body: 'x' })).status).toBe(401);
  });

  it('is not found at any other address', async () => {
    const imageUrl = imageUrlOf((await send(await twoColours())).text);
    for (const path of [
      imageUrl.replace('/960.', '/961.'),
      imageUrl.replace('.webp', ''),
      '/media/resorts/1/960.webp',
      `/media/resorts/${crypto.randomUUID()}/960.webp`,
      '/media/resorts/..%2f..%2fcontracts/960.webp',
    ]) {
      expect((await fetchPicture(path)).answer.status).toBe(404);
    }
  });

  it('is deleted after a day if no resort uses it', async () => {
    const [shown, unused] = [
      imageUrlOf((await send(await twoColours())).text),
      imageUrlOf((await send(await twoColours())).text),
    ];
    await createResort(server, { imageUrl: shown });
    await sweepResortPictures(server.deps);
    expect((await fetchPicture(unused)).answer.status).toBe(200);
    const { storage } = server.deps;
    const aged = {
      ...storage,
      async *list(prefix: string) {
        for await (const object of storage.list(prefix)) {
          yield { ...object, modifiedAt: new Date(Date.now() - 2 * 86_400_000) };
        }
      },
    };
    await sweepResortPictures({ ...server.deps, storage: aged });
    expect((await fetchPicture(unused)).answer.status).toBe(404);
    expect((await fetchPicture(shown)).answer.status).toBe(200);
  });
});
