import { Readable, PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from './context/context.ts';
import { balanceHeaders } from './platform/limits/apiBudgets.ts';
import { mayUse } from './platform/sessions/apiTokens.ts';
import { ForbiddenError, MissingScopeError, SignInRequiredError } from './platform/errors.ts';
import { encodable, encoded, encodingFor, leastToEncode } from './platform/http/encodings.ts';
import { requireShallow } from './platform/input/jsonDepth.ts';
import { readCosts } from './platform/limits/readBudget.ts';
import { searcherOf } from './platform/limits/searchQueue.ts';
import { reportRefusal } from './platform/process/requestScope.ts';
import { answerOf, type TextAnswer } from './rest/errors.ts';
import type {
  FileAnswer,
  RestAnswer,
  RestRequest,
  RestRoute,
  RefusalFormat,
} from './rest/route.ts';
import { restRoutes } from './modules/areas.ts';
import type { IncomingMessage } from 'node:http';

export const restAreas: readonly string[] = [
  ...new Set(restRoutes.map(({ path }) => path.split('/')[1] ?? '')),
];

/** @throws {RateLimitedError | InvalidTokenError} */
export type ContextOf = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;

export function mountRest(app: FastifyInstance, contextOf: ContextOf): void {
  const readsJson = (route: RestRoute) =>
    !route.ignoresBody && !route.readsText && !route.takesFile;
  mountRoutes(app, restRoutes.filter(readsJson), contextOf);
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (request, body, parsed) =>
      parsed(null, textRoutes.has(request.routeOptions.url ?? '') ? body : undefined),
    );
    mountRoutes(
      scope,
      restRoutes.filter((route) => route.ignoresBody || route.readsText),
      contextOf,
    );
    done();
  });
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    // The route's handler reads the stream, as far as it needs.
    scope.addContentTypeParser('*', (_request, _stream, parsed) => parsed(null, undefined));
    mountRoutes(
      scope,
      restRoutes.filter((route) => route.takesFile),
      contextOf,
    );
    done();
  });
  for (const [path, methods] of methodsByPath(restRoutes)) {
    app.route({
      method: allMethods.filter((method) => !methods.has(method)),
      url: path,
      handler: (_request, reply) =>
        reply
          .status(405)
          .header('allow', [...methods].join(', '))
          .type('text/plain; charset=utf-8')
          .send('This method is not supported here'),
    });
  }
  for (const area of restAreas) {
    app.all(`/${area}`, notFound);
    app.all(`/${area}/*`, notFound);
  }
}

function mountRoutes(app: FastifyInstance, routes: RestRoute[], contextOf: ContextOf): void {
  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path,
      config: {
        takesFile: route.takesFile === true,
        reservesSomething: route.reservesSomething === true,
      },
      handler: async (request, reply) => {
        try {
          const context = await contextOf(request, reply);
          requireShallow(request.body);
          await checkAccess(route, context);
          const asked: RestRequest = {
            path: new URL(request.url, 'http://any.invalid').pathname,
            params: request.params as Record<string, string>,
            query: oneOfEach(request.query),
            headers: oneOfEach(request.headers),
            body: request.body,
            file: route.takesFile ? bytesOf(request.raw) : Readable.from([]),
          };
          if (route.isShared && !context.token) {
            return await sendShared(route, context, asked, request, reply);
          }
          const answer = await charged(route, context, reply, asked);
          if ('file' in answer) {
            return await sendFile(reply, answer);
          }
          if (route.method === 'GET') {
            context.deps.readBudget.spend(context.address, readCosts.rest);
          }
          return await reply
            .status(answer.status ?? 200)
            .headers(answer.headers ?? {})
            .header('cache-control', 'no-store')
            .type(answer.contentType ?? 'application/json; charset=utf-8')
            .send(answer.contentType ? answer.body : JSON.stringify(answer.body));
        } catch (error) {
          const answer = answerOf(error);
          if (!answer) {
            throw error;
          }
          reportRefusal(error);
          if (route.takesFile && !(await readToEnd(request.raw))) {
            reply.header('connection', 'close');
          }
          const { type, body } = refusalIn(route.refusals ?? 'text', answer);
          return reply
            .status(answer.status)
            .header('cache-control', 'no-store')
            .headers(answer.headers)
            .type(type)
            .send(body);
        }
      },
    });
  }
}

