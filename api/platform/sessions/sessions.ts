import { Lucia, type Adapter, type DatabaseSession, type DatabaseUser } from 'lucia';
import { Prisma } from '#api/generated/prisma/client.ts';
import { cookieIn } from '../http/cookies.ts';
import type { Database } from '../database/database.ts';
import { hashOfSecret } from '../security/linkSecrets.ts';
import type { FoundSession, SessionMemory } from './sessionMemory.ts';

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

type SessionUser = Pick<FoundSession, 'viewer' | 'marks'>;

type SessionDatabase = Pick<Database, 'prisma' | 'read'>;

export type Sessions = ReturnType<typeof createSessions>;

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<Record<never, never>, SessionUser>;
    DatabaseUserAttributes: SessionUser;
    DatabaseSessionAttributes: { userAgent?: string | undefined; address?: string };
  }
}

/** Stores sessions in the database with Lucia, which no other module may import. */
export function createSessions(
  database: SessionDatabase,
  memory: SessionMemory,
  options: { secure: boolean },
) {
  const { prisma } = database;
  // The prefix binds the cookie to this host and to HTTPS (RFC 6265bis, 4.1.3.2).
  const cookieName = options.secure ? '__Host-tideweek' : 'tideweek';
  const luciaOn = (adapter: Adapter) =>
    new Lucia(adapter, {
      sessionCookie: {
        name: cookieName,
        expires: true,
        attributes: { secure: options.secure, sameSite: 'lax', path: '/' },
      },
      getUserAttributes: (user) => user,
    });
  const lucia = luciaOn(hashingAdapter(database, memory, { withMarks: false }));
  const luciaWithMarks = luciaOn(hashingAdapter(database, memory, { withMarks: true }));
  return {
    /** Ends the browser's previous session, and returns the Set-Cookie value. */
    async start(userId: string, origin: SessionOrigin): Promise<string> {
      const before = sessionIdIn(origin.cookieHeader, cookieName);
      if (before !== undefined) {
        await prisma.session.deleteMany({ where: { id: hashOfSecret(before) } });
      }
      const session = await lucia.createSession(userId, {
        userAgent: origin.userAgent?.slice(0, 300),
        address: origin.address,
      });
      return lucia.createSessionCookie(session.id).serialize();
    },
    /** The session of a Cookie header, or null. Reads nothing if the session is remembered. */
    async find(
      cookieHeader: string | undefined,
      { withMarks }: { withMarks: boolean } = { withMarks: false },
    ): Promise<ActiveSession | null> {
      const id = sessionIdIn(cookieHeader, cookieName);
      if (!id) {
        return null;
      }
      const { session, user } = await (withMarks ? luciaWithMarks : lucia).validateSession(id);
      if (!session) {
        return null;
      }
      return {
        // A copy, since concurrent requests share the remembered viewer.
        viewer: { ...user.viewer },
        marks: user.marks,
        key: user.marks ?? user.viewer,
        storedId: hashOfSecret(id),
        renewedCookie: session.fresh ? lucia.createSessionCookie(id).serialize() : undefined,
      };
    },
    /** The `key` of a Cookie header's session, if it is remembered and need not be prolonged. */
    recall(
      cookieHeader: string | undefined,
      { withMarks }: { withMarks: boolean },
    ): ActiveSession['key'] | undefined {
      const id = sessionIdIn(cookieHeader, cookieName);
      const known = id === undefined ? undefined : memory.recall(hashOfSecret(id), withMarks);
      const isFresh = known && (known.isLast || known.expiresAt.getTime() - Date.now() > freshFor);
      return isFresh ? (known.marks ?? known.viewer) : undefined;
    },
    /** Ends one session and returns the Set-Cookie value that clears the cookie. */
    async end(storedId: string): Promise<string> {
      await prisma.session.deleteMany({ where: { id: storedId } });
      return lucia.createBlankSessionCookie().serialize();
    },
    async endAll(userId: string): Promise<void> {
      await lucia.invalidateUserSessions(userId);
    },
    blankCookie: (): string => lucia.createBlankSessionCookie().serialize(),
    memory: memory.figures,
  };
}

/** Lucia's own parser throws at a malformed cookie, even of another application. */
const sessionIdIn = (cookieHeader: string | undefined, name: string): string | undefined =>
  cookieIn(cookieHeader, name)?.match(/^[a-z0-9]{40}$/)?.[0];

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

const never = new Date(8.64e15);

/** Milliseconds. Lucia prolongs sessions that last for less than half of their 30 days. */
const freshFor = 16 * 86_400_000;

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

function hashingAdapter(
  database: SessionDatabase,
  memory: SessionMemory,
  { withMarks }: { withMarks: boolean },
): Adapter {
  const { prisma } = database;
  return {
    async getSessionAndUser(sessionId): Promise<[DatabaseSession | null, DatabaseUser | null]> {
      const storedId = hashOfSecret(sessionId);
      const found = await memory.find(storedId, withMarks, () =>
        readSession(database, storedId, withMarks),
      );
      if (!found) {
        return [null, null];
      }
      const { viewer, marks, expiresAt, isLast } = found;
      return [
        {
          id: sessionId,
          userId: viewer.id,
          // Otherwise Lucia would try to prolong the session at each request.
          expiresAt: isLast ? never : expiresAt,
          attributes: {},
        },
        { id: viewer.id, attributes: { viewer, marks } },
      ];
    },
    getUserSessions: () => Promise.resolve([]),
    async setSession(session) {
      await prisma.session.create({
        data: {
          id: hashOfSecret(session.id),
          userId: session.userId,
          expiresAt: session.expiresAt,
          userAgent: session.attributes.userAgent ?? null,
          address: session.attributes.address ?? null,
        },
      });
    },
    async updateSessionExpiration(sessionId, expiresAt) {
      await prisma.$executeRaw`
        UPDATE sessions SET expires_at = LEAST(${expiresAt}, ${absoluteEnd})
        WHERE id = ${hashOfSecret(sessionId)}`;
    },
    async deleteSession(sessionId) {
      await prisma.session.deleteMany({ where: { id: hashOfSecret(sessionId) } });
    },
    async deleteUserSessions(userId) {
      await prisma.session.deleteMany({ where: { userId } });
    },
    async deleteExpiredSessions() {
      await prisma.session.deleteMany({ where: { expiresAt: { lt: new Date() } } });
    },
  };
}
