import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { sessionChannel, type Database } from '../database/database.ts';
import { heapBytes } from '../process/heapBytes.ts';
import type { ActiveToken } from './apiTokens.ts';
import {
  openListener,
  usualHeartbeat,
  type Heartbeat,
  type Listener,
} from '../database/listener.ts';
import type { Log } from '../process/log.ts';
import { createSharedReads } from '../process/sharedReads.ts';
import type { Marks, Viewer } from './sessions.ts';

export interface KnownSession {
  viewer: Viewer;
  expiresAt: Date;
  /** Whether the session has reached its absolute end and is not prolonged. */
  isLast: boolean;
  /** Undefined unless requested. */
  marks: Marks | undefined;
}

export interface FoundSession extends KnownSession {
  lastsFor: number;
}

export interface KnownToken {
  token: Omit<ActiveToken, 'account'>;
  account: Viewer;
}

export interface FoundToken extends KnownToken {
  /** Milliseconds until it expires, by the clock of the database. */
  lastsFor: number;
}

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

/** Milliseconds: the monotonic clock may stop while the machine is suspended. */
const maxAge = 3_600_000;

interface SessionEntry extends Pick<KnownSession, 'expiresAt' | 'isLast'> {
  userId: string;
  /** By the monotonic clock. */
  until: number;
}

interface TokenEntry {
  token: FoundToken['token'];
  accountId: string;
  /** By the monotonic clock. */
  until: number;
}

/**
 * Remembers sessions and tokens until they change, or their account, organization or marks, which
 * triggers announce on the channel session_changed; a process forgets its own change before it
 * responds. While the listening connection is silent or lost, every look-up reads the database.
 */
export type SessionMemory = Awaited<ReturnType<typeof openSessionMemory>>;

export async function openSessionMemory(
  database: Pick<Database, 'connectionString' | 'pool' | 'onOwnChange'>,
  log: Log,
  heartbeat = usualHeartbeat,
) {
  const parts = createParts();
  const { figures } = parts;
  const reading = createSharedReads<FoundSession | undefined>();
  const listeners: ((announcement: string) => void)[] = [];

  const forget = (announcement: string): void => {
    reading.forget();
    parts.forget(announcement);
  };
  const { listener, hears, close } = await openProvenListener(database, log, heartbeat, {
    heard: forget,
    told: (announcement) => {
      for (const told of listeners) {
        told(announcement);
      }
    },
  });

  const recall = (storedId: string, withMarks: boolean): KnownSession | undefined => {
    const known = hears() ? parts.session(storedId, withMarks) : undefined;
    if (known) {
      figures.hits += 1;
    }
    return known;
  };

  const readAndKeep = async <Found>(
    read: () => Promise<Found | undefined>,
    keep: (found: Found) => void,
  ): Promise<Found | undefined> => {
    figures.misses += 1;
    const found = await read();
    if (found && hears()) {
      keep(found);
    }
    return found;
  };

  return {
    /** The remembered session. @param storedId SHA-256 of the session id */
    recall,
    /** Concurrent calls read once; an invalid session is not remembered. @param storedId SHA-256 */
    find(
      storedId: string,
      withMarks: boolean,
      read: () => Promise<FoundSession | undefined>,
    ): Promise<KnownSession | undefined> {
      const known = recall(storedId, withMarks);
      if (known) {
        return Promise.resolve(known);
      }
      const key = `${storedId} ${withMarks}`;
      const current = hears() ? reading.current(key) : undefined;
      if (current) {
        figures.misses += 1;
        return current;
      }
      return reading.share(key, readAndKeep(read, parts.readingSession(storedId)));
    },
    /** The token, found by `read` and remembered. @param hash SHA-256 of its text, in hexadecimal */
    readToken: (
      hash: string,
      read: () => Promise<FoundToken | undefined>,
    ): Promise<KnownToken | undefined> => readAndKeep(read, parts.readingToken(hash)),
    recallToken(hash: string): KnownToken | undefined {
      const known = hears() ? parts.token(hash) : undefined;
      if (known) {
        figures.hits += 1;
      }
      return known;
    },
    /** Resolves to whether this process has forgotten everything that changed before the call. */
    catchUp: listener.catchUp,
    figures: (): MemoryFigures => ({ ...figures, bytes: parts.bytes() }),
    /** Calls back with each payload, and with '' when the connection is lost or restored. */
    onChange: (told: (announcement: string) => void) => void listeners.push(told),
    close,
  };
}

