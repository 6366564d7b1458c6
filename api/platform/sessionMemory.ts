import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { sessionChannel, type Database } from './database.ts';
import { heapBytes } from './heapBytes.ts';
import { openListener, usualHeartbeat } from './listener.ts';
import type { Log } from './log.ts';
import type { Marks, Viewer } from './sessions.ts';

/** A valid session and the account it belongs to. */
export interface KnownSession {
  viewer: Viewer;
  expiresAt: Date;
  /** Whether the session has reached its absolute end and is not prolonged. */
  isLast: boolean;
  /** Undefined unless requested. */
  marks: Marks | undefined;
}

/** A session that was just read. */
export interface FoundSession extends KnownSession {
  lastsFor: number;
}

/**
 * Remembers sessions until the session, the account or its marks change. Triggers announce each
 * change on the channel session_changed, so that every process forgets exactly the changed data. A
 * process has forgotten its own change before it responds. While the listening connection is silent
 * or lost, every look-up reads the database.
 */
export interface SessionMemory {
  /**
   * The session, remembered or found by `read`; undefined if invalid, which is not remembered.
   * Concurrent calls read once.
   * @param storedId SHA-256 of the session id
   */
  find(
    storedId: string,
    withMarks: boolean,
    read: () => Promise<FoundSession | undefined>,
  ): Promise<KnownSession | undefined>;
  /** The remembered session. @param storedId SHA-256 of the session id */
  recall(storedId: string, withMarks: boolean): KnownSession | undefined;
  figures(): MemoryFigures;
  /**
   * Calls back after each announcement was handled, with its payload, and with '' when the
   * connection is lost or restored.
   */
  onChange(told: (announcement: string) => void): void;
  close(): Promise<void>;
}

/** Figures of a memory since the process started, and its estimated bytes now. */
export interface MemoryFigures {
  hits: number;
  misses: number;
  /** Entries removed because of a change or a possible change. */
  forgotten: number;
  bytes: number;
}

/** Bytes per part. Marks include up to 500 favorites of a person. */
const maxBytes = 16 * 1024 * 1024;

/** Bytes of an entry besides key and value. */
const entryBytes = 300;

/**
 * Milliseconds after which an unchanged session is read again: the monotonic clock may stop while
 * the machine is suspended.
 */
const maxAge = 3_600_000;

interface SessionEntry extends Pick<KnownSession, 'expiresAt' | 'isLast'> {
  userId: string;
  /** By the monotonic clock. */
  until: number;
}

