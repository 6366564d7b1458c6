import { getHeapStatistics } from 'node:v8';
import { LRUCache } from 'lru-cache';
import {
  changeParts,
  readAnnouncement,
  type Announcement,
  type Change,
  type ChangePart,
} from './changes.ts';
import { catalogueChannel, type Database } from '../database/database.ts';
import { heapBytes } from '../process/heapBytes.ts';
import { openListener, usualHeartbeat } from '../database/listener.ts';
import type { Log } from '../process/log.ts';
import type { OwnWrites } from '../http/ownWrites.ts';
import { record, recorded, Reads } from './reads.ts';
import { requestScope } from '../process/requestScope.ts';
import type { MemoryFigures } from '../sessions/sessionMemory.ts';

interface KeepOptions<T> {
  keep?: (value: T) => boolean;
  part?: Part;
  /** The parts of resorts that the value shows, besides their rows, pictures and seasons. */
  shown?: readonly ChangePart[];
  /** Whether to bypass the cache, because it may lack a change that the caller made. */
  isPast?: boolean;
}

/** Bytes. URLs and documents made up by clients evict only entries of their own part. */
const maxBytes = {
  /** An eighth of the heap, which has at most 4 GB, holds the responses of 100,000 resorts. */
  known: Math.max(getHeapStatistics().heap_size_limit / 8, 96 * 1024 * 1024),
  pages: 64 * 1024 * 1024,
  /** Responses to operations that are not persisted. */
  strangers: 16 * 1024 * 1024,
};

type Part = keyof typeof maxBytes;

/** Bytes of an entry besides key and value. */
const entryBytes = 300;

/** Milliseconds after which an entry expires even without a change. Pages show relative times. */
const maxAge: Record<Part, number> = { known: 600_000, pages: 60_000, strangers: 600_000 };

/** Recent changes that are kept for comparison with reads in progress. */
const mostRecent = 1_000;

/** Older entries beyond these are dropped. Each comparison takes 1 to 2 microseconds. */
const mostCompared = 2_000;

/** The most transactions whose received announcements are counted. */
const mostHeard = 10_000;

/**
 * Caches reads of the public catalogue until their sources change, which triggers announce on the
 * channel catalogue_changed; a process forgets its own change before it responds. While the
 * listening connection is lost or silent, nothing is cached.
 */
export type CatalogueCache = Awaited<ReturnType<typeof openCatalogueCache>>;

export async function openCatalogueCache(
  database: Pick<Database, 'connectionString' | 'onOwnChange'>,
  log: Log,
  heartbeat = usualHeartbeat,
) {
  const listeners: ((payload: string, change: Change) => void)[] = [];
  let listening = false;
  const { purge, changed, ...entries } = createEntries(() => listening && listener.isHeard());

  const heard = (payload: string): void => {
    const announcement = readAnnouncement(payload);
    changed(announcement);
    for (const told of listeners) {
      told(payload, announcement.change);
    }
  };

  database.onOwnChange((channel, payload) => {
    if (channel !== catalogueChannel) {
      return;
    }
    const announcement = readAnnouncement(payload);
    changed(announcement);
    const { transaction } = announcement;
    const wrote = requestScope.getStore()?.wrote;
    if (wrote && transaction !== undefined) {
      wrote.set(transaction, (wrote.get(transaction) ?? 0) + 1);
    }
  });
  const listener = await openListener({
    connectionString: database.connectionString,
    channel: catalogueChannel,
    heartbeat,
    log,
    onNotification: heard,
    onListening() {
      heard('');
      listening = true;
    },
    onLost() {
      listening = false;
      heard('');
    },
  });
  // Expired entries would otherwise take memory until they are read or evicted.
  const timer = setInterval(purge, Math.min(...Object.values(maxAge))).unref();

  return {
    ...entries,
    /** Resolves to whether this process has forgotten all that was changed before the call. */
    catchUp: listener.catchUp,
    /** The payload is '' when the connection is lost or restored. */
    onChange: (told: (payload: string, change: Change) => void) => void listeners.push(told),
    async close() {
      clearInterval(timer);
      await listener.close();
    },
  };
}

/** Caches nothing; concurrent reads for the same key are still read once. */
export const createPassingCache = (): CatalogueCache => {
  const { purge: _, changed: __, ...entries } = createEntries(() => false);
  return {
    ...entries,
    catchUp: () => Promise.resolve(true),
    onChange: () => undefined,
    close: () => Promise.resolve(),
  };
};

interface Entry {
  key: string;
  part: Part;
  value: object;
  reads: Reads;
}

