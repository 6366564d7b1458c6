import pg from 'pg';
import { hashOfToken, newToken } from '../api/platform/sessions/apiTokens.ts';
import type { LoadRequest } from './load.ts';

/** The largest budget the column can hold: the bench measures answers, not refusals. */
const pointsPerMinute = 2 ** 31 - 1;

/** Replaces the organization of the bench, and returns a new live token of it. */
export async function openToken(databaseUrl: string): Promise<string> {
  const token = newToken('live');
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("DELETE FROM organizations WHERE name = 'Bench'");
  await client.query(
    `WITH owner AS (
       INSERT INTO organizations (id, account_id, name, website, purpose, status, decided_at, points_per_minute)
       SELECT gen_random_uuid(), id, 'Bench', 'https://example.com/', 'Measuring', 'approved', now(), $1
       FROM users WHERE username = 'member-1' RETURNING id)
     INSERT INTO api_tokens (id, organization_id, name, mode, hash, hint, scopes, expires_at)
     SELECT gen_random_uuid(), id, 'Bench', 'live', $2, $3, '{resorts:read,listings:read}',
            now() + interval '1 day'
     FROM owner`,
    [pointsPerMinute, hashOfToken(token), token.slice(-4)],
  );
  await client.end();
  return token;
}

/** The request with a token instead of the headers of the client. */
export const withToken = (token: string, request: LoadRequest): LoadRequest => ({
  ...request,
  headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
});
