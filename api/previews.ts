import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { z } from 'zod';
import type { Deps } from './context/context.ts';
import { addressSql } from './modules/pictures/files.ts';
import { readPicture } from './modules/pictures/readPicture.ts';
import { readResortPicture } from './modules/resorts/admin/resortPictures.ts';
import { NotFoundError, UnavailableError } from './platform/errors.ts';
import { readCosts } from './platform/limits/readBudget.ts';
import { keptFor, siteDrawing, type Enter } from './siteFiles.ts';

const size = { width: 1200, height: 630 };

const day = 86_400;

/** SQL of the picture of each kind of public page. */
const pictureOf: Readonly<Record<string, string>> = {
  resort: 'SELECT image_url AS address FROM resorts WHERE id = $1',
  sale: `SELECT coalesce(own.address, image_url) AS address
         FROM listings JOIN resorts ON resorts.id = resort_id
         LEFT JOIN LATERAL (
           SELECT CASE WHEN drawing IS NULL THEN ${addressSql('id', `'jpg'`, 'least(1600, width)')}
                       ELSE '/pictures/' || drawing || '.svg' END AS address
           FROM pictures WHERE listing_id = listings.id ORDER BY position LIMIT 1) AS own ON true
         WHERE listings.id = $1 AND on_sale`,
};

/** Previews waiting or being drawn; each takes a tenth of a second of one processor. */
const mostWaiting = 20;

/** Serves JPEG, 1200 by 630 pixels. @param webDir has the drawings of the sample data */
export function mountPreviews(
  app: FastifyInstance,
  deps: Deps,
  enter: Enter,
  webDir: string | undefined,
): void {
  const drawing = pLimit(1);
  const drawn = new LRUCache<string, Buffer>({
    maxSize: 16 * 1024 * 1024,
    sizeCalculation: ({ length }) => length,
    fetchMethod: (address) => drawing(() => draw(deps, address, webDir)),
  });
  const preview = async (address: string): Promise<Buffer> => {
    if (!drawn.has(address) && drawing.activeCount + drawing.pendingCount >= mostWaiting) {
      throw new UnavailableError('Many pictures are being drawn. Please try again in a minute', 60);
    }
    return drawn.forceFetch(address);
  };

  app.get('/media/previews/site.jpg', async (_request, reply) =>
    keptFor(reply, day)
      .type('image/jpeg')
      .send(await preview('')),
  );
  app.get<{ Params: { kind: string; file: string } }>(
    '/media/previews/:kind/:file',
    async ({ ip, params: { kind, file } }, reply) => {
      await enter(deps, ip);
      const id = /^(.*)\.jpg$/.exec(file)?.[1];
      const sql = Object.hasOwn(pictureOf, kind) ? pictureOf[kind] : undefined;
      if (sql === undefined || !z.uuid().safeParse(id).success) {
        return reply.callNotFound();
      }
      deps.readBudget.spend(ip, readCosts.page);
      const { rows } = await deps.database.pool.query<{ address: string }>(sql, [id]);
      const address = rows[0]?.address;
      if (address === undefined) {
        return reply.callNotFound();
      }
      keptFor(reply, day);
      // Pictures on other servers are not fetched.
      return address.startsWith('/')
        ? reply.type('image/jpeg').send(await preview(address))
        : reply.redirect(address);
    },
  );
}

/** @param address of a picture of the site; the site's own picture replaces a missing one */
async function draw(deps: Deps, address: string, webDir: string | undefined): Promise<Buffer> {
  const source = (await open(deps, address, webDir)) ?? Buffer.from(siteDrawing(size));
  return sharp(source)
    .resize({ ...size, fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer();
}

async function open(
  deps: Deps,
  address: string,
  webDir: string | undefined,
): Promise<Buffer | string | undefined> {
  const [, resortPicture] = /^\/media\/resorts\/([^/]+)\//.exec(address) ?? [];
  const [, id, file] = /^\/media\/pictures\/([^/]+)\/([^/]+)$/.exec(address) ?? [];
  const [, sample] = /^\/pictures\/([\w-]+\.svg)$/.exec(address) ?? [];
  if (sample && webDir !== undefined) {
    const path = resolve(webDir, 'pictures', sample);
    return existsSync(path) ? path : undefined;
  }
  try {
    const read: { content: Readable } | undefined = resortPicture
      ? await readResortPicture(deps, resortPicture, '1440.webp')
      : id && file
        ? await readPicture(deps, async () => null, { id, file })
        : undefined;
    return read && (await buffer(read.content));
  } catch (error) {
    if (error instanceof NotFoundError) {
      return undefined;
    }
    throw error;
  }
}
