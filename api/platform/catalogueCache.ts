import { LRUCache } from 'lru-cache';
import { catalogueChannel, type Database } from './database.ts';
import { heapBytes } from './heapBytes.ts';
import { openListener } from './listener.ts';
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
  onChange(told: (announcement: string) => void): void;
  close(): Promise<void>;
}

export interface KeepOptions<T> {
  /** Whether a value may be cached. Defaults to true. */
  keep?: (value: T) => boolean;
  /** The part of the cache. Defaults to `known`. */
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

  const forget = (): void => {
    version += 1;
    for (const entries of allParts) {
      entries.clear();
    }
    reading.clear();
  };

  const changed = (announcement = ''): void => {
    forget();
    for (const told of listeners) {
      told(announcement);
    }
  };

  database.onOwnChange(forget);
  const listener = await openListener({
    connectionString: database.connectionString,
    channel: catalogueChannel,
    log,
    onNotification: changed,
    onListening() {
      changed();
      listening = true;
    },
    onLost() {
      listening = false;
      changed();
    },
  });
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
    onChange: (told) => void listeners.push(told),
    async close() {
      clearInterval(purge);
      await listener.close();
    },
  };
}
