import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { partOf, type Phrase } from '#api/modules/phrases/readPhrases.ts';
import type { Token } from '#api/modules/phrases/tokens.ts';
import { nearestWord } from './corrections.ts';
import { nothing, waysFrom, type Part } from './relaxation.ts';
import {
  groupsOf,
  mayBeName,
  mostWords,
  segmentsOf,
  wordsAt,
  type KnownWords,
  type Segment,
} from './segments.ts';
import { nearBrands, states } from './tables.ts';
import { attributesByWords, fold, placeKey, places, titled, type TextOrder } from './vocabulary.ts';

export interface WordReading extends Pick<Phrase, 'start' | 'words' | 'without' | 'asWords'> {
  kind: Segment['kind'];
  label: string;
}

export interface MeantWords {
  /** A tsquery; empty if everything matches. */
  query: string;
  readAs: string | null;
  readings: WordReading[];
  leftOut: string[];
  order: TextOrder | null;
  /** The planner's estimate of the number of hits, if known. */
  estimate?: number | undefined;
}

type Reader = Pick<Deps, 'database'>;

interface LookedUp extends KnownWords {
  /** Keyed by kind and words. */
  queries: ReadonlyMap<string, string>;
  nearest: ReadonlyMap<string, string>;
}

/**
 * Reads the words of a text: places, brands, attributes, orders, names. If no resort has all of
 * them, the least telling words are left out.
 * @param tokens of the text, without phrases
 */
export async function meantWords(
  deps: Reader,
  text: string,
  tokens: readonly Token[],
  hasPhrases: boolean,
): Promise<MeantWords> {
  const said = tokens.filter(({ word }) => fold(word) !== '');
  const beyond = said.filter(({ isQuoted }) => !isQuoted).slice(mostWords);
  const asked = said.filter((token) => !beyond.includes(token));
  const first = await lookUp(deps, asked);
  const corrected = asked.map((token) => {
    const word = token.isQuoted ? undefined : nearestWord(fold(token.word), first);
    return word === undefined ? token : { ...token, word };
  });
  const isCorrected = corrected.some((token, index) => token !== asked[index]);
  const known = isCorrected ? await lookUp(deps, corrected) : first;
  const segments = segmentsOf(corrected, known);
  const chosen = await chooseWords(deps, partsOf(corrected, segments, known), segments, hasPhrases);
  const placeOf = ({ from, to }: Segment): [start: number, end: number] => [
    asked[from]?.start ?? 0,
    asked[to - 1]?.end ?? text.length,
  ];
  const order = segments.find(({ kind, isNegated }) => kind === 'order' && !isNegated);
  return {
    query: chosen.query,
    readAs: isCorrected ? corrected.map(({ word }) => word.replaceAll('"', '')).join(' ') : null,
    readings: segments
      .filter((segment) => !chosen.leftOut.includes(segment))
      .flatMap((segment): WordReading[] => {
        const { from, to } = segment;
        const isRead = corrected.slice(from, to).some((token, at) => token !== asked[from + at]);
        const words = wordsAt(corrected, from, to);
        // A corrected word without a reading is reported too, so that people can undo the
        // correction.
        const label = labelOf(segment, words) ?? (isRead ? titled(words) : undefined);
        const [start, end] = placeOf(segment);
        return label === undefined
          ? []
          : [{ kind: segment.kind, label, start, ...partOf(text, start, end) }];
      }),
    leftOut: [
      ...chosen.leftOut
        .toSorted((one, other) => one.from - other.from)
        .map((segment) => [...placeOf(segment), segment.isNegated ? 'not ' : ''] as const),
      ...beyond.map(({ start, end }) => [start, end, ''] as const),
    ]
      // A typed "31.02.2027" counts as one word.
      .reduce<(readonly [start: number, end: number, not: string])[]>(
        (joined, [start, end, not]) => {
          const [from, to, sign] = joined.at(-1) ?? [0, -1, ''];
          return to >= 0 && not === '' && sign === '' && !/\s/.test(text.slice(to, start))
            ? [...joined.slice(0, -1), [from, end, ''] as const]
            : [...joined, [start, end, not] as const];
        },
        [],
      )
      .map(([start, end, not]) => not + text.slice(start, end)),
    order: order?.kind === 'order' ? order.order : null,
    estimate: chosen.estimate,
  };
}

const orderLabels: Record<TextOrder, string> = {
  PRICE_LOW_TO_HIGH: 'Lowest price first',
  PRICE_HIGH_TO_LOW: 'Highest price first',
  HIGHEST_RATED: 'Highest rated first',
  MOST_REVIEWS: 'Most reviews first',
  EARLIEST: 'Earliest arrival first',
};

function labelOf(segment: Segment, words: string): string | undefined {
  const not = segment.isNegated ? 'Not ' : '';
  switch (segment.kind) {
    case 'place':
      return `${not || (segment.isNear ? 'Near ' : '')}${segment.place.label}`;
    case 'brand':
      return not + segment.brand;
    case 'attribute':
      return not + segment.attribute.amenities.join(' or ');
    case 'order':
      return segment.isNegated ? undefined : orderLabels[segment.order];
    case 'name':
    case 'word':
    case 'quoted':
      return not + titled(words);
    default:
      return undefined;
  }
}

interface Row {
  kind: 'place' | 'name' | 'brand' | 'word' | 'phrase';
  words: string;
  query: string | null;
  read: string | null;
}

