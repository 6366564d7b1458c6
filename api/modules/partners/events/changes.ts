import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { mayUse, type ActiveToken, type TokenScope } from '#api/platform/sessions/apiTokens.ts';
import {
  decodeCursor,
  encodeCursor,
  pageCostOf,
  pageOf,
  readPageArgs,
  type CursorValue,
  type Page,
  type PageArgs,
} from '#api/platform/database/cursors.ts';
import { dayMs } from '#common/days.ts';
import { InvalidInputError } from '#api/platform/errors.ts';

export const eventDays = 30;

const kinds = {
  Listing: 'listings:read',
  Resort: 'resorts:read',
} as const satisfies Record<string, TokenScope>;

export type ChangedKind = keyof typeof kinds;

export interface Change {
  type: string;
  kind: ChangedKind;
  objectId: string;
  occurredAt: Date;
  transaction: string;
  sequence: string;
}

const pageSizes = { usual: 20, most: 100 };

export const changesCost = pageCostOf(pageSizes.usual);

const order = 'CHANGES';

/** Fits into PostgreSQL's bigint. */
const place = z.string().regex(/^\d{1,18}$/);

const check: z.ZodType<CursorValue[]> = z.tuple([place, place, z.iso.datetime()]);

const cursorOf = ({ transaction, sequence, occurredAt }: Change): string =>
  encodeCursor(order, [transaction, sequence, occurredAt.toISOString()]);

/**
 * A page of events of public listings and resorts, oldest first. The page ends before the first
 * open transaction: a reader who continues after the last event misses none that commits later.
 * @param token Only events in its scopes are listed; null for a person, who sees all.
 * @throws {InvalidInputError} naming first, after, last or before
 */
export async function changesPage(
  { database }: Pick<Deps, 'database'>,
  token: ActiveToken | null,
  args: PageArgs,
): Promise<Page<Change>> {
  const page = readPageArgs(args, pageSizes);
  const forward = page.direction === 'forward';
  const field = forward ? 'after' : 'before';
  const from = page.from === undefined ? [] : decodeCursor(order, page.from, field, check);
  const [transaction, sequence, occurredAt] = from;
  if (occurredAt !== undefined && forward) {
    requireKept(String(occurredAt));
  }
  const shown = (Object.keys(kinds) as ChangedKind[]).filter(
    (kind) => token === null || mayUse(token, kinds[kind]),
  );
  const direction = forward ? Prisma.sql`ASC` : Prisma.sql`DESC`;
  const beyond = Prisma.sql`AND (transaction, sequence) ${forward ? Prisma.sql`>` : Prisma.sql`<`}
    (${transaction}::bigint, ${sequence}::bigint)`;
  const found = await database.read<Change>(Prisma.sql`
    SELECT type, object_type AS kind, object_id AS "objectId", occurred_at AS "occurredAt",
           transaction, sequence
    FROM api_events
    WHERE transaction < settled_api_events() AND object_type = ANY (${shown}) AND owner_id IS NULL
      ${transaction === undefined ? Prisma.empty : beyond}
    ORDER BY transaction ${direction}, sequence ${direction}
    LIMIT ${page.size + 1}`);
  return pageOf(page, found, cursorOf);
}

/**
 * Uses real time, like the database that dates and deletes events; a sandbox's clock may be far
 * ahead.
 * @throws {InvalidInputError} if events after this instant have been deleted
 */
function requireKept(occurredAt: string): void {
  if (Date.parse(occurredAt) < Date.now() - eventDays * dayMs) {
    throw new InvalidInputError(
      'after',
      `Changes are kept for ${eventDays} days, and this cursor is older. Read the whole lists again`,
    );
  }
}

/**
 * Keeps the order of events after a restore on a server whose transaction numbers start anew. Call
 * it at start-up, before any write.
 */
export async function continueEvents({ pool }: Pick<Deps['database'], 'pool'>): Promise<void> {
  await pool.query('SELECT continue_api_events()');
}
