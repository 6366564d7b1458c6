import { isRight, tableWords } from './vocabulary.ts';

/** Edits that a typo in a word of this length may have. */
const slackOf = (word: string): number => (word.length <= 3 ? 0 : word.length === 4 ? 1 : 2);

/**
 * The correction of an unknown word; undefined if the word is right or no known word is near. With
 * two edits, the first letter must stay.
 * @param nearest The closest words of the directory
 */
export function nearestWord(
  word: string,
  { words, nearest }: { words: ReadonlySet<string>; nearest: ReadonlyMap<string, string> },
): string | undefined {
  if (words.has(word) || isRight(word) || !/^[a-z]+$/.test(word)) {
    return undefined;
  }
  let best: { word: string; edits: number } | undefined;
  for (const candidate of [...(nearest.get(word)?.split(' ') ?? []), ...tableWords]) {
    const most = Math.min(slackOf(word), candidate[0] === word[0] ? 2 : 1);
    if (candidate === word || !mayBeNear(word, candidate, most)) continue;
    const edits = editsBetween(word, candidate);
    if (edits <= most && edits < (best?.edits ?? Infinity)) {
      best = { word: candidate, edits };
    }
  }
  return best?.word;
}

/** The letters of a word as bits. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) {
    letters |= 1 << (word.charCodeAt(at) - 97);
  }
  return letters;
}

/** Whether this number of edits can lead to the other word: an edit replaces at most one letter. */
function mayBeNear(one: string, other: string, edits: number): boolean {
  let different = lettersOf(one) ^ lettersOf(other);
  let count = Math.abs(one.length - other.length) > edits ? Infinity : 0;
  for (; different !== 0; different &= different - 1) count += 1;
  return count <= 2 * edits;
}

/** Insertions, deletions, substitutions and swaps of neighbours. Both words are short. */
function editsBetween(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const at = (up: number, left: number): number =>
        (up === 0 ? row : rows[i - up])?.[j - left] ?? 0;
      const isSame = one[i - 1] === other[j - 1];
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(
        Math.min(
          at(1, 0) + 1,
          at(0, 1) + 1,
          at(1, 1) + (isSame ? 0 : 1),
          isSwap ? at(2, 2) + 1 : Infinity,
        ),
      );
    }
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}
