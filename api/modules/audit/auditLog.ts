import type { Pool } from 'pg';
import { z } from 'zod';
import { Prisma } from '#api/generated/prisma/client.ts';
import type { PageRequest } from '#api/platform/database/cursors.ts';
import { keyset } from '#api/platform/database/keyset.ts';
import type { Database } from '#api/platform/database/database.ts';
import { parseInput } from '#api/platform/input/input.ts';

export interface AuditFilter {
  actor?: string | null | undefined;
  action?: string | null | undefined;
  subjectType?: string | null | undefined;
  subjectId?: string | null | undefined;
  since?: Date | null | undefined;
  until?: Date | null | undefined;
}

const anyFilter = z.custom<AuditFilter>();

const newest = keyset('AUDIT', 'desc', { id: 'bigint' });

export const auditCursor = newest.cursorOf;

export interface ListedEntry {
  id: string;
  at: Date;
  actorName: string;
  /** First and last name; null if the account was deleted or closed, or no person acted. */
  actorFullName: string | null;
  isByPerson: boolean;
  action: string;
  subjectType: string;
  subjectId: string;
  /** The current name, else the last name in the log; null if neither exists. */
  subjectName: string | null;
  subjectExists: boolean;
  before: unknown;
  after: unknown;
  note: string | null;
  hash: Buffer;
}

/**
 * Reads one page of the audit log plus one entry: newest first, or oldest first when paging
 * backward. One statement for all types of subjects.
 * @throws {InvalidInputError} on `after` or `before` if the cursor is invalid, or on a text with a
 *   character that is not allowed
 */
export function readAuditEntries(
  { read }: Pick<Database, 'read'>,
  filter: AuditFilter,
  page: PageRequest,
): Promise<ListedEntry[]> {
  const { beyond, orderBy, take } = newest.sql(page);
  return read<ListedEntry>(Prisma.sql`
    WITH page AS MATERIALIZED (
      SELECT *, CASE WHEN subject_id ~ ${uuidPattern} THEN subject_id::uuid END AS plain_id
      FROM audit_entries WHERE ${Prisma.join([beyond, ...conditions(filter)], ' AND ')}
      ORDER BY ${orderBy} LIMIT ${take}
    )
    SELECT page.id::text, at, actor_name::text AS "actorName",
           actor.first_name || ' ' || actor.last_name AS "actorFullName",
           actor_id IS NOT NULL AS "isByPerson",
           action, subject_type AS "subjectType", subject_id AS "subjectId",
           coalesce(
             live.name, ${recordedName(Prisma.sql`page`)},
             (SELECT ${recordedName(Prisma.sql`other`)} FROM audit_entries AS other
              WHERE other.subject_type = page.subject_type AND other.subject_id = page.subject_id
                AND ${recordedName(Prisma.sql`other`)} IS NOT NULL
              ORDER BY other.id DESC LIMIT 1),
             CASE page.subject_type WHEN 'SiteSetting' THEN page.subject_id END
           ) AS "subjectName",
           live.name IS NOT NULL AS "subjectExists", before, after, note, hash
    FROM page
    LEFT JOIN users AS actor ON actor.id = actor_id AND actor.closed_at IS NULL
    CROSS JOIN LATERAL (SELECT ${liveName} AS name) AS live
    ORDER BY ${newest.sql(page, 'page').orderBy}`);
}

const uuidPattern = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

const liveName = Prisma.sql`
  CASE page.subject_type
    WHEN 'Booking' THEN
      (SELECT concat_ws(' at ', guest.first_name || ' ' || guest.last_name, resorts.name)
       FROM bookings JOIN resorts ON resorts.id = resort_id
       LEFT JOIN users AS guest ON guest.id = user_id AND guest.closed_at IS NULL
       WHERE bookings.id = plain_id)
    WHEN 'InventoryProvider' THEN
      (SELECT name::text FROM inventory_providers WHERE id = plain_id)
    WHEN 'InventoryResort' THEN (SELECT name FROM inventory_resorts WHERE id = plain_id)
    WHEN 'InventoryRun' THEN (SELECT provider FROM inventory_syncs WHERE id = plain_id)
    WHEN 'Listing' THEN (SELECT title FROM listings WHERE id = plain_id)
    WHEN 'OccupancyTax' THEN
      (SELECT destination FROM occupancy_taxes WHERE id = plain_id)
    WHEN 'Organization' THEN (SELECT name::text FROM organizations WHERE id = plain_id)
    WHEN 'OutgoingMail' THEN (SELECT subject FROM outgoing_mails WHERE id = plain_id)
    WHEN 'PropertyInquiry' THEN
      (SELECT property_name FROM property_inquiries WHERE id = plain_id)
    WHEN 'Resort' THEN (SELECT name FROM resorts WHERE id = plain_id)
    WHEN 'Review' THEN (SELECT title FROM reviews WHERE id = plain_id)
    WHEN 'SiteSetting' THEN (SELECT key FROM site_settings WHERE key = page.subject_id)
    WHEN 'User' THEN
      (SELECT first_name || ' ' || last_name FROM users WHERE id = plain_id AND closed_at IS NULL)
  END`;