/** The most resorts checked for having the words of a name side by side. */
const mostCandidates = 300;

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
      const attribute = attributesByWords.get(group);
      return attribute ? [group, ...attribute.amenities] : [];
    }),
    ...tokens.filter(({ isQuoted }) => isQuoted).map(({ word }) => fold(word)),
  ];
  const pairs = groups.filter((group) => group.includes(' ') && mayBeName(group.split(' ')));
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
    SELECT 'brand', words, asked::text, brand
    FROM unnest(${groups}::text[]) AS words, LATERAL (
      SELECT brand FROM brand_aliases WHERE alias = words::citext
      UNION SELECT name FROM search_places WHERE kind = 'brand' AND folded = ' ' || words LIMIT 1) AS known,
      LATERAL (SELECT phraseto_tsquery('tideweek', search_fold(brand))
                      || ${phrase} AS asked) AS said
    WHERE EXISTS (SELECT FROM resorts WHERE search_vector @@ asked)
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

/** Keys of places that a word means next to other words: state codes, brands after "near". */
const keysBesideOthers = (word: string): string[] => {
  const labels = Object.hasOwn(states, word) ? [states[word] ?? ''] : [];
  const landmarks = Object.hasOwn(nearBrands, word) ? (nearBrands[word] ?? []) : [];
  return [...labels, ...landmarks].map(placeKey);
};

function partsOf(tokens: readonly Token[], segments: readonly Segment[], known: LookedUp): Part[] {
  return segments.flatMap((segment): Part[] => {
    const query = queryOf(segment, wordsAt(tokens, segment.from, segment.to), known);
    return query === undefined ? [] : [{ query, of: segment }];
  });
}

function queryOf(segment: Segment, words: string, { queries }: LookedUp): string | undefined {
  switch (segment.kind) {
    case 'place':
      return segment.place.keys.map((key) => `'@${key}'`).join(' | ');
    case 'attribute':
      return [...segment.attribute.amenities, ...(segment.attribute.isOnly ? [] : [words])]
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

interface Choice {
  way: number | null;
  estimate: number | null;
  /** Required parts without any resort, if no query has hits. */
  absent: number[];
}

/** The best query with its left-out segments. Without any hits, the segments without hits. */
async function chooseWords(
  { database }: Reader,
  parts: readonly Part[],
  segments: readonly Segment[],
  hasPhrases: boolean,
): Promise<{ query: string; leftOut: Segment[]; estimate?: number | undefined }> {
  const leftOut = segments.filter(
    ({ kind, isNegated }) =>
      (kind === 'order' && isNegated) || (!isNegated && (kind === 'unknown' || kind === 'absent')),
  );
  const required = parts.filter(({ of }) => !of.isNegated);
  const isNowhere =
    segments.some(({ kind, isNegated }) => kind === 'absent' && !isNegated) &&
    !required.some(({ of }) => of.kind === 'place');
  if (isNowhere) {
    return { query: nothing, leftOut };
  }
  if (required.length === 0) {
    const unmet = [...leftOut, ...parts.map(({ of }) => of)];
    const asksAll =
      hasPhrases || segments.some(({ kind }) => kind === 'product' || kind === 'order');
    return { query: asksAll && unmet.length === 0 ? '' : nothing, leftOut: unmet };
  }
  const ways = waysFrom(parts, segments);
  // The look-up has already found a resort for each place, brand, name and word alone.
  const [way] = ways;
  if (way && parts.length === 1 && !['attribute', 'quoted'].includes(parts[0]?.of.kind ?? '')) {
    return { query: way.query, leftOut };
  }
  const [hit] = await database.read<Choice>(Prisma.sql`
    WITH ways AS MATERIALIZED (
      SELECT way::int, cost, query::tsquery
      FROM unnest(${ways.map(({ query }) => query)}::text[], ${ways.map(({ cost }) => cost)}::float8[])
             WITH ORDINALITY AS ways (query, cost, way)),
    cheapest AS MATERIALIZED (
      SELECT cost FROM ways WHERE EXISTS (SELECT FROM resorts WHERE search_vector @@ ways.query)
      ORDER BY way LIMIT 1),
    fewest AS (
      SELECT way - 1 AS way
      FROM ways JOIN cheapest USING (cost), LATERAL (
        SELECT count(*) AS hits FROM (
          SELECT FROM resorts WHERE search_vector @@ ways.query LIMIT 1001) AS capped) AS counted
      WHERE hits > 0 ORDER BY hits, way LIMIT 1)
    SELECT (SELECT way FROM fewest) AS way,
           (SELECT resort_search_estimate(query)::float8 FROM fewest JOIN ways ON ways.way = fewest.way + 1)
             AS estimate,
           ARRAY(SELECT part::int - 1 FROM unnest(${required.map(({ query }) => query)}::text[])
                                        WITH ORDINALITY AS parts (query, part)
                 WHERE NOT EXISTS (SELECT FROM fewest)
                   AND NOT EXISTS (SELECT FROM resorts WHERE search_vector @@ query::tsquery)) AS absent`);
  const found = hit?.way == null ? undefined : ways[hit.way];
  return found
    ? {
        query: found.query,
        leftOut: [...leftOut, ...found.dropped],
        estimate: hit?.estimate ?? undefined,
      }
    : {
        query: nothing,
        leftOut: [
          ...leftOut,
          ...required.filter((_, index) => hit?.absent.includes(index)).map(({ of }) => of),
        ],
      };
}
