import englishLines from './english.json' with { type: 'json' };
import townLines from './towns.json' with { type: 'json' };
import {
  areas,
  attributes,
  functionWords,
  nearWords,
  negations,
  orders,
  otherBrands,
  placeAliases,
  placeNouns,
  productWords,
  states,
  timeWords,
} from './tables.ts';

export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]s?(?![\p{L}\p{N}])|['’]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** A place name without spaces and punctuation, as in the SQL function `search_place_key`. */
export const placeKey = (name: string): string =>
  fold(name.replaceAll('&', ' and '))
    .split(' ')
    .map((word) => (word === 'saint' ? 'st' : word === 'fort' ? 'ft' : word))
    .join('')
    .replace(/^the(?=.)/, '');

export const titled = (words: string): string =>
  words
    .replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
    .replaceAll(/\bSt (?=\p{L})/gu, 'St. ');

export interface NamedPlace {
  label: string;
  /** A resort must have one of these keys. */
  keys: readonly string[];
  /** A state, which tells apart towns of the same name before it. */
  isState?: boolean;
}

export const places = new Map<string, NamedPlace>();

function addPlace(name: string, { label, keys, isState = false }: NamedPlace): void {
  const key = placeKey(name);
  const known = places.get(key);
  places.set(key, {
    label: known?.label ?? label,
    keys: [...new Set([...(known?.keys ?? []), ...keys])],
    isState: isState || known?.isState === true,
  });
}

for (const [label, aliases] of Object.entries(areas)) {
  // The town of this name has resorts without coordinates.
  [label, ...aliases].forEach((name) =>
    addPlace(name, { label, keys: [placeKey(label), placeKey(name)] }),
  );
}
for (const state of Object.values(states)) {
  addPlace(state, { label: state, keys: [placeKey(state)], isState: true });
}
for (const country of countries()) {
  addPlace(country, { label: country, keys: [placeKey(country)] });
}
for (const [name, aliases] of Object.entries(placeAliases)) {
  const { label = titled(name), keys = [], isState = false } = places.get(placeKey(name)) ?? {};
  [name, ...aliases].forEach((alias) =>
    addPlace(alias, { label, keys: [placeKey(name), ...keys, placeKey(alias)], isState }),
  );
}

function countries(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters
    .flatMap((one) => letters.map((other) => one + other))
    .filter((code) => !/^(?:EU|EZ|UN|QO|XA|XB|ZZ)$/.test(code))
    .flatMap((code) => names.of(code) ?? []);
}

/** Larger towns of the world. */
export const towns: ReadonlySet<string> = new Set(
  townLines.flatMap((line) => line.split(',')).map(placeKey),
);

export const attributesByWords = new Map(
  attributes.flatMap((attribute) =>
    attribute.words.map((word) => [fold(word), attribute] as const),
  ),
);

export type TextOrder = keyof typeof orders;

export const ordersByWords = new Map(
  (Object.keys(orders) as TextOrder[]).flatMap((order) =>
    orders[order].map((words) => [fold(words), order] as const),
  ),
);

export const product: ReadonlySet<string> = new Set(productWords);
export const functional: ReadonlySet<string> = new Set(functionWords);
export const nouns: ReadonlySet<string> = new Set(placeNouns);
export const near: ReadonlySet<string> = new Set(nearWords);
export const negating: ReadonlySet<string> = new Set(negations);

/** Words of these tables, as possible corrections. */
export const tableWords: ReadonlySet<string> = new Set(
  [
    ...Object.keys(areas),
    ...Object.values(areas).flat(),
    ...Object.values(states),
    ...Object.entries(placeAliases).flatMap(([name, aliases]) => [name, ...aliases]),
    ...attributes.flatMap(({ words }) => words),
    ...Object.values(orders).flat(),
  ]
    .flatMap((words) => fold(words).split(' '))
    .filter((word) => word.length > 3),
);

const ourWords: ReadonlySet<string> = new Set([
  ...townLines.flatMap((line) => line.split(/[ ,]/)),
  ...[...places.values()].flatMap(({ label }) => fold(label).split(' ')),
  ...tableWords,
  ...[...productWords, ...functionWords, ...otherBrands, ...timeWords].flatMap((words) =>
    words.split(' '),
  ),
]);

let english: Map<string, string> | undefined;

/** Whether a word needs no correction: it is in our tables, English, or a town. */
export function isRight(word: string): boolean {
  english ??= new Map(englishLines.map((line) => [line.charAt(0), ` ${line} `]));
  return ourWords.has(word) || english.get(word.charAt(0))?.includes(` ${word} `) === true;
}
