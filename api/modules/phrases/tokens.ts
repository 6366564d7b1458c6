/** A word, number, mark or quoted part of a search text. */
export interface Token {
  /** In lower case and without accents. */
  word: string;
  /** The value of a number; "1,500" and "1.5k" are 1500. */
  number?: number;
  /** Position in the text. */
  start: number;
  end: number;
  /** Quoted words are searched for, never read as a phrase. */
  isQuoted: boolean;
  isCapital?: boolean;
}

const parts =
  /"[^"]*"?|(?<!\d)\d{1,2}(?=\.\d{1,2}\.(?:\d{2}|\d{4})\b)|(?<=\b\d{1,2}\.)\d{1,2}(?=\.(?:\d{2}|\d{4})\b)|\d+(?:,\d{3}(?!\d))*(?:\.\d+)?(?:k(?![\p{L}\p{M}]))?|[\p{L}\p{M}]+(?:['’]\p{L}+)?|[^\s\p{L}\p{M}\p{N}]/giu;

export function tokensOf(text: string): Token[] {
  return [...text.matchAll(parts)].map((match): Token => {
    const [found] = match;
    const word = found.normalize('NFD').replace(/\p{M}/gu, '').replace('’', "'").toLowerCase();
    const number = numberOf(word);
    return {
      word,
      ...(number !== undefined && { number }),
      start: match.index,
      end: match.index + found.length,
      isQuoted: found.startsWith('"'),
      ...(/^\p{Lu}+$/u.test(found) && { isCapital: true }),
    };
  });
}

const numberWords: Record<string, number> = Object.fromEntries(
  'one two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, index) => [word, index + 1]),
);

function numberOf(word: string): number | undefined {
  if (!/^\d/.test(word)) {
    return Object.hasOwn(numberWords, word) ? numberWords[word] : undefined;
  }
  const digits = Number(word.replaceAll(',', '').replace('k', ''));
  return word.endsWith('k') ? digits * 1000 : digits;
}
