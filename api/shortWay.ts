import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { execute, getOperationAST, type DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Deps, RequestContext } from './context/context.ts';
import { etagOf, joined, type Answer } from './graphql/answers/answers.ts';
import { operationLimits } from './graphql/limits/limits.ts';
import { tooManySearches } from './graphql/limits/searches.ts';
import type { PersistedDocuments } from './graphql/persistedDocuments.ts';
import type { Plan } from './graphql/answers/publicAnswers.ts';
import { encode, encoded, encodingFor, leastToEncode } from './platform/encodings.ts';
import { requireShallow } from './platform/jsonDepth.ts';
import { writesIn } from './platform/ownWrites.ts';
import { operationIsMadeUp } from './platform/requestScope.ts';
import { limitBodies } from './rest/bodyTime.ts';
import { schema } from './schema.ts';
import { inTime, type Execution } from './yoga.ts';

/**
 * Answers queries with a public part before the HTTP framework and Yoga see the request, whose layers
 * take most of the time of a response from the cache: those of known documents (`documentId`), and
 * texts that took the ordinary way before and were found valid and small. Any other request, and each
 * that is refused or has an error, takes the ordinary way, which says what is wrong.
 *
 * Nothing of one caller can reach another. Memory holds only root fields that are the same for
 * everyone, under the operation and the variables that they take. All other root fields are executed
 * with the context of the request; what they say of a session is kept on the object of that session
 * alone, which is dropped with any change of it.
 */
export interface ShortWay {
  /** Answers a request or hands it to the ordinary way. */
  take(request: IncomingMessage, response: ServerResponse, ordinary: RequestListener): void;
  /** The body of a request that was read before it was handed over. */
  readBody(request: IncomingMessage): Readable | undefined;
}

export interface ShortWayParts {
  deps: Deps;
  documents: PersistedDocuments;
  execution: Execution;
  /** Origin of the public URL. */
  origin: string;
  addressOf(request: IncomingMessage): string;
  /** The headers of every response, besides the request id. */
  headers: Readonly<Record<string, string>>;
  newRequestId(): string;
  /** Runs a function with a context of the request, in its scope. */
  withContext<Result>(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    run: (context: RequestContext) => Promise<Result>,
  ): Promise<Result>;
  /** Counts a response. */
  measure(method: string, status: number, milliseconds: number): void;
}

/** Longest body of a request, in bytes. */
const mostBytes = 16_384;

type Variables = Readonly<Record<string, unknown>>;

/** What the text of a request asks for. */
interface Asked {
  plan: Plan;
  variables: Variables;
  /** Of the public part in the cache. */
  key: string;
}

/** Requests for known documents whose meaning is kept, and the characters of each at most. */
const mostTexts = { count: 5_000, characters: 1_000 };

/** A response: a public part that is the whole, or a text. */
interface Sent {
  asked: Asked;
  requestId: string;
  started: number;
  answer?: Answer;
  text?: string | undefined;
}

/** The JSON of each response key. */
type Parts = Readonly<Record<string, string>>;

interface OwnArgs {
  schema: typeof schema;
  document: DocumentNode;
  variableValues: Variables;
  contextValue: RequestContext;
}

/** What responses say of nothing but the viewer, as long as what is remembered of them is the same. */
const ownTexts = new WeakMap<object, Map<string, Parts>>();

/** Documents for each viewer, and characters of each, so that it stays small beside the sessions. */
const mostOwn = { documents: 4, characters: 4_000 };

function keepOwn(key: object, { id }: Plan, own: Parts): void {
  // By the id: a plan would keep the document of a text that is forgotten.
  const texts = ownTexts.get(key) ?? new Map<string, Parts>();
  if (Object.values(own).join('').length > mostOwn.characters) {
    return;
  }
  const [oldest] = texts.keys();
  if (texts.size >= mostOwn.documents && oldest) {
    texts.delete(oldest);
  }
  texts.set(id, own);
  ownTexts.set(key, texts);
}

