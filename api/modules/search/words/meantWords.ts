import type { Deps } from '../../../context/context.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { partOf, type Phrase } from '../../phrases/readPhrases.ts';
import type { Token } from '../../phrases/tokens.ts';
import { nearestWord } from './corrections.ts';
import { nothing, requiredQuery, waysFrom, type Part } from './relaxation.ts';
import {
  groupsOf,
  mostWords,
  segmentsOf,
  titled,
  wordsAt,
  type KnownWords,
  type Segment,
} from './segments.ts';
import { nearBrands, states } from './tables.ts';
import { attributesByWords, fold, placeKey, places, type TextOrder } from './vocabulary.ts';

/** What the words of a text were read as. */
export interface WordReading extends Pick<Phrase, 'words' | 'without' | 'asWords'> {
  label: string;
  /** Where it begins in the text. */
  start: number;
}

/** The words of a search text, as they are searched for. */
export interface MeantWords {
  /** A tsquery as text; empty if there is nothing to search for, and everything is found. */
  query: string;
  /** The words with corrected typos; null if there are none. */
  readAs: string | null;
  readings: WordReading[];
  /** Words that are not searched for, since no resort has them beside the others. */
  leftOut: string[];
  /** The order that the text asks for. */
  order: TextOrder | null;
}

type Reader = Pick<Deps, 'database'>;

/** What a look-up of words found, with the query of each. */
interface LookedUp extends KnownWords {
  /** By kind and words. */
  queries: ReadonlyMap<string, string>;
  /** Words that unknown ones may be typos of. */
  nearest: ReadonlyMap<string, string>;
}

/**
 * Reads the words of a text: places, brands, attributes, orders, names. Everything must be found at
 * first; if no resort has all, the least telling words are left out.
 * @param tokens of the text, without phrases
 */
export async function meantWords(
  deps: Reader,
  text: string,
  tokens: readonly Token[],
  hasPhrases: boolean,
): Promise<MeantWords> {
  const said = tokens.filter(({ word }) => fold(word) !== '');
  const asked = said.slice(0, mostWords);
  const first = await lookUp(deps, asked);
  const corrected = asked.map((token) => {
    const word = token.isQuoted ? undefined : nearestWord(fold(token.word), first);
    return word === undefined ? token : { ...token, word };
  });
  const isCorrected = corrected.some((token, index) => token !== asked[index]);
  const known = isCorrected ? await lookUp(deps, corrected) : first;
  const segments = segmentsOf(corrected, known);
  const chosen = await chooseWords(deps, partsOf(corrected, segments, known), segments, hasPhrases);
  const wordsOf = ({ from, to }: Pick<Segment, 'from' | 'to'>): string =>
    text.slice(asked[from]?.start ?? 0, asked[to - 1]?.end ?? 0);
  const order = segments.find((segment) => segment.kind === 'order');
  return {
    query: chosen.query,
    readAs: isCorrected ? corrected.map(({ word }) => word.replaceAll('"', '')).join(' ') : null,
    readings: segments
      .filter((segment) => !chosen.leftOut.includes(segment))
      .flatMap((segment): WordReading[] => {
        const label = labelOf(segment, wordsAt(corrected, segment.from, segment.to));
        const start = asked[segment.from]?.start ?? 0;
        const part = partOf(text, start, asked[segment.to - 1]?.end ?? text.length);
        return label === undefined || fold(label) === fold(part.words)
          ? []
          : [{ label, start, ...part }];
      }),
    leftOut: [
      ...chosen.leftOut.map((segment) => `${segment.isNegated ? 'not ' : ''}${wordsOf(segment)}`),
      ...said.slice(mostWords).map(({ start, end }) => text.slice(start, end)),
    ],
    order: order?.kind === 'order' ? order.order : null,
  };
}

const orderLabels: Record<TextOrder, string> = {
  PRICE_LOW_TO_HIGH: 'Lowest price first',
  PRICE_HIGH_TO_LOW: 'Highest price first',
  HIGHEST_RATED: 'Highest rated first',
  MOST_REVIEWS: 'Most reviews first',
};

