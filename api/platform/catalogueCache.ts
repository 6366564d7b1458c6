import { LRUCache } from 'lru-cache';
import pg from 'pg';
import type { Log } from './log.ts';

/**
 * Remembers what was read from the public catalogue until anything in it changes. Triggers in the
 * database announce each change (channel catalogue_changed), so every process hears of it,
 * whoever made it. While nobody listens, nothing is remembered.
 */
export interface CatalogueCache {
  /**
   * The remembered value, or what `read` gives, which is remembered unless the catalogue changed
   * meanwhile or `keep` says no. Calls for the same key at the same time read once.
   */
  through<T extends object>(
    key: string,
    read: () => Promise<T>,
    options?: KeepOptions<T>,
  ): Promise<T>;
  peek(key: string): object | undefined;
  /** Forgets everything that was remembered, and what is being read now once it is there. */
  forget(): void;
  /** Calls back after each change, with what its announcement said. */
  onChange(listener: (announcement: string) => void): void;
  close(): Promise<void>;
}

export interface KeepOptions<T> {
  /** Whether a value may be remembered; every one where nothing is said. */
  keep?: (value: T) => boolean;
  /** About how many bytes it takes; 10,000 where nothing is said. */
  bytes?: (value: T) => number;
}

/** Bytes that all remembered values may take together. */
const maxBytes = 128 * 1024 * 1024;

/** Even without word of a change nothing is older than this. */
const maxAge = 60_000;

const retryAfter = 1_000;

export async function openCatalogueCache(
  connectionString: string,
  log: Log,
): Promise<CatalogueCache> {
  const entries = new LRUCache<string, object>({ maxSize: maxBytes, ttl: maxAge });
  const reading = new Map<string, Promise<object>>();
  const listeners: ((announcement: string) => void)[] = [];
  let version = 0;
  let listening = false;
  let closed = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  const forget = (): void => {
    version += 1;
    entries.clear();
    reading.clear();
  };

  const changed = (announcement = ''): void => {
    forget();
    for (const listener of listeners) {
      listener(announcement);
    }
  };

  const lost = (gone: pg.Client): void => {
    if (client !== gone || closed) {
      return;
    }
    client = undefined;
    listening = false;
    changed();
    retry = setTimeout(() => void listen(), retryAfter);
  };

  const listen = async (): Promise<void> => {
    const next = new pg.Client({ connectionString, application_name: 'tideweek-listener' });
    client = next;
    next.on('notification', ({ payload }) => changed(payload));
    next.on('error', () => lost(next));
    next.on('end', () => lost(next));
    try {
      await next.connect();
      await next.query('LISTEN catalogue_changed');
      changed();
      listening = true;
    } catch (error) {
      log.warn({ err: error }, 'cannot listen for catalogue changes; nothing is cached');
      lost(next);
    }
  };
  await listen();

  return {
    through<T extends object>(
      key: string,
      read: () => Promise<T>,
      { keep = () => true, bytes = () => 10_000 }: KeepOptions<T> = {},
    ): Promise<T> {
      const known = entries.get(key);
      if (known) {
        return Promise.resolve(known as T);
      }
      const current = reading.get(key);
      if (current) {
        return current as Promise<T>;
      }
      const before = version;
      const value = read().then((result) => {
        if (listening && version === before && keep(result)) {
          entries.set(key, result, { size: bytes(result) });
        }
        return result;
      });
      reading.set(key, value);
      const done = (): void => {
        if (reading.get(key) === value) {
          reading.delete(key);
        }
      };
      value.then(done, done);
      return value;
    },
    peek: (key) => entries.get(key),
    forget,
    onChange: (listener) => void listeners.push(listener),
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}
