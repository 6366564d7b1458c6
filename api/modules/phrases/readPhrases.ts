import { dateRules } from './dates.ts';
import { holiday } from './holidays.ts';
import { listOf } from './listOf.ts';
import type { Meaning, Reading } from './meaning.ts';
import { bedrooms, guests, nights, stars } from './partyRules.ts';
import { mode, price } from './priceRules.ts';
import { Reader } from './reader.ts';
import { tokensOf, type Token } from './tokens.ts';
import { plural } from '#common/numbers.ts';

export interface Phrase extends Reading {
  start: number;
  words: string;
  without: string;
  /** The text with this part in quotation marks, to search for its words. */
  asWords: string;
}

export interface ReadText {
  phrases: Phrase[];
  tokens: Token[];
}

const rules = [holiday, ...dateRules, nights, price, bedrooms, stars, guests, mode];

/** Words that join a phrase to the words before it; they belong to the phrase. */
const joining = new Set([
  ',',
  ...listOf('in, on, during, for, over, at, with, from, the, of, by, and, a'),
]);

interface Span {
  reading: Reading;
  from: number;
  to: number;
}

/**
 * Finds the phrases of a search text: days, seasons, holidays, people, bedrooms, prices. Unknown
 * words and quoted text stay text; so does a second, different phrase about the same topic.
 * @param today YYYY-MM-DD
 * @param isName Whether adjacent words are part of a resort's or place's name, such as "winter
 *   park"; these stay text.
 */
export function readPhrases(
  text: string,
  today: string,
  isName: (words: string) => boolean = () => false,
): ReadText {
  const tokens = tokensOf(text);
  const spans: Span[] = [];
  const repeated: Span[] = [];
  for (let at = 0; at < tokens.length;) {
    const span = longestAt(tokens, at, today);
    const said = span && spans.find(({ reading }) => overlaps(reading, span.reading));
    if (span && (!said || isSame(said.reading, span.reading)) && !isInName(tokens, span, isName)) {
      (said ? repeated : spans).push(span);
      at = span.to;
    } else {
      at += 1;
    }
  }
  const bare = bareGuests(tokens, spans, isName);
  const found = [...spans, ...(bare ? [bare] : [])].sort((one, other) => one.from - other.from);
  const isFlexible =
    found.every(({ reading }) => !reading.meaning.flexibleDays) ||
    found.some(({ reading }) => reading.meaning.arrival);
  const kept = isFlexible ? found : found.filter(({ reading }) => !reading.meaning.flexibleDays);
  const read = [...kept, ...repeated];
  return {
    phrases: kept.map((span) => phraseOf(text, tokens, span)),
    tokens: tokens.filter((_, index) => !read.some(({ from, to }) => index >= from && index < to)),
  };
}

export const meaningOf = (phrases: readonly Phrase[]): Meaning =>
  Object.assign({}, ...phrases.map(({ meaning }) => meaning)) as Meaning;

function longestAt(tokens: readonly Token[], at: number, today: string): Span | undefined {
  let longest: Span | undefined;
  let start = at;
  // Joining words are skipped to find the phrase they introduce.
  for (let skipped = 0; skipped <= 2; skipped += 1, start += 1) {
    for (const rule of rules) {
      const reader = new Reader(tokens, start);
      const reading = rule(reader, today);
      if (reading && reader.at > (longest?.to ?? start)) {
        longest = { reading, from: at, to: reader.at };
      }
    }
    if (longest || !joining.has(tokens[start]?.word ?? '')) {
      return longest;
    }
  }
  return longest;
}

/** Topics on which a text can have only one phrase. */
const topics: readonly (readonly (keyof Meaning)[])[] = [
  ['arrival', 'oneOfNights'],
  ['leastNights', 'mostNights'],
  ['arrivalWeekday'],
  ['flexibleDays'],
  ['weekNumber'],
  ['guests'],
  ['bedrooms'],
  ['minRating'],
  ['total', 'nightly'],
  ['mode'],
];

const overlaps = ({ meaning: one }: Reading, { meaning: other }: Reading): boolean =>
  topics.some((topic) => topic.some((part) => part in one) && topic.some((part) => part in other));

const isSame = (one: Reading, other: Reading): boolean =>
  JSON.stringify(one.meaning) === JSON.stringify(other.meaning);

/** Whether the phrase, alone or with an adjacent word, is part of a name. */
function isInName(
  tokens: readonly Token[],
  { from, to }: Span,
  isName: (words: string) => boolean,
): boolean {
  const start = from + tokens.slice(from, to).findIndex(({ word }) => !joining.has(word));
  const neighbours: [number, number][] = [
    [start - 1, start + 1],
    [to - 1, to + 1],
    [start, to],
  ];
  return neighbours.some(([first, end]) => {
    const part = tokens.slice(Math.max(0, first), end);
    const isPair =
      part.length === end - first &&
      part.length > 1 &&
      part.every(
        ({ word, isQuoted }) => !isQuoted && !joining.has(word) && /^[\p{L}\d]/u.test(word),
      );
    const words = part.map(({ word }) => word).join(' ');
    return isPair && (knownNames.has(words) || isName(words));
  });
}

/** Places and resorts whose names contain a word with another meaning. */
const knownNames = new Set(
  listOf(`
  winter park, winter haven, winter garden, winter green, summer bay, summer house, spring lake,
  spring hill, spring green, spring branch, spring creek, spring mill, cape may, june lake,
  christmas mountain, christmas island, easter island, fall river, fall creek, del mar, mar vista,
  holiday inn, sunday river, four seasons, seven springs, three rivers, peak 7, studio city,
  universal studios, hollywood studios, march air`),
);

/** A number alone at either end of the text means guests, if the text has another phrase. */
function bareGuests(
  tokens: readonly Token[],
  spans: readonly Span[],
  isName: (words: string) => boolean,
): Span | undefined {
  if (spans.length === 0 || spans.some(({ reading }) => 'guests' in reading.meaning)) {
    return undefined;
  }
  const span = [tokens.length - 1, 0].map((at): Span | undefined => {
    const number = tokens[at]?.number;
    const isTaken = spans.some(({ from, to }) => at >= from && at < to);
    if (number === undefined || isTaken || !Number.isInteger(number) || number < 1 || number > 16) {
      return undefined;
    }
    const reading = {
      meaning: { guests: number },
      label: plural(number, 'guest'),
    };
    const bare = { reading, from: at, to: at + 1 };
    return isInName(tokens, bare, isName) ? undefined : bare;
  });
  return span.find((found) => found !== undefined);
}

const phraseOf = (text: string, tokens: readonly Token[], { reading, from, to }: Span): Phrase => ({
  ...reading,
  start: tokens[from]?.start ?? 0,
  ...partOf(text, tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? text.length),
});

/** A part of a text, and the text without the part, or with the part in quotation marks. */
export function partOf(
  text: string,
  start: number,
  end: number,
): Pick<Phrase, 'words' | 'without' | 'asWords'> {
  const [before, words, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  const tidy = (parts: string[]): string => parts.join('').replaceAll(/\s+/g, ' ').trim();
  return {
    words,
    without: tidy([before, ' ', after]),
    asWords: tidy([before, `"${words.replaceAll('"', '')}"`, after]),
  };
}
