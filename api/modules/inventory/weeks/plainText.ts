/** Letters that stay letters when accents are taken off. */
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

/** A text as it is compared: words in plain small letters and digits, without accents and marks. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}|['’‘ʻ`´]/gu, '')
    .replace(/[ßæœøđðłþı]/g, (letter) => letters[letter] ?? letter)
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** A value of a provider as it is quoted in a message: short, on one line, and storable. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  const line = storable(text).replace(/\s+/g, ' ').trim();
  return `"${line.length > 60 ? `${line.slice(0, 59).trimEnd()}…` : line}"`;
}

/** A text that the database can keep: without what is no character, or none to be seen. */
export const storable = (text: string): string => text.replace(/(?![\t\n\r])[\p{Cc}\p{Cs}]/gu, '');
