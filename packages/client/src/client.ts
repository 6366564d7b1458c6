import {
  payloadOf,
  postponed,
  textOf,
  type Connection,
  type Payload,
  type TypedDocument,
} from './documents.ts';
import { TideweekError, type FieldError } from './errors.ts';
import { growingDelay, isRepeatable, secondsOf, wait, withKey, type Wait } from './retries.ts';

export interface ClientOptions {
  /** The site, for example `https://tideweek.example`; the client adds `/graphql`. */
  url: string | URL;
  /** Begins with `tw_test_` or `tw_live_`. */
  token: string;
  /** Defaults to the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Defaults to 5. */
  mostTries?: number | undefined;
  /** Seconds that a try may take. Defaults to 60; an upload may always take 15 minutes. */
  timeout?: number | undefined;
  /** Seconds between two tries at most: a call that has to wait longer fails. Defaults to 120. */
  longestWait?: number | undefined;
  /** Replaces the waiting between two tries, in tests. */
  wait?: Wait | undefined;
}

export interface CallOptions {
  /** Ends the call, and the waiting between its tries. */
  signal?: AbortSignal | undefined;
  /** Goes into the variable `input`, the same at each try. See `newIdempotencyKey`. */
  idempotencyKey?: string | undefined;
}

type WithoutAfter<Variables> = Omit<NoInfer<Variables>, 'after'> & {
  after?: string | null | undefined;
};

type ConnectionOf<Result, Node> = (data: Result) => Connection<Node> | null | undefined;

export interface Client {
  /**
   * Sends a query or a mutation. A call that was refused for now (429, 503, and results of the types
   * `RateLimitedError` and `UnavailableError`) is sent again after the time that the answer names,
   * else after a growing delay. When the connection is lost, the time is over, or a proxy has no
   * answer, nobody knows whether the call was done: then a query is sent again, and a mutation only
   * if its variables have an `idempotencyKey`.
   * @throws {TideweekError} if the answer has errors, or there is none
   * @throws the reason of the signal, once it is aborted
   */
  execute<Result, Variables = Record<string, unknown>>(
    document: TypedDocument<Result, Variables>,
    variables: NoInfer<Variables>,
    options?: CallOptions,
  ): Promise<Result>;
  /**
   * Sends a mutation with one field, as `execute` does.
   * @returns the payload of its result
   * @throws {TideweekError} if the result is an error
   */
  run<Result extends object, Variables = Record<string, unknown>>(
    document: TypedDocument<Result, Variables>,
    variables: NoInfer<Variables>,
    options?: CallOptions,
  ): Promise<Payload<Result[keyof Result]>>;
  /** Sends a mutation with a file, its variable `file`; otherwise as `run` does. */
  upload<Result extends object, Variables = Record<string, unknown>>(
    document: TypedDocument<Result, Variables>,
    variables: Omit<NoInfer<Variables>, 'file'>,
    file: File,
    options?: CallOptions,
  ): Promise<Payload<Result[keyof Result]>>;
  /**
   * Reads a list page by page; each page is asked for when it is needed. The query has the variable
   * `after`, and selects `pageInfo { hasNextPage endCursor }`. A list that is null has no pages.
   * @throws {Error} if a cursor comes twice
   */
  pages<Result, Variables, Node>(
    document: TypedDocument<Result, Variables>,
    variables: WithoutAfter<Variables>,
    connectionOf: ConnectionOf<Result, Node>,
    options?: CallOptions,
  ): AsyncGenerator<Connection<Node>, void>;
  /** Reads the nodes of a list, page by page as `pages` does. */
  nodes<Result, Variables, Node>(
    document: TypedDocument<Result, Variables>,
    variables: WithoutAfter<Variables>,
    connectionOf: ConnectionOf<Result, Node>,
    options?: CallOptions,
  ): AsyncGenerator<Node, void>;
}

/** Seconds, as the server allows. */
const uploadTimeout = 15 * 60;