function labelOf(segment: Segment, words: string): string | undefined {
  const not = segment.isNegated ? 'Not ' : '';
  switch (segment.kind) {
    case 'place':
      return `${not || (segment.isNear ? 'Near ' : '')}${segment.place.label}`;
    case 'brand':
      return not + segment.brand;
    case 'attribute':
      return not + segment.amenities.join(' or ');
    case 'order':
      return orderLabels[segment.order];
    default:
      return segment.isNegated ? `Not ${titled(words)}` : undefined;
  }
}

interface Row {
  kind: 'place' | 'name' | 'brand' | 'word' | 'phrase';
  words: string;
  query: string | null;
  read: string | null;
}

/** Most resorts with the words of a name that are looked at for one that has them side by side. */
const mostCandidates = 300;

/** Looks up all words and groups of words in one statement. */
async function lookUp({ database }: Reader, tokens: readonly Token[]): Promise<LookedUp> {
  const groups = [...new Set(groupsOf(tokens))].filter(Boolean);
  const keys = new Set(
    groups.flatMap((group) => [
      placeKey(group),
      ...(places.get(placeKey(group))?.keys ?? []),
      ...keysBesideOthers(group),
    ]),
  );
  keys.delete('');
  const words = [
    ...new Set(tokens.filter(({ isQuoted }) => !isQuoted).map(({ word }) => fold(word))),
  ];
  const phrases = [
    ...groups.flatMap((group) => {
      const amenities = attributesByWords.get(group);
      return amenities ? [group, ...amenities] : [];
    }),
    ...tokens.filter(({ isQuoted }) => isQuoted).map(({ word }) => fold(word)),
  ];
  const pairs = groups.filter((group) => group.includes(' '));
  const phrase = Prisma.sql`phraseto_tsquery('tideweek', search_fold(words))`;
  const rows = await database.read<Row>(Prisma.sql`
    SELECT 'place' AS kind, words, NULL AS query, NULL AS read
    FROM unnest(${[...keys]}::text[]) AS words
    WHERE EXISTS (SELECT FROM resorts WHERE search_vector @@ quote_literal('@' || words)::tsquery)
    UNION ALL
    SELECT 'name', words, ${phrase}::text, NULL
    FROM unnest(${pairs}::text[]) AS words,
         plainto_tsquery('tideweek', search_fold(words)) AS loose,
         regexp_replace(${phrase}::text, '''( |$)', ''':A\\1', 'g') AS named
    WHERE numnode(loose) > 1 AND EXISTS (
      SELECT FROM (SELECT search_vector FROM resorts WHERE search_vector @@ loose
                   LIMIT ${Prisma.raw(String(mostCandidates))}) AS likely
      WHERE search_vector @@ named::tsquery)
    UNION ALL
    SELECT 'brand', words, (phraseto_tsquery('tideweek', search_fold(brand))
                            || plainto_tsquery('tideweek', words))::text, brand
    FROM unnest(${groups}::text[]) AS words, LATERAL (
      SELECT brand FROM brand_aliases WHERE alias = words::citext
      UNION SELECT name FROM search_places WHERE kind = 'brand' AND folded = ' ' || words LIMIT 1) AS known
    WHERE EXISTS (SELECT FROM resorts WHERE resorts.brand = known.brand)
    UNION ALL
    SELECT 'word', words,
           CASE WHEN EXISTS (SELECT FROM search_words WHERE word >= words AND word < words || '{')
                THEN asked.query::text END, asked.read_as
    FROM unnest(${words}::text[]) AS words, resort_search_query(words) AS asked
    UNION ALL
    SELECT 'phrase', words, ${phrase}::text, NULL
    FROM unnest(${[...new Set(phrases)]}::text[]) AS words`);
  const of = (kind: Row['kind']): Row[] => rows.filter((row) => row.kind === kind);
  const found = rows.filter(({ query }) => query);
  return {
    places: new Set(of('place').map((row) => row.words)),
    names: new Set(of('name').map((row) => row.words)),
    brands: new Map(of('brand').map((row) => [row.words, row.read ?? row.words])),
    words: new Set(of('word').flatMap((row) => (row.query ? [row.words] : []))),
    nearest: new Map(
      of('word').flatMap((row) => (row.read ? [[row.words, row.read] as const] : [])),
    ),
    queries: new Map(found.map((row) => [`${row.kind} ${row.words}`, row.query ?? ''])),
  };
}

