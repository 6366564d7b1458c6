import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { Deps, RequestContext } from './context/context.ts';
import { etagOf } from './graphql/answers/answers.ts';
import type { DocumentRequest, Documents } from './graphql/documents.ts';
import type { Asked, Operations, Said } from './graphql/operations.ts';
import { mayWrite, type ActiveToken } from './platform/sessions/apiTokens.ts';
import { encode, encoded, encodingFor, leastToEncode } from './platform/http/encodings.ts';
import { requireShallow } from './platform/input/jsonDepth.ts';
import { limitBodies } from './rest/bodyTime.ts';

/**
 * Answers queries with a public part before the HTTP framework and Yoga, whose layers take most of
 * the time. Any other request, refusal or error takes the ordinary way, which reports errors.
 */
export interface Door {
  /** Answers a request or hands it to the ordinary way. */
  take(request: IncomingMessage, response: ServerResponse, ordinary: RequestListener): void;
  /** The body of a request, if it was read before the request was handed over. */
  readBody(request: IncomingMessage): Readable | undefined;
}

export interface DoorParts {
  deps: Deps;
  operations: Operations;
  origin: string;
  addressOf(request: IncomingMessage): string;
  headers: Readonly<Record<string, string>>;
  newRequestId(): string;
  /** Runs a function with a context of the request, in its scope. */
  withContext<Result>(
    request: IncomingMessage,
    response: ServerResponse,
    facts: { requestId: string; token: ActiveToken | null },
    run: (context: RequestContext) => Promise<Result>,
  ): Promise<Result>;
  measure(method: string, status: number, milliseconds: number): void;
}

const mostBytes = 16_384;

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  started: number;
}

export function createDoor(parts: DoorParts): Door {
  const { operations } = parts;
  const answer = answerer(parts);
  const askedByUrl = reader(operations.documents, givenByUrl);
  const askedByBody = reader(operations.documents, JSON.parse);
  const arriving = limitBodies();
  const bodies = new WeakMap<IncomingMessage, Buffer>();

  const attempt = (
    exchange: Exchange,
    ordinary: RequestListener,
    ask: () => Asked | undefined,
    body?: Buffer,
  ): void => {
    const { request, response } = exchange;
    const leave = (): void => {
      if (response.headersSent) {
        response.destroy();
        return;
      }
      if (body) bodies.set(request, body);
      ordinary(request, response);
    };
    let isAnswered: boolean | Promise<boolean> = false;
    try {
      const asked = ask();
      isAnswered = asked !== undefined && answer(exchange, asked);
    } catch {
      // The ordinary way fails as well and responds with the error.
    }
    if (isAnswered instanceof Promise) {
      isAnswered.then((isSent) => isSent || leave(), leave);
    } else if (!isAnswered) {
      leave();
    }
  };

  return {
    take(request, response, ordinary) {
      const exchange = { request, response, started: performance.now() };
      if (!mayTake(request, parts.origin)) {
        ordinary(request, response);
      } else if (request.method === 'GET') {
        attempt(exchange, ordinary, () => askedByUrl(request.url ?? ''));
      } else {
        arriving.add(request);
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => void chunks.push(chunk));
        request.once('end', () => {
          arriving.delete(request);
          const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
          attempt(exchange, ordinary, () => askedByBody(body.toString()), body);
        });
      }
    },
    readBody(request) {
      const body = bodies.get(request);
      return body && streamOf(body);
    },
  };
}

const streamOf = (body: Buffer): Readable =>
  new Readable({
    read() {
      this.push(body);
      this.push(null);
    },
  });

/** Returns false to leave a request to the ordinary way. A response from memory is sent at once. */
function answerer(parts: DoorParts) {
  const { deps, operations } = parts;
  const send = sender(parts);
  const answer = (
    exchange: Exchange,
    asked: Asked,
    token: ActiveToken | null,
  ): boolean | Promise<boolean> => {
    const { request, response } = exchange;
    const caller = token ? { token } : { cookie: request.headers.cookie };
    const { shared, said } = operations.recall(asked, caller, deps);
    const requestId = parts.newRequestId();
    return said
      ? send(exchange, asked, requestId, said)
      : parts
          .withContext(request, response, { requestId, token }, (context) =>
            operations.run(asked, shared, context),
          )
          .then((made) => (made ? send(exchange, asked, requestId, made) : false));
  };
  /** Test tokens work on separate data. */
  const answerToken = async (
    exchange: Exchange,
    asked: Asked,
    authorization: string,
    address: string,
  ): Promise<boolean> => {
    const token = await deps.apiTokens.recall(authorization, address);
    return token?.mode === 'live' && (!mayWrite(token) || (await deps.catalogue.catchUp()))
      ? answer(exchange, asked, token)
      : false;
  };
  return (exchange: Exchange, asked: Asked): boolean | Promise<boolean> => {
    const { authorization } = exchange.request.headers;
    const address = parts.addressOf(exchange.request);
    deps.readBudget.enter(address);
    return authorization === undefined
      ? answer(exchange, asked, null)
      : answerToken(exchange, asked, authorization, address);
  };
}

