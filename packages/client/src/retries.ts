/** Waits some seconds. @throws the reason of the signal, once it is aborted */
export type Wait = (seconds: number, signal: AbortSignal | undefined) => Promise<void>;

export const wait: Wait = (seconds, signal) =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(end, seconds * 1_000);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });

/** Seconds before the next try: half a second that doubles, up to half a minute, half of it random. */
export function growingDelay(tries: number): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return Math.min(2 ** (tries - 2), 30) * (0.5 + random / 2 ** 33);
}

/** Seconds of a Retry-After header: a number or a date (RFC 9110, section 10.2.3). */
export function secondsOf(retryAfter: string | null): number | undefined {
  if (!retryAfter) {
    return undefined;
  }
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** A new key, which makes a mutation safe to send again: send the same key with each try. */
export const newIdempotencyKey = (): string => crypto.randomUUID();

/** The variables with the key in their `input`. @throws {TypeError} if they have no `input` */
export function withKey<Variables>(variables: Variables, idempotencyKey: string): Variables {
  const { input } = variables as { input?: unknown };
  if (typeof input !== 'object' || input === null) {
    throw new TypeError('An idempotencyKey needs an operation with the variable input');
  }
  return { ...variables, input: { ...input, idempotencyKey } };
}

/**
 * Whether sending the operation twice does no more than sending it once: it is no mutation, or an
 * idempotency key is among its variables. The word in a name or a comment counts, too.
 */
export const isRepeatable = (text: string, variables: object): boolean =>
  !/\bmutation\b/.test(text) ||
  [variables, ...(Object.values(variables) as unknown[])].some(
    (each) => typeof (each as { idempotencyKey?: unknown } | null)?.idempotencyKey === 'string',
  );
