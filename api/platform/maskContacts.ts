/** What stands in the place of a hidden contact detail. */
export const hiddenWords = '[hidden]';

/**
 * Hides phone numbers, e-mail addresses, links and street addresses in a plain text, also spelled
 * out ("name (at) example dot com") and in other digits than ours. Dates, prices, and the numbers
 * of units, weeks and bookings stay. Takes time in proportion to the length of the text.
 */
export function maskContacts(text: string): { text: string; isMasked: boolean } {
  const plain = plainOf(text);
  const tokens = tokensOf(plain.text);
  const found = [
    ...phonesIn(plain.text, tokens),
    ...addressesIn(plain.text),
    ...streetsIn(tokens),
  ].sort((a, b) => a.start - b.start);
  let masked = '';
  let at = 0;
  for (const { start, end } of found) {
    const from = plain.starts[start] ?? 0;
    if (from >= at) {
      masked += text.slice(at, from) + hiddenWords;
    }
    // With invisible characters up to the next visible one.
    at = Math.max(at, plain.starts[end] ?? text.length);
  }
  return { text: masked + text.slice(at), isMasked: found.length > 0 };
}

/** A part of the plain text, `end` exclusive. */
interface Span {
  start: number;
  end: number;
}

// ---------------------------------------------------------------------------------------------
// The plain text: small letters, our own digits, nothing invisible.
// ---------------------------------------------------------------------------------------------

interface Plain {
  text: string;
  /** Where each character comes from in the given text. */
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
  const letters = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return /^\p{Nd}$/u.test(letters) ? String(digitOf(letters)) : letters.replaceAll('。', '.');
}

/** The digits of a script stand in a row of ten, beginning with its zero. */
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

/** Words, numbers, stretches of space, and other characters one by one. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(/(\p{L}+)|([0-9]+)|(\s+)|[^]/gu)) {
    const [whole, word, number, space] = match;
    const kind = word ? 'word' : number ? 'number' : space ? 'space' : 'mark';
    tokens.push({ kind, text: whole, start: match.index, end: match.index + whole.length });
  }
  return tokens;
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

// ---------------------------------------------------------------------------------------------
// Phone numbers: seven digits or more in a row, whatever stands between them.
// ---------------------------------------------------------------------------------------------

const fewestDigits = 7;

const digitWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    zero: '0',
    oh: '0',
    o: '0',
    one: '1',
    two: '2',
    three: '3',
    four: '4',
    five: '5',
    six: '6',
    seven: '7',
    eight: '8',
    nine: '9',
  }),
);

/** A group of digits, with its place among the tokens. */
interface Group {
  digits: string;
  place: number;
}

function phonesIn(text: string, tokens: readonly Token[]): Span[] {
  const known = numbersThatStay(text, tokens);
  const phones: Span[] = [];
  let chain: Group[] = [];
  const finish = () => {
    phones.push(...phoneIn(chain, tokens));
    chain = [];
  };
  tokens.forEach((token, place) => {
    const digits = token.kind === 'number' ? token.text : digitWords.get(token.text);
    if (known.has(place)) {
      finish();
    } else if (digits !== undefined) {
      if (!continues(chain.at(-1), { digits, place }, tokens)) {
        finish();
      }
      chain.push({ digits, place });
    } else if (token.kind === 'word') {
      finish();
    }
  });
  finish();
  return phones;
}

/** The longest stretch between two groups of digits of one number. */
const longestGap = 5;

/** Between groups of several digits; single digits may have anything but words between them. */
const joints = /^(?:[^\S\n]|[-.\u2010-\u2015\u2212/()+_*~\u00b7\u2022|\\])*$/;

function continues(last: Group | undefined, next: Group, tokens: readonly Token[]): boolean {
  if (!last) {
    return true;
  }
  const between = tokens.slice(last.place + 1, Math.min(next.place, last.place + 1 + longestGap));
  const gap = between.map(({ text }) => text).join('');
  if (next.place - last.place - 1 > longestGap || gap.length > longestGap) {
    return false;
  }
  return joints.test(gap) || (last.digits.length === 1 && next.digits.length === 1);
}

function phoneIn(chain: readonly Group[], tokens: readonly Token[]): Span[] {
  const [first, last] = [chain[0], chain.at(-1)];
  const count = chain.reduce((sum, { digits }) => sum + digits.length, 0);
  if (!first || !last || count < fewestDigits) {
    return [];
  }
  const opening = tokens[first.place - 1];
  const isOpened = opening?.text === '+' || opening?.text === '(';
  if (opening?.text !== '+' && isNoPhone(chain, count, tokens)) {
    return [];
  }
  const start = isOpened ? opening.start : (tokens[first.place]?.start ?? 0);
  return [{ start, end: tokens[last.place]?.end ?? start }];
}