function createParts() {
  const figures = { hits: 0, misses: 0, forgotten: 0 };
  const sessions = createPart<SessionEntry>(figures);
  const tokens = createPart<TokenEntry>(figures);
  const persons = createPart<Viewer>(figures);
  // Two parts, since a message to the team changes the marks of every administrator.
  const marksOf = { user: createPart<Marks>(figures), admin: createPart<Marks>(figures) };
  const all = [sessions, tokens, persons, marksOf.user, marksOf.admin];
  /** Begins a read; returns when a value that lasts so long expires. */
  const fromNow = () => {
    const startedAt = performance.now();
    return (lastsFor: number): number => startedAt + Math.min(lastsFor, maxAge);
  };

  return {
    figures,
    bytes: () => all.reduce((sum, part) => sum + part.bytes(), 0),

    session(storedId: string, withMarks: boolean): KnownSession | undefined {
      const session = sessions.get(storedId);
      if (!session || session.until <= performance.now()) {
        return undefined;
      }
      const viewer = persons.get(session.userId);
      const marks = viewer && withMarks ? marksOf[viewer.role].get(viewer.id) : undefined;
      const isComplete = viewer && (marks || !withMarks);
      const { expiresAt, isLast } = session;
      return isComplete ? { viewer, expiresAt, isLast, marks } : undefined;
    },

    readingSession(storedId: string): (found: FoundSession) => void {
      const untilOf = fromNow();
      const keepSession = sessions.reading();
      const keepPerson = persons.reading();
      const keepMarks = { user: marksOf.user.reading(), admin: marksOf.admin.reading() };
      return ({ viewer, expiresAt, isLast, lastsFor, marks }) => {
        keepSession(storedId, { userId: viewer.id, expiresAt, isLast, until: untilOf(lastsFor) });
        keepPerson(viewer.id, viewer);
        if (marks) {
          keepMarks[viewer.role](viewer.id, marks);
        }
      };
    },

    token(hash: string): KnownToken | undefined {
      const entry = tokens.get(hash);
      const account = entry && persons.get(entry.accountId);
      return account && entry.until > performance.now()
        ? { token: entry.token, account }
        : undefined;
    },

    readingToken(hash: string): (found: FoundToken) => void {
      const untilOf = fromNow();
      const keepToken = tokens.reading();
      const keepPerson = persons.reading();
      return ({ token, account, lastsFor }) => {
        keepToken(hash, { token, accountId: account.id, until: untilOf(lastsFor) });
        keepPerson(account.id, account);
      };
    },

    /** Forgets the data in an announcement; prisma/sql/sessions.sql defines the format. */
    forget(announcement: string): void {
      const [kind, ...ids] = announcement.split(' ');
      const keys = ids.length > 0 ? ids : undefined;
      if (kind === 'sessions') {
        sessions.forget(keys);
      } else if (kind === 'tokens') {
        tokens.forget(keys);
      } else if (kind === 'marks') {
        marksOf.user.forget(keys);
        marksOf.admin.forget(ids.includes('team') ? undefined : keys);
      } else if (kind === 'users') {
        for (const part of [persons, marksOf.user, marksOf.admin]) {
          part.forget(keys);
        }
      } else {
        for (const part of all) {
          part.forget();
        }
      }
    },
  };
}

/**
 * `hears` is true only after an announcement of this process over another connection has arrived: a
 * pooler accepts LISTEN but delivers nothing.
 * @param heard also gets this process's own announcements, and '' when the connection is lost or
 *   restored; `told` afterwards only those of the listener
 */
async function openProvenListener(
  database: Pick<Database, 'connectionString' | 'pool' | 'onOwnChange'>,
  log: Log,
  heartbeat: Heartbeat,
  { heard, told }: Record<'heard' | 'told', (announcement: string) => void>,
): Promise<{ listener: Listener; hears: () => boolean; close: () => Promise<void> }> {
  /** The announcement without effect that must arrive before anything is remembered. */
  let proof = '';
  let isProven = false;
  const changed = (announcement: string): void => {
    heard(announcement);
    told(announcement);
  };

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

  database.onOwnChange((channel, announcement) => {
    if (channel === sessionChannel) {
      heard(announcement);
    }
  });
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
  return {
    listener,
    hears: () => isProven && listener.isHeard(),
    close() {
      proof = '';
      return listener.close();
    },
  };
}

export const noSessionMemory: SessionMemory = {
  find: (_storedId, _withMarks, read) => read(),
  recall: () => undefined,
  readToken: (_hash, read) => read(),
  recallToken: () => undefined,
  catchUp: () => Promise.resolve(false),
  figures: () => ({ hits: 0, misses: 0, forgotten: 0, bytes: 0 }),
  onChange: () => undefined,
  close: () => Promise.resolve(),
};

function createPart<T extends object>(figures: Pick<MemoryFigures, 'forgotten'>) {
  const entries = new LRUCache<string, T>({
    maxSize: maxBytes,
    sizeCalculation: (value, key) => entryBytes + key.length * 2 + heapBytes(value),
  });
  let version = 0;
  return {
    get: (key: string): T | undefined => entries.get(key),
    /** Begins a read. The result stores a value, unless anything was forgotten meanwhile. */
    reading(): (key: string, value: T) => void {
      const before = version;
      return (key, value) => {
        if (version === before) {
          entries.set(key, value);
        }
      };
    },
    /** Forgets the entries with these keys; without keys, all entries. */
    forget(keys?: readonly string[]): void {
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
    bytes: (): number => entries.calculatedSize,
  };
}