export function createShortWay(parts: ShortWayParts): ShortWay {
  const { deps, documents, execution } = parts;
  // Node takes half the time for a list of names and values.
  const fixedHeaders = Object.entries(parts.headers).flat();
  const arriving = limitBodies();
  const bodies = new WeakMap<IncomingMessage, Buffer>();

  /** Undefined for operations without a public part, and if the request names another operation. */
  const planOf = (document: DocumentNode | undefined, name: string | undefined) => {
    const operation = document && getOperationAST(document);
    return operation && (name === undefined || name === operation.name?.value)
      ? execution.answers.planOf(document, operation)
      : undefined;
  };

  /** What requests that are read like this ask for; undefined if the ordinary way has to answer. */
  const reader = (read: (text: string) => unknown) => {
    const before = new LRUCache<string, Asked>({ max: mostTexts.count });
    return (text: string): Asked | undefined => {
      const again = before.get(text);
      if (again) {
        return again;
      }
      const given = readGiven(text, read);
      const plan =
        given &&
        planOf(
          given.documentId === undefined
            ? execution.texts.get(given.query)
            : documents.find(given.documentId),
          given.operationName,
        );
      if (!plan) {
        return undefined;
      }
      const { variables } = given;
      const asked = { plan, variables, key: plan.key(variables) };
      // What is kept would keep the document of a text that is forgotten.
      if (plan.part === 'known' && text.length <= mostTexts.characters) {
        before.set(text, asked);
      }
      return asked;
    };
  };
  const askedByUrl = reader(givenByUrl);
  const askedByBody = reader(JSON.parse);

  /** False if the ordinary way has to answer. A response that needs nothing but memory is sent at once. */
  const answer = (
    request: IncomingMessage,
    response: ServerResponse,
    asked: Asked,
    started: number,
  ): boolean | Promise<boolean> => {
    const { plan } = asked;
    const { cookie } = request.headers;
    const mayRemember = deps.catalogue.hasHeard(writesIn(cookie));
    const shared = mayRemember ? execution.answers.remembered(plan, asked.key, deps) : undefined;
    deps.readBudget.enter(parts.addressOf(request));
    const requestId = parts.newRequestId();
    const sent = { asked, requestId, started };
    const isSignedOut = !cookie?.includes('tideweek=');
    if (shared && !plan.ownPart) {
      return send(request, response, { ...sent, answer: shared });
    }
    if (shared && isSignedOut && plan.isNullSignedOut) {
      const text = partsOf(plan, shared, undefined);
      return send(request, response, { ...sent, text });
    }
    if (shared && plan.isOfSession) {
      const session = deps.sessions.recall(cookie, { withMarks: plan.asksForMarks });
      const own = session && ownTexts.get(session)?.get(plan.id);
      if (own) {
        return send(request, response, { ...sent, text: partsOf(plan, shared, own) });
      }
    }
    return parts
      .withContext(request, response, requestId, (context) => read(asked, shared, context))
      .then((made) => (made ? send(request, response, { ...sent, ...made }) : false));
  };

  /** Reads what is missing; undefined if there is an error. */
  const read = async (
    { plan, variables }: Asked,
    remembered: Answer | undefined,
    context: RequestContext,
  ): Promise<Pick<Sent, 'answer' | 'text'> | undefined> => {
    const { document, operation } = plan;
    // What is remembered of an operation is within its limits; the own part has variables of its own.
    if (
      (!remembered || plan.ownPart) &&
      (tooManySearches(document, operation) !== undefined ||
        execution.costOf(document, operation, variables) > operationLimits.complexity)
    ) {
      return undefined;
    }
    if (plan.part === 'strangers') {
      operationIsMadeUp();
    }
    if (plan.asksForMarks) {
      context.expectMarks();
    }
    const args = { schema, document, variableValues: variables, contextValue: context };
    const [shared, own] = await inTime(context, () =>
      Promise.all([
        remembered ? { answer: remembered } : execution.answers.read(plan, variables, args),
        plan.ownPart && ownParts(plan, { ...args, document: plan.ownPart }),
      ]),
    );
    if (!('answer' in shared) || own === null) {
      return undefined;
    }
    return own ? { text: partsOf(plan, shared.answer, own) } : { answer: shared.answer };
  };

  /** The JSON of each response key of the own part; null if there is an error. */
  const ownParts = async (plan: Plan, args: OwnArgs): Promise<Parts | null> => {
    const session = plan.isOfSession ? await args.contextValue.session() : null;
    const known = session && ownTexts.get(session.key)?.get(plan.id);
    if (known) {
      return known;
    }
    const { data, errors } = await execute(args);
    if (!data || errors) {
      return null;
    }
    const made = Object.fromEntries(
      Object.entries(data).map(([key, value]) => [key, JSON.stringify(value)]),
    );
    if (session) {
      keepOwn(session.key, plan, made);
    }
    return made;
  };

  const send = (
    request: IncomingMessage,
    response: ServerResponse,
    { asked, requestId, started, answer, text = '' }: Sent,
  ): true | Promise<true> => {
    const plain = answer?.body?.plain ?? Buffer.from(text);
    const encoding = plain.length < leastToEncode ? undefined : encodingFor(request.headers);
    const write = (body: Buffer): true => {
      const etag = answer && request.method === 'GET' ? etagOf(answer) : undefined;
      const isUnchanged = etag !== undefined && request.headers['if-none-match'] === etag;
      const headers = [
        ...fixedHeaders,
        'x-request-id',
        requestId,
        // A response that may be kept is asked for again each time.
        'cache-control',
        etag ? 'no-cache' : 'no-store',
        ...(etag ? ['etag', etag] : []),
        ...(encoding ? ['content-encoding', encoding, 'vary', 'accept-encoding'] : []),
      ];
      if (isUnchanged) {
        response.writeHead(304, headers).end();
      } else {
        const type = contentTypes.get(request.headers.accept ?? '*/*') ?? '';
        headers.push('content-type', type, 'content-length', String(body.length));
        response.writeHead(200, headers).end(body);
      }
      parts.measure(request.method ?? '', response.statusCode, performance.now() - started);
      return true;
    };
    if (!encoding) {
      return write(plain);
    }
    const known = answer?.body?.encodings[encoding];
    return known
      ? write(known)
      : (answer?.body
          ? encoded(answer.body, encoding, () => deps.catalogue.grown(asked.key, asked.plan.part))
          : encode(plain, encoding)
        ).then(write);
  };

  const attempt = (
    request: IncomingMessage,
    response: ServerResponse,
    ordinary: RequestListener,
    ask: () => Asked | undefined,
    started: number,
    body?: Buffer,
  ): void => {
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
      isAnswered = asked !== undefined && answer(request, response, asked, started);
    } catch {
      // It fails on the ordinary way as well, and is answered with an error.
    }
    if (isAnswered instanceof Promise) {
      isAnswered.then((isSent) => isSent || leave(), leave);
    } else if (!isAnswered) {
      leave();
    }
  };

  return {
    take(request, response, ordinary) {
      const started = performance.now();
      if (!mayTake(request, parts.origin)) {
        ordinary(request, response);
      } else if (request.method === 'GET') {
        attempt(request, response, ordinary, () => askedByUrl(request.url ?? ''), started);
      } else {
        arriving.add(request);
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => void chunks.push(chunk));
        request.once('end', () => {
          arriving.delete(request);
          const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
          attempt(request, response, ordinary, () => askedByBody(body.toString()), started, body);
        });
      }
    },
    readBody(request) {
      const body = bodies.get(request);
      return (
        body &&
        new Readable({
          read() {
            this.push(body);
            this.push(null);
          },
        })
      );
    },
  };
}