/** Fields of `before` and `after` that hold the name of the subject, whatever its type. */
const namingFields = ['name', 'title', 'propertyName', 'subject', 'provider', 'username'];

const recordedName = (entry: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`coalesce(${Prisma.join(
    namingFields.flatMap((field) => [
      Prisma.sql`${entry}.after ->> ${Prisma.raw(`'${field}'`)}`,
      Prisma.sql`${entry}.before ->> ${Prisma.raw(`'${field}'`)}`,
    ]),
  )})`;

function conditions(filter: AuditFilter): Prisma.Sql[] {
  const { actor, action, subjectType, subjectId, since, until } = parseInput(anyFilter, filter);
  return [
    actor && Prisma.sql`actor_name = ${actor.trim()}::citext`,
    action &&
      (action.endsWith('.')
        ? Prisma.sql`starts_with(action, ${action})`
        : Prisma.sql`action = ${action}`),
    subjectType && Prisma.sql`subject_type = ${subjectType}`,
    subjectId && Prisma.sql`subject_id = ${subjectId}`,
    since && Prisma.sql`at >= ${since}`,
    until && Prisma.sql`at < ${until}`,
  ].filter((condition) => condition instanceof Prisma.Sql);
}

export async function auditActions({ pool }: Pick<Database, 'pool'>): Promise<string[]> {
  // Loose index scan: one index lookup per action, however many entries there are.
  const { rows } = await pool.query<{ action: string }>(`
    WITH RECURSIVE found AS (
      (SELECT action FROM audit_entries ORDER BY action LIMIT 1)
      UNION ALL
      SELECT (SELECT action FROM audit_entries WHERE action > found.action ORDER BY action LIMIT 1)
      FROM found WHERE found.action IS NOT NULL
    )
    SELECT action FROM found WHERE action IS NOT NULL`);
  return rows.map(({ action }) => action);
}

export interface AuditChain {
  entries: number;
  /** SHA-256 of the last entry, in hexadecimal. It covers all earlier entries. */
  head: string;
  /** Numbers of the first 100 entries that were changed or don't continue the previous entry. */
  broken: number[];
}

/**
 * Reads the whole log and recomputes every hash. Entries removed from the end can't be detected
 * this way: keep an earlier `head` elsewhere and compare it with `hashOf`.
 */
export async function verifyAuditChain(pool: Pick<Pool, 'query'>): Promise<AuditChain> {
  const { rows } = await pool.query<{ entries: number; head: string | null; broken: string[] }>(`
    WITH chain AS (
      SELECT entry.id, entry.hash, entry.previous_hash, audit_entry_hash(entry) AS expected,
             lag(entry.hash, 1, '\\x') OVER by_number AS previous,
             row_number() OVER by_number AS number
      FROM audit_entries AS entry WINDOW by_number AS (ORDER BY entry.id)
    ), wrong AS (
      SELECT id FROM chain
      WHERE hash <> expected OR previous_hash <> previous OR id <> number
      ORDER BY id LIMIT 100
    )
    SELECT (SELECT count(*)::int FROM audit_entries) AS entries,
           (SELECT encode(hash, 'hex') FROM audit_entries ORDER BY id DESC LIMIT 1) AS head,
           ARRAY(SELECT id::text FROM wrong ORDER BY id) AS broken`);
  const [row] = rows;
  return {
    entries: row?.entries ?? 0,
    head: row?.head ?? '',
    broken: (row?.broken ?? []).map(Number),
  };
}

/** SHA-256 of the entry with this number, in hexadecimal; undefined if it doesn't exist. */
export async function hashOf(
  pool: Pick<Pool, 'query'>,
  entry: number,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ hash: string }>(
    "SELECT encode(hash, 'hex') AS hash FROM audit_entries WHERE id = $1",
    [entry],
  );
  return rows[0]?.hash;
}
