import { LRUCache } from 'lru-cache';
import { catalogueChannel, type Database } from './database.ts';
import { heapBytes } from './heapBytes.ts';
import { openListener } from './listener.ts';
import type { Log } from './log.ts';

/**
 * Caches reads of the public catalogue until anything in it changes. Database triggers announce
 * each change on the channel catalogue_changed, so every process clears its cache, whoever made the
 * change. A process clears it for its own change before it responds. While the connection that
 * listens is lost, nothing is cached.
 */
export interface CatalogueCache {
  /**
   * The cached value, or the result of `read`, which is cached unless the catalogue changed
   * meanwhile or `keep` returns false. Concurrent calls for the same key read once.
   */
  through<T extends object>(
    key: string,
    read: () => Promise<T>,
    options?: KeepOptions<T>,
  ): Promise<T>;
  peek(key: string): object | undefined;
  /** Clears the cache. Reads that are under way are not cached either. */
  forget(): void;
  /** Estimated bytes of all entries. */
  bytes(): number;
  /**
   * Calls back after each change with the payload of its notification, and with '' when the
   * connection is lost or restored.
   */
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
 * Limit of each part of the cache, in bytes. URLs and documents that anyone can make up evict only
 * entries of their own part.
 */
const maxBytes = {
  /** Responses to persisted operations, and the data they are made of. */
  known: 64 * 1024 * 1024,
  pages: 48 * 1024 * 1024,
  /** Responses to operations that are not persisted. */
  strangers: 16 * 1024 * 1024,
};

type Part = keyof typeof maxBytes;

/** Bytes of an entry besides its key and its value. */
const entryBytes = 300;

/** Milliseconds after which an entry expires, even without a change. */
const maxAge = 60_000;

export async function openCatalogueCache(
  database: Pick<Database, 'connectionString' | 'onOwnChange'>,
  log: Log,
): Promise<CatalogueCache> {
  const listeners: ((announcement: string) => void)[] = [];
  let listening = false;
  const { purge, ...entries } = createEntries(() => listening);

  const changed = (announcement = ''): void => {
    entries.forget();
    for (const told of listeners) {
      told(announcement);
    }
  };

  database.onOwnChange((channel) => {
    if (channel === catalogueChannel) {
      entries.forget();
    }
  });
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
  // Expired entries would otherwise take memory until they are read or evicted.
  const timer = setInterval(purge, maxAge).unref();

  return {
    ...entries,
    onChange: (told) => void listeners.push(told),
    async close() {
      clearInterval(timer);
      await listener.close();
    },
  };
}

/** Caches nothing; concurrent reads for the same key are still read once. */
export const createPassingCache = (): CatalogueCache => {
  const { purge: _, ...entries } = createEntries(() => false);
  return { ...entries, onChange: () => undefined, close: () => Promise.resolve() };
};

interface Entries extends Pick<CatalogueCache, 'through' | 'peek' | 'forget' | 'bytes'> {
  /** Removes expired entries. */
  purge(): void;
}

/** @param mayKeep whether values that were just read may be cached */
function createEntries(mayKeep: () => boolean): Entries {
  const parts = Object.fromEntries(
    Object.entries(maxBytes).map(([part, maxSize]) => [
      part,
      new LRUCache<string, object>({
        maxSize,
        // One entry may not evict all others.
        maxEntrySize: maxSize / 8,
        sizeCalculation: (value, key) => entryBytes + key.length * 2 + heapBytes(value),
        ttl: maxAge,
      }),
    ]),
  ) as Record<Part, LRUCache<string, object>>;
  const allParts = Object.values(parts);
  const reading = new Map<string, Promise<object>>();
  let version = 0;

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
        if (mayKeep() && version === before && keep(result)) {
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
    forget() {
      version += 1;
      for (const entries of allParts) {
        entries.clear();
      }
      reading.clear();
    },
    bytes: () => allParts.reduce((sum, entries) => sum + entries.calculatedSize, 0),
    purge() {
      for (const entries of allParts) {
        entries.purgeStale();
      }
    },
  };
}
