import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import sharp from 'sharp';
import type { Deps } from './context/context.ts';
import { dayMs } from '#common/days.ts';
import { readCosts } from './platform/limits/readBudget.ts';

export type Enter = (deps: Deps, address: string) => Promise<void>;

export function mountSiteFiles(
  app: FastifyInstance,
  deps: Deps,
  enter: Enter,
  sizes: Sizes = usualSizes,
): void {
  const origin = new URL(deps.publicUrl).origin;
  app.get('/robots.txt', (_request, reply) => sendText(reply, robots(origin)));
  app.get('/.well-known/security.txt', (_request, reply) =>
    sendText(reply, securityText(deps, origin)),
  );
  app.get('/manifest.webmanifest', (_request, reply) =>
    keptFor(reply, 86_400)
      .type('application/manifest+json')
      .send(JSON.stringify(manifest(deps.siteSettings.current().title))),
  );
  mountIcons(app);
  mountSitemaps(app, deps, enter, sizes);
}

export const keptFor = (reply: FastifyReply, seconds: number): FastifyReply =>
  reply.header('cache-control', `public, max-age=${seconds}`);

const sendText = (reply: FastifyReply, text: string): FastifyReply =>
  keptFor(reply, 3600).type('text/plain; charset=utf-8').send(text);

const closedPaths = [
  '/admin',
  '/auth',
  '/bookings',
  '/certificate',
  '/checkout/',
  '/compare',
  '/confirm-email',
  '/create-listing',
  '/dashboard',
  '/messages',
  '/organizations',
  '/partner/',
  '/payouts',
  '/reservations',
  '/reset-password',
  '/unsubscribe',
  '/verify-email',
];

