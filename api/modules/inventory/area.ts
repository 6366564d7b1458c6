import type { Area } from '#api/areas/area.ts';
import { inventoryRoutes } from './inventory.rest.ts';
import { runInventory } from './runs/runSync.ts';
import { withdrawRest } from './providers/providers.ts';
import { runSchedules } from './runs/schedules.ts';
import { removeRows, rowsKeptFor } from '#api/platform/jobs/housekeeping.ts';
import './inventory.graphql.ts';
import './adminInventory.graphql.ts';

const previewDays = 7;

const oldPreview = `purpose = 'preview' AND finished_at < now() - make_interval(days => $1)`;

export const inventoryArea: Area = {
  routes: inventoryRoutes,
  retention: [
    {
      what: 'Previews of inventory, with their problems',
      kept: `${previewDays} days after they ended`,
      async remove({ database: { pool } }) {
        // Errors first: a preview may have 100,000, too many to delete by cascade.
        const ofPreviews = `sync_id IN (SELECT id FROM inventory_syncs WHERE ${oldPreview})`;
        await removeRows(pool, 'inventory_sync_errors', ofPreviews, [previewDays]);
        await removeRows(pool, 'inventory_syncs', oldPreview, [previewDays]);
      },
    },
    rowsKeptFor(30, {
      what: 'Problems of single rows in runs of inventory (the run keeps their number)',
      after: 'the run ended',
      table: 'inventory_sync_errors',
      where: `sync_id IN (SELECT id FROM inventory_syncs
                        WHERE finished_at < now() - make_interval(days => $1))`,
    }),
  ],
  jobs: {
    inventory_run: { run: runInventory },
    inventory_withdraw: { run: withdrawRest },
    inventory_schedules: { run: (payload, deps) => runSchedules(deps, payload), at: '* * * * *' },
  },
};
