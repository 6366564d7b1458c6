import {
  articles,
  atWords,
  bracketedAtWords,
  bracketedDotWords,
  currencies,
  digitsOfWord,
  dotWords,
  handleJoints,
  handlePrepositions,
  handleWords,
  hasWord,
  hostEnds,
  isTens,
  knownNumbers,
  letterDigits,
  lookalikes,
  mailHosts,
  messengers,
  months,
  mostUsedEnds,
  namingWords,
  noHandles,
  numberJoints,
  otherDotWords,
  otherMessengers,
  ownWords,
  rowsOfCharacters,
  setOf,
  spelledEnds,
  unitWords,
  weekWords,
} from './contactWords.ts';

export const hiddenWords = '[hidden]';

/** Hiding a contact detail can join the parts of another, so the text is scanned again. */
const mostPasses = 4;

/**
 * Hides contact details, also spelled out ("name (at) example dot com"), in foreign digits, or in letters
 * that only look Latin. Dates, prices, and numbers of units, weeks, contracts and bookings stay.
 * Takes time in proportion to the length.
 * @param isHidden hides all by default
 */
export function maskContacts(
  text: string,
  isHidden: (contact: string) => boolean = () => true,
): { text: string; isMasked: boolean } {
  let masked = text;
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const before = masked;
    const found = contactsAt(before).filter(({ start, end }) => isHidden(before.slice(start, end)));
    if (found.length === 0) {
      break;
    }
    let next = '';
    let at = 0;
    for (const { start, end } of found) {
      next += before.slice(at, start) + hiddenWords;
      at = end;
    }
    masked = next + before.slice(at);
  }
  return { text: masked, isMasked: masked !== text };
}

export const contactsIn = (text: string): string[] =>
  contactsAt(text).map(({ start, end }) => text.slice(start, end));

interface Span {
  start: number;
  end: number;
}

function contactsAt(text: string): Span[] {
  const plain = plainOf(text);
  const tokens = tokensOf(plain.text);
  const joined = joinLetters(plain, tokens);
  const found = [
    ...inText(text, plain, [...phonesIn(plain.text, tokens), ...streetsIn(tokens)]),
    ...inText(text, joined, [
      ...phonesIn(joined.text, tokensOf(joined.text)),
      ...addressesIn(joined.text),
    ]),
  ].sort((a, b) => a.start - b.start);
  const apart: Span[] = [];
  for (const span of found) {
    const last = apart.at(-1);
    if (last && span.start < last.end) {
      last.end = Math.max(last.end, span.end);
    } else {
      apart.push({ ...span });
    }
  }
  return apart;
}

/** Positions in the original text, with invisible characters up to the next visible one. */
const inText = (text: string, { starts }: Plain, spans: readonly Span[]): Span[] =>
  spans.map(({ start, end }) => ({
    start: starts[start] ?? 0,
    end: starts[end] ?? text.length,
  }));

interface Plain {
  text: string;
  starts: number[];
}

function plainOf(text: string): Plain {
  let plain = '';
  const starts: number[] = [];
  let at = 0;
  for (const character of text) {
    const letters = plainCharacter(character);
    for (let each = 0; each < letters.length; each += 1) {
      starts.push(at);
    }
    plain += letters;
    at += character.length;
  }
  return { text: plain, starts };
}

function plainCharacter(character: string): string {
  if (character <= '\x7f') {
    return character.toLowerCase();
  }
  // Invisible characters, accents and the frames of keycaps.
  if (/^[\p{Cf}\p{M}]$/u.test(character)) {
    return '';
  }
  const code = character.codePointAt(0) ?? 0;
  const inRow = rowsOfCharacters.find(([first, row]) => code >= first && code < first + row.length);
  if (inRow) {
    return inRow[1].charAt(code - inRow[0]);
  }
  const letters = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return /^\p{Nd}$/u.test(letters)
    ? String(digitOf(letters))
    : (lookalikes.get(letters) ?? letters.replaceAll('。', '.'));
}