function sender({ deps, headers, measure }: DoorParts) {
  // Node takes half the time for a list of names and values.
  const fixedHeaders = Object.entries(headers).flat();
  return (
    { request, response, started }: Exchange,
    { plan, key }: Asked,
    requestId: string,
    { answer, body: own = '', headers: more = {} }: Said,
  ): true | Promise<true> => {
    const plain = answer?.body?.plain ?? Buffer.from(own);
    const encoding = plain.length < leastToEncode ? undefined : encodingFor(request.headers);
    const write = (body: Buffer): true => {
      const etag = answer && request.method === 'GET' ? etagOf(answer) : undefined;
      const isUnchanged = etag !== undefined && request.headers['if-none-match'] === etag;
      const headers = [
        ...fixedHeaders,
        'x-request-id',
        requestId,
        // Revalidates a cached response each time.
        'cache-control',
        etag ? 'no-cache' : 'no-store',
        ...(etag ? ['etag', etag] : []),
        ...Object.entries(more).flat(),
        ...(encoding ? ['content-encoding', encoding, 'vary', 'accept-encoding'] : []),
      ];
      if (isUnchanged) {
        response.writeHead(304, headers).end();
      } else {
        const type = contentTypes.get(request.headers.accept ?? '*/*') ?? '';
        headers.push('content-type', type, 'content-length', String(body.length));
        response.writeHead(200, headers).end(body);
      }
      measure(request.method ?? '', response.statusCode, performance.now() - started);
      return true;
    };
    if (!encoding) {
      return write(plain);
    }
    const known = answer?.body?.encodings[encoding];
    return known
      ? write(known)
      : (answer?.body
          ? encoded(answer.body, encoding, () => deps.catalogue.grown(key, plan.part))
          : encode(plain, encoding)
        ).then(write);
  };
}

/** The most parsed requests for known documents in memory, and the characters of each. */
const mostTexts = { count: 5_000, characters: 1_000 };

/** Returns a function that parses a request; undefined leaves it to the ordinary way. */
function reader(documents: Documents, read: (text: string) => unknown) {
  const before = new LRUCache<string, Asked>({ max: mostTexts.count });
  return (text: string): Asked | undefined => {
    const again = before.get(text);
    if (again) {
      return again;
    }
    const given = readGiven(text, read);
    const plan = given && documents.planFor(given);
    if (!plan) {
      return undefined;
    }
    const { variables } = given;
    const asked = { plan, variables, key: plan.key(variables) };
    // Only documents of the client: a cached text of another caller would keep its document in
    // memory.
    if (plan.part === 'known' && text.length <= mostTexts.characters) {
      before.set(text, asked);
    }
    return asked;
  };
}

const contentTypes = new Map([
  ['*/*', 'application/json; charset=utf-8'],
  ['application/json', 'application/json; charset=utf-8'],
  ['application/graphql-response+json', 'application/graphql-response+json; charset=utf-8'],
  // The client of the site.
  [
    'application/graphql-response+json, application/json',
    'application/graphql-response+json; charset=utf-8',
  ],
]);

/** Whether the request has the client's form, with nothing that only the ordinary way checks. */
function mayTake(
  { method, url = '', headers, httpVersion }: IncomingMessage,
  origin: string,
): boolean {
  const isPost = method === 'POST' && url === '/graphql';
  if (!isPost && !(method === 'GET' && url.startsWith('/graphql?documentId='))) {
    return false;
  }
  const site = headers['sec-fetch-site'];
  return (
    httpVersion === '1.1' &&
    headers.host !== undefined &&
    contentTypes.has(headers.accept ?? '*/*') &&
    (headers.origin === undefined || headers.origin === origin) &&
    (site === undefined || site === 'same-origin' || site === 'none') &&
    (!isPost ||
      (/^application\/json(; ?charset=utf-8)?$/i.test(headers['content-type'] ?? '') &&
        Number(headers['content-length'] ?? NaN) <= mostBytes &&
        headers['content-encoding'] === undefined &&
        headers['transfer-encoding'] === undefined))
  );
}

/** The document and its variables; undefined if the request contains anything else. */
function readGiven(
  text: string,
  read: (text: string) => unknown,
): (DocumentRequest & Pick<Asked, 'variables'>) | undefined {
  try {
    const value = read(text);
    requireShallow(value);
    const { documentId, query, variables, operationName, ...more } = (value ?? {}) as Record<
      string,
      unknown
    >;
    const isOneText = [documentId, query].filter((part) => part !== undefined).length === 1;
    return isOneText &&
      typeof (documentId ?? query) === 'string' &&
      (variables == null || (typeof variables === 'object' && !Array.isArray(variables))) &&
      (operationName == null || typeof operationName === 'string') &&
      Object.keys(more).length === 0
      ? ({
          ...(documentId === undefined ? { query } : { documentId }),
          variables: variables ?? {},
          operationName: operationName ?? undefined,
        } as DocumentRequest & Pick<Asked, 'variables'>)
      : undefined;
  } catch {
    return undefined;
  }
}

function givenByUrl(url: string): unknown {
  const { variables, ...given } = Object.fromEntries(new URLSearchParams(url.split('?')[1]));
  return {
    ...given,
    ...(variables !== undefined && { variables: JSON.parse(variables) as unknown }),
  };
}
