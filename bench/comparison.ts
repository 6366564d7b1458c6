import { deepStrictEqual } from 'node:assert';
import { randomInt } from 'node:crypto';
import { encodeCursor } from '../api/platform/database/cursors.ts';
import { documents, known, knownByGet } from './documents.ts';
import { ask, operation } from './graphql.ts';
import { get, load, type LoadRequest } from './load.ts';
import { measureCases, type MeasuredCase, type Rounds } from './measuredLoad.ts';
import { askPostgraphile } from './postgraphileQueries.ts';
import { startPeer, startServer, type Program } from './processes.ts';
import { openProfile } from './profile.ts';
import type { ListedResort } from './resorts.ts';
import type { Table } from './table.ts';
import { openToken, withToken } from './tokens.ts';

interface Programs {
  server: Program;
  bare: Program;
  mercurius: Program;
  postgraphile: Program;
}

/** Different requests per connection: more than it can send in the time. */
const varietyFor = (seconds: number): number => Math.max(1_000, seconds * 1_000);

const connections = 16;

/** Resorts whose responses are cached; these fit into any cache. */
const few = 500;

/**
 * Measures a query with the bare handler, the peers and the server. `remembered` requests
 * repeat, so that their public part is cached. `fresh` requests differ: the list by a rating that
 * every resort reaches, or by cursor; a single resort by id, until all had their turn. Bare handler
 * and peers get the same requests.
 */
export async function compare(
  query: 'list' | 'resort',
  { server, bare }: Pick<Programs, 'server' | 'bare'>,
  { databaseUrl, resorts, port }: { databaseUrl: string; resorts: ListedResort[]; port: number },
  rounds: Rounds,
): Promise<Table> {
  const [mercurius, postgraphile] = await Promise.all([
    startPeer('mercurius', databaseUrl, port),
    startPeer('postgraphile', databaseUrl, port + 1),
  ]);
  try {
    const programs = { server, bare, mercurius, postgraphile };
    await checkSameAnswers(programs, resorts);
    const token = await openToken(databaseUrl);
    const casesOf = { list: listCases, resort: resortCases }[query];
    const cases = casesOf(programs, resorts, varietyFor(rounds.seconds), token);
    const isAnswered = await answersByGet(server);
    return await measureCases(
      `The query "${query}"`,
      cases.filter(({ name }) => isAnswered || !name.endsWith('by GET')),
      databaseUrl,
      rounds,
    );
  } finally {
    await Promise.all([mercurius.stop(), postgraphile.stop()]);
  }
}

/** Whether a server answers known documents by GET. */
async function answersByGet({ origin }: Program): Promise<boolean> {
  const { path, headers = {} } = knownByGet('list', remembered);
  const { ok } = await fetch(origin + path, { headers });
  if (!ok) {
    console.log('Known documents are not answered by GET');
  }
  return ok;
}

const session = (): number => randomInt(200);

function listCases(
  { server, bare, mercurius, postgraphile }: Programs,
  resorts: readonly ListedResort[],
  variety: number,
  token: string,
): MeasuredCase[] {
  const fresh = (make: (minRating: number) => LoadRequest) => () =>
    Array.from({ length: variety }, () => make(freshRating()));
  const same = (request: LoadRequest) => () => [request];
  const ours = (name: string, requestsOf: MeasuredCase['requestsOf']): MeasuredCase => ({
    name: `list, ${name}`,
    program: server,
    bare: 'list, bare',
    remembers: true,
    requestsOf,
  });
  const [after, bareAfter] = [inTurn(resorts), inTurn(resorts)];
  const again = known('list', remembered);
  return [
    {
      name: 'list, bare',
      program: bare,
      requestsOf: fresh((minRating) => get(`/list?minRating=${minRating}`)),
    },
    {
      name: 'list, mercurius',
      program: mercurius,
      bare: 'list, bare',
      requestsOf: fresh((minRating) => operation(documents.list, { minRating })),
    },
    {
      name: 'list, PostGraphile',
      program: postgraphile,
      bare: 'list, bare',
      requestsOf: fresh((minRating) => askPostgraphile.list(minRating)),
    },
    ours('signed out, remembered', same(again)),
    ours('signed out, remembered, br', same(compressed(again))),
    ours('signed out, remembered, by GET', same(knownByGet('list', remembered))),
    ours('signed out, remembered, as text', same(operation(documents.list, remembered))),
    ours(
      'with a token, remembered, as text',
      same(withToken(token, operation(documents.list, remembered))),
    ),
    ours('signed in, remembered', () =>
      Array.from({ length: few }, () => known('listSignedIn', remembered, session())),
    ),
    ours(
      'signed out, fresh',
      fresh((minRating) => known('list', { minRating })),
    ),
    ours(
      'signed out, fresh, as text',
      fresh((minRating) => operation(documents.list, { minRating })),
    ),
    ours(
      'with a token, fresh, as text',
      fresh((minRating) => withToken(token, operation(documents.list, { minRating }))),
    ),
    ours(
      'signed in, fresh',
      fresh((minRating) => known('listSignedIn', { minRating }, session())),
    ),
    {
      name: 'deep list, bare',
      program: bare,
      requestsOf: (connection) =>
        bareAfter
          .of(connection, variety)
          .map(({ id, rating, reviewCount }) => get(`/list?after=${rating},${reviewCount},${id}`)),
      sent: bareAfter.sent,
    },
    {
      name: 'deep list, signed out, fresh',
      program: server,
      bare: 'deep list, bare',
      remembers: true,
      requestsOf: (connection) =>
        after.of(connection, variety).map(({ id, rating, reviewCount }) =>
          known('deepList', {
            after: encodeCursor('HIGHEST_RATED', [rating, reviewCount, id]),
          }),
        ),
      sent: after.sent,
    },
  ];
}

