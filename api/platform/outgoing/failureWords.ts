/** Meanings of error codes, as continuations of a sentence that begins with the called service. */
const meanings: Readonly<Record<string, string>> = {
  ENOTFOUND: 'has an address whose host nobody knows',
  EAI_AGAIN: 'has an address whose host could not be looked up',
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'ended the connection',
  EPIPE: 'ended the connection',
  UND_ERR_SOCKET: 'ended the connection',
  ENETUNREACH: 'could not be reached',
  EHOSTUNREACH: 'could not be reached',
  EADDRNOTAVAIL: 'could not be reached',
  ETIMEDOUT: 'could not be reached in time',
  UND_ERR_CONNECT_TIMEOUT: 'could not be reached in time',
  UND_ERR_HEADERS_TIMEOUT: 'took too long to answer',
  UND_ERR_BODY_TIMEOUT: 'took too long to answer',
  EPROTO: 'could not agree on an encrypted connection',
  HPE_HEADER_OVERFLOW: 'sent headers that are too long',
  ENOSPC: 'has no space left',
  EDQUOT: 'has no space left',
  EACCES: 'does not let this server in',
  EPERM: 'does not let this server in',
  EROFS: 'can be read, not written',
  EIO: 'has a disk that fails',
  EMFILE: 'could not be used, since too many files are open',
};

/** Messages of library errors without a code. */
const texts: readonly (readonly [RegExp, string])[] = [
  [/\btime(?:d )?out\b|timeout exceeded/i, 'took too long to answer'],
  [/connection terminated|socket hang up|other side closed/i, 'ended the connection'],
  [/fetch failed|can't reach database server/i, 'could not be reached'],
  [/password authentication failed/i, 'refused the name or password of this server'],
];

/** As a continuation of a sentence: 'refused the connection'. Undefined if unknown. */
export function meaningOf(code: string): string | undefined {
  if (Object.hasOwn(meanings, code)) {
    return meanings[code];
  }
  return /^ERR_(?:TLS|SSL)_|CERT|_SIGNATURE$/.test(code)
    ? 'has no certificate that can be trusted'
    : undefined;
}

/** The code of an error, or of the first of several attempted addresses; '' if none. */
export function errorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return errorCode(error.errors[0]);
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/** With its causes: `fetch failed: getaddrinfo ENOTFOUND escrow.example`. See `tellFailure`. */
export function rawText(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  const code = errorCode(error);
  const parts =
    error instanceof AggregateError && error.errors.length > 0
      ? [error.message, ...error.errors.map(rawText)]
      : [error.message, ...(error.cause === undefined ? [] : [rawText(error.cause)])];
  const text = [...new Set(parts)].filter((part) => part !== '').join(': ') || error.name;
  return meaningOf(code) !== undefined && !text.includes(code) ? `${text} (${code})` : text;
}

export interface ToldFailure {
  /** A sentence; null if nothing failed. */
  lastError: string | null;
  /** The raw text, if it differs from the sentence; else null. */
  lastErrorDetails: string | null;
}

/**
 * @param who the called service, as the start of a sentence: 'The mail server'
 * @param raw from `rawText`, or from an older version. Our own sentences stay unchanged.
 */
export function tellFailure(who: string, raw: string | null): ToldFailure {
  if (raw === null || raw === '') {
    return { lastError: null, lastErrorDetails: null };
  }
  const words = inWords(who, raw);
  return { lastError: words, lastErrorDetails: words === raw ? null : raw };
}

function inWords(who: string, raw: string): string {
  for (const code of raw.match(/\b[A-Z][A-Z0-9_]{2,}\b/g) ?? []) {
    const meaning = meaningOf(code);
    if (meaning !== undefined) {
      return `${who} ${meaning}`;
    }
  }
  const known = texts.find(([pattern]) => pattern.test(raw));
  if (known) {
    return `${who} ${known[1]}`;
  }
  // Administrators can't read SQL, objects and lists.
  return /\n|`|^[[{]/.test(raw) ? `${who} failed in an unexpected way` : raw;
}