/** Digits of a script are ten consecutive characters, beginning with zero. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) {
    value += 1;
  }
  return value;
}

interface Token extends Span {
  kind: 'word' | 'number' | 'space' | 'mark';
  text: string;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(/(\p{L}+)|([0-9]+)|(\s+)|[^]/gu)) {
    const [whole, word, number, space] = match;
    const kind = word ? 'word' : number ? 'number' : space ? 'space' : 'mark';
    tokens.push({ kind, text: whole, start: match.index, end: match.index + whole.length });
  }
  return tokens;
}

/** Characters between letters that are written apart: j o h n, g.m.a.i.l. */
const letterGap = /^(?:\s|[-._*/|~])$/;

/** Joins single letters and digits that the same character separates into words. */
function joinLetters({ text, starts }: Plain, tokens: readonly Token[]): Plain {
  const isSingle = (token: Token | undefined): boolean =>
    token !== undefined &&
    token.text.length === 1 &&
    (token.kind === 'word' || token.kind === 'number');
  const joined: Plain = { text: '', starts: [] };
  tokens.forEach((token, place) => {
    const isGap =
      letterGap.test(token.text) &&
      isSingle(tokens[place - 1]) &&
      isSingle(tokens[place + 1]) &&
      [tokens[place - 2], tokens[place + 2]].some((next) => next?.text === token.text) &&
      [place - 1, place + 1].some((each) => tokens[each]?.kind === 'word');
    if (!isGap) {
      joined.text += text.slice(token.start, token.end);
      for (let at = token.start; at < token.end; at += 1) joined.starts.push(starts[at] ?? 0);
    }
  });
  return joined;
}

// --- Phone numbers: seven digits or more in a row, whatever is between them ---

const fewestDigits = 7;

/** A phone number with letters for digits has at least this length. */
const fewestMixed = 10;

interface Group {
  digits: string;
  place: number;
  last: number;
  kind: 'digits' | 'word' | 'letter';
}

function phonesIn(text: string, tokens: readonly Token[]): Span[] {
  const known = numbersThatStay(text, tokens);
  const phones: Span[] = [];
  let chain: Group[] = [];
  const finish = () => {
    phones.push(...phonesOf(chain, tokens));
    chain = [];
  };
  tokens.forEach((token, place) => {
    const last = chain.at(-1);
    const group = known.has(place) ? undefined : groupAt(tokens, place);
    if (known.has(place)) {
      finish();
    } else if (last && isJoint(tokens, place)) {
      last.last = place;
    } else if (group) {
      if (!last || !continues(last, group, tokens) || beginsSentence(chain, group, tokens)) {
        finish();
      } else if (isUnitOfTens(last, group, tokens)) {
        group.digits = '';
      }
      chain.push(group);
    } else if (token.kind === 'word') {
      finish();
    }
  });
  finish();
  return [...phones, ...listedPhones(tokens, known)];
}

function groupAt(tokens: readonly Token[], place: number): Group | undefined {
  const token = tokens[place];
  if (!token) {
    return undefined;
  }
  const base = { place, last: place };
  if (token.kind === 'number') {
    return { ...base, digits: token.text, kind: 'digits' };
  }
  const digits = token.kind === 'word' ? digitsOfWord(token.text) : undefined;
  if (digits !== undefined) {
    return { ...base, digits, kind: 'word' };
  }
  const touches = [tokens[place - 1], tokens[place + 1]].some((next) => next?.kind === 'number');
  return touches && letterDigits.has(token.text)
    ? { ...base, digits: '1', kind: 'letter' }
    : undefined;
}

/** "treinta y cuatro": the unit is the second digit of the ten. */
const isUnitOfTens = (last: Group, next: Group, tokens: readonly Token[]): boolean =>
  next.kind === 'word' && next.digits.length === 1 && isTens(tokens[last.place]?.text ?? '');

/** Whether a word joins two groups of digits: "dash", "y", "double". */
function isJoint(tokens: readonly Token[], place: number): boolean {
  const next = tokens[place + 2];
  return (
    numberJoints.has(tokens[place]?.text ?? '') &&
    tokens[place + 1]?.kind === 'space' &&
    (next?.kind === 'number' || digitsOfWord(next?.text ?? '') !== undefined) &&
    (next?.kind === 'number') === (tokens[place - 2]?.kind === 'number')
  );
}

const longestGap = 5;

/** Characters between groups of digits; between single digits, anything but words. */
const joints = /^(?:[^\S\n]|[-.\u2010-\u2015\u2212/()+_*~\u00b7\u2022|\\])*$/;

