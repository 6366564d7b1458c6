import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import {
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { Readable, Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import compress from '@fastify/compress';
import proxyAddress from '@fastify/proxy-addr';
import Fastify, {
  errorCodes,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type preParsingHookHandler,
} from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { createRequestContext, type Deps, type RequestContext } from './context/context.ts';
import type { OpenSandbox } from './context/sandboxes.ts';
import type { ActiveToken } from './platform/sessions/apiTokens.ts';
import type { Env } from './platform/process/env.ts';
import type { ErrorCode } from './platform/errorCodes.ts';
import { editorAddress, editorPagePolicy, editorPolicy, renderEditor } from './graphql/editor.ts';
import {
  maxBodyBytes,
  maxOperationTime,
  maxTokenBodyBytes,
  maxUploadTime,
} from './graphql/limits/limits.ts';
import { checkMultipart, isMultipart, readMultipart } from './graphql/multipart.ts';
import type { PersistedDocuments } from './graphql/persistedDocuments.ts';
import { maxContractBytes } from './modules/contracts/uploads/limits.ts';
import { createYogaServer, type Yoga } from './yoga.ts';
import { createOperations } from './graphql/operations.ts';
import { schema } from './schema.ts';
import { createDoor, type Door } from './door.ts';
import { brotliOptions, leastToEncode } from './platform/http/encodings.ts';
import { requireShallow } from './platform/input/jsonDepth.ts';
import { ownWritesCookie } from './platform/http/ownWrites.ts';
import { originForm } from './platform/http/requestTargets.ts';
import { isCrossSite, originOf } from './platform/http/origins.ts';
import { reportRefusal, requestScope, type RequestScope } from './platform/process/requestScope.ts';
import { createSecurityLog, type SecurityLog } from './platform/http/securityLog.ts';
import type { MemoryFigures } from './platform/sessions/sessionMemory.ts';
import { DatabaseAwayError } from './platform/errors.ts';
import { answerOf } from './rest/errors.ts';
import { mountMcp } from './mcp/mcp.ts';
import { mountRest, restAreas, type ContextOf } from './rest.ts';
import { limitBodyTime, timeForFile } from './rest/bodyTime.ts';
import { mountPreviews } from './previews.ts';
import { mountSiteFiles } from './siteFiles.ts';
import { mountWebClient, type WebClient } from './web.ts';

export interface ServerParts {
  env: Env;
  deps: Deps;
  documents: PersistedDocuments;
  webClient: WebClient | undefined;
  /** Time limit of an operation without a file, in milliseconds. Defaults to 10,000. */
  longestOperation?: number;
}

export async function createServer(parts: ServerParts): Promise<FastifyInstance> {
  const { env, deps } = parts;
  const secure = env.publicUrl.startsWith('https:');
  const app = createApp(deps, env, secure);
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const securityLog = createSecurityLog(deps.log, registry);
  guardRequests(app, env, secure, securityLog);
  const measure = measureAnswers(app, deps, registry);
  measureMemory(registry, 'public_answers', 'public answers', () => deps.catalogue.figures());
  measureMemory(registry, 'session_memory', 'sessions', () => deps.sessions.memory());
  app.setErrorHandler((error, request, reply) => answerError(deps, error, request, reply));
  app.setNotFoundHandler((request, reply) => refuse(reply, request, 404, 'There is nothing here'));

  await app.register(compress, {
    threshold: leastToEncode,
    encodings: ['br', 'gzip'],
    brotliOptions,
  });

  const ending = endingOf(app);
  const { openContext, callerOf } = contextsOf(parts, ending);
  const operations = createOperations(schema, parts.documents);
  const yoga = createYogaServer(deps.log, operations);
  const addressOf = addressesBehind(env.trustProxy);
  const door = createDoor({
    deps,
    operations,
    origin: new URL(env.publicUrl).origin,
    addressOf,
    headers: securityHeaders(secure),
    newRequestId: randomUUID,
    withContext(request, response, call, run) {
      const door = { ...call, address: addressOf(request), response };
      return withoutFramework(parts, ending, securityLog, request, door, run);
    },
    measure: (method, status, milliseconds) =>
      measure({ method, route: '/graphql', status }, milliseconds),
  });
  app.server.listeners('request').forEach((ordinary) => {
    app.server.off('request', ordinary as RequestListener);
    app.server.on('request', (request, response) =>
      door.take(request, response, ordinary as RequestListener),
    );
  });
  await app.register((scope, _options, done) => {
    mountGraphQL(scope, yoga, callerOf, door);
    mountEditor(scope);
    done();
  });
  mountRest(app, callerOf);
  mountMcp(app, callerOf, { schema, yoga, operations, publicUrl: env.publicUrl });
  mountHealth(app, deps, registry);
  mountSiteFiles(app, deps, enter);
  mountPreviews(app, deps, enter, parts.webClient?.dir);
  if (parts.webClient) {
    await mountWebClient(app, parts.webClient, {
      yoga,
      documents: parts.documents,
      contextOf: async (request, reply) => {
        await enter(deps, request.ip);
        // Pages are for people: tokens are ignored.
        return openContext(request, reply, null);
      },
      env,
      interfaces: [...restAreas, 'graphql', 'mcp', 'healthz', 'readyz', 'metrics'],
    });
  }
  return app;
}

function contextsOf(
  { env, deps, longestOperation = maxOperationTime }: ServerParts,
  ending: AbortSignal,
) {
  const openContext = (
    request: FastifyRequest,
    reply: FastifyReply,
    token: ActiveToken | null,
    sandbox?: OpenSandbox,
  ): RequestContext =>
    createRequestContext(
      sandbox?.deps ?? deps,
      {
        requestId: request.id,
        address: request.ip,
        userAgent: request.headers['user-agent'],
        origin: originOf(request, env.publicUrl),
        longestOperation: isMultipart(request) ? maxUploadTime : longestOperation,
        closed: closedOr(reply.raw, sandbox ? [ending, sandbox.closing] : [ending]),
        token,
        cookieHeader: request.headers.cookie,
        setCookie: (cookie) => {
          reply.header('set-cookie', cookie);
          reply.headers(afterCookie(cookie, deps));
        },
      },
      deps,
    );
  const callerOf: ContextOf = async (request, reply) => {
    await enter(deps, request.ip);
    const token = await deps.apiTokens.find(request.headers.authorization, request.ip);
    const sandbox =
      token?.mode === 'test' ? await openSandbox(deps, token, request, reply) : undefined;
    return openContext(request, reply, token, sandbox);
  };
  return { openContext, callerOf };
}

type DoorCall = Pick<RequestContext, 'requestId' | 'address' | 'token'> & {
  response: ServerResponse;
};

function withoutFramework<Result>(
  { env, deps, longestOperation = maxOperationTime }: ServerParts,
  ending: AbortSignal,
  securityLog: SecurityLog,
  request: IncomingMessage,
  { requestId, address, token, response }: DoorCall,
  run: (context: RequestContext) => Result,
): Result {
  const scope = scopeOf({ requestId, address, call: 'POST /graphql' }, securityLog);
  const facts = {
    requestId,
    address,
    userAgent: request.headers['user-agent'],
    origin: env.publicUrl,
    longestOperation,
    closed: closedOr(response, [ending]),
    token,
    cookieHeader: request.headers.cookie,
    setCookie: (cookie: string) => {
      response.appendHeader('set-cookie', cookie);
      response.setHeaders(new Map(Object.entries(afterCookie(cookie, deps))));
    },
  };
  return requestScope.run(scope, () => run(createRequestContext(deps, facts)));
}

/** Milliseconds before a refusal, so that persistent callers take little time of this process. */
const refusalDelay = 250;

/** Admits a request. @throws {RateLimitedError} */
async function enter({ readBudget }: Deps, address: string): Promise<void> {
  try {
    readBudget.enter(address);
  } catch (error) {
    await sleep(refusalDelay);
    throw error;
  }
}

const kept = new WeakMap<FastifyRequest, OpenSandbox[]>();

const releaseSandboxes = (request: FastifyRequest): void =>
  kept.get(request)?.forEach(({ done }) => done());

/** Kept open until the response: slow readers and idle subscriptions keep nothing open. */
async function openSandbox(
  deps: Deps,
  token: ActiveToken,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OpenSandbox> {
  const sandbox = await deps.sandboxes.open({ ...token, address: request.ip });
  kept.set(request, [...(kept.get(request) ?? []), sandbox]);
  if (reply.raw.closed) {
    sandbox.done();
  } else {
    reply.raw.once('close', sandbox.done);
  }
  return sandbox;
}

function createApp(deps: Deps, env: Env, secure: boolean): FastifyInstance {
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: env.trustProxy,
    bodyLimit: maxBodyBytes,
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url = '/' }) => originForm(url),
    // Node itself would refuse requests without Host, without our headers.
    http: { requireHostHeader: false },
    // Node's limit for any body; limitBodyTime is stricter for most.
    requestTimeout: timeForFile,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) =>
      refuse(
        reply.headers(ownHeaders(request.id, secure)),
        request,
        error.statusCode ?? 400,
        'The address is not valid',
      ),
    clientErrorHandler: (error, socket) => refuseUnreadable(deps, error, socket, secure),
  });
  app.server.on('checkExpectation', (_request, response) => {
    const text = 'The header Expect asks for what is not known here';
    const headers = { ...ownHeaders(randomUUID(), secure), ...plainText };
    response
      .writeHead(417, { ...headers, 'content-length': text.length, connection: 'close' })
      .end(text);
  });
  return app;
}

