import type { OpenResortsPageQuery } from '#web/__generated__/OpenResortsPageQuery.graphql.ts';
import type { RowOf } from '#web/admin/table/RowDialogs.tsx';

export type OpenResort = RowOf<OpenResortsPageQuery, 'inventoryResorts'>;