/** Keys of places that single words mean beside others: codes of states, brands after "near". */
const keysBesideOthers = (word: string): string[] => {
  const labels = Object.hasOwn(states, word) ? [states[word] ?? ''] : [];
  const landmarks = Object.hasOwn(nearBrands, word) ? (nearBrands[word] ?? []) : [];
  return [...labels, ...landmarks].map(placeKey);
};

/** The parts of the query that segments say. */
function partsOf(
  tokens: readonly Token[],
  segments: readonly Segment[],
  known: LookedUp,
): Part<Segment>[] {
  return segments.flatMap((segment): Part<Segment>[] => {
    const query = queryOf(segment, wordsAt(tokens, segment.from, segment.to), known);
    return query === undefined ? [] : [{ query, of: segment }];
  });
}

function queryOf(segment: Segment, words: string, { queries }: LookedUp): string | undefined {
  switch (segment.kind) {
    case 'place':
      return segment.place.keys.map((key) => `'@${key}'`).join(' | ');
    case 'attribute':
      return [...segment.amenities, words]
        .flatMap((part) => queries.get(`phrase ${part}`) ?? [])
        .join(' | ');
    case 'quoted':
      return queries.get(`phrase ${words}`) ?? nothing;
    case 'name':
    case 'brand':
    case 'word':
      return queries.get(`${segment.kind} ${words}`);
    default:
      return undefined;
  }
}

/** The query, and the segments that it leaves out. */
async function chooseWords(
  { database }: Reader,
  parts: readonly Part<Segment>[],
  segments: readonly Segment[],
  hasPhrases: boolean,
): Promise<{ query: string; leftOut: Segment[] }> {
  const has = (...kinds: Segment['kind'][]): Segment[] =>
    segments.filter(({ kind, isNegated }) => kinds.includes(kind) && !isNegated);
  const unknown = has('unknown');
  const absent = has('absent');
  const isPlaced = has('place').length > 0;
  const leftOut = [...unknown, ...absent];
  const positive = parts.filter(({ of }) => !of.isNegated);
  const negative = parts.filter(({ of }) => of.isNegated).map(({ of }) => of);
  if (absent.length > 0 && !isPlaced) {
    return { query: nothing, leftOut: absent };
  }
  if (positive.length === 0) {
    const isAll =
      leftOut.length + negative.length === 0 &&
      (segments.length === 0 ? hasPhrases : hasPhrases || has('product', 'order').length > 0);
    return { query: isAll ? '' : nothing, leftOut: inText([...leftOut, ...negative]) };
  }
  const isEither = segments.some(({ kind }) => kind === 'or');
  const ways = waysFrom(parts, isEither);
  const [hit] = await database.read<{ way: number }>(Prisma.sql`
    WITH ways AS MATERIALIZED (
      SELECT way::int, cost, query::tsquery
      FROM unnest(${ways.map(({ query }) => query)}::text[], ${ways.map(({ cost }) => cost)}::float8[])
             WITH ORDINALITY AS ways (query, cost, way)),
    cheapest AS MATERIALIZED (
      SELECT cost FROM ways WHERE EXISTS (SELECT FROM resorts WHERE search_vector @@ ways.query) LIMIT 1)
    SELECT way - 1 AS way
    FROM ways JOIN cheapest USING (cost), LATERAL (
      SELECT count(*) AS hits FROM (
        SELECT FROM resorts WHERE search_vector @@ ways.query LIMIT 1001) AS capped) AS counted
    WHERE hits > 0 ORDER BY hits, way LIMIT 1`);
  const way = hit && ways[hit.way];
  return way
    ? { query: way.query, leftOut: inText([...leftOut, ...way.dropped]) }
    : { query: requiredQuery(parts), leftOut };
}

const inText = (segments: readonly Segment[]): Segment[] =>
  [...segments].sort((one, other) => one.from - other.from);
