import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import createEmotionServer from '@emotion/server/create-instance';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
  type StaticHandlerContext,
} from 'react-router-dom';
import type { GraphQLResponse, Variables } from 'relay-runtime';
import { App } from './App.tsx';
import { PageMetaSink, type PageMetaValues } from './components/PageMeta.tsx';
import { adminPages } from './pages/admin/adminRoutes.ts';
import { createEnvironment, type RelayPayload } from './relay/environment.ts';
import { failureOf } from './relay/failures.ts';
import { createRoutes } from './routes.tsx';
import { renderDocument } from './server/document.ts';
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

/** The whole document for a URL: its page rendered with its data, or where to go instead. */
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
    return { kind: 'redirect', location: context.headers.get('location') ?? '/' };
  }
  await settled(context);

  const metas: PageMetaValues[] = [];
  const styleCache = createStyleCache();
  const styles = createEmotionServer(styleCache);
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
  const hasFailed = payloads.some(({ response }) => failureOf(response) !== undefined);
  return {
    kind: 'page',
    status: hasFailed ? 503 : (meta.status ?? context.statusCode),
    html: renderDocument({
      url: pathAndQuery(new URL(request.url, request.origin)),
      markup,
      meta,
      payloads,
      nonce: request.nonce,
      origin: request.origin,
      assets: request.assets,
      routeModules: context.matches.flatMap(({ route }) => route.handle?.module ?? []),
      componentStyles: styles.constructStyleTagsFromChunks(styles.extractCriticalToChunks(markup)),
    }),
  };
}

function pathAndQuery({ pathname, search }: URL): string {
  return pathname + search;
}

async function executeSafely(
  { execute }: RenderRequest,
  documentId: string,
  variables: Variables,
): Promise<GraphQLResponse> {
  try {
    // The server executes the documents of this same build, so the answer has their shape.
    return (await execute(documentId, variables)) as GraphQLResponse;
  } catch {
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
