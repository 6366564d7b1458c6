/** A content line (RFC 5545, section 3.1). */
export interface Line {
  number: number;
  /** Upper-case name; undefined if the line is not of the form NAME;PARAMETERS:VALUE. */
  name: string | undefined;
  parameters: ReadonlyMap<string, string>;
  value: string;
  text: string;
}

/**
 * Splits a calendar into content lines. Lines are unfolded as bytes, since a fold may lie inside a
 * UTF-8 character. A line that is not UTF-8 is read as Latin-1. Line ends are LF, CR, or any number
 * of CR before LF.
 */
export function linesOf(bytes: Uint8Array): Line[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .replace(/\r+\n?/g, '\n');
  const folded: { number: number; pieces: string[] }[] = [];
  for (const [index, raw] of text.split('\n').entries()) {
    const last = folded.at(-1);
    if (last && /^[ \t]/.test(raw)) {
      last.pieces.push(raw.slice(1));
    } else if (raw.trim() !== '') {
      folded.push({ number: index + 1, pieces: [raw] });
    }
  }
  return folded
    .map(({ number, pieces }) => parseLine(number, decodeLine(pieces.join(''))))
    .filter(({ text: line }) => line.trim() !== '');
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeLine(latin1: string): string {
  try {
    return utf8.decode(Buffer.from(latin1, 'latin1'));
  } catch {
    return latin1;
  }
}

/** Properties whose values hold no colon, although careless parameters may. */
const dated = new Set(['DTSTART', 'DTEND', 'RECURRENCE-ID', 'EXDATE', 'RDATE']);

function parseLine(number: number, text: string): Line {
  const name = /^\s*([a-z0-9-]+)\s*[;:]/i.exec(text)?.[1]?.toUpperCase();
  const colon = name !== undefined && dated.has(name) ? text.lastIndexOf(':') : plainColon(text);
  if (name === undefined || colon < 0) {
    return { number, name: undefined, parameters: new Map(), value: '', text };
  }
  return {
    number,
    name,
    parameters: parametersOf(text.slice(0, colon)),
    value: text.slice(colon + 1),
    text,
  };
}

function plainColon(text: string): number {
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') {
      isQuoted = !isQuoted;
    } else if (text[at] === ':' && !isQuoted) {
      return at;
    }
  }
  return -1;
}

function parametersOf(head: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const part of head.split(';').slice(1)) {
    const equals = part.indexOf('=');
    if (equals > 0) {
      const value = part.slice(equals + 1).replaceAll('"', '');
      parameters.set(part.slice(0, equals).trim().toUpperCase(), value.trim());
    }
  }
  return parameters;
}
