import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ExecutionResult } from 'graphql';
import pLimit from 'p-limit';
import type { RequestContext } from './context/context.ts';
import type { Env } from './platform/process/env.ts';
import { encodable, encoded, encodingFor, type Encodable } from './platform/http/encodings.ts';
import { hashSource } from './platform/http/hashSource.ts';
import { areaOf } from './platform/http/requestTargets.ts';
import type { PersistedDocuments } from './graphql/persistedDocuments.ts';
import type { Yoga } from './yoga.ts';
import { readCosts } from './platform/limits/readBudget.ts';

export interface WebClient {
  dir: string;
  /** Scripts, styles and preloads of the build; opaque to the server. */
  assets: unknown;
  render: (request: {
    url: string;
    assets: unknown;
    origin: string;
    execute(documentId: string, variables: Record<string, unknown>): Promise<unknown>;
    report(error: unknown): void;
  }) => Promise<Page>;
  /** A document without content; the browser renders the page. */
  renderShell: (request: { assets: unknown; origin: string }) => RenderedDocument;
  /** Whether a URL has its own page; all other URLs share one page. */
  leadsToPage: (url: string, origin: string) => boolean;
}

interface RenderedDocument {
  html: string;
  scripts: string[];
}

type Page =
  | ({ kind: 'page'; status: number } & RenderedDocument)
  | { kind: 'redirect'; location: string };

export async function loadWebClient(dist: string): Promise<WebClient | undefined> {
  const dir = resolve(dist, 'web');
  const entry = resolve(dist, 'ssr/entryServer.js');
  if (!existsSync(entry)) {
    return undefined;
  }
  const { loadAssets, render, renderShell, leadsToPage } = (await import(
    pathToFileURL(entry).href
  )) as Omit<WebClient, 'dir' | 'assets'> & { loadAssets(dir: string): Promise<unknown> };
  return { dir, assets: await loadAssets(dir), render, renderShell, leadsToPage };
}

interface WebParts {
  yoga: Yoga;
  documents: PersistedDocuments;
  contextOf(request: FastifyRequest, reply: FastifyReply): Promise<RequestContext>;
  env: Env;
  /** First segments of paths that are never pages. */
  interfaces: readonly string[];
}

export async function mountWebClient(
  app: FastifyInstance,
  client: WebClient,
  parts: WebParts,
): Promise<void> {
  await serveFiles(app, client.dir);
  const origin = new URL(parts.env.publicUrl).origin;
  const { renderPage, rememberedPage, measureAgain } = createPages(client, parts);
  // /developers is a page that also has files below it.
  const files = readdirSync(client.dir).filter((name) => !client.leadsToPage(`/${name}`, origin));
  const noPages = new Set([...parts.interfaces, ...files]);
  app.get('/*', async (request, reply) => {
    if (noPages.has(areaOf(request.url))) {
      return reply.callNotFound();
    }
    const context = await parts.contextOf(request, reply);
    const hosts = {
      storage: context.deps.storage.direct?.origin,
      tiles: tileOrigin(parts.env),
      stripe: parts.env.stripe !== undefined && paysAt.has(areaOf(request.url).toLowerCase()),
    };
    // All signed-out visitors see the same page.
    const isOwn = await maybeSignedIn(request, context);
    // Matching a URL takes longer than sending a cached page.
    const isPage =
      context.deps.catalogue.peek(pageKey(request.url), 'pages') !== undefined ||
      client.leadsToPage(request.url, origin);
    const url = isPage ? request.url : unknownAddress;
    // A secret link from a mail: its URL must not be cached or passed on.
    const holdsSecret = /[?&]token=/.test(request.url);
    const page =
      isOwn || (isPage && holdsSecret)
        ? await renderPage(url, context)
        : await rememberedPage(url, context);
    if (page.kind === 'redirect') {
      return reply.headers(isOwn ? neverStored : {}).redirect(page.location, 302);
    }
    const encoding = encodingFor(request.headers);
    return reply
      .headers(pageHeaders(page, hosts))
      .headers(isOwn || holdsSecret ? neverStored : {})
      .headers(holdsSecret ? { 'referrer-policy': 'no-referrer' } : {})
      .headers({ vary: 'accept-encoding', ...(encoding && { 'content-encoding': encoding }) })
      .status(page.status)
      .send(
        encoding
          ? await encoded(page.html, encoding, () => measureAgain(url, context))
          : page.html.plain,
      );
  });
  refuseForms(app);
}

/** The map has too many tiles for a route each. */
const mapFiles = 'assets/map';