function resortCases(
  { server, bare, mercurius, postgraphile }: Programs,
  resorts: readonly ListedResort[],
  variety: number,
  token: string,
): MeasuredCase[] {
  const ids = resorts.map(({ id }) => id);
  // The server has its own turns, so that it reads all other resorts before a resort repeats.
  const [turns, othersTurns] = [inTurn(ids.slice(few)), inTurn(ids.slice(few))];
  const some = (make: (id: string) => LoadRequest) => () =>
    Array.from({ length: few }, () => make(ids[randomInt(few)] ?? ''));
  const all = (
    program: Program,
    make: (id: string) => LoadRequest,
  ): Pick<MeasuredCase, 'program' | 'remembers' | 'requestsOf' | 'sent'> => {
    const { of, sent } = program === server ? turns : othersTurns;
    return {
      program,
      remembers: program === server,
      requestsOf: (connection) => of(connection, variety).map(make),
      sent,
    };
  };
  const fresh = { bare: 'resort, bare' };
  const bareAgain = `one of ${few}, bare`;
  const again = (name: string, make: (id: string) => LoadRequest): MeasuredCase => ({
    program: server,
    remembers: true,
    bare: bareAgain,
    name: `one of ${few}, ${name}`,
    // Restores cached responses that earlier fresh requests may have evicted.
    before: ids.slice(0, few).map(make),
    requestsOf: some(make),
  });
  return [
    { name: 'resort, bare', ...all(bare, (id) => get(`/resort/${id}`)) },
    {
      ...fresh,
      name: 'resort, mercurius',
      ...all(mercurius, (id) => operation(documents.resort, { id })),
    },
    {
      ...fresh,
      name: 'resort, PostGraphile',
      ...all(postgraphile, (id) => askPostgraphile.resort(id)),
    },
    {
      ...fresh,
      name: 'resort, signed out, fresh',
      ...all(server, (id) => known('resort', { id })),
    },
    {
      ...fresh,
      name: 'resort, signed out, fresh, as text',
      ...all(server, (id) => operation(documents.resort, { id })),
    },
    {
      ...fresh,
      name: 'resort, with a token, fresh, as text',
      ...all(server, (id) => withToken(token, operation(documents.resort, { id }))),
    },
    {
      ...fresh,
      name: 'resort, signed in, fresh',
      ...all(server, (id) => known('resortSignedIn', { id }, session())),
    },
    { name: bareAgain, program: bare, requestsOf: some((id) => get(`/resort/${id}`)) },
    again('signed out, remembered', (id) => known('resort', { id })),
    again('signed out, remembered, by GET', (id) => knownByGet('resort', { id })),
    again('signed out, remembered, as text', (id) => operation(documents.resort, { id })),
    again('with a token, remembered, as text', (id) =>
      withToken(token, operation(documents.resort, { id })),
    ),
    again('signed in, remembered', (id) => known('resortSignedIn', { id }, session())),
  ];
}

const remembered = { minRating: 1 };

