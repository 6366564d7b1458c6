import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EmotionCache } from '@emotion/cache';
import createEmotionServer from '@emotion/server/create-instance';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  StaticRouterProvider,
  type StaticHandlerContext,
} from 'react-router-dom';
import type { Environment, GraphQLResponse, Variables } from 'relay-runtime';
import { App } from './App.tsx';
import { PageMetaSink, type PageMetaValues } from './page/PageMeta.tsx';
import { adminPages } from './adminRoutes.ts';
import { createEnvironment, type RelayPayload } from './relay/environment.ts';
import { failureOf, isRefusal } from './relay/failures.ts';
import { createRoutes, pages } from './routes.tsx';
import { renderDocument, renderShell, type RenderedDocument } from './server/document.ts';
import { collectAssets, type ClientAssets, type Manifest } from './server/assets.ts';
import { createStyleCache } from './ui/material/styleCache.ts';

export interface RenderRequest {
  url: string;
  origin: string;
  assets: ClientAssets;
  execute: (documentId: string, variables: Record<string, unknown>) => Promise<unknown>;
  /** Receives each error after which a page is still sent. */
  report: (error: unknown) => void;
}

export type RenderResult =
  | ({ kind: 'page'; status: number } & RenderedDocument)
  | { kind: 'redirect'; location: string };

/**
 * Reads the built client at the server's start, and after a build.
 * @param webRoot the folder of the client build
 * @throws {Error} if a page has no chunk of its own, which the server would not preload
 */
export async function loadAssets(webRoot: string): Promise<ClientAssets> {
  const manifest: Manifest = JSON.parse(
    await readFile(join(webRoot, '.vite', 'manifest.json'), 'utf8'),
  );
  const missing = [...pages, ...adminPages].filter(({ module }) => !(module in manifest));
  if (missing.length > 0) {
    throw new Error(`Pages without a chunk: ${missing.map(({ module }) => module).join(', ')}`);
  }
  return collectAssets(manifest, (file) => readFile(join(webRoot, file), 'utf8'));
}

export { renderShell };

/**
 * Whether a URL has a page of its own, rather than the "not found" page.
 * @param url Path and query, as requested.
 */
export function leadsToPage(url: string, origin: string): boolean {
  // A URL parser reads the text after two slashes or backslashes as a host.
  if (!/^\/(?![/\\])/.test(url) || !URL.canParse(url, origin)) return false;
  const { pathname, origin: ownOrigin } = new URL(url, origin);
  return (
    ownOrigin === origin &&
    // Resolving dot segments can leave two leading slashes, which the router reads as one.
    !pathname.startsWith('//') &&
    matchRoutes(alike(pathname), pathname) !== null
  );
}

/** Paths with the same first segment: the router takes half a millisecond to rank all paths. */
function alike(pathname: string): { path: string }[] {
  const first = firstPartOf(pathname);
  return paths.filter((path) => path.first === first);
}

const paths = [...pages, ...adminPages].flatMap(({ path }) =>
  path === '*' ? [] : [{ path, first: firstPartOf(path) }],
);

function firstPartOf(path: string): string {
  const part = path.split('/', 2)[1] ?? '';
  try {
    return decodeURIComponent(part).toLowerCase();
  } catch {
    return part;
  }
}

/** Shared by all visitors. The context of a request holds the visitor's environment. */
const handler = createStaticHandler(
  createRoutes(({ context }) => context as Environment, adminPages),
);

/**
 * Renders the whole document for a URL with its data, or returns where to redirect.
 * @param request Its `url` must begin with exactly one slash.
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
  const context = await handler.query(new Request(new URL(request.url, request.origin)), {
    requestContext: environment,
  });
  if (context instanceof Response) {
    return { kind: 'redirect', location: ownLocation(context, request.origin) };
  }
  await settled(context);
  Object.values(context.errors ?? {}).forEach(request.report);

  const metas: PageMetaValues[] = [];
  const styleCache = createStyleCache();
  const markup = renderToString(
    <App environment={environment} styleCache={styleCache}>
      <PageMetaSink value={{ origin: request.origin, collect: (values) => metas.push(values) }}>
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
    ...renderDocument({
      url: pathAndQuery(new URL(request.url, request.origin)),
      markup,
      meta,
      payloads,
      origin: request.origin,
      assets: request.assets,
      routeModules: context.matches.flatMap(({ route }) => route.handle?.module ?? []),
      componentStyles: stylesIn(markup, styleCache),
    }),
  };
}

/** The component styles of a page; most pages have none, and looking for them takes time. */
function stylesIn(markup: string, styleCache: EmotionCache): string {
  if (Object.keys(styleCache.inserted).length === 0) return '';
  const emotion = createEmotionServer(styleCache);
  return emotion.constructStyleTagsFromChunks(emotion.extractCriticalToChunks(markup));
}

function pathAndQuery({ pathname, search }: URL): string {
  return pathname + search;
}

/** The target of a redirect; '/' if it is on another site. */
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
    // The server executes the documents of this same build, so the response has their shape.
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

/** Loaders start queries without awaiting them; this awaits their responses. */
async function settled(context: StaticHandlerContext): Promise<void> {
  await Promise.all(Object.values(context.loaderData).map(waitFor));
}

async function waitFor(data: unknown): Promise<void> {
  if (typeof data !== 'object' || data === null) return;
  if (!('source' in data)) {
    // A loader with several queries, or with a query and other values.
    await Promise.all(Object.values(data).map(waitFor));
    return;
  }
  const source = data.source as { toPromise(): Promise<unknown> } | undefined;
  await source?.toPromise().catch(() => undefined);
}