function guardRequests(
  app: FastifyInstance,
  env: Env,
  secure: boolean,
  securityLog: SecurityLog,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { id: requestId, ip: address, method, routeOptions } = request;
    const call = `${method} ${routeOptions.url ?? 'unknown'}`;
    requestScope.run(scopeOf({ requestId, address, call }, securityLog), done);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    releaseSandboxes(request);
    const wrote = requestScope.getStore()?.wrote;
    if (wrote?.size) {
      reply.header('set-cookie', ownWritesCookie(request.headers.cookie, wrote, secure));
    }
    done(null, payload);
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(ownHeaders(request.id, secure));
    const { reservesSomething } = request.routeOptions.config as { reservesSomething?: boolean };
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      await refuse(reply, request, 400, 'The header Host is missing');
    } else if (
      (reservesSomething === true || !readingMethods.has(request.method)) &&
      isCrossSite(request, new URL(env.publicUrl).origin)
    ) {
      await refuse(reply, request, 403, 'This request comes from another site and was refused');
    }
  });
  app.addHook('onRequest', (request, _reply, done) => {
    const { takesFile } = request.routeOptions.config as { takesFile?: boolean };
    limitBodyTime(request.raw, takesFile === true || isMultipart(request));
    done();
  });
}

type Measure = (
  labels: { method: string; route: string; status: number },
  milliseconds: number,
) => void;

