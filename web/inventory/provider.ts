import type { InventoryPageQuery } from '../__generated__/InventoryPageQuery.graphql.ts';

/** A provider on its card. */
export type Provider = NonNullable<InventoryPageQuery['response']['inventoryProviders']>[number];

/** A page of the past syncs. */
export type Runs = NonNullable<InventoryPageQuery['response']['inventoryRuns']>;
