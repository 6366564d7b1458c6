import type { Deps } from '#api/context/context.ts';
import { Prisma, type InventoryProvider as Stored } from '#api/generated/prisma/client.ts';
import { rowsOfIds } from '#api/platform/input/globalId.ts';
import { keySetting } from '../sources/providerKey.ts';
import { runJson, runOf, type InventoryRun } from '../runs/runHistory.ts';
import type { Mapping } from '#api/context/sources.ts';

export interface FieldPath {
  field: string;
  path: string;
}

export interface ProviderCalendar {
  listingId: string;
  listingTitle: string;
  address: string;
}

export type InventoryProvider = Omit<Stored, 'mapping' | 'createdAt' | 'updatedAt'> & {
  rowsPath: string;
  fieldPaths: FieldPath[];
  hasKey: boolean;
  listingCount: number;
  calendars: ProviderCalendar[];
  lastSync: InventoryRun | null;
  lastSuccessAt: Date | null;
  currentSync: InventoryRun | null;
  openResorts: number;
};

type ProviderRow = Omit<InventoryProvider, 'rowsPath' | 'fieldPaths'> & { mapping: Mapping };

const listedAtMost = 500;

export const listProviders = (deps: Pick<Deps, 'database'>): Promise<InventoryProvider[]> =>
  select(deps, Prisma.empty);

export const readProviders = (deps: Pick<Deps, 'database'>, ids: readonly string[]) =>
  rowsOfIds(ids, (known) => select(deps, Prisma.sql`WHERE provider.id = ANY(${known}::uuid[])`));

async function select(
  { database }: Pick<Deps, 'database'>,
  where: Prisma.Sql,
): Promise<InventoryProvider[]> {
  const syncs = Prisma.sql`
    SELECT * FROM inventory_syncs WHERE provider_id = provider.id AND purpose = 'sync'`;
  const rows = await database.read<ProviderRow>(Prisma.sql`
    SELECT provider.id, name::text, kind, address, mapping, schedule, is_enabled AS "isEnabled",
           version,
           EXISTS (SELECT FROM site_settings
                   WHERE key = ${keySetting.before} || provider.id || ${keySetting.after}) AS "hasKey",
           (SELECT count(*)::int FROM listings
            WHERE provider_id = provider.id AND is_active) AS "listingCount",
           (SELECT coalesce(json_agg(json_build_object(
                     'listingId', listing_id, 'listingTitle', title, 'address', calendar.address)
                     ORDER BY title, listing_id), '[]')
            FROM inventory_calendars AS calendar JOIN listings ON listings.id = listing_id
            WHERE calendar.provider_id = provider.id) AS calendars,
           (SELECT ${runJson} FROM (${syncs} AND finished_at IS NOT NULL
                                    ORDER BY timestamp DESC, id DESC LIMIT 1) AS run) AS "lastSync",
           (SELECT max(finished_at) FROM inventory_syncs
            WHERE provider_id = provider.id AND purpose = 'sync' AND status = 'completed')
             AS "lastSuccessAt",
           (SELECT ${runJson} FROM (${syncs} AND status IN ('waiting', 'running')
                                    LIMIT 1) AS run) AS "currentSync",
           (SELECT count(*)::int FROM inventory_resorts
            WHERE provider_id = provider.id AND resort_id IS NULL AND NOT is_ignored)
             AS "openResorts"
    FROM inventory_providers AS provider
    ${where}
    ORDER BY name, provider.id LIMIT ${listedAtMost}`);
  return rows.map(({ mapping, lastSync, currentSync, ...row }) => ({
    ...row,
    ...pathsOf(mapping),
    lastSync: lastSync && runOf(lastSync),
    currentSync: currentSync && runOf(currentSync),
  }));
}

export const pathsOf = ({ rows = '', fields = {} }: Mapping) => ({
  rowsPath: rows,
  fieldPaths: Object.entries(fields).map(([field, path]) => ({ field, path })),
});