function measureAnswers(app: FastifyInstance, deps: Deps, registry: Registry): Measure {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  // Looking a series up takes longer than counting.
  const series = new Map<string, { observe(seconds: number): void }>();
  const measure: Measure = ({ method, route, status }, milliseconds) => {
    const key = `${method} ${route} ${status}`;
    let found = series.get(key);
    if (!found) {
      found = durations.labels({ method, route, status });
      series.set(key, found);
    }
    found.observe(milliseconds / 1000);
    deps.log.debug({ method, route, status, ms: milliseconds }, 'answered');
  };
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    measure({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime);
    done();
  });
  return measure;
}

function addressesBehind(trustProxy: string | false): (request: IncomingMessage) => string {
  if (trustProxy === false) {
    return ({ socket }) => socket.remoteAddress ?? '';
  }
  const isTrusted = proxyAddress.compile(trustProxy.split(',').map((each) => each.trim()));
  return (request) => proxyAddress(request, isTrusted);
}

function measureMemory(
  registry: Registry,
  name: string,
  what: string,
  figures: () => MemoryFigures,
): void {
  const helps = {
    hits: `Look-ups of ${what} answered from memory`,
    misses: `Look-ups of ${what} that read the database`,
    forgotten: `Removed because of a change: ${what}`,
  };
  for (const figure of ['hits', 'misses', 'forgotten'] as const) {
    new Counter({
      name: `${name}_${figure}_total`,
      help: helps[figure],
      registers: [registry],
      collect() {
        this.reset();
        this.inc(figures()[figure]);
      },
    });
  }
  new Gauge({
    name: `${name}_bytes`,
    help: `Estimated memory of ${what}`,
    registers: [registry],
    collect() {
      this.set(figures().bytes);
    },
  });
}

