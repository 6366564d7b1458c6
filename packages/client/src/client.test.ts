import { describe, expect, it, vi } from 'vitest';
import { createClient, type ClientOptions } from './client.ts';
import { payloadOf, type TypedDocument } from './documents.ts';
import { TideweekError } from './errors.ts';
import { newIdempotencyKey } from './retries.ts';

const token = 'tw_test_0123456789';
const query = 'query Resorts { resorts { edges { node { name } } } }';
const mutation = 'mutation Add($input: AddInput!) { add(input: $input) { __typename } }';

/** A step of the played server: an answer, or an error of the connection. */
type Step = (request: RequestInit) => Response | Promise<Response>;

const json = (body: unknown, init: ResponseInit = {}) => Response.json(body, init);
const done = (): Response => json({ data: { add: { __typename: 'AddPayload', id: '1' } } });
const lost = (): never => {
  throw new TypeError('fetch failed', { cause: new Error('read ECONNRESET') });
};

/** A client of a server that takes these steps, one for each try. */
function play(steps: Step[], options: Partial<ClientOptions> = {}) {
  const delays: number[] = [];
  const requests: RequestInit[] = [];
  const client = createClient({
    url: 'https://tideweek.example/somewhere',
    token,
    fetch: async (address, request = {}) => {
      expect(String(address)).toBe('https://tideweek.example/graphql');
      requests.push(request);
      const step = steps[requests.length - 1];
      if (!step) throw new Error('one try too many');
      return step(request);
    },
    wait: async (seconds) => void delays.push(seconds),
    ...options,
  });
  const inputs = () =>
    requests.map(
      ({ body }) =>
        (JSON.parse(body as string) as { variables: { input?: object } }).variables.input,
    );
  return { client, delays, requests, inputs };
}

const failureOf = async (call: Promise<unknown>): Promise<TideweekError> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(TideweekError);
  return error as TideweekError;
};

