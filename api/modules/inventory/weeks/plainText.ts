/** Letters that NFKD does not decompose. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

export const plainText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}|['’‘ʻ`´]/gu, '')
    .replace(/[ßæœøđðłþı]/g, (letter) => letters[letter] ?? letter)
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Quotes a provider's value for a message: on one line, at most 60 characters, storable. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  const line = storable(text).replace(/\s+/g, ' ').trim();
  return `"${line.length > 60 ? `${line.slice(0, 59).trimEnd()}…` : line}"`;
}

/**
 * Removes control characters (except tabs and line breaks), lone surrogates, and characters that
 * turn the direction of text.
 */
export const storable = (text: string): string =>
  text.replace(/(?![\t\n\r])[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu, '');