/** A signal that ends endless responses, which would delay the shutdown. */
function endingOf(app: FastifyInstance): AbortSignal {
  const ending = new AbortController();
  // Each open request adds a listener, so a large number is not a leak.
  setMaxListeners(0, ending.signal);
  app.addHook('preClose', (done) => {
    ending.abort();
    // Connections that are sending their last response now would otherwise be kept alive.
    const closing = setInterval(() => app.server.closeIdleConnections(), 50).unref();
    app.server.once('close', () => clearInterval(closing));
    done();
  });
  return ending.signal;
}

function scopeOf(
  { requestId, address, call: route }: { requestId: string; address: string; call: string },
  securityLog: SecurityLog,
): RequestScope {
  const told = new Set<unknown>();
  const scope: RequestScope = {
    requestId,
    statements: 0,
    userId: undefined,
    wrote: new Map(),
    refused(error, field) {
      const isTold = told.has(error) || (field !== undefined && told.has(field));
      told.add(error);
      if (isTold) {
        return;
      }
      const call = field ?? route;
      told.add(call);
      securityLog.refused(error, { userId: scope.userId, address, call });
    },
    done(event, facts) {
      securityLog.done(event, { userId: scope.userId, address, call: route }, facts);
    },
  };
  return scope;
}

/**
 * Aborts when the response is closed or one of the signals aborts. Created on demand, since
 * aborting takes a few percent of the time of a short response.
 */
function closedOr(response: ServerResponse, endings: AbortSignal[]): () => AbortSignal {
  let closed: AbortController | undefined;
  return () => {
    if (closed) {
      return closed.signal;
    }
    const controller = new AbortController();
    closed = controller;
    const close = () => {
      endings.forEach((ending) => ending.removeEventListener('abort', close));
      controller.abort();
    };
    if (endings.some(({ aborted }) => aborted) || response.closed) {
      controller.abort();
    } else {
      endings.forEach((ending) => ending.addEventListener('abort', close, { once: true }));
      response.once('close', close);
    }
    return controller.signal;
  };
}

/** Clear Site Data at the end of a session. Cookies stay: the device cookie prevents lock-outs. */
const afterCookie = (cookie: string, { sessions }: Pick<Deps, 'sessions'>) =>
  cookie === sessions.blankCookie() ? { 'clear-site-data': '"cache", "storage"' } : {};

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

// Pages have their own policies; other responses load nothing.
const answerPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const plainText = { 'content-type': 'text/plain; charset=utf-8' };

const ownHeaders = (requestId: string, secure: boolean): Record<string, string> => ({
  'x-request-id': requestId,
  ...securityHeaders(secure),
});

const securityHeaders = (secure: boolean): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': answerPolicy,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  ...(secure && { 'strict-transport-security': 'max-age=31536000' }),
});