/** The response of all parts; without own data these are null. */
const partsOf = ({ responseKeys }: Plan, { parts: shared = {} }: Answer, own: Parts = {}): string =>
  joined(
    Object.fromEntries(
      responseKeys.map((key) => [
        key,
        // Aliases may have the names of what objects inherit.
        [shared, own].find((part) => Object.hasOwn(part, key))?.[key] ?? 'null',
      ]),
    ),
  );

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

/** Whether a request has the form that the client sends, and nothing that the ordinary way checks. */
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
    headers.authorization === undefined &&
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

/** What a request says; either a `documentId` or a text. */
type Given = { variables: Variables; operationName: string | undefined } & (
  | { documentId: string; query?: undefined }
  | { documentId?: undefined; query: string }
);

/** Undefined if a request says more, or something else. */
function readGiven(text: string, read: (text: string) => unknown): Given | undefined {
  try {
    const value = read(text);
    requireShallow(value);
    const { documentId, query, variables, operationName, ...more } = (value ?? {}) as Record<
      string,
      unknown
    >;
    if (
      !(variables == null || (typeof variables === 'object' && !Array.isArray(variables))) ||
      !(operationName == null || typeof operationName === 'string') ||
      Object.keys(more).length > 0
    ) {
      return undefined;
    }
    const given = {
      variables: (variables ?? {}) as Variables,
      operationName: operationName ?? undefined,
    };
    if (typeof documentId === 'string' && query === undefined) {
      return { ...given, documentId };
    }
    return typeof query === 'string' && documentId === undefined ? { ...given, query } : undefined;
  } catch {
    return undefined;
  }
}

/** @throws {SyntaxError} if the variables are not JSON */
function givenByUrl(url: string): unknown {
  const { variables, ...given } = Object.fromEntries(new URLSearchParams(url.split('?')[1]));
  return {
    ...given,
    ...(variables !== undefined && { variables: JSON.parse(variables) as unknown }),
  };
}