function continues(last: Group, next: Group, tokens: readonly Token[]): boolean {
  const gap = textAt(tokens, last.last + 1, Math.min(next.place, last.last + 1 + longestGap));
  if (next.place - last.last - 1 > longestGap || gap.length > longestGap) {
    return false;
  }
  return joints.test(gap) || (last.digits.length === 1 && next.digits.length === 1);
}

/** "0173. Two pools": a number word after a full stop, once the phone number is long enough. */
const beginsSentence = (
  chain: readonly Group[],
  { kind, place }: Group,
  tokens: readonly Token[],
) =>
  kind === 'word' &&
  chain.at(-1)?.kind === 'digits' &&
  tokens[place - 1]?.kind === 'space' &&
  tokens[place - 2]?.text === '.' &&
  countOf(chain) >= fewestDigits;

function phonesOf(chain: readonly Group[], tokens: readonly Token[]): Span[] {
  const letters = chain.filter(({ kind }) => kind === 'letter').length;
  if (letters === 0 || countOf(chain) >= Math.max(fewestMixed, 3 * letters)) {
    return phoneIn(withoutArticles(chain, tokens), tokens);
  }
  const parts: Group[][] = [[]];
  for (const group of chain) {
    if (group.kind === 'letter') parts.push([]);
    else parts.at(-1)?.push(group);
  }
  return parts.flatMap((part) => phoneIn(withoutArticles(part, tokens), tokens));
}

const countOf = (chain: readonly Group[]): number =>
  chain.reduce((sum, { digits }) => sum + digits.length, 0);

/** "One 1200 square feet": an article next to digits is no part of their number. */
function withoutArticles(chain: readonly Group[], tokens: readonly Token[]): readonly Group[] {
  const isArticle = (group: Group | undefined, next: Group | undefined): boolean =>
    group?.kind === 'word' &&
    articles.has(tokens[group.place]?.text ?? '') &&
    (next?.digits.length ?? 3) >= 3;
  const from = isArticle(chain[0], chain[1]) ? 1 : 0;
  const to = isArticle(chain.at(-1), chain.at(-2)) ? chain.length - 1 : chain.length;
  return chain.slice(from, to);
}

function phoneIn(chain: readonly Group[], tokens: readonly Token[]): Span[] {
  const [first, last] = [chain[0], chain.at(-1)];
  if (!first || !last || countOf(chain) < fewestDigits) {
    return [];
  }
  const opening = tokens[first.place - 1];
  const isOpened = opening?.text === '+' || opening?.text === '(';
  if (opening?.text !== '+' && isNoPhone(chain, tokens)) {
    return [];
  }
  const start = isOpened ? opening.start : (tokens[first.place]?.start ?? 0);
  return [{ start, end: tokens[last.last]?.end ?? start }];
}

/** Three groups like a phone number's, separated as in a list: 202, 555, 0173. */
function listedPhones(tokens: readonly Token[], known: ReadonlySet<number>): Span[] {
  const numbers = tokens.flatMap((token, place) =>
    token.kind === 'number' && !known.has(place) ? [place] : [],
  );
  return numbers.flatMap((place, index) => {
    const three = numbers.slice(index, index + 3);
    const [one, two, three4] = three.map((each) => tokens[each]);
    const gap = (from = 0, to = 0): string => textAt(tokens, from + 1, Math.min(to, from + 5));
    const between = gap(three[0], three[1]);
    const isPhone =
      one?.text.length === 3 &&
      two?.text.length === 3 &&
      three4?.text.length === 4 &&
      /^(?:\s?[,:;]\s?|\n)$/.test(between) &&
      between === gap(three[1], three[2]) &&
      !unitWords.has(nameBefore(tokens, place).name) &&
      ![one, two, three4].every(({ text }) => Number(text) % 5 === 0);
    return isPhone ? [{ start: one.start, end: three4.end }] : [];
  });
}