async function sendShared(
  route: RestRoute,
  context: RequestContext,
  asked: RestRequest,
  { url, headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { deps, address } = context;
  const key = `rest ${url}`;
  const isPast = await context.knowsMore();
  const read = () =>
    deps.catalogue.through(
      key,
      async () => {
        deps.readBudget.spend(address, readCosts.rest);
        const { body, headers: own = {} } = (await route.handle(context, asked)) as RestAnswer;
        return { own, ...encodable(JSON.stringify(body)) };
      },
      {
        part: 'pages',
        keep: () => url.length < 300,
        isPast,
      },
    );
  const shared = await (!isPast && deps.catalogue.peek(key, 'pages')
    ? read()
    : inTurn(context, read));
  const grown = (): void => deps.catalogue.grown(key, 'pages');
  const encoding = shared.plain.length < leastToEncode ? undefined : encodingFor(headers);
  return reply
    .headers({ ...shared.own, 'cache-control': 'no-store' })
    .headers(encoding ? { 'content-encoding': encoding, vary: 'accept-encoding' } : {})
    .type('application/json; charset=utf-8')
    .send(encoding ? await encoded(shared, encoding, grown) : shared.plain);
}

const inTurn = <Result>(context: RequestContext, read: () => Promise<Result>): Promise<Result> =>
  context.live.searches.run(searcherOf(context), 1, read, () => context.closed);

async function charged(
  route: RestRoute,
  context: RequestContext,
  reply: FastifyReply,
  request: RestRequest,
): Promise<RestAnswer | FileAnswer> {
  const { live, token } = context;
  if (!token) {
    return route.handle(context, request);
  }
  const start = performance.now();
  const points = readCosts.rest;
  const charge = await live.apiBudgets.take(token, points);
  context.charge = charge;
  let hasErrors = true;
  try {
    const handle = async () => route.handle(context, request);
    const answer = await (route.isShared ? inTurn(context, handle) : handle());
    hasErrors = false;
    return answer;
  } finally {
    const milliseconds = performance.now() - start;
    const operation = `${route.method} ${route.path}`;
    const used = { operation, points, hasErrors, milliseconds };
    reply.headers(balanceHeaders(charge.settle(used)));
  }
}

const textRoutes = new Set(restRoutes.filter((route) => route.readsText).map(({ path }) => path));

/** Sends a file uncached, and uncompressed so that its length is known. */
const sendFile = (reply: FastifyReply, { headers, file }: FileAnswer): FastifyReply =>
  reply
    .header('content-encoding', 'identity')
    .header('cache-control', 'no-store')
    .headers(headers)
    .send(file);

const allMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const notFound = (_request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.status(404).type('text/plain; charset=utf-8').send('There is no such call');

function methodsByPath(routes: RestRoute[]): Map<string, Set<string>> {
  const paths = new Map<string, Set<string>>();
  for (const route of routes) {
    const methods = paths.get(route.path) ?? new Set();
    methods.add(route.method);
    if (route.method === 'GET') {
      methods.add('HEAD');
    }
    paths.set(route.path, methods);
  }
  return paths;
}

async function checkAccess(route: RestRoute, context: RequestContext): Promise<void> {
  if (context.token) {
    if (!route.scope || !mayUse(context.token, route.scope)) {
      throw new MissingScopeError(route.scope);
    }
    return;
  }
  if (route.access === 'public') {
    return;
  }
  const viewer = await context.viewer();
  if (!viewer) {
    throw new SignInRequiredError();
  }
  if (route.access === 'admin' && viewer.role !== 'admin') {
    throw new ForbiddenError('Only an administrator may do this');
  }
}

/** Keeps the last value of a repeated parameter. */
const oneOfEach = (query: unknown): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(query as Record<string, string | string[] | undefined>).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.at(-1) : value,
    ]),
  );

function refusalIn(
  format: RefusalFormat,
  { status, text }: TextAnswer,
): { type: string; body: string } {
  switch (format) {
    case 'text':
      return { type: 'text/plain; charset=utf-8', body: text };
    case 'json':
      return { type: 'application/json; charset=utf-8', body: JSON.stringify({ message: text }) };
    case 'xml':
      return {
        type: 'application/xml; charset=utf-8',
        body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${codeOf(status)}</Code><Message>${escaped(text)}</Message></Error>`,
      };
  }
}

const codeOf = (status: number): string =>
  ({ 403: 'AccessDenied', 404: 'NoSuchUpload', 409: 'OperationAborted', 503: 'SlowDown' })[
    status
  ] ?? 'InvalidRequest';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The bytes of a body. Destroying the stream keeps the connection open for the response. */
function bytesOf(request: IncomingMessage): Readable {
  const bytes = new PassThrough();
  // The connection may be lost before anyone reads; a later reader gets the error.
  bytes.on('error', () => undefined);
  const breakOff = () => {
    if (!request.readableEnded) {
      bytes.destroy(new ConnectionLostError());
    }
  };
  if (request.destroyed) {
    breakOff();
  } else {
    request.once('close', breakOff);
    request.pipe(bytes);
  }
  return bytes;
}

class ConnectionLostError extends Error {
  readonly code = 'ECONNRESET';
  constructor() {
    super('The connection was lost while a file was sent');
  }
}

/** Bytes of a refused file that are still read: twice the size limit. */
const patience = 100_000_000;

/** Browsers read the response only after sending everything. False if the rest is too large. */
const readToEnd = (request: IncomingMessage): Promise<boolean> =>
  new Promise((resolve) => {
    if (request.complete || request.destroyed) {
      resolve(true);
      return;
    }
    let read = 0;
    request.on('data', (chunk: Buffer) => {
      read += chunk.length;
      if (read > patience) {
        resolve(false);
      }
    });
    request.once('end', () => resolve(true));
    request.once('close', () => resolve(true));
    request.unpipe();
    request.resume();
  });
