import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import createEmotionServer from '@emotion/server/create-instance';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  StaticRouterProvider,
  type StaticHandlerContext,
} from 'react-router-dom';
import type { GraphQLResponse, Variables } from 'relay-runtime';
import { App } from './App.tsx';
import { PageMetaSink, type PageMetaValues } from './shell/PageMeta.tsx';
import { adminPages } from './adminRoutes.ts';
import { createEnvironment, type RelayPayload } from './relay/environment.ts';
import { failureOf, isRefusal } from './relay/failures.ts';
import { createRoutes, pages } from './routes.tsx';
import { renderDocument, renderShell } from './server/document.ts';
import { collectAssets, type ClientAssets, type Manifest } from './server/assets.ts';
import { createStyleCache } from './styleCache.ts';

export interface RenderRequest {
  /** Path and query string, as requested. */
  url: string;
  /** The content security policy's nonce for this answer's inline scripts. */
  nonce: string;
  /** The site's public origin, such as https://tideweek.example. */
  origin: string;
  assets: ClientAssets;
  execute: (documentId: string, variables: Record<string, unknown>) => Promise<unknown>;
  /** Hears of each error for which a page is sent all the same. */
  report: (error: unknown) => void;
}

export type RenderResult =
  { kind: 'page'; status: number; html: string } | { kind: 'redirect'; location: string };

/** Reads the built client once at the server's start; `webRoot` is the folder of the client build. */
export async function loadAssets(webRoot: string): Promise<ClientAssets> {
  const manifest: Manifest = JSON.parse(
    await readFile(join(webRoot, '.vite', 'manifest.json'), 'utf8'),
  );
  return collectAssets(manifest, (file) => readFile(join(webRoot, file), 'utf8'));
}

export { renderShell };

/**
 * Whether an address has a page of its own; every other one has the same page.
 * @param url path and query, as requested
 */
export function leadsToPage(url: string, origin: string): boolean {
  // A URL parser takes what follows two slashes, of either kind, for a host.
  if (!/^\/(?![/\\])/.test(url) || !URL.canParse(url, origin)) return false;
  const { pathname, origin: ownOrigin } = new URL(url, origin);
  return (
    ownOrigin === origin &&
    // Dots may have left two slashes, which the router takes for one.
    !pathname.startsWith('//') &&
    firstParts.has(firstPartOf(pathname)) &&
    matchRoutes(paths, pathname)?.at(-1)?.route.path !== '*'
  );
}

const paths = [...pages, ...adminPages].map(({ path }) => ({ path }));

/** Matching takes half a millisecond, which most unknown addresses are spared. */
const firstParts = new Set(paths.map(({ path }) => firstPartOf(path)));

/** The first part of a path, as the router compares it. */
function firstPartOf(path: string): string {
  const part = path.split('/', 2)[1] ?? '';
  try {
    return decodeURIComponent(part).toLowerCase();
  } catch {
    return part;
  }
}

/**
 * The whole document for a URL: its page rendered with its data, or where to go instead.
 * @param request its `url` must begin with a slash and no second one
 */
export async function render(request: RenderRequest): Promise<RenderResult> {
  const payloads: RelayPayload[] = [];
  const environment = createEnvironment({
    isServer: true,
    execute: async (documentId, variables) => {
      const response = await executeSafely(request, documentId, variables);
      payloads.push({ documentId, variables, response });
      return response;
    },
  });
  const handler = createStaticHandler(createRoutes(environment, adminPages));
  const context = await handler.query(new Request(new URL(request.url, request.origin)));
  if (context instanceof Response) {
    return { kind: 'redirect', location: ownLocation(context, request.origin) };
  }
  await settled(context);
  Object.values(context.errors ?? {}).forEach(request.report);

  const metas: PageMetaValues[] = [];
  const styleCache = createStyleCache();
  const emotion = createEmotionServer(styleCache);
  const markup = renderToString(
    <App environment={environment} styleCache={styleCache}>
      <PageMetaSink value={(values) => metas.push(values)}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </PageMetaSink>
    </App>,
  );

  const meta = metas.at(-1) ?? { title: 'Tideweek' };
  const failed = payloads.filter(({ response }) => failureOf(response) !== undefined);
  const failedStatus = failed.every(({ response }) => isRefusal(response)) ? 400 : 503;
  return {
    kind: 'page',
    status: failed.length > 0 ? failedStatus : (meta.status ?? context.statusCode),
    html: renderDocument({
      url: pathAndQuery(new URL(request.url, request.origin)),
      markup,
      meta,
      payloads,
      nonce: request.nonce,
      origin: request.origin,
      assets: request.assets,
      routeModules: context.matches.flatMap(({ route }) => route.handle?.module ?? []),
      componentStyles: emotion.constructStyleTagsFromChunks(
        emotion.extractCriticalToChunks(markup),
      ),
    }),
  };
}

function pathAndQuery({ pathname, search }: URL): string {
  return pathname + search;
}

/** Where a redirect leads, which is never to another site. */
function ownLocation({ headers }: Response, origin: string): string {
  const location = headers.get('location') ?? '/';
  return URL.canParse(location, origin) && new URL(location, origin).origin === origin
    ? location
    : '/';
}

async function executeSafely(
  { execute, report }: RenderRequest,
  documentId: string,
  variables: Variables,
): Promise<GraphQLResponse> {
  try {
    // The server executes the documents of this same build, so the answer has their shape.
    const response = (await execute(documentId, variables)) as GraphQLResponse;
    const failure = failureOf(response);
    if (failure !== undefined && !isRefusal(response)) {
      report(new Error(`The page's operation ${documentId} failed: ${failure}`));
    }
    return response;
  } catch (error) {
    report(error);
    return { errors: [{ message: 'The page could not be loaded' }], data: null } as never;
  }
}

/** Loaders return without waiting; here their queries' answers are waited for. */
async function settled(context: StaticHandlerContext): Promise<void> {
  await Promise.all(Object.values(context.loaderData).map(waitFor));
}

async function waitFor(data: unknown): Promise<void> {
  if (typeof data !== 'object' || data === null) return;
  if (!('source' in data)) {
    // A loader that started several queries, or one with something beside it.
    await Promise.all(Object.values(data).map(waitFor));
    return;
  }
  const source = data.source as { toPromise(): Promise<unknown> } | undefined;
  await source?.toPromise().catch(() => undefined);
}
