import type { TypedDocumentString } from '../generated/operations/graphql.ts';

export interface Call {
  /** As in a Cookie header: "name=value". */
  cookie?: string | undefined;
  headers?: Record<string, string>;
}

interface Answer {
  status: number;
  headers: Headers;
  text: string;
  requestId: string;
  /** The Set-Cookie values, attributes included. */
  setCookies: string[];
  /** The session cookie that a browser would keep; undefined if none was set or it ended. */
  cookie: string | undefined;
}

interface GraphQLErrorJson {
  message: string;
  path?: (string | number)[];
  extensions?: {
    code?: string;
    requestId?: string;
    retryAfter?: number;
    fieldErrors?: { field: string; message: string }[];
  };
}

interface GraphQLAnswer<Data> extends Answer {
  data: Data | null | undefined;
  errors: GraphQLErrorJson[];
}

interface RestAnswer<Body> extends Answer {
  /** The parsed body; undefined if it is not JSON. */
  body: Body;
}

export interface Client {
  /** Sends any request. */
  send(path: string, init?: RequestInit & Call): Promise<Answer>;
  graphql<Data, Variables>(
    document: TypedDocumentString<Data, Variables>,
    variables: Variables,
    call?: Call,
  ): Promise<GraphQLAnswer<Data>>;
  /** Sends a document that has no generated types. */
  graphqlText<Data = unknown>(
    document: string,
    variables?: Record<string, unknown>,
    call?: Call,
  ): Promise<GraphQLAnswer<Data>>;
  /** Asks for a persisted document by its id. */
  graphqlById<Data = unknown>(
    documentId: string,
    variables?: Record<string, unknown>,
    call?: Call,
  ): Promise<GraphQLAnswer<Data>>;
  /** Sends a document with one file, its variable `file`, as a multipart request. */
  graphqlFile<Data = unknown>(
    document: string,
    file: File,
    call?: Call,
    otherVariables?: Record<string, unknown>,
  ): Promise<GraphQLAnswer<Data>>;
  rest<Body = unknown>(
    method: string,
    path: string,
    body?: unknown,
    call?: Call,
  ): Promise<RestAnswer<Body>>;
}

/** An HTTP client for a server. */
export function createClient(origin: string): Client {
  const send: Client['send'] = async (path, init = {}) => {
    const { cookie, headers, ...rest } = init;
    const response = await fetch(`${origin}${path}`, {
      redirect: 'manual',
      ...rest,
      headers: { ...(headers as Record<string, string>), ...(cookie && { cookie }) },
    });
    const setCookies = response.headers.getSetCookie();
    const pair = setCookies
      .map((cookie) => cookie.split(';', 1)[0])
      .findLast((each) => /^(__Host-)?tideweek=/.test(each ?? ''));
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      requestId: response.headers.get('x-request-id') ?? '',
      setCookies,
      cookie: pair?.endsWith('=') ? undefined : pair,
    };
  };
  const ask = async <Data>(body: object, call: Call = {}): Promise<GraphQLAnswer<Data>> => {
    const answer = await send('/graphql', {
      method: 'POST',
      body: JSON.stringify(body),
      ...call,
      headers: { 'content-type': 'application/json', ...call.headers },
    });
    const parsed = JSON.parse(answer.text) as { data?: Data; errors?: GraphQLErrorJson[] };
    return { ...answer, data: parsed.data, errors: parsed.errors ?? [] };
  };
  const graphqlFile = async <Data>(
    query: string,
    file: File,
    call: Call = {},
    otherVariables: Record<string, unknown> = {},
  ): Promise<GraphQLAnswer<Data>> => {
    const body = new FormData();
    const variables = { ...otherVariables, file: null };
    body.set('operations', JSON.stringify({ query, variables }));
    body.set('map', JSON.stringify({ 0: ['variables.file'] }));
    body.set('0', file);
    const headers = { 'graphql-require-preflight': '1', ...call.headers };
    const answer = await send('/graphql', { method: 'POST', body, ...call, headers });
    const parsed = JSON.parse(answer.text) as { data?: Data; errors?: GraphQLErrorJson[] };
    return { ...answer, data: parsed.data, errors: parsed.errors ?? [] };
  };
  return {
    send,
    graphqlText: (query, variables, call) => ask({ query, variables }, call),
    graphqlById: (documentId, variables, call) => ask({ documentId, variables }, call),
    graphqlFile,
    graphql: (document, variables, call) => ask({ query: document.toString(), variables }, call),
    async rest<Body>(method: string, path: string, body?: unknown, call: Call = {}) {
      const answer = await send(path, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...call,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...call.headers,
        },
      });
      const isJson = answer.headers.get('content-type')?.startsWith('application/json');
      return {
        ...answer,
        body: (isJson && answer.text !== '' ? JSON.parse(answer.text) : undefined) as Body,
      };
    },
  };
}