/** Whether seven digits or more are a number that its name or its shape identifies. */
function isNoPhone(chain: readonly Group[], tokens: readonly Token[]): boolean {
  const [first, second] = chain;
  if (!first || chain.some(({ kind }) => kind !== 'digits')) {
    return false;
  }
  const sizes = chain.map(({ digits }) => digits.length);
  const { name, isNumbered } = nameBefore(tokens, first.place);
  if (chain.every(({ digits }) => isYear(digits))) {
    return true;
  }
  if (weekWords.has(name) && chain.every(({ digits }) => isWeek(digits) || isYear(digits))) {
    return true;
  }
  if (knownNumbers.some(({ names, shape }) => names.has(name) && shape.test(sizes.join('-')))) {
    return true;
  }
  if (unitWords.has(name) || (name === '' && isNumbered)) {
    const rest = countOf(chain) - first.digits.length;
    return (
      (first.digits.length <= 5 && rest < fewestDigits && sizes.join('-') !== '3-4') ||
      // A list of ascending room numbers.
      (chain.length > 1 &&
        first.digits.length <= 4 &&
        new Set(sizes).size === 1 &&
        chain.every(({ digits }, index) => digits > (chain[index - 1]?.digits ?? '')))
    );
  }
  if (chain.length === 2 && second) {
    const [least, most] = [Number(first.digits), Number(second.digits)];
    // A range of round amounts, such as 1200-1500.
    return least % 10 === 0 && most % 10 === 0 && least > 0 && least < most;
  }
  // Groups of thousands: 1.250.000.
  return /^[12](-3)+$/.test(sizes.join('-')) && (chain.at(-1)?.digits.endsWith('00') ?? false);
}

const isYear = (digits: string): boolean => /^(19|20)[0-9]{2}$/.test(digits);

const isWeek = (digits: string): boolean =>
  digits.length <= 2 && Number(digits) >= 1 && Number(digits) <= 53;

const isNaming = (word: string): boolean => knownNumbers.some(({ names }) => names.has(word));

const longestPrefix = 4;

/** The name is across "no.", "number", "is", colons, spaces and a prefix of letters. */
function nameBefore(
  tokens: readonly Token[],
  place: number,
): { name: string; isNumbered: boolean } {
  let isNumbered = false;
  let prefix = '';
  for (let back = 1; back <= 9; back += 1) {
    const token = tokens[place - back];
    if (token?.text === '#') {
      isNumbered = true;
    } else if (token?.kind === 'number' || token?.text === '\n') {
      break;
    } else if (token?.kind === 'word') {
      const isAttached = tokens.slice(place - back + 1, place).every(({ text }) => text === '-');
      if (namingWords.has(token.text)) {
        isNumbered ||= ['no', 'nos', 'nr'].includes(token.text);
      } else if (isAttached && !prefix && token.text.length <= longestPrefix) {
        prefix = token.text;
      } else if (prefix && (isNaming(prefix) || !isNaming(token.text))) {
        break;
      } else {
        return { name: token.text, isNumbered };
      }
    }
  }
  return { name: prefix, isNumbered };
}

// --- Numbers that stay: dates, prices, times, our own ids ---

function numbersThatStay(text: string, tokens: readonly Token[]): ReadonlySet<number> {
  const known = new Set<number>();
  const keep = (from: number, count: number) => {
    for (let place = from; place < from + count; place += 1) known.add(place);
  };
  const ids = [...text.matchAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g)];
  let id = 0;
  tokens.forEach((token, place) => {
    while (ids[id] && (ids[id]?.index ?? 0) + 36 <= token.start) id += 1;
    if (token.start >= (ids[id]?.index ?? Infinity)) {
      known.add(place);
    } else if (token.kind === 'number' && !known.has(place)) {
      keep(
        place,
        dateAt(tokens, place) ||
          timesAt(tokens, place) ||
          priceAt(tokens, place) ||
          coordinatesAt(tokens, place),
      );
    } else if (months.has(token.text)) {
      keepDaysOf(tokens, place, known);
    }
  });
  return known;
}

const textAt = (tokens: readonly Token[], from: number, to: number): string =>
  tokens
    .slice(Math.max(0, from), to)
    .map(({ text }) => text)
    .join('');

const isNumber = (token: Token | undefined, longest: number): token is Token =>
  token?.kind === 'number' && token.text.length <= longest;

const isDayAndMonth = (a: number, b: number): boolean =>
  a >= 1 && b >= 1 && ((a <= 12 && b <= 31) || (a <= 31 && b <= 12));

