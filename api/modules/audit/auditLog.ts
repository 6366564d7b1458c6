import type { Pool } from 'pg';
import { z } from 'zod';
import type { AuditEntry, Prisma } from '../../generated/prisma/client.ts';
import {
  decodeCursor,
  encodeCursor,
  type CursorValue,
  type PageRequest,
} from '../../platform/cursors.ts';
import type { Database } from '../../platform/database.ts';

/** Who, what and when; a part that is left out matches everything. */
export interface AuditFilter {
  /** Username of who did it, or the name of the part of Tideweek; capitals don't matter. */
  actor?: string | null | undefined;
  /** For example `listing.verify`, or `listing.` for everything of an area. */
  action?: string | null | undefined;
  subjectType?: string | null | undefined;
  subjectId?: string | null | undefined;
  /** From this instant on. */
  since?: Date | null | undefined;
  /** Before this instant. */
  until?: Date | null | undefined;
}

const order = 'AUDIT';

const check: z.ZodType<CursorValue[]> = z.tuple([z.string().regex(/^\d{1,18}$/)]);

export const auditCursor = ({ id }: Pick<AuditEntry, 'id'>): string =>
  encodeCursor(order, [String(id)]);

/**
 * What to ask Prisma for one page of the audit log and one entry more, the newest first.
 * @throws {InvalidInputError} naming after or before
 */
export function auditPage(
  filter: AuditFilter,
  page: PageRequest,
): {
  where: Prisma.AuditEntryWhereInput;
  orderBy: Prisma.AuditEntryOrderByWithRelationInput;
  take: number;
} {
  const forward = page.direction === 'forward';
  const conditions: Prisma.AuditEntryWhereInput[] = [];
  if (page.from !== undefined) {
    const [id] = decodeCursor(order, page.from, forward ? 'after' : 'before', check);
    conditions.push({ id: { [forward ? 'lt' : 'gt']: BigInt(id ?? 0) } });
  }
  const { actor, action, subjectType, subjectId, since, until } = filter;
  if (actor) {
    conditions.push({ actorName: actor.trim() });
  }
  if (action) {
    conditions.push({ action: action.endsWith('.') ? { startsWith: action } : action });
  }
  if (subjectType) {
    conditions.push({ subjectType });
  }
  if (subjectId) {
    conditions.push({ subjectId });
  }
  if (since) {
    conditions.push({ at: { gte: since } });
  }
  if (until) {
    conditions.push({ at: { lt: until } });
  }
  return {
    where: { AND: conditions },
    orderBy: { id: forward ? 'desc' : 'asc' },
    take: page.size + 1,
  };
}

/** The actions that occur in the log, in the order of the alphabet. */
export async function auditActions({ pool }: Pick<Database, 'pool'>): Promise<string[]> {
  // One look into the index for each action, however many entries there are.
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
  /** How many entries there are. */
  entries: number;
  /** SHA-256 of the last entry, in hexadecimal: it stands for everything before. */
  head: string;
  /** Numbers of entries that were changed, or don't continue the one before; the first 100. */
  broken: number[];
}

/**
 * Reads the whole log and computes every hash anew. Entries cut off at the end can't be told from
 * entries that never were: whoever keeps a head of before compares it with `hashOf`.
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

/** SHA-256 of the entry with this number, in hexadecimal; undefined where there is none. */
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
