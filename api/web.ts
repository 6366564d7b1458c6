import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ExecutionResult } from 'graphql';
import type { RequestContext } from './context.ts';
import type { Env } from './env.ts';
import type { PersistedDocuments } from './graphql/persistedDocuments.ts';
import type { Yoga } from './graphql/yoga.ts';

/** What the client's build offers the server: a page for an address. */
export interface WebClient {
  /** Folder with the built files. */
  dir: string;
  /** What a page needs from the build: scripts, styles, preloads. Only `render` looks inside. */
  assets: unknown;
  render: (request: {
    url: string;
    nonce: string;
    assets: unknown;
    origin: string;
    execute(documentId: string, variables: Record<string, unknown>): Promise<unknown>;
  }) => Promise<Page>;
}

type Page = { kind: 'page'; status: number; html: string } | { kind: 'redirect'; location: string };

/** Loads the built client from `dist`; undefined where it was not built. */
export async function loadWebClient(dist: string): Promise<WebClient | undefined> {
  const dir = resolve(dist, 'web');
  const entry = resolve(dist, 'ssr/entryServer.js');
  if (!existsSync(entry)) {
    return undefined;
  }
  const built = (await import(pathToFileURL(entry).href)) as Pick<WebClient, 'render'> & {
    loadAssets(dir: string): Promise<unknown>;
  };
  return { dir, assets: await built.loadAssets(dir), render: built.render };
}

interface WebParts {
  yoga: Yoga;
  documents: PersistedDocuments;
  contextOf(request: FastifyRequest, reply: FastifyReply): RequestContext;
  env: Env;
}

/** Serves the built files, and every other address as a page with its data in it. */
export async function mountWebClient(
  app: FastifyInstance,
  client: WebClient,
  parts: WebParts,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: client.dir,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    allowedPath: (path) => !path.startsWith('/.'),
    setHeaders: (response, path) => {
      response.setHeader(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
      );
    },
  });
  const origin = new URL(parts.env.publicUrl).origin;
  const renderPage = (url: string, nonce: string, context: RequestContext): Promise<Page> =>
    client.render({
      url,
      nonce,
      assets: client.assets,
      origin,
      execute: (documentId, variables) => executePersisted(parts, context, documentId, variables),
    });
  app.get('/*', async (request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    const context = parts.contextOf(request, reply);
    // Whoever sends no cookie sees what everyone sees.
    // The link from a mail, with its secret: nothing here may remember or pass on the address.
    const holdsSecret = /[?&]token=/.test(request.url);
    const page =
      request.headers.cookie || holdsSecret
        ? await renderPage(request.url, nonce, context)
        : await context.deps.catalogue.through(
            `page ${request.url}`,
            () => renderPage(request.url, noncePlace, context),
            {
              keep: (made) =>
                made.kind === 'page' && made.status === 200 && request.url.length < 200,
              bytes: (made) => (made.kind === 'page' ? made.html.length * 2 : 0),
            },
          );
    if (page.kind === 'redirect') {
      return reply.redirect(page.location, 302);
    }
    return reply
      .status(page.status)
      .header('content-security-policy', pagePolicy(nonce, context.deps.storage.direct?.origin))
      .header('cache-control', holdsSecret ? 'no-store' : 'private, no-cache')
      .headers(holdsSecret ? { 'referrer-policy': 'no-referrer' } : {})
      .type('text/html; charset=utf-8')
      .send(page.html.replaceAll(noncePlace, nonce));
  });
  // Answered before the body is read, so it may be of any kind.
  app.post('/*', {
    onRequest: async (request, reply) => {
      if (!request.headers.accept?.includes('text/html')) return reply.callNotFound();
      return reply
        .status(405)
        .headers({
          allow: 'GET, HEAD',
          'content-security-policy': pagePolicy(randomBytes(16).toString('base64'), undefined),
          'cache-control': 'no-store',
        })
        .type('text/html; charset=utf-8')
        .send(formNeedsScripts);
    },
    handler: () => undefined,
  });
}

/** What a browser shows that sends a form by itself, because the page's scripts did not run. */
const formNeedsScripts = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Nothing was sent</title>
<style>body{max-width:36rem;margin:12vh auto;padding:0 1.5rem;background:#fbf7f0;color:#10292f;font:1.0625rem/1.6 system-ui,sans-serif}a{color:#0e4b53}</style>
</head>
<body>
<main>
<h1>Nothing was sent</h1>
<p>This form needs JavaScript. It is switched off in your browser, or it could not be loaded over your connection.</p>
<p>Go back to the form, reload it, and send it again: what you typed was not stored.</p>
<p><a href="">Open the page again</a></p>
</main>
</body>
</html>
`;

/** Stands for the nonce in a remembered page; nobody outside can know it. */
const noncePlace = `nonce-of-${randomBytes(16).toString('hex')}`;

/** @param storage where the storage takes pieces of uploads itself, if it does */
export const pagePolicy = (nonce: string, storage: string | undefined): string =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    // A resort's picture may stand elsewhere.
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    `connect-src 'self'${storage ? ` ${storage}` : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Runs a persisted operation as the given visitor, with everything a request to /graphql has. */
async function executePersisted(
  { yoga, documents }: WebParts,
  context: RequestContext,
  documentId: string,
  variableValues: Record<string, unknown>,
): Promise<ExecutionResult> {
  const document = documents.find(documentId);
  if (!document) {
    throw new Error(
      `The client asks for an operation that the server does not know: ${documentId}`,
    );
  }
  const enveloped = yoga.getEnveloped(context);
  const contextValue = await enveloped.contextFactory();
  return (await enveloped.execute({
    schema: enveloped.schema,
    document,
    variableValues,
    contextValue,
  })) as ExecutionResult;
}
