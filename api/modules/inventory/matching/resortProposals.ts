import type { Deps } from '#api/context/context.ts';
import { Prisma, type InventoryResort as Stored } from '#api/generated/prisma/client.ts';
import type { Page, PageRequest } from '#api/platform/database/cursors.ts';
import { keyset } from '#api/platform/database/keyset.ts';
import { idToFind, rowsOfIds } from '#api/platform/input/globalId.ts';

/** `externalId` is the provider's own id, or name and location as plainText. */
export type InventoryResort = Omit<Stored, 'providerId' | 'createdAt' | 'updatedAt'> & {
  providerName: string;
  /** Plain ids of the most similar resorts, best first; empty if matched. */
  suggestedIds: string[];
};

/** Condition: a row is of a provider. @param id plain; null for all providers */
export const ofProvider = (id: string | null): Prisma.Sql =>
  id === null ? Prisma.sql`TRUE` : Prisma.sql`provider_id = ${idToFind(id)}::uuid`;

const mostWeeks = keyset('INVENTORY_RESORTS', 'desc', { weeks: 'integer', id: 'uuid' });

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
  const { beyond, orderBy, take } = mostWeeks.sql(page);
  const rows = await database.read<InventoryResort>(Prisma.sql`
    ${withSuggestions(Prisma.sql`
      SELECT * FROM inventory_resorts
      WHERE resort_id IS NULL AND NOT is_ignored AND ${ofProvider(providerId)} AND ${beyond}
      ORDER BY ${orderBy} LIMIT ${take}`)}
    ORDER BY ${mostWeeks.sql(page, 'proposal').orderBy}`);
  return mostWeeks.pageOf(page, rows);
}

export const readProposals = ({ database }: Pick<Deps, 'database'>, ids: readonly string[]) =>
  rowsOfIds(ids, (known) =>
    database.read<InventoryResort>(
      withSuggestions(Prisma.sql`SELECT * FROM inventory_resorts WHERE id = ANY(${known}::uuid[])`),
    ),
  );
