import { createHash, randomBytes } from 'node:crypto';
import { quickHash } from '#api/testing/quickHash.ts';
import { sql } from './database.ts';

/** A running product. */
export interface Site {
  url: string;
  databaseUrl: string;
}

export interface Account {
  username: string;
  email: string;
  password: string;
  firstName: string;
  lastName: string;
}

const hashes = new Map<string, Promise<string>>();

/**
 * Adds an account with a verified address without registering it: no password is hashed at full
 * cost, no mail is sent.
 */
export async function addAccount(site: Site, account: Account): Promise<void> {
  const { username, email, password, firstName, lastName } = account;
  const hash = hashes.get(password) ?? quickHash(password);
  hashes.set(password, hash);
  await sql(
    site.databaseUrl,
    `INSERT INTO users (id, username, email, password_hash, first_name, last_name,
       email_verified_at)
     VALUES (uuidv7(), $1, $2, $3, $4, $5, now())`,
    [username, email, await hash, firstName, lastName],
  );
}

/** Starts a session without signing in; returns its cookie. */
export async function startSession(
  site: Site,
  username: string,
): Promise<{ name: string; value: string }> {
  const secret = randomBytes(20).toString('hex');
  const stored = await sql(
    site.databaseUrl,
    `INSERT INTO sessions (id, user_id, expires_at, user_agent, address)
     SELECT $1, id, now() + interval '30 days', $2, '127.0.0.1' FROM users WHERE username = $3
     RETURNING id`,
    [createHash('sha256').update(secret).digest('hex'), userAgent, username],
  );
  if (stored.length === 0) throw new Error(`No account named ${username}`);
  return { name: 'tideweek', value: secret };
}

const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36';
