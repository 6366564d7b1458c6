import { randomBytes } from 'node:crypto';
import { Prisma } from '#api/generated/prisma/client.ts';
import { dayMs } from '#common/days.ts';
import { cookieIn } from '../http/cookies.ts';
import type { Database } from '../database/database.ts';
import { hashOfSecret } from '../security/linkSecrets.ts';
import type { FoundSession, KnownSession, SessionMemory } from './sessionMemory.ts';

export interface Viewer {
  id: string;
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  role: 'user' | 'admin';
  /** When the person confirmed this e-mail address; null if never. */
  emailVerifiedAt: Date | null;
  createdAt: Date;
}

export interface ActiveSession {
  viewer: Viewer;
  /** Undefined unless requested. */
  marks: Marks | undefined;
  /** The same object while the remembered viewer and marks are unchanged. */
  key: object;
  /** SHA-256 of the session id: the key under which it is stored. */
  storedId: string;
  /** Set if the session was prolonged, so that the cookie must be sent again. */
  renewedCookie: string | undefined;
}

export interface Marks {
  /** Plain ids of the favorites, newest first. */
  favoriteResortIds: readonly string[];
  /** Threads with messages that the member, or the team for an administrator, has not read. */
  unreadThreadCount: number;
}

export interface SessionOrigin {
  userAgent: string | undefined;
  address: string;
  /** The Cookie header of the sign-in request. */
  cookieHeader: string | undefined;
}

type SessionDatabase = Pick<Database, 'prisma' | 'read'>;

export type Sessions = ReturnType<typeof createSessions>;

/** Milliseconds that a session lasts. It is prolonged when half of them are over. */
const lasting = 30 * dayMs;

const isFresh = ({ isLast, expiresAt }: KnownSession): boolean =>
  isLast || expiresAt.getTime() - Date.now() > lasting / 2;

/** Sessions are stored in the database, under the hash of their id. */
export function createSessions(
  database: SessionDatabase,
  memory: SessionMemory,
  { secure }: { secure: boolean },
) {
  const { prisma } = database;
  // The prefix binds the cookie to this host and to HTTPS (RFC 6265bis, 4.1.3.2).
  const name = secure ? '__Host-tideweek' : 'tideweek';
  const cookieOf = (id: string, seconds: number): string =>
    `${name}=${id}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  const blankCookie = (): string => cookieOf('', 0);
  const idIn = (cookieHeader: string | undefined): string | undefined =>
    cookieIn(cookieHeader, name)?.match(/^[a-z0-9]{40}$/)?.[0];

  return {
    /** Ends the browser's previous session, and returns the Set-Cookie value. */
    async start(userId: string, origin: SessionOrigin): Promise<string> {
      const before = idIn(origin.cookieHeader);
      if (before !== undefined) {
        await prisma.session.deleteMany({ where: { id: hashOfSecret(before) } });
      }
      const id = randomBytes(20).toString('hex');
      await prisma.session.create({
        data: {
          id: hashOfSecret(id),
          userId,
          expiresAt: new Date(Date.now() + lasting),
          userAgent: origin.userAgent?.slice(0, 300) ?? null,
          address: origin.address,
        },
      });
      return cookieOf(id, lasting / 1000);
    },

    /** The session of a Cookie header, or null. Reads nothing if the session is remembered. */
    async find(
      cookieHeader: string | undefined,
      { withMarks }: { withMarks: boolean } = { withMarks: false },
    ): Promise<ActiveSession | null> {
      const id = idIn(cookieHeader);
      const storedId = hashOfSecret(id ?? '');
      const found =
        id === undefined
          ? undefined
          : await memory.find(storedId, withMarks, () =>
              readSession(database, storedId, withMarks),
            );
      if (id === undefined || !found) {
        return null;
      }
      const { viewer, marks } = found;
      const isProlonged = !isFresh(found);
      if (isProlonged) {
        await prisma.$executeRaw`
          UPDATE sessions SET expires_at = LEAST(${new Date(Date.now() + lasting)}, ${absoluteEnd})
          WHERE id = ${storedId}`;
      }
      return {
        // A copy, since concurrent requests share the remembered viewer.
        viewer: { ...viewer },
        marks,
        key: marks ?? viewer,
        storedId,
        renewedCookie: isProlonged ? cookieOf(id, lasting / 1000) : undefined,
      };
    },

    /** The `key` of a Cookie header's session, if it is remembered and need not be prolonged. */
    recall(
      cookieHeader: string | undefined,
      { withMarks }: { withMarks: boolean },
    ): ActiveSession['key'] | undefined {
      const id = idIn(cookieHeader);
      const known = id === undefined ? undefined : memory.recall(hashOfSecret(id), withMarks);
      return known && isFresh(known) ? (known.marks ?? known.viewer) : undefined;
    },

    /** Ends one session and returns the Set-Cookie value that clears the cookie. */
    async end(storedId: string): Promise<string> {
      await prisma.session.deleteMany({ where: { id: storedId } });
      return blankCookie();
    },

    async endAll(userId: string): Promise<void> {
      await prisma.session.deleteMany({ where: { userId } });
    },

    blankCookie,
    memory: memory.figures,
  };
}

/** The number of threads with unread messages of the person in `users`; counts up to 100. */
export const unreadThreads = Prisma.sql`
  (SELECT count(*)::int FROM (
     SELECT FROM message_threads WHERE traveler_id = users.id AND last_of_owner > read_by_traveler
     UNION ALL
     SELECT FROM message_threads WHERE owner_id = users.id AND last_of_traveler > read_by_owner
     UNION ALL
     SELECT FROM message_threads
     WHERE owner_id IS NULL AND users.role = 'admin' AND last_of_traveler > read_by_owner
     LIMIT 100) AS unread)`;

const markColumns = Prisma.sql`,
               ARRAY(SELECT resort_id::text FROM favorites WHERE user_id = users.id
                     ORDER BY created_at DESC, resort_id DESC LIMIT 500) AS "favoriteResortIds",
               ${unreadThreads} AS "unreadThreadCount"`;

/** 90 days: after this, even an active session ends. A constraint has the same rule. */
const absoluteEnd = Prisma.sql`sessions.created_at + interval '2160 hours'`;

async function readSession(
  database: SessionDatabase,
  storedId: string,
  withMarks: boolean,
): Promise<FoundSession | undefined> {
  const [row] = await database.read<
    Viewer & Partial<Marks> & Pick<FoundSession, 'expiresAt' | 'lastsFor' | 'isLast'>
  >(Prisma.sql`
    SELECT sessions.expires_at AS "expiresAt",
           1000 * extract(epoch FROM sessions.expires_at - now())::float8 AS "lastsFor",
           sessions.expires_at >= ${absoluteEnd} AS "isLast", users.id, username, email,
           first_name AS "firstName", last_name AS "lastName", role,
           email_verified_at AS "emailVerifiedAt",
           users.created_at AS "createdAt"${withMarks ? markColumns : Prisma.empty}
    FROM sessions JOIN users ON users.id = user_id
    WHERE sessions.id = ${storedId} AND closed_at IS NULL AND sessions.expires_at > now()`);
  if (!row) {
    return undefined;
  }
  const { expiresAt, lastsFor, isLast, favoriteResortIds, unreadThreadCount = 0, ...viewer } = row;
  const marks = favoriteResortIds && { favoriteResortIds, unreadThreadCount };
  return { viewer, marks, expiresAt, lastsFor, isLast };
}