const robots = (origin: string): string =>
  [
    'User-agent: *',
    ...closedPaths.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');

/** RFC 9116; it recommends that the file expires within a year. */
function securityText(deps: Deps, origin: string): string {
  const { contactEmail } = deps.siteSettings.current();
  const expires = new Date(Math.floor(deps.clock().getTime() / dayMs) * dayMs + 180 * dayMs);
  return [
    `Contact: ${contactEmail ? `mailto:${contactEmail}` : `${origin}/contact`}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n');
}

const iconPath = (size: number): string => `/icon-${size}.png`;

const manifestIcons = [192, 512];

const manifest = (name: string): object => ({
  name,
  short_name: name,
  start_url: '/',
  display: 'browser',
  background_color: '#FBF7F0',
  theme_color: '#0E4B53',
  icons: manifestIcons.map((size) => ({
    src: iconPath(size),
    sizes: `${size}x${size}`,
    type: 'image/png',
  })),
});

/** The sun above the waves, as in the logo. Without margins: phones round the corners. */
export const siteDrawing = ({ width, height } = { width: 512, height: 512 }): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 38 38"><rect x="-38" width="114" height="38" fill="#0E4B53"/><circle cx="25.5" cy="13" r="4" fill="#F2B441"/><path d="M5 23c3.5-5.4 7-5.4 10.5 0s7 5.4 10.5 0 4.6-4.4 7-3" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/></svg>`;

function mountIcons(app: FastifyInstance): void {
  const drawn = new Map<number, Promise<Buffer>>();
  const icon = (size: number): Promise<Buffer> => {
    const made = drawn.get(size) ?? sharp(Buffer.from(siteDrawing())).resize(size).png().toBuffer();
    drawn.set(size, made);
    return made;
  };
  app.get('/favicon.ico', async (_request, reply) =>
    keptFor(reply, 86_400)
      .type('image/x-icon')
      .send(icoOf(await icon(icoSize))),
  );
  const pictures = [
    ['/apple-touch-icon.png', 180],
    ...manifestIcons.map((size) => [iconPath(size), size] as const),
  ] as const;
  for (const [path, size] of pictures) {
    app.get(path, async (_request, reply) =>
      keptFor(reply, 86_400)
        .type('image/png')
        .send(await icon(size)),
    );
  }
}

const icoSize = 48;

function icoOf(png: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(icoSize, 6);
  head.writeUInt8(icoSize, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

const fixedPages = [
  '/',
  '/search',
  '/search?type=buy',
  '/search?type=sell',
  '/travel-tips',
  '/owner-resources',
  '/help',
  '/safety',
  '/terms',
  '/privacy',
  '/contact',
  '/developers',
];

/** Addresses per part (sitemaps.org allows 50,000), and rows per query. */
const usualSizes = { part: 50_000, read: 2_000 };

type Sizes = typeof usualSizes;

interface Listed {
  rows: string;
  path: string;
}

const listed: Readonly<Record<string, Listed>> = {
  resorts: { rows: 'resorts', path: '/resort/' },
  sales: { rows: 'listings WHERE on_sale', path: '/sale/' },
};

function mountSitemaps(app: FastifyInstance, deps: Deps, enter: Enter, sizes: Sizes): void {
  const origin = new URL(deps.publicUrl).origin;
  const { pool } = deps.database;
  const admit = async (request: FastifyRequest): Promise<void> => {
    await enter(deps, request.ip);
    deps.readBudget.spend(request.ip, readCosts.page);
  };
  const sendXml = (reply: FastifyReply, body: string | Readable): FastifyReply =>
    keptFor(reply, 3600).type('application/xml; charset=utf-8').send(body);

  app.get('/sitemap.xml', async (request, reply) => {
    await admit(request);
    const parts = ['pages'];
    for (const [kind, { rows }] of Object.entries(listed)) {
      // A part is named by its first id, so later changes of rows leave no gap.
      const { rows: starts } = await pool.query<{ id: string }>(
        `SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM ${rows}) AS placed
         WHERE place % $1 = 1 ORDER BY id`,
        [sizes.part],
      );
      parts.push(...starts.map(({ id }) => `${kind}-${id}`));
    }
    const entries = parts.map(
      (part) => `<sitemap><loc>${escapeXml(`${origin}/sitemaps/${part}.xml`)}</loc></sitemap>`,
    );
    return sendXml(
      reply,
      `${xmlHead}<sitemapindex ${xmlSpace}>\n${entries.join('\n')}\n</sitemapindex>\n`,
    );
  });

  app.get('/sitemaps/pages.xml', (_request, reply) => {
    const entries = fixedPages.map((path) => `<url><loc>${escapeXml(origin + path)}</loc></url>`);
    return sendXml(reply, `${xmlHead}<urlset ${xmlSpace}>\n${entries.join('\n')}\n</urlset>\n`);
  });

  app.get<{ Params: { part: string } }>('/sitemaps/:part', async (request, reply) => {
    const [, kind = '', first = ''] =
      /^([a-z]+)-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.xml$/.exec(request.params.part) ?? [];
    const what = Object.hasOwn(listed, kind) ? listed[kind] : undefined;
    if (!what) {
      return reply.callNotFound();
    }
    await admit(request);
    return sendXml(reply, Readable.from(partOf(deps, what, sizes, first)));
  });
}

async function* partOf(
  { database, publicUrl }: Pick<Deps, 'database' | 'publicUrl'>,
  { rows, path }: Listed,
  sizes: Sizes,
  first: string,
): AsyncGenerator<string> {
  const origin = new URL(publicUrl).origin;
  yield `${xmlHead}<urlset ${xmlSpace}>\n`;
  let after: string | undefined;
  for (let left = sizes.part; left > 0; left -= sizes.read) {
    const { rows: found } = await database.pool.query<{ id: string; updated_at: Date }>(
      `SELECT id, updated_at FROM (SELECT id, updated_at FROM ${rows}) AS shown
       WHERE ${after === undefined ? 'id >= $1' : 'id > $1'} ORDER BY id LIMIT $2`,
      [after ?? first, Math.min(sizes.read, left)],
    );
    yield found
      .map(
        ({ id, updated_at: changed }) =>
          `<url><loc>${escapeXml(origin + path + id)}</loc><lastmod>${changed.toISOString()}</lastmod></url>\n`,
      )
      .join('');
    after = found.at(-1)?.id;
    if (found.length < sizes.read) break;
  }
  yield '</urlset>\n';
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n';

const xmlSpace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