let ratings = 0;

/** A new rating in each request, reached by every resort of the bench. */
function freshRating(): number {
  ratings += 1;
  return 0.5 + ratings / 1e9;
}

const compressed = (request: LoadRequest): LoadRequest => ({
  ...request,
  headers: { ...request.headers, 'accept-encoding': 'gzip, deflate, br' },
});

/** Gives connections different items; an item repeats only after every item was used. */
function inTurn<Item>(items: readonly Item[]) {
  let next = 0;
  return {
    of: (connection: number, count: number): Item[] =>
      Array.from(
        { length: count },
        (_, index) => items[(next + connection + index * connections) % items.length] as Item,
      ),
    sent(count: number): void {
      next += count + connections;
    },
  };
}

/** Where the server's time goes, by package, for the list. */
export async function profileList(
  databaseUrl: string,
  port: number,
  seconds: number,
): Promise<Table[]> {
  const tables: Table[] = [];
  for (const name of ['list', 'listSignedIn'] as const) {
    for (const isFresh of [false, true]) {
      const opened = openProfile();
      const server = await startServer(databaseUrl, port, opened.nodeOptions);
      await load(server.origin, Math.max(seconds, 10), () =>
        Array.from({ length: varietyFor(seconds) }, () =>
          known(
            name,
            isFresh ? { minRating: freshRating() } : remembered,
            name === 'list' ? undefined : session(),
          ),
        ),
      );
      await server.stop();
      tables.push({
        title: `Where the server's time goes: ${name}, ${isFresh ? 'fresh' : 'remembered'}`,
        columns: ['package', 'self time %'],
        rows: opened.read(),
      });
    }
  }
  return tables;
}

interface BareResort {
  databaseId: string;
  reviews: { createdAt: string; author: string }[];
}

interface ServerResort {
  reviews: { edges: { node: { createdAt: string; author: { name: string } } }[] };
}

/** Compares the responses field by field, so that all programs do the same work. */
async function checkSameAnswers(
  { server, bare, mercurius, postgraphile }: Programs,
  resorts: readonly ListedResort[],
): Promise<void> {
  const fromBare = async <Body>(path: string): Promise<Body> =>
    (await (await fetch(bare.origin + path)).json()) as Body;
  const place = resorts[randomInt(resorts.length)] as ListedResort;
  const { id } = place;
  const one = readable(await fromBare<BareResort>(`/resort/${id}`));
  const list = (await fromBare<BareResort[]>('/list?minRating=0')).map(readable);
  const minRating = 0;
  for (const { origin } of [server, mercurius]) {
    const { resort } = await ask<{ resort: ServerResort }>(
      origin,
      operation(documents.resort, { id }),
    );
    deepStrictEqual(flat(resort), one);
    const { resorts: found } = await ask<{ resorts: { edges: { node: ServerResort }[] } }>(
      origin,
      operation(documents.list, { minRating }),
    );
    deepStrictEqual(
      found.edges.map(({ node }) => flat(node)),
      list,
    );
  }
  await askPostgraphile.check(postgraphile.origin, id, { one, list });
  const { resort: shown } = await ask<{ resort: ServerResort }>(
    server.origin,
    known('resort', { id }),
  );
  deepStrictEqual(flat(shown), one);
  const deep = await ask<{ resorts: { edges: { node: ServerResort }[] } }>(
    server.origin,
    known('deepList', {
      after: encodeCursor('HIGHEST_RATED', [place.rating, place.reviewCount, id]),
    }),
  );
  deepStrictEqual(
    deep.resorts.edges.map(({ node }) => flat(node)),
    (await fromBare<BareResort[]>(`/list?after=${place.rating},${place.reviewCount},${id}`)).map(
      readable,
    ),
  );
  const { viewer } = await ask<{ viewer: object | null }>(
    server.origin,
    known('listSignedIn', { minRating }, 0),
  );
  if (!viewer) {
    throw new Error('the sessions of the bench database were not accepted');
  }
}

const readable = (resort: BareResort): unknown => ({
  ...resort,
  reviews: resort.reviews.map((review) => ({ ...review, createdAt: Date.parse(review.createdAt) })),
});

const flat = (resort: ServerResort): unknown => ({
  ...resort,
  reviews: resort.reviews.edges.map(({ node }) => ({
    ...node,
    createdAt: Date.parse(node.createdAt),
    author: node.author.name,
  })),
});