const weekWords = setOf('week weeks wk wks');
const unitWords = setOf('unit units villa room rooms apt apartment suite bldg building lot no nr');
const referenceWords = setOf(
  'booking bookings reservation confirmation certificate reference ref conf invoice order contract',
);
const phoneWords = setOf(
  'tel telephone phone ph mobile mob cell call text sms whatsapp fax fon telefon dial',
);

function isNoPhone(chain: readonly Group[], count: number, tokens: readonly Token[]): boolean {
  const [first, second] = chain;
  if (!first) {
    return true;
  }
  const before = wordBefore(tokens, first.place);
  if (chain.every(({ digits }) => isYear(digits))) {
    return true;
  }
  if (weekWords.has(before) && chain.every(({ digits }) => isWeek(digits) || isYear(digits))) {
    return true;
  }
  if (unitWords.has(before) || before === '#') {
    return first.digits.length <= 5 && count - first.digits.length < fewestDigits;
  }
  if (referenceWords.has(before) && chain.length === 1) {
    return count <= 9;
  }
  if (chain.length === 2 && second) {
    const [least, most] = [Number(first.digits), Number(second.digits)];
    // A range of round amounts, such as 1200-1500.
    if (least % 10 === 0 && most % 10 === 0 && least > 0 && least < most) {
      return true;
    }
  }
  return isReference(chain, count, tokens);
}

const isYear = (digits: string): boolean => /^(19|20)[0-9]{2}$/.test(digits);

const isWeek = (digits: string): boolean =>
  digits.length <= 2 && Number(digits) >= 1 && Number(digits) <= 53;

/** A number that letters lead to, such as RCI-4829-1938. */
function isReference(chain: readonly Group[], count: number, tokens: readonly Token[]): boolean {
  const [first] = chain;
  const before = first ? tokens[first.place - 1] : undefined;
  const prefix = before?.text === '-' && first ? tokens[first.place - 2] : before;
  return (
    prefix?.kind === 'word' &&
    prefix.text.length >= 2 &&
    !phoneWords.has(prefix.text) &&
    count <= 12 &&
    chain.every(
      ({ place }, index) =>
        index === 0 ||
        (place - (chain[index - 1]?.place ?? 0) === 2 && tokens[place - 1]?.text === '-'),
    )
  );
}

/** The word or # before a number, across "no.", "number", "is", colons and spaces. */
function wordBefore(tokens: readonly Token[], place: number): string {
  for (let back = 1; back <= 7; back += 1) {
    const token = tokens[place - back];
    if (token?.text === '#') {
      return '#';
    }
    if (token?.kind === 'word' && !['number', 'numbers', 'is', 'id', 'code'].includes(token.text)) {
      return token.text;
    }
    if (token?.kind === 'number') {
      return '';
    }
  }
  return '';
}

// ---------------------------------------------------------------------------------------------
// Numbers that stay: dates, prices, times, ids of ours.
// ---------------------------------------------------------------------------------------------

const months = setOf(
  'jan january feb february mar march apr april may jun june jul july aug august sep sept september oct october nov november dec december',
);
const currencies = setOf(
  '$ € £ ¥ usd eur gbp cad aud mxn dollar dollars euro euros pound pounds bucks peso pesos point points pts',
);

/** The places of the tokens that belong to such a number. */
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
      keep(place, dateAt(tokens, place) || timesAt(tokens, place) || priceAt(tokens, place));
    } else if (months.has(token.text)) {
      keepDaysOf(tokens, place, known);
    }
  });
  return known;
}

const isNumber = (token: Token | undefined, longest: number): token is Token =>
  token?.kind === 'number' && token.text.length <= longest;

const isDayAndMonth = (a: number, b: number): boolean =>
  a >= 1 && b >= 1 && ((a <= 12 && b <= 31) || (a <= 31 && b <= 12));

/** How many tokens a date of digits takes; 0 if there is none. */
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

/** Whether the same sign and another number stand beside a number. */
const goesOn = (tokens: readonly Token[], place: number, step: 1 | -1, sign: string): boolean =>
  tokens[place + step]?.text === sign && tokens[place + 2 * step]?.kind === 'number';