/** Responds on a connection whose request could not be parsed; no hook runs for it. */
function refuseUnreadable(
  deps: Deps,
  error: NodeJS.ErrnoException,
  socket: Socket,
  secure: boolean,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  const requestId = randomUUID();
  const [status, text] = unreadable[error.code ?? ''] ?? [400, 'This is not valid HTTP'];
  deps.log.debug({ requestId, status, err: error }, 'a request could not be read');
  const headers = {
    ...ownHeaders(requestId, secure),
    ...plainText,
    'content-length': String(text.length),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', text].join('\r\n'));
  socket.destroySoon();
}

/** Responses by Node's error code; anything else is 400. */
const unreadable: Record<string, [status: number, text: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time'],
  HPE_HEADER_OVERFLOW: [431, 'The address and headers are too large: at most 16384 bytes'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the body are too large'],
};

function refuse(
  reply: FastifyReply,
  request: FastifyRequest,
  status: number,
  message: string,
): FastifyReply {
  if (!isGraphQL(request)) {
    return reply.status(status).type('text/plain; charset=utf-8').send(message);
  }
  const code = graphqlCodes[status] ?? (status >= 500 ? 'INTERNAL_SERVER_ERROR' : 'BAD_REQUEST');
  return reply
    .status(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ errors: [{ message, extensions: { code, requestId: request.id } }] }));
}

const graphqlCodes: Record<number, ErrorCode> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  429: 'RATE_LIMITED',
  503: 'UNAVAILABLE',
};

const isEmpty = (body: unknown): boolean => !body || Object.keys(body).length === 0;

const isGraphQL = (request: FastifyRequest): boolean => /^\/graphql\/?(\?|$)/.test(request.url);

function answerError(
  deps: Deps,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const expected = answerOf(error);
  if (expected) {
    reportRefusal(error);
    return refuse(reply.headers(expected.headers), request, expected.status, expected.text);
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status === 413) {
    return refuse(
      reply,
      request,
      status,
      `The body is too large: at most ${mostBytes(request)} bytes`,
    );
  }
  if (status < 500) {
    return refuse(reply, request, status, clientErrors[status] ?? 'The request is not valid');
  }
  deps.log.error({ err: error }, 'unexpected error');
  return refuse(
    reply,
    request,
    500,
    `Something went wrong on our side. Please try again (request ${request.id})`,
  );
}

const clientErrors: Record<number, string> = {
  400: 'The body is not valid JSON',
  415: 'The body must be sent as application/json',
};

/** Requests with a token that works. */
const largeBodies = new WeakSet<FastifyRequest>();

const mostBytes = (request: FastifyRequest): number =>
  largeBodies.has(request) ? maxTokenBodyBytes : maxBodyBytes;

/** Whether the headers already say that any caller may send a body of this length. */
const isSmall = ({ headers }: FastifyRequest): boolean =>
  Number(headers['content-length'] ?? (headers['transfer-encoding'] === undefined ? 0 : NaN)) <=
    maxBodyBytes && headers['content-encoding'] === undefined;

/**
 * Ends a body with an error at the limit of callers without a token; the route has the other one.
 * `payload` is decompressed. Readers of files have their own limits.
 */
const limitBody: preParsingHookHandler = (request, reply, payload, done) => {
  if (largeBodies.has(request) || isMultipart(request) || isSmall(request)) {
    done(null, payload);
    return;
  }
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) {
    // The rest of the body is not read.
    reply.header('connection', 'close');
    done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    return;
  }
  let received = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      received += chunk.length;
      next(received > maxBodyBytes ? new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE() : null, chunk);
    },
  });
  Object.defineProperty(limited, 'receivedEncodedLength', {
    get: () => payload.receivedEncodedLength,
  });
  payload.once('error', (error) => limited.destroy(error));
  payload.pipe(limited);
  done(null, limited);
};