describe('a call', () => {
  it('sends the operation with the token, and asks for the media type of GraphQL', async () => {
    const { client, requests } = play([() => json({ data: { resorts: 1 } })]);
    expect(await client.execute(query, { first: 2 })).toEqual({ resorts: 1 });
    expect(requests[0]).toMatchObject({
      method: 'POST',
      redirect: 'manual',
      body: JSON.stringify({ query, variables: { first: 2 } }),
      headers: {
        accept: 'application/graphql-response+json',
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
    });
  });

  it('takes a document that was parsed from a text, and refuses a tree without its text', async () => {
    const { client, requests } = play([done, done]);
    const parsed = { kind: 'Document', loc: { source: { body: query } } };
    await client.execute(parsed, {});
    expect(requests[0]?.body).toContain('query Resorts');
    await expect(client.execute({ kind: 'Document' } as object, {})).rejects.toThrow(
      "generate documents with documentMode: 'string'",
    );
    expect(requests).toHaveLength(1);
  });

  it('tells what was wrong by code, fields, request and status', async () => {
    const fieldErrors = [{ field: 'title', message: 'Title is required' }];
    const extensions = { code: 'BAD_USER_INPUT', fieldErrors };
    const { client, delays } = play([
      () =>
        json(
          { data: null, errors: [{ message: 'Not valid', extensions }] },
          { status: 400, headers: { 'x-request-id': 'r-1' } },
        ),
    ]);
    const error = await failureOf(client.execute(query, {}));
    expect(error).toMatchObject({
      code: 'BAD_USER_INPUT',
      fieldErrors,
      requestId: 'r-1',
      status: 400,
    });
    expect(error.message).toBe('Not valid\n  title: Title is required');
    expect(delays).toEqual([]);
  });

  it('with an answer that is no GraphQL fails with its status', async () => {
    const { client } = play([() => new Response('<h1>Moved</h1>', { status: 301 })]);
    expect(await failureOf(client.execute(query, {}))).toMatchObject({ code: 'HTTP_301' });
  });

  it.each(['', 'two words', 'line\n'])('is not possible with the token %j', (wrong) => {
    const make = () => createClient({ url: 'https://tideweek.example', token: wrong });
    expect(make).toThrow(/^The token is empty, or has a blank or a line break$/);
  });

  it('shows the token in no error', async () => {
    const says = (text: string) => () => json({ errors: [{ message: text }] });
    const { client } = play([
      () => {
        throw new Error(`bad header: Bearer ${token}`);
      },
      says(`unknown token ${token}`),
    ]);
    for (const document of [mutation, query]) {
      const error = await failureOf(client.execute(document, {}));
      expect(error.message).toContain('…');
      expect(JSON.stringify([error, error.message, error.stack, error.cause])).not.toContain(token);
    }
  });
});

describe('the next try', () => {
  const limited = (init: ResponseInit, retryAfter?: number) => () =>
    json({ errors: [{ message: 'Too many', extensions: { code: 'X', retryAfter } }] }, init);

  it.each([
    ['429 with a header', limited({ status: 429, headers: { 'retry-after': '7' } }), 7],
    ['503 with a header', limited({ status: 503, headers: { 'retry-after': '0' } }), 0],
    ['429 with an extension', limited({ status: 429 }, 9), 9],
    [
      '429 with another time in both',
      limited({ status: 429, headers: { 'retry-after': '7' } }, 9),
      7,
    ],
    [
      'a page of a proxy with a header',
      () => new Response('busy', { status: 503, headers: { 'retry-after': '3' } }),
      3,
    ],
  ])('after %s comes when the answer says, for a mutation too', async (_what, step, delay) => {
    const { client, delays } = play([step, done]);
    expect(await client.execute(mutation, {})).toHaveProperty('add');
    expect(delays).toEqual([delay]);
  });

  it('may be named by a date', async () => {
    const date = new Date(Date.now() + 60_000).toUTCString();
    const { client, delays } = play([
      limited({ status: 429, headers: { 'retry-after': date } }),
      done,
    ]);
    await client.execute(query, {});
    expect(delays[0]).toBeGreaterThan(0);
    expect(delays[0]).toBeLessThanOrEqual(60);
  });

  it.each(['soon', '-5', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
    'comes soon if the header is %s',
    async (text) => {
      const { client, delays } = play([
        limited({ status: 429, headers: { 'retry-after': text } }),
        done,
      ]);
      await client.execute(query, {});
      expect(delays[0]).toBeLessThanOrEqual(0.5);
    },
  );

  it.each(['RateLimitedError', 'UnavailableError'])(
    'comes if the result of a mutation is %s',
    async (__typename) => {
      const later = { __typename, message: 'Later', retryAfter: 4 };
      const { client, delays } = play([() => json({ data: { add: later } }), done]);
      expect(await client.run(mutation, {})).toEqual({ __typename: 'AddPayload', id: '1' });
      expect(delays).toEqual([4]);
    },
  );

  it('does not come if another mutation of the same call was done', async () => {
    const data = { one: { __typename: 'RateLimitedError' }, two: { __typename: 'AddPayload' } };
    const { client } = play([() => json({ data })]);
    expect(await client.execute(mutation, {})).toEqual(data);
  });

  it('comes later each time, with some chance in it, and five times at most', async () => {
    const step = () => new Response('', { status: 502 });
    const { client, delays, requests } = play([step, step, step, step, step]);
    expect(await failureOf(client.execute(query, {}))).toMatchObject({ status: 502 });
    expect(requests).toHaveLength(5);
    [0.5, 1, 2, 4].forEach((most, at) => {
      expect(delays[at]).toBeGreaterThanOrEqual(most / 2);
      expect(delays[at]).toBeLessThan(most);
    });
    const other = play([step, step], { mostTries: 2 });
    await failureOf(other.client.execute(query, {}));
    expect(other.delays[0]).not.toBe(delays[0]);
  });

  it('does not come if the answer names a longer time than the caller wants to wait', async () => {
    const step = limited({ status: 429, headers: { 'retry-after': '121' } });
    const { client } = play([step]);
    expect(await failureOf(client.execute(query, {}))).toMatchObject({
      code: 'X',
      retryAfter: 121,
    });
    const patient = play([step, done], { longestWait: 121 });
    await patient.client.execute(query, {});
    expect(patient.delays).toEqual([121]);
  });

  const unsure: [string, Step][] = [
    ['a lost connection', lost],
    ['a broken answer', () => new Response(new ReadableStream({ pull: lost }))],
    ['502', () => new Response('', { status: 502 })],
    ['503 without a time', () => new Response('', { status: 503 })],
    ['504', () => new Response('', { status: 504 })],
    [
      'a database that went away meanwhile',
      () =>
        json({
          data: { add: null },
          errors: [{ message: 'Away', extensions: { code: 'UNAVAILABLE', retryAfter: 1 } }],
        }),
    ],
  ];

  it.each(unsure)('after %s comes for a query', async (_what, step) => {
    const { client, requests } = play([step, done]);
    expect(await client.execute(query, {})).toHaveProperty('add');
    expect(requests).toHaveLength(2);
  });

  it.each(unsure)('after %s does not come for a mutation without a key', async (_what, step) => {
    const { client, requests } = play([step]);
    await failureOf(client.run(mutation, { input: { title: 'A week' } }));
    expect(requests).toHaveLength(1);
  });

  it.each(unsure)(
    'after %s comes for a mutation with a key, the same again',
    async (_what, step) => {
      const idempotencyKey = newIdempotencyKey();
      const { client, inputs } = play([step, done]);
      await client.run(mutation, { input: { title: 'A week' } }, { idempotencyKey });
      const input = { title: 'A week', idempotencyKey };
      expect(inputs()).toEqual([input, input]);
      const own = play([step, done]);
      await own.client.run(mutation, { input });
      expect(own.inputs()).toEqual([input, input]);
    },
  );

  it('needs an input to put a key into', async () => {
    const { client, requests } = play([]);
    const call = client.run(mutation, { id: '1' }, { idempotencyKey: newIdempotencyKey() });
    await expect(call).rejects.toThrow('needs an operation with the variable input');
    expect(requests).toEqual([]);
  });
});

describe('a signal', () => {
  it('ends a try, and no other follows', async () => {
    const caller = new AbortController();
    const { client, requests } = play([
      async ({ signal }) => {
        caller.abort(new Error('enough'));
        signal?.throwIfAborted();
        return done();
      },
    ]);
    const call = client.execute(query, {}, { signal: caller.signal });
    await expect(call).rejects.toThrow('enough');
    expect(requests).toHaveLength(1);
  });

  it('ends the waiting', async () => {
    const caller = new AbortController();
    const step = () => {
      queueMicrotask(() => caller.abort(new Error('enough')));
      return new Response('', { status: 429, headers: { 'retry-after': '100' } });
    };
    const { client, requests } = play([step], { wait: undefined });
    const call = client.execute(query, {}, { signal: caller.signal });
    await expect(call).rejects.toThrow('enough');
    expect(requests).toHaveLength(1);
  });

  it('of the time ends a try, and another follows', async () => {
    const hang: Step = ({ signal }) =>
      new Promise((_, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    const { client } = play([hang, done], { timeout: 0.001 });
    expect(await client.execute(query, {})).toHaveProperty('add');
    const { client: other } = play([hang], { timeout: 0.001 });
    const error = await failureOf(other.execute(mutation, {}));
    expect([error.code, error.message]).toEqual([
      'NO_ANSWER',
      'No answer from tideweek.example: 0.001 seconds are over',
    ]);
  });

  it('leaves nothing behind after the waiting', async () => {
    vi.useFakeTimers();
    try {
      const { signal } = new AbortController();
      const removed = vi.spyOn(signal, 'removeEventListener');
      const limited = () => new Response('', { status: 429, headers: { 'retry-after': '5' } });
      const { client } = play([limited, done], { wait: undefined });
      const call = client.execute(query, {}, { signal });
      await vi.advanceTimersByTimeAsync(5_000);
      expect(await call).toHaveProperty('add');
      expect(removed).toHaveBeenCalled();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the payload of a mutation', () => {
  it.each([
    ['InvalidInputError', 'BAD_USER_INPUT'],
    ['ConflictError', 'CONFLICT'],
    ['NotFoundError', 'NOT_FOUND'],
    ['ForbiddenError', 'FORBIDDEN'],
    ['InvalidCredentialsError', 'INVALID_CREDENTIALS'],
    ['SomethingNewError', 'SomethingNewError'],
  ])('is not there for %s', async (__typename, code) => {
    const add = { __typename, message: 'No', fieldErrors: [{ field: 'a', message: 'b' }] };
    const { client } = play([() => json({ data: { add } }, { headers: { 'x-request-id': 'r' } })]);
    const error = await failureOf(client.run(mutation, {}));
    expect(error).toMatchObject({ code, fieldErrors: add.fieldErrors, requestId: 'r' });
    expect(error.message).toBe('No\n  a: b');
  });

  it('is not there for null', () => {
    expect(() => payloadOf(null)).toThrow(TideweekError);
  });

  it('is not looked for among several', async () => {
    const { client } = play([() => json({ data: { a: null, b: null } })]);
    await expect(client.run(mutation, {})).rejects.toThrow('Only a mutation with one field');
  });
});

interface Page {
  list: {
    edges: ({ node: number } | null)[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  } | null;
}

describe('a list', () => {
  const document: TypedDocument<Page, { first: number; after?: string | null }> = query;
  const page =
    (nodes: (number | null)[], endCursor: string | null, hasNextPage = true) =>
    () =>
      json({
        data: {
          list: {
            edges: nodes.map((node) => node && { node }),
            pageInfo: { hasNextPage, endCursor },
          },
        },
      });
  const cursors = (requests: RequestInit[]) =>
    requests.map(
      ({ body }) =>
        (JSON.parse(body as string) as { variables: { after?: string } }).variables.after,
    );

  it('is read page by page, with the cursor of the page before', async () => {
    const steps = [page([1, 2], 'a'), page([], 'b'), page([null, 3], 'c', false)];
    const { client, requests } = play(steps);
    const nodes: number[] = [];
    for await (const node of client.nodes(document, { first: 2 }, ({ list }) => list)) {
      nodes.push(node);
    }
    expect(nodes).toEqual([1, 2, 3]);
    expect(cursors(requests)).toEqual([undefined, 'a', 'b']);
  });

  it('is not read further than the caller wants', async () => {
    const { client, requests } = play([page([1, 2], 'a')]);
    for await (const node of client.nodes(document, { first: 2 }, ({ list }) => list)) {
      if (node === 2) break;
    }
    expect(requests).toHaveLength(1);
  });

  it('begins after the cursor of the caller, and shows its own', async () => {
    const { client, requests } = play([page([3], 'd', false)]);
    const ends: unknown[] = [];
    const pages = client.pages(document, { first: 2, after: 'c' }, ({ list }) => list);
    for await (const { pageInfo } of pages) ends.push(pageInfo.endCursor);
    expect([ends, cursors(requests)]).toEqual([['d'], ['c']]);
  });

  it.each([
    ['the same cursor', [page([1], 'a'), page([2], 'a')]],
    ['cursors in a circle', [page([1], 'a'), page([2], 'b'), page([3], 'a')]],
    ['the first cursor', [page([1], 'start')]],
    ['no cursor', [page([1], null)]],
  ])('of a server that repeats %s ends with an error', async (_what, steps) => {
    const { client, requests } = play(steps);
    const read = async () => {
      const given = { first: 1, after: 'start' };
      for await (const node of client.nodes(document, given, ({ list }) => list)) void node;
    };
    await expect(read()).rejects.toThrow('The list does not end');
    expect(requests).toHaveLength(steps.length);
  });

  it('that is null is empty', async () => {
    const { client } = play([() => json({ data: { list: null } })]);
    for await (const node of client.nodes(document, { first: 1 }, ({ list }) => list)) {
      expect.fail(`there is ${node}`);
    }
  });
});