/** @throws {TypeError} if the address or the token can't be one */
export function createClient(options: ClientOptions): Client {
  const { token, mostTries = 5, timeout = 60, longestWait = 120 } = options;
  const endpoint = new URL('/graphql', options.url);
  if (!/^[\x21-\x7e]+$/.test(token)) {
    // The error of fetch would show it.
    throw new TypeError('The token is empty, or has a blank or a line break');
  }
  const send = options.fetch ?? fetch;
  const pause = options.wait ?? wait;
  const fail = (message: string, facts: ConstructorParameters<typeof TideweekError>[1]) =>
    new TideweekError(message.replaceAll(token, '…'), facts);

  async function call<Data extends object>(given: Call): Promise<Done<Data>> {
    for (let tries = 1; ; tries += 1) {
      const { settle, isRetried, retryAfter } = await attempt<Data>(given);
      const delay = retryAfter ?? Math.min(growingDelay(tries), longestWait);
      if (!isRetried || !(tries < mostTries) || delay > longestWait) {
        return settle();
      }
      await pause(delay, given.signal);
    }
  }

  async function attempt<Data extends object>(given: Call): Promise<Attempt<Data>> {
    const { signal } = given;
    const canRepeat = isRepeatable(given.query, given.variables);
    const { body, headers, seconds } = requestOf(given, timeout);
    const end = AbortSignal.timeout(Math.ceil(seconds * 1_000));
    let response: Response;
    let text: string;
    try {
      response = await send(endpoint, {
        method: 'POST',
        headers: {
          ...headers,
          accept: 'application/graphql-response+json',
          authorization: `Bearer ${token}`,
        },
        body,
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, end]) : end,
      });
      text = await response.text();
    } catch (error) {
      signal?.throwIfAborted();
      const reason = end.aborted ? `${seconds} seconds are over` : reasonOf(error);
      return {
        isRetried: canRepeat,
        settle: thrower(fail(`No answer from ${endpoint.host}: ${reason}`, { code: 'NO_ANSWER' })),
      };
    }
    const { status } = response;
    const { data, errors } = answerOf<Data>(text);
    const requestId = response.headers.get('x-request-id') ?? undefined;
    if (data && !errors) {
      const later = postponed(data);
      return {
        isRetried: later !== undefined,
        retryAfter: later?.retryAfter,
        settle: () => ({ data, requestId }),
      };
    }
    const facts = (errors ?? []).map(({ extensions }) => extensions ?? {});
    const first = facts.find(({ retryAfter }) => retryAfter !== undefined) ?? facts[0];
    const retryAfter = secondsOf(response.headers.get('retry-after')) ?? first?.retryAfter;
    const isRefused = status === 429 || (status === 503 && retryAfter !== undefined);
    const isAway = first?.retryAfter !== undefined || [502, 503, 504].includes(status);
    const message = errors
      ? errors.map((error) => error.message).join('; ')
      : `The answer of ${endpoint.host} is no GraphQL: status ${status}`;
    return {
      isRetried: isRefused || (isAway && canRepeat),
      retryAfter,
      settle: thrower(
        fail(message, {
          code: first?.code ?? `HTTP_${status}`,
          fieldErrors: first?.fieldErrors,
          requestId: first?.requestId ?? requestId,
          status,
          retryAfter,
        }),
      ),
    };
  }

  async function execute<Result, Variables>(
    document: TypedDocument<Result, Variables>,
    variables: NoInfer<Variables>,
    given?: CallOptions,
  ): Promise<Result> {
    const { data } = await call(callOf(document, variables, given));
    return data as Result;
  }

  async function payloadFor<Result extends object>(
    given: Call,
  ): Promise<Payload<Result[keyof Result]>> {
    const { data, requestId } = await call<Result>(given);
    const [outcome, ...others] = Object.values(data) as Result[keyof Result][];
    if (outcome === undefined || others.length > 0) {
      throw new TypeError('Only a mutation with one field has one payload');
    }
    return payloadOf(outcome, requestId);
  }

  async function* pages<Result, Variables, Node>(
    document: TypedDocument<Result, Variables>,
    variables: WithoutAfter<Variables>,
    connectionOf: ConnectionOf<Result, Node>,
    given?: CallOptions,
  ): AsyncGenerator<Connection<Node>, void> {
    const seen = new Set<string | null | undefined>([variables.after]);
    for (let { after } = variables; ;) {
      const { data } = await call(callOf(document, { ...variables, after }, given));
      const connection = connectionOf(data as Result);
      if (!connection) {
        return;
      }
      yield connection;
      if (!connection.pageInfo.hasNextPage) {
        return;
      }
      after = connection.pageInfo.endCursor;
      if (after == null || seen.has(after)) {
        throw new Error('The list does not end: its next page has no cursor, or one that was read');
      }
      seen.add(after);
    }
  }

  return {
    execute,
    run: async (document, variables, given) => payloadFor(callOf(document, variables, given)),
    upload: async (document, variables, file, given) =>
      payloadFor({ ...callOf(document, { ...variables, file: null }, given), file }),
    pages,
    async *nodes(document, variables, connectionOf, given) {
      for await (const { edges } of pages(document, variables, connectionOf, given)) {
        for (const edge of edges) {
          if (edge) yield edge.node;
        }
      }
    },
  };
}

interface Call {
  query: string;
  variables: object;
  file?: File;
  signal: AbortSignal | undefined;
}

interface Done<Data> {
  data: Data;
  requestId: string | undefined;
}

interface Attempt<Data> {
  /** Ends the call with this attempt. @throws {TideweekError} */
  settle: () => Done<Data>;
  isRetried: boolean;
  retryAfter?: number | undefined;
}

const callOf = (
  document: TypedDocument<unknown, never>,
  variables: unknown,
  { signal, idempotencyKey }: CallOptions = {},
): Call => ({
  query: textOf(document),
  variables: (idempotencyKey === undefined
    ? variables
    : withKey(variables, idempotencyKey)) as object,
  signal,
});

/** A file is sent as https://github.com/jaydenseric/graphql-multipart-request-spec says. */
function requestOf({ query, variables, file }: Call, timeout: number) {
  const operation = JSON.stringify({ query, variables });
  if (!file) {
    const headers = { 'content-type': 'application/json' };
    return { body: operation, headers, seconds: timeout };
  }
  const body = new FormData();
  body.set('operations', operation);
  body.set('map', JSON.stringify({ 0: ['variables.file'] }));
  body.set('0', file);
  return { body, headers: { 'graphql-require-preflight': '1' }, seconds: uploadTimeout };
}

interface Answer<Data> {
  data?: Data | null;
  errors?: {
    message: string;
    extensions?: {
      code?: string;
      fieldErrors?: FieldError[];
      requestId?: string;
      retryAfter?: number;
    };
  }[];
}

/** An answer that is no GraphQL, such as a page of a proxy, has neither data nor errors. */
function answerOf<Data>(text: string): Answer<Data> {
  try {
    return (JSON.parse(text) as Answer<Data> | null) ?? {};
  } catch {
    return {};
  }
}

/** `fetch failed` alone says nothing. */
const reasonOf = (error: unknown): string => String((error as Error).cause ?? error);

const thrower = (error: TideweekError) => (): never => {
  throw error;
};