async function serveFiles(app: FastifyInstance, dir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: resolve(dir, mapFiles),
    prefix: `/${mapFiles}/`,
    decorateReply: false,
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  });
  await app.register(fastifyStatic, {
    root: dir,
    wildcard: false,
    globIgnore: [`${mapFiles}/**`],
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
}

function createPages(client: WebClient, parts: WebParts) {
  const origin = new URL(parts.env.publicUrl).origin;
  const { assets } = client;
  const shell = sentPage({
    kind: 'page',
    status: 503,
    ...client.renderShell({ assets, origin }),
  });
  const renderings = pLimit(renderingsAtOnce);
  const renderPage = async (url: string, context: RequestContext): Promise<SentPage> =>
    renderings.pendingCount >= mostWaiting
      ? shell
      : renderings(async () => {
          context.deps.readBudget.spend(context.address, readCosts.page);
          return sentPage(
            await client.render({
              url,
              assets,
              origin,
              execute: (documentId, variables) =>
                executePersisted(parts, context, documentId, variables),
              report: (error) => context.deps.log.error({ err: error }, 'a page lacks a part'),
            }),
          );
        });
  const rememberedPage = async (url: string, context: RequestContext): Promise<SentPage> =>
    context.deps.catalogue.through(pageKey(url), () => renderPage(url, context), {
      keep: (made) =>
        made.kind === 'page' &&
        made.status === (url === unknownAddress ? 404 : 200) &&
        url.length < 200,
      part: partOf(url),
      isPast: await context.knowsMore(),
    });
  const measureAgain = (url: string, { deps }: RequestContext): void =>
    deps.catalogue.grown(pageKey(url), partOf(url));
  return { renderPage, rememberedPage, measureAgain };
}

const pageKey = (url: string): string => `page ${url}`;

/** Keeps other pages from evicting the page of unknown URLs. */
const partOf = (url: string) => (url === unknownAddress ? 'known' : 'pages');

function refuseForms(app: FastifyInstance): void {
  // Responds before the body is read, so the body may be of any kind.
  app.post('/*', {
    onRequest: async (request, reply) => {
      if (!request.headers.accept?.includes('text/html')) return reply.callNotFound();
      return reply
        .status(405)
        .headers({
          allow: 'GET, HEAD',
          'content-security-policy': pagePolicy('', {}),
          'cache-control': 'no-store',
        })
        .type('text/html; charset=utf-8')
        .send(formNeedsScripts);
    },
    handler: () => undefined,
  });
}

/** Shown if a browser submits a form itself because the page's scripts did not run. */
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

/** The same bytes each time, since its policy contains the hashes of its scripts. */
type SentPage =
  | {
      kind: 'page';
      status: number;
      scripts: string;
      html: Encodable;
    }
  | { kind: 'redirect'; location: string };

const sentPage = (page: Page): SentPage =>
  page.kind === 'redirect'
    ? page
    : {
        kind: 'page',
        status: page.status,
        scripts: page.scripts.map(hashSource).join(' '),
        html: encodable(page.html),
      };

/** Personal pages are not cached, since another user of the same browser could read the cache. */
const neverStored = { 'cache-control': 'no-store' };

const pageHeaders = (
  { status, scripts }: { status: number; scripts: string },
  hosts: OtherHosts,
): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': pagePolicy(scripts, hosts),
  'cache-control': 'private, no-cache',
  ...(status === 503 && { 'retry-after': retryAfterSeconds }),
});

/** Concurrent renderings; each takes up to 30 ms of CPU time. */
const renderingsAtOnce = 3;

const mostWaiting = 30;

const retryAfterSeconds = '2';

/** Whether the visitor is signed in; also true if the database is unavailable. */
const maybeSignedIn = async (
  request: FastifyRequest,
  context: RequestContext,
): Promise<boolean> => {
  if (request.headers.cookie === undefined) {
    return false;
  }
  context.expectMarks();
  return context.session().then(
    (session) => session !== null,
    () => true,
  );
};

/** The URL of the page for unknown URLs; the browser then renders it again for its own URL. */
const unknownAddress = '/unknown';

interface OtherHosts {
  storage?: string | undefined;
  tiles?: string | undefined;
  stripe?: boolean;
}

const tileOrigin = ({ tileServer }: Env): string | undefined =>
  tileServer && new URL(tileServer.url).origin;

/** Where cards are entered: in the checkout, and on the page of a booking or a sale. */
const paysAt = new Set(['checkout', 'bookings', 'sales']);

/** From Stripe's guide "Content security policy". */
const stripeScripts = 'https://js.stripe.com https://*.js.stripe.com';

export const pagePolicy = (scripts: string, { storage, tiles, stripe }: OtherHosts): string =>
  [
    "default-src 'self'",
    `script-src 'self'${scripts && ` ${scripts}`}${stripe ? ` ${stripeScripts}` : ''}`,
    "style-src 'self' 'unsafe-inline'",
    // Pictures of resorts may be on other hosts.
    `img-src 'self' data: blob: https:${tiles ? ` ${tiles}` : ''}`,
    "font-src 'self'",
    `connect-src 'self'${storage ? ` ${storage}` : ''}${stripe ? ' https://api.stripe.com' : ''}`,
    ...(stripe ? [`frame-src ${stripeScripts} https://hooks.stripe.com`] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

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