/** @param isListening whether the cache may be read and written */
function createEntries(isListening: () => boolean) {
  const { parts, counts, version, isCurrent, store, forget } = createStore();
  const allParts = Object.values(parts);
  const reading = new Map<string, Promise<Entry>>();
  const heard = new LRUCache<string, number>({ max: mostHeard });

  const changed = ({ transaction, change }: Announcement): void => {
    if (transaction !== undefined) heard.set(transaction, (heard.get(transaction) ?? 0) + 1);
    // A read in progress may not see the change; later callers must not share it.
    reading.clear();
    forget(change);
  };
  const peek = (key: string, part: Part = 'known'): object | undefined =>
    isListening() && !recorded()?.isPast ? parts[part].get(key)?.value : undefined;

  return {
    /** Concurrent calls read once. Not cached if a source (reads.ts) changed meanwhile. */
    async through<T extends object>(
      key: string,
      read: () => Promise<T>,
      { keep = () => true, part = 'known', shown = [], isPast = false }: KeepOptions<T> = {},
    ): Promise<T> {
      const outer = recorded();
      const take = ({ value, reads }: Entry): T => {
        outer?.add(reads);
        return value as T;
      };
      const readsPast = isPast || outer?.isPast === true;
      if (!readsPast) {
        const known = isListening() ? parts[part].get(key) : undefined;
        if (known) {
          counts.hits += 1;
          return take(known);
        }
        const current = reading.get(key);
        if (current) {
          return take(await current);
        }
      }
      counts.misses += 1;
      const before = version();
      const reads = new Reads(shown);
      reads.isPast = readsPast;
      const entry = record(reads, read).then((value) => {
        const made: Entry = { key, part, value, reads };
        if (isListening() && keep(value) && isCurrent(reads, before)) {
          store(made);
        }
        return made;
      });
      reading.set(key, entry);
      const done = (): void => {
        if (reading.get(key) === entry) {
          reading.delete(key);
        }
      };
      entry.then(done, done);
      return take(await entry);
    },
    /** A cached value that is part of a larger read. */
    peek,
    /** A cached value that answers a whole request. */
    known(key: string, part?: Part) {
      const value = peek(key, part);
      if (value) counts.hits += 1;
      return value;
    },
    /** Grows with each change. */
    version,
    /** Caches a part of a larger read, unless its sources changed since the version `since`. */
    keep(key: string, value: object, reads: Reads, since: number): void {
      if (isListening() && isCurrent(reads, since)) store({ key, part: 'known', value, reads });
    },
    /** Updates the size of an entry whose value has grown. */
    grown(key: string, part: Part = 'known'): void {
      const entry = parts[part].peek(key);
      // A copy, because the cache does not measure the same object again.
      if (entry) store({ ...entry });
    },
    /** Clears the cache, and keeps reads in progress from being cached. */
    forget: () => changed({ transaction: undefined, change: undefined }),
    changed,
    figures: (): MemoryFigures => ({
      ...counts,
      bytes: allParts.reduce((sum, entries) => sum + entries.calculatedSize, 0),
    }),
    /** Whether this process has forgotten all that these transactions changed. */
    hasHeard(writes: OwnWrites): boolean {
      for (const [id, announcements] of writes) {
        if ((heard.get(id) ?? 0) < announcements) return false;
      }
      return true;
    },
    /** Removes expired entries. */
    purge(): void {
      for (const entries of allParts) {
        entries.purgeStale();
      }
    },
  };
}

function createStore() {
  const index = createIndex();
  const parts = Object.fromEntries(
    Object.entries(maxBytes).map(([part, maxSize]) => [
      part,
      new LRUCache<string, Entry>({
        maxSize,
        // A single entry may not evict all others.
        maxEntrySize: maxSize / 8,
        sizeCalculation: ({ value, reads }, key) =>
          entryBytes + key.length * 2 + heapBytes(value) + reads.bytes(),
        ttl: maxAge[part as Part],
        ttlResolution: 1_000,
        disposeAfter: (entry, _key, reason) => {
          if (reason !== 'set') index.remove(entry);
        },
      }),
    ]),
  ) as Record<Part, LRUCache<string, Entry>>;
  const counts = { hits: 0, misses: 0, forgotten: 0 };
  let version = 0;
  const recent: Change[] = [];

  return {
    parts,
    counts,
    version: () => version,
    isCurrent(reads: Reads, since: number): boolean {
      const missed = version - since;
      return (
        missed === 0 ||
        (missed <= recent.length &&
          !recent.slice(-missed).some((change) => reads.areTouchedBy(change)))
      );
    },
    store(entry: Entry): void {
      const entries = parts[entry.part];
      const before = entries.peek(entry.key);
      if (before) index.remove(before);
      entries.set(entry.key, entry);
      if (entries.peek(entry.key) === entry) index.add(entry);
    },
    /** Forgets what a change concerns; everything, if nobody knows what has changed. */
    forget(change: Change): void {
      version += 1;
      recent.push(change);
      if (recent.length > mostRecent) recent.splice(0, mostRecent / 2);
      if (change) {
        for (const { part, key } of index.touchedBy(change)) {
          parts[part].delete(key);
          counts.forgotten += 1;
        }
        return;
      }
      for (const entries of Object.values(parts)) {
        counts.forgotten += entries.size;
        entries.clear();
      }
    },
  };
}

function createIndex() {
  const byResort = new Map<string, Set<Entry>>();
  /** Entries that depend on more than ids of resorts, oldest first. */
  const compared = Object.fromEntries(
    changeParts.map((part) => [part, new Set<Entry>()]),
  ) as Record<ChangePart, Set<Entry>>;
  return {
    add(entry: Entry): void {
      for (const part of changeParts) {
        if (entry.reads.dependOn(part)) compared[part].add(entry);
      }
      for (const id of entry.reads.resorts.keys()) {
        const entries = byResort.get(id);
        if (entries) entries.add(entry);
        else byResort.set(id, new Set([entry]));
      }
    },
    remove(entry: Entry): void {
      for (const part of changeParts) compared[part].delete(entry);
      for (const id of entry.reads.resorts.keys()) {
        const entries = byResort.get(id);
        entries?.delete(entry);
        if (entries?.size === 0) byResort.delete(id);
      }
    },
    /** Entries that the change affects, plus those beyond the limit of comparisons. */
    touchedBy(change: NonNullable<Change>): Set<Entry> {
      const ids = change.resortIds ?? [...byResort.keys()];
      const touched = new Set(ids.flatMap((id) => [...(byResort.get(id) ?? [])]));
      for (const entry of touched) {
        if (!entry.reads.areTouchedBy(change)) touched.delete(entry);
      }
      const others = compared[change.part];
      let beyond = others.size - mostCompared;
      for (const entry of others) {
        if (beyond > 0 || entry.reads.areTouchedBy(change)) touched.add(entry);
        beyond -= 1;
      }
      return touched;
    },
  };
}