function mountGraphQL(app: FastifyInstance, yoga: Yoga, contextOf: ContextOf, door: Door): void {
  app.addHook('preParsing', (request, _reply, payload, done) =>
    done(null, door.readBody(request.raw) ?? payload),
  );
  // The handler reads the multipart body.
  app.addContentTypeParser('multipart/form-data', (_request, _stream, parsed) => parsed(null));
  app.addHook('onRequest', async (request, reply) => {
    if (isMultipart(request)) {
      await checkMultipart(request, await contextOf(request, reply));
      // The body may take minutes.
      releaseSandboxes(request);
    } else if (request.headers.authorization !== undefined && !isSmall(request)) {
      const { token } = await contextOf(request, reply);
      releaseSandboxes(request);
      if (token) {
        largeBodies.add(request);
      }
    }
  });
  app.route({
    method: ['GET', 'POST', 'OPTIONS'],
    url: '/graphql',
    bodyLimit: maxTokenBodyBytes,
    preParsing: limitBody,
    handler: async (request, reply) => {
      if (isMultipart(request)) {
        request.body = await readMultipart(request, reply, maxContractBytes);
      }
      if (request.method === 'POST' && isEmpty(request.body)) {
        // Yoga would wait for a body that has already been read.
        return refuse(reply, request, 400, 'The body must be a JSON object');
      }
      requireShallow(request.body);
      const context = await contextOf(request, reply);
      const response = await yoga.handleNodeRequestAndResponse(request, reply, context);
      reply.headers(context.answerHeaders);
      response.headers.forEach((value, name) => {
        // Fastify sets these headers itself.
        if (!hopByHop.has(name.toLowerCase())) {
          reply.header(name, value);
        }
      });
      if (response.headers.get('content-type')?.startsWith('text/html')) {
        reply.header('content-security-policy', editorPagePolicy);
      } else {
        reply.header('cache-control', 'no-store');
      }
      reply.status(response.status);
      return response.body && response.headers.get('content-type')?.startsWith(eventStream)
        ? sendEvents(reply, response.body)
        : reply.send(await response.text());
    },
  });
}

function mountEditor(app: FastifyInstance): void {
  app.get(editorAddress, async (request, reply) =>
    reply
      .headers({ 'content-security-policy': editorPolicy, 'x-frame-options': 'SAMEORIGIN' })
      .type('text/html; charset=utf-8')
      .send(await renderEditor(request.url)),
  );
}

const eventStream = 'text/event-stream';

/** Headers that apply to one connection and are not passed on (RFC 9110, section 7.6.1). */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Sends each event at once: neither this server nor a proxy may buffer them. */
const sendEvents = (reply: FastifyReply, events: ReadableStream<Uint8Array>): FastifyReply =>
  reply
    .header('content-encoding', 'identity')
    .header('x-accel-buffering', 'no')
    // A connection kept alive for another request would delay the shutdown.
    .header('connection', 'close')
    .send(readableOf(events));

/** Converts a web stream to a Node stream; Node's own converter does not accept Yoga's class. */
function readableOf(events: ReadableStream<Uint8Array>): Readable {
  const reader = events.getReader();
  return new Readable({
    read() {
      reader.read().then(
        ({ done, value }) => this.push(done ? null : value),
        (error: unknown) => this.destroy(error as Error),
      );
    },
    destroy(error, done) {
      const cancelled = () => done(error);
      reader.cancel().then(cancelled, cancelled);
    },
  });
}

function mountHealth(app: FastifyInstance, deps: Deps, registry: Registry): void {
  app.get('/healthz', (_request, reply) => reply.type('text/plain').send('ok'));
  app.get('/readyz', async (_request, reply) => {
    try {
      await deps.database.pool.query('SELECT 1');
      return await reply.type('text/plain').send('ready');
    } catch {
      return reply
        .status(503)
        .header('retry-after', String(new DatabaseAwayError().retryAfter))
        .type('text/plain')
        .send('the database cannot be reached');
    }
  });
  app.get('/metrics', async (request, reply) => {
    // Only for a collector on this machine, not for requests that a proxy forwards.
    const local = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(
      request.socket.remoteAddress ?? '',
    );
    if (!local || request.headers['x-forwarded-for'] !== undefined) {
      return reply.status(404).type('text/plain').send('There is nothing here');
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