/** Number of tokens of a date in digits; 0 if there is none. */
function dateAt(tokens: readonly Token[], place: number): number {
  const [first, joint, second, again, third] = tokens.slice(place, place + 5);
  const sign = joint?.text ?? '';
  if (first && /^(19|20)[0-9]{6}$/.test(first.text)) {
    const day = [first.text.slice(4, 6), first.text.slice(6)].map(Number);
    return (day[0] ?? 0) <= 12 && isDayAndMonth(day[0] ?? 0, day[1] ?? 0) ? 1 : 0;
  }
  if (!['-', '/', '.'].includes(sign) || !isNumber(second, 2) || goesOn(tokens, place, -1, sign)) {
    return 0;
  }
  if (again?.text === sign && third?.kind === 'number') {
    const [a, b, c] = [first, second, third].map((token) => Number(token?.text));
    const isDate =
      (isYear(first?.text ?? '') && third.text.length <= 2 && isDayAndMonth(b ?? 0, c ?? 0)) ||
      (isNumber(first, 2) &&
        (isYear(third.text) || third.text.length === 2) &&
        isDayAndMonth(a ?? 0, b ?? 0));
    return isDate && !goesOn(tokens, place + 4, 1, sign) ? 5 : 0;
  }
  const isShort = sign === '/' && isNumber(first, 2) && !goesOn(tokens, place + 2, 1, sign);
  if (!isShort || !isDayAndMonth(Number(first.text), Number(second.text))) {
    return 0;
  }
  // The year may follow, as in 3/10 2027.
  return again?.kind === 'space' && isYear(third?.text ?? '') ? 5 : 3;
}

const goesOn = (tokens: readonly Token[], place: number, step: 1 | -1, sign: string): boolean =>
  tokens[place + step]?.text === sign && tokens[place + 2 * step]?.kind === 'number';

/** Number of tokens of a time span such as 16.00-18.00. */
function timesAt(tokens: readonly Token[], place: number): number {
  const seven = tokens.slice(place, place + 7);
  const isSpan =
    seven.length === 7 &&
    /^([01]?[0-9]|2[0-4])\.[0-5][0-9][-\u2013]([01]?[0-9]|2[0-4])\.[0-5][0-9]$/.test(
      seven.map(({ text }) => text.slice(0, 3)).join(''),
    );
  return isSpan && !['.', '-', ' '].some((sign) => goesOn(tokens, place + 6, 1, sign)) ? 7 : 0;
}

/** Number of tokens of a latitude and longitude: 20.9189, -156.6967. */
function coordinatesAt(tokens: readonly Token[], place: number): number {
  const some = tokens.slice(place, place + 10);
  const [pair = ''] =
    /^[0-8]?[0-9]\.[0-9]{4,8}, ?-?1?[0-9]{1,2}\.[0-9]{4,8}/.exec(
      some.map(({ text }) => text.slice(0, 9)).join(''),
    ) ?? [];
  const isLine = pair.length > 0 && some.every(({ text }) => text.length <= 9);
  return isLine ? some.filter(({ end }) => end <= (some[0]?.start ?? 0) + pair.length).length : 0;
}