/** How many tokens a span of times such as 16.00-18.00 takes. */
function timesAt(tokens: readonly Token[], place: number): number {
  const seven = tokens.slice(place, place + 7);
  const isSpan =
    seven.length === 7 &&
    /^([01]?[0-9]|2[0-4])\.[0-5][0-9][-\u2013]([01]?[0-9]|2[0-4])\.[0-5][0-9]$/.test(
      seven.map(({ text }) => text.slice(0, 3)).join(''),
    );
  return isSpan && !['.', '-', ' '].some((sign) => goesOn(tokens, place + 6, 1, sign)) ? 7 : 0;
}

/** How many tokens an amount with its currency takes, without the currency. */
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

/** The next token that is no space. */
function beside(tokens: readonly Token[], place: number, step: 1 | -1): string {
  const next = tokens[place + step];
  return (next?.kind === 'space' ? tokens[place + 2 * step] : next)?.text ?? '';
}

/** Days and the year around the name of a month: 3-10 March 2027, March 3 - 10, 2027. */
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

// ---------------------------------------------------------------------------------------------
// E-mail addresses and links.
// ---------------------------------------------------------------------------------------------

/** Ends of names of hosts that are no English words, so a missing space makes no link. */
const hostEnds = setOf(
  'com net org info biz io co app dev xyz edu gov uk de fr es nl pl pt se fi dk ch cz gr ru ua tr cn jp kr br ar mx cl ca au nz za ae hk sg th vn ph hu ro bg hr rs lt lv ee lu eu cc gg ly ai nu li',
);
const mailHosts = setOf('gmail googlemail hotmail yahoo icloud aol protonmail gmx ymail');

/** A stretch of letters, digits, hyphens and dots within, as in a name of a host. */
interface Name extends Span {
  text: string;
}

