import { deepStrictEqual } from 'node:assert';
import { randomInt } from 'node:crypto';
import { ask, freshBlank, freshCase, operation } from './graphql.ts';
import { load, medianLoad, type Load, type LoadRequest } from './load.ts';

export interface Compared extends Load {
  name: string;
  /** Requests per second relative to the bare handler: the median over the rounds. */
  ofBare: number | undefined;
}

interface Measured {
  name: string;
  origin: string;
  /** The name of the measurement to compare with. */
  bare?: string;
  requestsOf(): LoadRequest[];
}

const resortFields = `databaseId name location imageUrl rating reviewCount priceMin { formatted } priceMax { formatted }
  reviews(first: 3) { edges { node { rating title content createdAt author { name } } } }`;

const viewer = 'viewer { id firstName }';

const listQuery = (more = ''): string =>
  `query List($text: String) { ${more} resorts(query: $text, sort: HIGHEST_RATED, first: 12) {
    edges { node { ${resortFields} } } } }`;

const resortQuery = (more = ''): string =>
  `query One($id: ID!) { ${more} resort(id: $id) { ${resortFields} } }`;

/** Number of different requests per connection: more than it can send in the time. */
const varietyFor = (seconds: number): number => Math.max(1_000, seconds * 400);

const someOf = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item;

/**
 * Measures the two queries with the bare handler and with the server, signed out and in. The public
 * part of `remembered` requests is cached; that of `fresh` requests is not.
 */
export async function compare(
  origins: { server: string; bare: string },
  ids: readonly string[],
  options: { seconds: number; rounds: number; only: 'list' | 'resort' | undefined },
): Promise<Compared[]> {
  await checkSameAnswers(origins, ids);
  const few = ids.slice(0, 1_000);
  const of = (make: () => LoadRequest): (() => LoadRequest[]) => {
    return () => Array.from({ length: varietyFor(options.seconds) }, make);
  };
  const get = (path: string): LoadRequest => ({ path, method: 'GET' });
  const session = (): number => randomInt(200);
  const server = (bare: string, name: string, make: () => LoadRequest): Measured => ({
    name: `${bare.split(',', 1)[0]}, ${name}`,
    origin: origins.server,
    bare,
    requestsOf: of(make),
  });

  const list: Measured[] = [
    { name: 'list, bare', origin: origins.bare, requestsOf: of(() => get('/list')) },
    server('list, bare', 'signed out, remembered', () => operation(listQuery(), { text: '' })),
    server('list, bare', 'signed out, fresh', () => operation(listQuery(), { text: freshBlank() })),
    server('list, bare', 'signed in, remembered', () =>
      operation(listQuery(viewer), { text: '' }, session()),
    ),
    server('list, bare', 'signed in, fresh', () =>
      operation(listQuery(viewer), { text: freshBlank() }, session()),
    ),
  ];
  const one: Measured[] = [
    {
      name: 'resort, bare',
      origin: origins.bare,
      requestsOf: of(() => get(`/resort/${someOf(ids)}`)),
    },
    server('resort, bare', 'signed out, remembered', () =>
      operation(resortQuery(), { id: someOf(few) }),
    ),
    server('resort, bare', 'signed out, fresh', () =>
      operation(resortQuery(), { id: freshCase(someOf(ids)) }),
    ),
    server('resort, bare', 'signed in, remembered', () =>
      operation(resortQuery(viewer), { id: someOf(few) }, session()),
    ),
    server('resort, bare', 'signed in, fresh', () =>
      operation(resortQuery(viewer), { id: freshCase(someOf(ids)) }, session()),
    ),
  ];
  return measure(
    [...(options.only === 'resort' ? [] : list), ...(options.only === 'list' ? [] : one)],
    options,
  );
}

/** Sends the list query only, for a profile of the server. */
export async function loadForProfile(
  origin: string,
  name: 'signed in, remembered' | 'signed in, fresh',
  seconds: number,
): Promise<void> {
  const text = name === 'signed in, fresh' ? freshBlank : () => '';
  await load(origin, seconds, () =>
    Array.from({ length: varietyFor(seconds) }, () =>
      operation(listQuery(viewer), { text: text() }, randomInt(200)),
    ),
  );
}

async function measure(
  cases: Measured[],
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Compared[]> {
  const loads = new Map<string, Load[]>(cases.map(({ name }) => [name, []]));
  // Round 0 warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, origin, requestsOf } of cases) {
      const result = await load(origin, round === 0 ? 2 : seconds, requestsOf);
      if (round > 0) {
        loads.get(name)?.push(result);
      }
    }
  }
  return cases.map(({ name, bare }) => {
    const own = loads.get(name) ?? [];
    const others = bare === undefined ? undefined : loads.get(bare);
    const parts = others?.map((other, round) => (own[round]?.perSecond ?? 0) / other.perSecond);
    return {
      name,
      ...medianLoad(own),
      ofBare: parts && [...parts].sort((a, b) => a - b)[Math.floor(parts.length / 2)],
    };
  });
}

interface BareResort {
  createdAt?: string;
  reviews: { createdAt: string; author: string }[];
}

interface ServerResort {
  reviews: { edges: { node: { createdAt: string; author: { name: string } } }[] };
}

/** Compares the responses field by field: both must do the same work. */
async function checkSameAnswers(
  origins: { server: string; bare: string },
  ids: readonly string[],
): Promise<void> {
  const id = someOf(ids);
  const bare = async <Body>(path: string): Promise<Body> =>
    (await (await fetch(origins.bare + path)).json()) as Body;
  const fromBare = (resort: BareResort): unknown => ({
    ...resort,
    reviews: resort.reviews.map((review) => ({
      ...review,
      createdAt: Date.parse(review.createdAt),
    })),
  });
  const fromServer = (resort: ServerResort): unknown => ({
    ...resort,
    reviews: resort.reviews.edges.map(({ node }) => ({
      ...node,
      createdAt: Date.parse(node.createdAt),
      author: node.author.name,
    })),
  });
  const { resort } = await ask<{ resort: ServerResort }>(
    origins.server,
    operation(resortQuery(), { id }),
  );
  deepStrictEqual(fromServer(resort), fromBare(await bare<BareResort>(`/resort/${id}`)));
  const { resorts, viewer: member } = await ask<{
    resorts: { edges: { node: ServerResort }[] };
    viewer: object | null;
  }>(origins.server, operation(listQuery(viewer), { text: freshBlank() }, 0));
  deepStrictEqual(
    resorts.edges.map(({ node }) => fromServer(node)),
    (await bare<BareResort[]>('/list')).map(fromBare),
  );
  if (!member) {
    throw new Error('the sessions of the bench database were not accepted');
  }
}