function priceAt(tokens: readonly Token[], place: number): number {
  const first = tokens[place];
  if (!isNumber(first, 8)) {
    return 0;
  }
  let digits = first.text.length;
  let end = place;
  while (
    digits <= 6 &&
    /^[,. '’]$/.test(tokens[end + 1]?.text ?? '') &&
    tokens[end + 2]?.kind === 'number' &&
    tokens[end + 2]?.text.length === 3
  ) {
    digits += 3;
    end += 2;
  }
  if (/^[,.]$/.test(tokens[end + 1]?.text ?? '') && isNumber(tokens[end + 2], 2)) {
    end += 2;
  }
  const isPrice =
    currencies.has(beside(tokens, place, -1)) || currencies.has(beside(tokens, end, 1));
  return isPrice ? end - place + 1 : 0;
}

function beside(tokens: readonly Token[], place: number, step: 1 | -1): string {
  const next = tokens[place + step];
  return (next?.kind === 'space' ? tokens[place + 2 * step] : next)?.text ?? '';
}

/** Keeps days and the year next to a month's name: 3-10 March 2027, March 3 - 10, 2027. */
function keepDaysOf(tokens: readonly Token[], month: number, known: Set<number>): void {
  const isDay = (token: Token | undefined) =>
    isNumber(token, 2) && Number(token.text) >= 1 && Number(token.text) <= 31;
  for (let place = month - 1; place >= month - 7; place -= 1) {
    const token = tokens[place];
    if (isDay(token)) known.add(place);
    else if (token?.kind !== 'space' && !/^([-\u2013]|st|nd|rd|th)$/.test(token?.text ?? '.'))
      break;
  }
  for (let place = month + 1; place <= month + 12; place += 1) {
    const token = tokens[place];
    if (isDay(token)) {
      known.add(place);
    } else if (token?.kind === 'number') {
      if (isYear(token.text)) known.add(place);
      break;
    } else if (token?.kind !== 'space' && !/^([-\u2013,.]|st|nd|rd|th)$/.test(token?.text ?? '?')) {
      break;
    }
  }
}

// --- E-mail addresses, links, and names at messengers ---

/** Letters, digits, hyphens and inner dots, as in a host name. */
interface Name extends Span {
  text: string;
  before?: Name;
  after?: Name;
  /** The text up to the next name; undefined at the end, and if it is long. */
  gap?: string;
  /** Two characters before the name, and five after it. */
  lead: string;
  rest: string;
}

const longestBetween = 8;

function namesIn(text: string): Name[] {
  const names = [...text.matchAll(/[\p{L}0-9_][\p{L}0-9_-]*(?:\.[\p{L}0-9_-]+)*/gu)].map(
    ({ 0: name, index: start }): Name => {
      const end = start + name.length;
      const [lead, rest] = [text.slice(Math.max(0, start - 2), start), text.slice(end, end + 5)];
      return { text: name, start, end, lead, rest };
    },
  );
  names.forEach((name, index) => {
    const after = names[index + 1];
    if (after) {
      name.after = after;
      after.before = name;
      if (after.start - name.end <= longestBetween) name.gap = text.slice(name.end, after.start);
    }
  });
  return names;
}

function addressesIn(joined: string): Span[] {
  // Replacements keep the length: otherwise "jo_at_example_dot_com" would be one name.
  const text = joined.replace(/([_-])(at|arroba|a|dot|punto|punkt|point|d)[_-]/g, '($2)');
  const found: Span[] = [];
  let until = 0;
  for (const name of namesIn(text)) {
    // Names within a link are not read again.
    if (name.start < until) continue;
    const end = endOfHost(name);
    if (end !== undefined) {
      until = restOfLink(text, end);
      found.push({ start: name.start, end: until });
    }
    const other = mailAt(name) ?? mailInWords(name) ?? handleAt(name) ?? namedHandleAt(name);
    if (other) found.push(other);
  }
  return found;
}

const bracketed = /^[\s()[\]{}<>*"'|-]*$/;

/**
 * Whether the next name is a spelled sign, such as "at". Some words are signs only between
 * punctuation, so that they are no words of a sentence.
 */
function isSpelled(
  { gap, after }: Name,
  words: ReadonlySet<string>,
  bracketedWords: ReadonlySet<string>,
): boolean {
  const gaps = [gap, after?.gap].filter((each) => each !== undefined);
  const word = after?.text ?? '';
  return (
    gaps.length === 2 &&
    gaps.every((each) => bracketed.test(each)) &&
    (hasWord(words, word) || (bracketedWords.has(word) && gaps.every((each) => each.trim() !== '')))
  );
}

const spelledDots = [
  { words: dotWords, bracketedWords: bracketedDotWords, ends: spelledEnds },
  { words: otherDotWords, bracketedWords: otherDotWords, ends: mostUsedEnds },
];

/** The name that continues this name after a dot, written or spelled. */
function dotAfter(
  name: Name,
  isMail: boolean,
): { next: Name | undefined; ends: ReadonlySet<string> } | undefined {
  if (/^(\s{1,2}\.\s{0,2}|\s?[([{<]\s?\.\s?[)\]}>]\s?)$/.test(name.gap ?? '')) {
    return { next: name.after, ends: hostEnds };
  }
  const spelled = spelledDots.find((dot) => isSpelled(name, dot.words, dot.bracketedWords));
  return spelled && { next: name.after?.after, ends: isMail ? hostEnds : spelled.ends };
}

/** The end of the host that begins with this name; undefined if none does. */
function endOfHost(name: Name | undefined, isMail = false): number | undefined {
  if (!name) {
    return undefined;
  }
  const labels = name.text.split('.');
  const isLink =
    /^(www[0-9]?\.|https?$)/.test(name.text) && (labels.length > 1 || name.rest.startsWith('://'));
  const isHost =
    labels.some((label, place) => place > 0 && isHostEnd(hostEnds, label)) ||
    (labels.length > 1 &&
      (isMail || (/^\p{L}{2,}$/u.test(labels.at(-1) ?? '') && /^\/[\p{L}0-9]/u.test(name.rest))));
  let end = isLink || (isHost && /\p{L}/u.test(name.text)) ? name.end : undefined;
  // Further labels after spelled dots.
  let last = name;
  for (let part = 0; part < 4; part += 1) {
    const dot = dotAfter(last, isMail);
    if (!dot?.next) {
      break;
    }
    last = dot.next;
    if (last.text.split('.', 4).some((each) => isHostEnd(dot.ends, each))) {
      end = last.end;
    }
  }
  return end;
}

/** A top-level domain; for common domains, a digit may replace a letter. */
const isHostEnd = (ends: ReadonlySet<string>, label: string): boolean =>
  ends.has(label) || (label.length === 3 && hasWord(mostUsedEnds, label));

/** A path, query or port belongs to the link. */
function restOfLink(text: string, end: number): number {
  if (!/[/:?#]/.test(text[end] ?? '') || /\s/.test(text[end + 1] ?? ' ')) {
    return end;
  }
  const space = /\s/g;
  space.lastIndex = end;
  return space.exec(text)?.index ?? text.length;
}

function mailAt(name: Name): Span | undefined {
  const { gap, after } = name;
  if (!after || gap === undefined) {
    return undefined;
  }
  const until = (end: number | undefined): Span | undefined =>
    end === undefined ? undefined : { start: startOfMail(name), end };
  if (/^[\s()[\]{}<>*"'|]*@[\s()[\]{}<>*"'|]*$/.test(gap)) {
    const isMail = after.text.length > 1 && (gap === '@' || isMailHost(after));
    return until(endOfHost(after, true) ?? (isMail ? after.end : undefined));
  }
  const spoken = after.after;
  if (!spoken || !isSpelled(name, atWords, bracketedAtWords)) {
    return undefined;
  }
  const isBracketed = gap.trim() !== '';
  const [first = '', ...others] = spoken.text.split('.');
  // "Pay me at example.com": only the link is hidden.
  if (!isBracketed && others.length > 0 && !hasWord(mailHosts, first)) {
    return undefined;
  }
  const isKnown = isMailHost(spoken);
  return until(endOfHost(spoken, isBracketed || isKnown) ?? (isKnown ? spoken.end : undefined));
}

/** Start of the local part across its earlier pieces: "jo+week", "john dot doe". */
function startOfMail(name: Name): number {
  let first = name;
  for (let part = 0; part < 4; part += 1) {
    const { before } = first;
    const dotted = before?.before;
    if (before && /^[+'&!]$/.test(before.gap ?? '')) {
      first = before;
    } else if (dotted && dotAfter(dotted, true)?.next === first) {
      first = dotted;
    } else {
      break;
    }
  }
  return first.start;
}

const isMailHost = (name: Name | undefined): boolean =>
  name !== undefined && hasWord(mailHosts, name.text);

/** Whether a name looks like an account name, not a word: jo_smith, jo.smith, josmith22. */
const isChosen = ({ text }: Name): boolean =>
  text.length >= 3 && /\p{L}/u.test(text) && /[0-9_]|\p{L}\.\p{L}/u.test(text);

/** An e-mail address without signs: "josmith22 gmail com", "josmithatgmaildotcom". */
function mailInWords(name: Name): Span | undefined {
  const { start, gap = '', after: host } = name;
  if (name.text.length <= 100 && runTogether.test(name.text)) {
    return { start, end: name.end };
  }
  if (host && isMailHost(host) && /^[\s(,/-]{1,3}$/.test(gap)) {
    if (host.after && mostUsedEnds.has(host.after.text) && host.gap === ' ') {
      return { start, end: host.after.end };
    }
    return isChosen(name) ? { start, end: host.end } : undefined;
  }
  const isOnHost = handlePrepositions.has(host?.text ?? '') && isMailHost(host?.after);
  return isOnHost && isChosen(name) ? { start, end: name.end } : undefined;
}

const runTogether =
  /(?:at|arroba)(?:gmail|hotmail|yahoo|outlook|icloud)|(?:gmail|hotmail|yahoo|outlook|icloud)(?:dot|punto|punkt|ponto|point)?com/;

/** The messenger account that begins here with an @. */
const handleAt = ({ text, lead, start, end }: Name): Span | undefined =>
  /(?:^|[^\p{L}0-9_])@$/u.test(lead) &&
  text.length >= 2 &&
  /[\p{L}_]/u.test(text) &&
  !noHandles.has(text)
    ? { start: start - 1, end }
    : undefined;

const mostBetween = 3;

/** The account named after or before this messenger: "jo_smith on Instagram". */
function namedHandleAt(name: Name): Span | undefined {
  const isWord = otherMessengers.has(name.text);
  if (!messengers.has(name.text) && !isWord) {
    return undefined;
  }
  const { before: preposition } = name;
  const before = preposition?.before;
  if (
    before &&
    handlePrepositions.has(preposition.text) &&
    isChosen(before) &&
    name.start - before.end <= longestBetween
  ) {
    return { start: before.start, end: before.end };
  }
  let isNamed = !isWord && /^\s?[:=]/.test(name.rest);
  let isOwn = [before, preposition].some((each) => ownWords.has(each?.text ?? '')) && !isWord;
  for (let last = name, between = 0; between <= mostBetween; between += 1) {
    const { gap = '.', after: next } = last;
    if (!next || !/^[\s:=@()"'*>-]*$/.test(gap)) {
      return undefined;
    }
    if (handleWords.has(next.text)) {
      isNamed ||= !isWord;
    } else if (!handleJoints.has(next.text)) {
      isOwn &&= between > 0;
      isNamed ||= isOwn || gap.includes('@');
      const [number = ''] = /^#[0-9]{4}/.exec(next.rest) ?? [];
      const isHandle =
        isChosen(next) ||
        number !== '' ||
        (isNamed && next.text.length >= 3 && /\p{L}/u.test(next.text) && !noHandles.has(next.text));
      return isHandle ? { start: next.start, end: next.end + number.length } : undefined;
    }
    last = next;
  }
  return undefined;
}

// --- Street addresses: a number, a name of one to three words, and a word for a street ---

const streets = setOf(
  'street st avenue ave boulevard blvd road rd lane ln highway hwy parkway pkwy drive dr court ct',
);
/** Words of other phrases with a number, such as "2 hours by road" and "a 10 minute drive". */
const notInStreets = setOf(
  'a an the of off on in at to by from with for and or is are was per away hour hours minute minutes min mins day days night nights week weeks month months mile miles km block blocks bedroom bedrooms bed beds bath baths people guests adults kids children steps meters metres feet ft more good nice lovely short quick easy am pm',
);

const streetsIn = (tokens: readonly Token[]): Span[] =>
  tokens.flatMap((token, place) => {
    if (token.text === 'box') {
      return postBoxAt(tokens, place);
    }
    if (!isNumber(token, 5)) {
      return [];
    }
    for (let words = 1; words <= 4; words += 1) {
      const space = tokens[place + 2 * words - 1];
      const word = tokens[place + 2 * words];
      if (space?.text !== ' ' || word?.kind !== 'word' || notInStreets.has(word.text)) {
        return [];
      }
      if (words > 1 && streets.has(word.text) && !isSaint(tokens, place + 2 * words)) {
        return [{ start: token.start, end: word.end }];
      }
    }
    return [];
  });

/** "2 lovely St Thomas weeks" names no street. */
const isSaint = (tokens: readonly Token[], place: number): boolean =>
  tokens[place]?.text === 'st' && /^\.? \p{L}/u.test(textAt(tokens, place + 1, place + 4));

function postBoxAt(tokens: readonly Token[], place: number): Span[] {
  const number = tokens[place + 2];
  const lead = /(?:^|\s)(p\.? ?o\.? ?)$/.exec(textAt(tokens, place - 6, place))?.[1];
  return lead !== undefined && isNumber(number, 6)
    ? [{ start: (tokens[place]?.start ?? 0) - lead.length, end: number.end }]
    : [];
}
