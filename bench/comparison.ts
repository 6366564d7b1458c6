import { deepStrictEqual } from 'node:assert';
import { randomInt } from 'node:crypto';
import { documents, known } from './documents.ts';
import { ask, operation } from './graphql.ts';
import { get, type LoadRequest } from './load.ts';
import { measureCases, type MeasuredCase, type Rounds } from './measuredLoad.ts';
import { askPostgraphile } from './postgraphileQueries.ts';
import { startPeer, type Program } from './processes.ts';
import type { ListedResort } from './resorts.ts';
import type { Table } from './table.ts';
import { openToken, withToken } from './tokens.ts';

interface Programs {
  server: Program;
  bare: Program;
  mercurius: Program;
  postgraphile: Program;
}

type Query = 'list' | 'resort';

const connections = 16;

/** Resorts whose responses are cached; these fit into any cache. */
const few = 500;

/**
 * Measures a query with the bare handler, the peers and the server. `remembered` requests
 * repeat, so that their public part is cached. `fresh` requests differ: the list by a rating that
 * every resort reaches, a single resort by id, until all had their turn. Bare handler and peers get
 * the same requests.
 */
export async function compare(
  query: Query,
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
    const ids = resorts.map(({ id }) => id);
    await checkSameAnswers(programs, ids[randomInt(ids.length)] ?? '');
    const token = await openToken(databaseUrl);
    // Different requests of each connection: more than it can send in the time.
    const variety = Math.max(1_000, rounds.seconds * 1_000);
    const cases = [
      ...casesOf(query, 'fresh', programs, () => freshOf(query, ids, variety), token),
      ...casesOf(query, 'remembered', programs, () => rememberedOf(query, ids), token),
    ];
    return await measureCases(`The query "${query}"`, cases, databaseUrl, rounds);
  } finally {
    await Promise.all([mercurius.stop(), postgraphile.stop()]);
  }
}

/** The least rating of a list, or the id of a resort. */
type Value = string | number;

interface Values {
  of(connection: number): Value[];
  /** Called after each measurement with the number of requests. */
  sent?(count: number): void;
  /** All values, if they are remembered. */
  all?: Value[];
}

function casesOf(
  query: Query,
  kind: 'fresh' | 'remembered',
  { server, bare, mercurius, postgraphile }: Programs,
  newValues: () => Values,
  token: string,
): MeasuredCase[] {
  const bareName = `${query}, bare, ${kind}`;
  const variables = (value: Value) => (query === 'list' ? { minRating: value } : { id: value });
  const text = (value: Value): LoadRequest => operation(documents[query], variables(value));
  const signedIn = query === 'list' ? 'listSignedIn' : 'resortSignedIn';
  // The server has its own values, so that it reads all other resorts before a resort repeats.
  const [ours, others] = [newValues(), newValues()];
  const caseOf = (
    name: string,
    program: Program,
    request: (value: Value) => LoadRequest,
  ): MeasuredCase => {
    const { of, sent, all } = program === server ? ours : others;
    return {
      name: `${query}, ${name}`,
      program,
      bare: program === bare ? undefined : bareName,
      remembers: program === server,
      requestsOf: (connection) => of(connection).map(request),
      // Restores cached responses that earlier fresh requests may have evicted.
      before: program === server ? all?.map(request) : undefined,
      sent,
    };
  };
  return [
    caseOf(`bare, ${kind}`, bare, (value) =>
      get(query === 'list' ? `/list?minRating=${value}` : `/resort/${value}`),
    ),
    ...(kind === 'fresh'
      ? [
          caseOf('mercurius', mercurius, text),
          caseOf('PostGraphile', postgraphile, (value) => askPostgraphile[query](value)),
        ]
      : []),
    caseOf(kind, server, (value) => known(query, variables(value))),
    caseOf(`${kind}, as text`, server, text),
    caseOf(`with a token, ${kind}, as text`, server, (value) => withToken(token, text(value))),
    caseOf(`signed in, ${kind}`, server, (value) =>
      known(signedIn, variables(value), randomInt(200)),
    ),
  ];
}

function freshOf(query: Query, ids: readonly string[], variety: number): Values {
  if (query === 'list') return { of: () => Array.from({ length: variety }, freshRating) };
  const others = ids.slice(few);
  let next = 0;
  return {
    of: (connection) =>
      Array.from(
        { length: variety },
        (_, index) => others[(next + connection + index * connections) % others.length] ?? '',
      ),
    sent(count) {
      next += count + connections;
    },
  };
}

function rememberedOf(query: Query, ids: readonly string[]): Values {
  const all = query === 'list' ? [1] : ids.slice(0, few);
  return { of: () => Array.from({ length: few }, () => all[randomInt(all.length)] ?? 1), all };
}

let ratings = 0;

/** A new rating in each request, reached by every resort of the bench. */
function freshRating(): number {
  ratings += 1;
  return 0.5 + ratings / 1e9;
}

interface BareResort {
  reviews: { createdAt: string; author: string }[];
}

interface ServerResort {
  reviews: { edges: { node: { createdAt: string; author: { name: string } } }[] };
}

/** Compares the responses field by field, so that all programs do the same work. */
async function checkSameAnswers(
  { server, bare, mercurius, postgraphile }: Programs,
  id: string,
): Promise<void> {
  const fromBare = async <Body>(path: string): Promise<Body> =>
    (await (await fetch(bare.origin + path)).json()) as Body;
  const one = readable(await fromBare<BareResort>(`/resort/${id}`));
  const list = (await fromBare<BareResort[]>('/list?minRating=0')).map(readable);
  const asText = (query: Query, variables: Record<string, unknown>): LoadRequest =>
    operation(documents[query], variables);
  for (const [{ origin }, request] of [
    [server, known],
    [server, asText],
    [mercurius, asText],
  ] as const) {
    const { resort } = await ask<{ resort: ServerResort }>(origin, request('resort', { id }));
    deepStrictEqual(flat(resort), one);
    const { resorts } = await ask<{ resorts: { edges: { node: ServerResort }[] } }>(
      origin,
      request('list', { minRating: 0 }),
    );
    deepStrictEqual(
      resorts.edges.map(({ node }) => flat(node)),
      list,
    );
  }
  await askPostgraphile.check(postgraphile.origin, id, { one, list });
  const { viewer } = await ask<{ viewer: object | null }>(
    server.origin,
    known('listSignedIn', { minRating: 0 }, 0),
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
