import type { InventoryPageQuery } from '../__generated__/InventoryPageQuery.graphql.ts';

export type Provider = NonNullable<InventoryPageQuery['response']['inventoryProviders']>[number];

export type Runs = NonNullable<InventoryPageQuery['response']['inventoryRuns']>;
