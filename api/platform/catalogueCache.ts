import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { catalogueChannel, type Database } from './database.ts';
import { heapBytes } from './heapBytes.ts';
import type { Log } from './log.ts';

/**
 * Remembers what was read from the public catalogue until anything in it changes. Triggers in the
 * database announce each change (channel catalogue_changed), so every process hears of it,
 * whoever made it; a process forgets before a change of its own is answered. While nobody listens,
 * nothing is remembered.
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
  /** Bytes that everything remembered takes now. */
  bytes(): number;
  /** Calls back after each change, with what its announcement said. */
  onChange(listener: (announcement: string) => void): void;
  close(): Promise<void>;
}

export interface KeepOptions<T> {
  /** Whether a value may be remembered; every one where nothing is said. */
  keep?: (value: T) => boolean;
  /** Where it is remembered; `known` where nothing is said. */
  part?: Part;
}

/**
 * What each part of the memory may take, in bytes. Addresses and documents that anyone can make up
 * push out only their own kind.
 */
const maxBytes = {
  /** Answers to operations that we know, and what they are made of. */
  known: 64 * 1024 * 1024,
  pages: 48 * 1024 * 1024,
  /** Answers to operations that a caller wrote. */
  strangers: 16 * 1024 * 1024,
};

type Part = keyof typeof maxBytes;

/** What an entry takes beside its key and its value. */
const entryBytes = 300;

/** Even without word of a change nothing is older than this. */
const maxAge = 60_000;

const retryAfter = 1_000;

export async function openCatalogueCache(
  database: Pick<Database, 'connectionString' | 'onOwnChange'>,
  log: Log,
): Promise<CatalogueCache> {
  const parts = Object.fromEntries(
    Object.entries(maxBytes).map(([part, maxSize]) => [
      part,
      new LRUCache<string, object>({
        maxSize,
        // One key may not push out all others.
        maxEntrySize: maxSize / 8,
        sizeCalculation: (value, key) => entryBytes + key.length * 2 + heapBytes(value),
        ttl: maxAge,
      }),
    ]),
  ) as Record<Part, LRUCache<string, object>>;
  const allParts = Object.values(parts);
  const reading = new Map<string, Promise<object>>();
  const listeners: ((announcement: string) => void)[] = [];
  let version = 0;
  let listening = false;
  let closed = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  const forget = (): void => {
    version += 1;
    for (const entries of allParts) {
      entries.clear();
    }
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
    const next = new pg.Client({
      connectionString: database.connectionString,
      application_name: 'tideweek-listener',
    });
    client = next;
    next.on('notification', ({ payload }) => changed(payload));
    next.on('error', () => lost(next));
    next.on('end', () => lost(next));
    try {
      await next.connect();
      await next.query(`LISTEN ${catalogueChannel}`);
      changed();
      listening = true;
    } catch (error) {
      log.warn({ err: error }, 'cannot listen for catalogue changes; nothing is cached');
      lost(next);
    }
  };
  database.onOwnChange(forget);
  await listen();
  // What is too old would stay until it is asked for or pushed out.
  const purge = setInterval(() => {
    for (const entries of allParts) {
      entries.purgeStale();
    }
  }, maxAge).unref();

  return {
    through<T extends object>(
      key: string,
      read: () => Promise<T>,
      { keep = () => true, part = 'known' }: KeepOptions<T> = {},
    ): Promise<T> {
      const entries = parts[part];
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
          entries.set(key, result);
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
    peek: (key) => parts.known.get(key),
    forget,
    bytes: () => allParts.reduce((sum, entries) => sum + entries.calculatedSize, 0),
    onChange: (listener) => void listeners.push(listener),
    async close() {
      closed = true;
      clearTimeout(retry);
      clearInterval(purge);
      await client?.end();
    },
  };
}