function addressesIn(text: string): Span[] {
  const names: Name[] = [...text.matchAll(/[\p{L}0-9_-]+(?:\.[\p{L}0-9_-]+)*/gu)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
  const found: Span[] = [];
  let until = 0;
  names.forEach((name, index) => {
    // What a link covers is read once.
    if (name.start < until) {
      return;
    }
    const host = hostAt(text, names, index);
    if (host) {
      until = restOfLink(text, host.end);
      found.push({ start: name.start, end: until });
    }
    const mail = mailAt(text, names, index);
    if (mail) {
      found.push(mail);
    }
  });
  return found;
}

/** The text between two names; undefined beyond the ends, and for long stretches. */
function gapBetween(text: string, names: readonly Name[], index: number): string | undefined {
  const [left, right] = [names[index], names[index + 1]];
  return left && right && right.start - left.end <= 8
    ? text.slice(left.end, right.start)
    : undefined;
}

const bracketed = /^[\s()[\]{}<>*"'|-]*$/;

/** Whether the names after this one continue it by a dot, written or spelled; how many further. */
function dotAfter(text: string, names: readonly Name[], index: number): 0 | 1 | 2 {
  const gap = gapBetween(text, names, index);
  if (gap === undefined) {
    return 0;
  }
  if (/^(\s{1,2}\.\s{0,2}|\s?[([{<]\s?\.\s?[)\]}>]\s?)$/.test(gap)) {
    return 1;
  }
  const isDot = ['dot', 'punto', 'punkt'].includes(names[index + 1]?.text ?? '');
  const next = gapBetween(text, names, index + 1);
  return isDot && next !== undefined && bracketed.test(gap) && bracketed.test(next) ? 2 : 0;
}

/** The host that begins with this name; undefined if it is none. */
function hostAt(
  text: string,
  names: readonly Name[],
  index: number,
  isMail = false,
): Span | undefined {
  const name = names[index];
  if (!name) {
    return undefined;
  }
  const labels = name.text.split('.');
  const isLink =
    /^(www[0-9]?\.|https?$)/.test(name.text) && (labels.length > 1 || isScheme(text, name));
  const isHost =
    labels.some((label, place) => place > 0 && hostEnds.has(label)) ||
    (labels.length > 1 &&
      (isMail ||
        (/^\p{L}{2,}$/u.test(labels.at(-1) ?? '') &&
          /^\/[\p{L}0-9]/u.test(text.slice(name.end, name.end + 3)))));
  let end = isLink || (isHost && /\p{L}/u.test(name.text)) ? name.end : undefined;
  // Further parts after spelled dots.
  let last = index;
  for (let part = 0; part < 4; part += 1) {
    const step = dotAfter(text, names, last);
    const next = names[last + step];
    if (step === 0 || !next) {
      break;
    }
    last += step;
    const [label = ''] = next.text.split('.');
    if (hostEnds.has(label) || next.text.split('.').some((each) => hostEnds.has(each))) {
      end = next.end;
    }
  }
  return end === undefined ? undefined : { start: name.start, end };
}

const isScheme = (text: string, { end }: Name): boolean => text.startsWith('://', end);

/** A path, query or port belongs to the link. */
function restOfLink(text: string, end: number): number {
  if (!/[/:?#]/.test(text[end] ?? '') || /\s/.test(text[end + 1] ?? ' ')) {
    return end;
  }
  const space = /\s/g;
  space.lastIndex = end;
  return space.exec(text)?.index ?? text.length;
}

/** The e-mail address whose part before the @ is this name. */
function mailAt(text: string, names: readonly Name[], index: number): Span | undefined {
  const name = names[index];
  const gap = gapBetween(text, names, index);
  if (!name || gap === undefined) {
    return undefined;
  }
  const start = startOfMail(text, names, index);
  if (/^[\s()[\]{}<>*"'|]*@[\s()[\]{}<>*"'|]*$/.test(gap)) {
    const host = hostAt(text, names, index + 1, true);
    const next = names[index + 1];
    if (host) {
      return { start, end: host.end };
    }
    const isMail = next && next.text.length > 1 && (gap === '@' || mailHosts.has(next.text));
    return isMail ? { start, end: next.end } : undefined;
  }
  const next = gapBetween(text, names, index + 1);
  if (!['at', 'arroba'].includes(names[index + 1]?.text ?? '') || next === undefined) {
    return undefined;
  }
  if (!bracketed.test(gap) || !bracketed.test(next)) {
    return undefined;
  }
  const isBracketed = /[([{<]/.test(gap);
  const spoken = names[index + 2];
  // "Pay me at example.com": only the link is hidden.
  if (
    !isBracketed &&
    spoken?.text.includes('.') &&
    !mailHosts.has(spoken.text.split('.')[0] ?? '')
  ) {
    return undefined;
  }
  const host = hostAt(text, names, index + 2, isBracketed);
  const end = host?.end ?? (spoken && mailHosts.has(spoken.text) ? spoken.end : undefined);
  return end === undefined ? undefined : { start, end };
}

/** Earlier pieces of the part before the @: "jo+week", "john dot doe". */
function startOfMail(text: string, names: readonly Name[], index: number): number {
  let first = index;
  for (let part = 0; part < 4; part += 1) {
    if (/^[+'&!]$/.test(gapBetween(text, names, first - 1) ?? '')) {
      first -= 1;
    } else if (first >= 2 && dotAfter(text, names, first - 2) === 2) {
      first -= 2;
    } else {
      break;
    }
  }
  return names[first]?.start ?? 0;
}

// ---------------------------------------------------------------------------------------------
// Street addresses: a number, one to three words of a name, and a word for a street.
// ---------------------------------------------------------------------------------------------

const streets = setOf(
  'street st avenue ave boulevard blvd road rd lane ln highway hwy parkway pkwy drive dr court ct',
);
/** Words of other phrases, such as "2 hours by road" and "a 10 minute drive". */
const notInStreets = setOf(
  'a an the of off on in at to by from with for and or is are was per away hour hours minute minutes min mins day days night nights week weeks month months mile miles km block blocks bedroom bedrooms bed beds bath baths people guests adults kids children steps meters metres feet ft more good nice lovely short quick easy am pm',
);

function streetsIn(tokens: readonly Token[]): Span[] {
  return tokens.flatMap((token, place) => {
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
}

/** "2 lovely St Thomas weeks" names no street. */
const isSaint = (tokens: readonly Token[], place: number): boolean =>
  tokens[place]?.text === 'st' &&
  /^\.? \p{L}/u.test(
    tokens
      .slice(place + 1, place + 4)
      .map(({ text }) => text)
      .join(''),
  );

function postBoxAt(tokens: readonly Token[], place: number): Span[] {
  const number = tokens[place + 2];
  const before = tokens
    .slice(Math.max(0, place - 6), place)
    .map(({ text }) => text)
    .join('');
  const lead = /(?:^|\s)(p\.? ?o\.? ?)$/.exec(before)?.[1];
  return lead !== undefined && isNumber(number, 6)
    ? [{ start: (tokens[place]?.start ?? 0) - lead.length, end: number.end }]
    : [];
}
