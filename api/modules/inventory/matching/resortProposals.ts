import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { Prisma, type InventoryResort as Stored } from '#api/generated/prisma/client.ts';
import {
  decodeCursor,
  encodeCursor,
  pageOf,
  type CursorValue,
  type Page,
  type PageRequest,
} from '#api/platform/database/cursors.ts';

/** `externalId` is the provider's own id, or name and location as plainText. */
export type InventoryResort = Omit<Stored, 'providerId' | 'createdAt' | 'updatedAt'> & {
  providerName: string;
  /** Plain ids of the most similar resorts, best first; empty if matched. */
  suggestedIds: string[];
};

const order = 'INVENTORY_RESORTS';

const check: z.ZodType<CursorValue[]> = z.tuple([
  z
    .number()
    .int()
    .min(0)
    .max(2 ** 31 - 1),
  z.uuid(),
]);

/**
 * Rows of inventory_resorts, each with up to three suggestions: of the 20 resorts with the most
 * similar names, the best by name and location.
 * @param rows a SELECT from inventory_resorts
 */
const withSuggestions = (rows: Prisma.Sql): Prisma.Sql => Prisma.sql`
  WITH proposal AS MATERIALIZED (
    SELECT chosen.*, search_fold(name) AS folded, search_fold(location) AS folded_location
    FROM (${rows}) AS chosen)
  SELECT proposal.id, external_id AS "externalId", proposal.name, location, brand, weeks,
         is_ignored AS "isIgnored", resort_id AS "resortId", provider.name::text AS "providerName",
         CASE WHEN resort_id IS NULL THEN ARRAY(
           SELECT id FROM (
             SELECT id, location, similarity(search_fold(name), folded) AS nearness FROM resorts
             WHERE search_fold(name) % folded ORDER BY nearness DESC, id LIMIT 20) AS near
           ORDER BY nearness + similarity(search_fold(near.location), folded_location) / 2 DESC, id
           LIMIT 3)
         ELSE '{}' END AS "suggestedIds"
  FROM proposal JOIN inventory_providers AS provider ON provider.id = provider_id`;

/**
 * A page of the resorts that are neither matched nor ignored, most weeks first.
 * @param providerId plain; null for all providers
 * @throws {InvalidInputError} naming after or before
 */
export async function listProposals(
  { database }: Pick<Deps, 'database'>,
  providerId: string | null,
  page: PageRequest,
): Promise<Page<InventoryResort>> {
  const forward = page.direction === 'forward';
  const conditions = [Prisma.sql`resort_id IS NULL AND NOT is_ignored`];
  if (providerId !== null) {
    conditions.push(
      z.uuid().safeParse(providerId).success
        ? Prisma.sql`provider_id = ${providerId}::uuid`
        : Prisma.sql`FALSE`,
    );
  }
  if (page.from !== undefined) {
    const [weeks, id] = decodeCursor(order, page.from, forward ? 'after' : 'before', check);
    conditions.push(
      Prisma.sql`(weeks, id) ${Prisma.raw(forward ? '<' : '>')}
                 (${Number(weeks)}::int, ${String(id)}::uuid)`,
    );
  }
  const direction = Prisma.raw(forward ? 'DESC' : 'ASC');
  const rows = await database.read<InventoryResort>(Prisma.sql`
    ${withSuggestions(Prisma.sql`
      SELECT * FROM inventory_resorts WHERE ${Prisma.join(conditions, ' AND ')}
      ORDER BY weeks ${direction}, id ${direction} LIMIT ${page.size + 1}`)}
    ORDER BY weeks ${direction}, proposal.id ${direction}`);
  return pageOf(page, rows, ({ weeks, id }) => encodeCursor(order, [weeks, id]));
}

export async function readProposals(
  { database }: Pick<Deps, 'database'>,
  ids: readonly string[],
): Promise<(InventoryResort | null)[]> {
  const asked = ids.filter((id) => z.uuid().safeParse(id).success);
  const rows = await database.read<InventoryResort>(
    withSuggestions(Prisma.sql`SELECT * FROM inventory_resorts WHERE id = ANY(${asked}::uuid[])`),
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id.toLowerCase()) ?? null);
}

export async function readProposal(
  deps: Pick<Deps, 'database'>,
  id: string,
): Promise<InventoryResort | null> {
  const [found] = await readProposals(deps, [id]);
  return found ?? null;
}