export async function openSessionMemory(
  database: Pick<Database, 'connectionString' | 'pool' | 'onOwnChange'>,
  log: Log,
  heartbeat = usualHeartbeat,
): Promise<SessionMemory> {
  const figures = { hits: 0, misses: 0, forgotten: 0 };
  const sessions = createPart<SessionEntry>(figures);
  const persons = createPart<Viewer>(figures);
  // Two parts, because a message to the team changes the marks of every administrator.
  const marksOf = { user: createPart<Marks>(figures), admin: createPart<Marks>(figures) };
  const parts = [sessions, persons, marksOf.user, marksOf.admin];

  const reading = new Map<string, Promise<FoundSession | undefined>>();
  const listeners: ((announcement: string) => void)[] = [];

  const forget = (announcement: string): void => {
    const [kind, ...ids] = announcement.split(' ');
    const keys = ids.length > 0 ? ids : undefined;
    reading.clear();
    if (kind === 'sessions') {
      sessions.forget(keys);
    } else if (kind === 'marks') {
      marksOf.user.forget(keys);
      marksOf.admin.forget(ids.includes('team') ? undefined : keys);
    } else if (kind === 'users') {
      for (const part of [persons, marksOf.user, marksOf.admin]) {
        part.forget(keys);
      }
    } else {
      for (const part of parts) {
        part.forget();
      }
    }
  };

  const changed = (announcement: string): void => {
    forget(announcement);
    for (const told of listeners) {
      told(announcement);
    }
  };

  database.onOwnChange((channel, announcement) => {
    if (channel === sessionChannel) {
      forget(announcement);
    }
  });
  /** The announcement without effect that must arrive before anything is remembered. */
  let proof = '';
  let isProven = false;

  /**
   * Sends an announcement over another connection until it arrives. A transaction pooler accepts
   * LISTEN but delivers nothing.
   */
  const prove = async (): Promise<void> => {
    const own = `marks ${randomUUID()}`;
    proof = own;
    while (proof === own && !isProven) {
      await database.pool
        .query('SELECT pg_notify($1, $2)', [sessionChannel, own])
        .catch(() => undefined);
      await sleep(1_000, undefined, { ref: false });
    }
  };

  const listener = await openListener({
    connectionString: database.connectionString,
    channel: sessionChannel,
    log,
    heartbeat,
    onNotification(announcement) {
      isProven ||= announcement === proof;
      changed(announcement);
    },
    onListening() {
      changed('');
      void prove();
    },
    onLost() {
      isProven = false;
      proof = '';
      changed('');
    },
  });
  const hears = (): boolean => isProven && listener.isHeard();

  const remembered = (storedId: string, withMarks: boolean): KnownSession | undefined => {
    const session = hears() ? sessions.get(storedId) : undefined;
    if (!session || session.until <= performance.now()) {
      return undefined;
    }
    const viewer = persons.get(session.userId);
    const marks = viewer && withMarks ? marksOf[viewer.role].get(viewer.id) : undefined;
    const isComplete = viewer && (marks || !withMarks);
    const { expiresAt, isLast } = session;
    return isComplete ? { viewer, expiresAt, isLast, marks } : undefined;
  };

  const recall: SessionMemory['recall'] = (storedId, withMarks) => {
    const known = remembered(storedId, withMarks);
    if (known) {
      figures.hits += 1;
    }
    return known;
  };

  /** Reads a session, and remembers the parts that were not forgotten meanwhile. */
  const readAndKeep = async (
    storedId: string,
    read: () => Promise<FoundSession | undefined>,
  ): Promise<FoundSession | undefined> => {
    const startedAt = performance.now();
    const keepSession = sessions.reading();
    const keepPerson = persons.reading();
    const keepMarks = { user: marksOf.user.reading(), admin: marksOf.admin.reading() };
    const found = await read();
    if (found && hears()) {
      const { viewer, expiresAt, isLast, lastsFor, marks } = found;
      const until = startedAt + Math.min(lastsFor, maxAge);
      keepSession(storedId, { userId: viewer.id, expiresAt, isLast, until });
      keepPerson(viewer.id, viewer);
      if (marks) {
        keepMarks[viewer.role](viewer.id, marks);
      }
    }
    return found;
  };

  return {
    recall,
    find(storedId, withMarks, read) {
      const known = recall(storedId, withMarks);
      if (known) {
        return Promise.resolve(known);
      }
      figures.misses += 1;
      const key = `${storedId} ${withMarks}`;
      const current = hears() ? reading.get(key) : undefined;
      if (current) {
        return current;
      }
      const found = readAndKeep(storedId, read);
      reading.set(key, found);
      const done = (): void => {
        if (reading.get(key) === found) {
          reading.delete(key);
        }
      };
      found.then(done, done);
      return found;
    },
    figures: () => ({
      ...figures,
      bytes: parts.reduce((sum, part) => sum + part.bytes(), 0),
    }),
    onChange: (told) => void listeners.push(told),
    close() {
      proof = '';
      return listener.close();
    },
  };
}

export const noSessionMemory: SessionMemory = {
  find: (_storedId, _withMarks, read) => read(),
  recall: () => undefined,
  figures: () => ({ hits: 0, misses: 0, forgotten: 0, bytes: 0 }),
  onChange: () => undefined,
  close: () => Promise.resolve(),
};

interface Part<T extends object> {
  get(key: string): T | undefined;
  /** Begins a read. The result stores a value, unless anything was forgotten meanwhile. */
  reading(): (key: string, value: T) => void;
  /** Forgets the entries with these keys; without keys, all entries. */
  forget(keys?: readonly string[]): void;
  bytes(): number;
}

function createPart<T extends object>(figures: Pick<MemoryFigures, 'forgotten'>): Part<T> {
  const entries = new LRUCache<string, T>({
    maxSize: maxBytes,
    sizeCalculation: (value, key) => entryBytes + key.length * 2 + heapBytes(value),
  });
  let version = 0;
  return {
    get: (key) => entries.get(key),
    reading() {
      const before = version;
      return (key, value) => {
        if (version === before) {
          entries.set(key, value);
        }
      };
    },
    forget(keys) {
      version += 1;
      const before = entries.size;
      if (keys) {
        for (const key of keys) {
          entries.delete(key);
        }
      } else {
        entries.clear();
      }
      figures.forgotten += before - entries.size;
    },
    bytes: () => entries.calculatedSize,
  };
}
