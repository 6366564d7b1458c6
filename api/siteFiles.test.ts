import Fastify from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mountSiteFiles } from './siteFiles.ts';
import { createListing, createResort } from './testing/factories.ts';
import { startTestServer, type TestServer } from './testing/testServer.ts';

let server: TestServer;
const now = new Date('2031-03-04T05:06:07Z');

beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://weeks.test', clock: () => now });
});

afterAll(() => server.close());

const locations = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address);

it('robots.txt closes what belongs to one person, and names the sitemap', async () => {
  const answer = await server.send('/robots.txt');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; charset=utf-8',
  ]);
  const lines = answer.text.split('\n');
  expect(lines).toContain('User-agent: *');
  expect(lines).toContain('Disallow: /checkout/');
  expect(lines).toContain('Sitemap: https://weeks.test/sitemap.xml');
  expect(lines).not.toContain('Disallow: /');
});

it('security.txt names a contact, and expires within a year', async () => {
  const contact = async () =>
    /^Contact: (.*)$/m.exec((await server.send('/.well-known/security.txt')).text)?.[1];
  expect(await contact()).toBe('https://weeks.test/contact');
  await server.prisma.siteSetting.create({
    data: { key: 'contact_email', value: 'team@weeks.test' },
  });
  await server.deps.siteSettings.refresh();
  expect(await contact()).toBe('mailto:team@weeks.test');
  const { text } = await server.send('/.well-known/security.txt');
  const expires = new Date(/^Expires: (.*)$/m.exec(text)?.[1] ?? '');
  expect(expires.toISOString()).toBe('2031-08-31T00:00:00.000Z');
});

it('has icons for browsers and phones, and a manifest that names them', async () => {
  const bytes = async (path: string) => {
    const answer = await fetch(server.url + path);
    expect([path, answer.status]).toEqual([path, 200]);
    return Buffer.from(await answer.arrayBuffer());
  };
  const ico = await bytes('/favicon.ico');
  expect(ico.readUInt32LE(14)).toBe(ico.length - 22);
  expect(await sharp(ico.subarray(22)).metadata()).toMatchObject({ width: 48, height: 48 });
  expect(await sharp(await bytes('/apple-touch-icon.png')).metadata()).toMatchObject({
    format: 'png',
    width: 180,
    height: 180,
  });
  const manifest = JSON.parse(String(await bytes('/manifest.webmanifest'))) as {
    name: string;
    icons: { src: string; sizes: string }[];
  };
  expect(manifest.name).toBe('Tideweek');
  expect(manifest.icons.length).toBeGreaterThan(0);
  for (const { src, sizes } of manifest.icons) {
    const { width, height } = await sharp(await bytes(src)).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});

it('the sitemap leads to every public resort and sale with its last change, and to no other listing', async () => {
  const resorts = [await createResort(server), await createResort(server)];
  const sale = await createListing(server, {
    resortId: resorts[0]?.id ?? '',
    isForSale: true,
    salePriceCents: 900_000,
  });
  const hidden = await createListing(server, { resortId: resorts[0]?.id ?? '' });
  const { onSale, updatedAt } = await server.prisma.listing.findUniqueOrThrow({
    where: { id: sale.id },
  });
  expect(onSale).toBe(true);

  const index = await server.send('/sitemap.xml');
  expect(index.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  const parts = locations(index.text);
  expect(parts).toHaveLength(3);
  const texts = await Promise.all(
    parts.map(async (part) => (await server.send(new URL(part).pathname)).text),
  );
  const all = texts.join('');
  expect(locations(all)).toEqual(
    expect.arrayContaining([
      'https://weeks.test/',
      ...resorts.map(({ id }) => `https://weeks.test/resort/${id}`),
      `https://weeks.test/sale/${sale.id}`,
    ]),
  );
  expect(all).toContain(
    `/sale/${sale.id}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`,
  );
  expect(all).not.toContain(hidden.id);
  for (const path of ['/sitemaps/none.xml', `/sitemaps/users-${sale.id}.xml`]) {
    expect((await server.send(path)).status).toBe(404);
  }
});

it('parts hold no more than they may, and together name every resort once', async () => {
  for (let made = 0; made < 6; made += 1) await createResort(server);
  const app = Fastify();
  mountSiteFiles(app, server.deps, async () => undefined, { part: 3, read: 2 });
  const parts = locations((await app.inject('/sitemap.xml')).body).filter((part) =>
    part.includes('/resorts-'),
  );
  const found = await Promise.all(
    parts.map(async (part) => locations((await app.inject(new URL(part).pathname)).body)),
  );
  await app.close();
  const ids = await server.prisma.resort.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
  expect(Math.max(...found.map((each) => each.length))).toBe(3);
  expect(found.flat()).toEqual(ids.map(({ id }) => `https://weeks.test/resort/${id}`));
});
