import type { Area } from '#api/areas/area.ts';
import { rowsKeptFor } from '#api/platform/jobs/housekeeping.ts';
import './reconciliation.graphql.ts';

export const reconciliationArea: Area = {
  retention: [
    rowsKeptFor(400, {
      what: 'Reports on bookings, ledger and payments',
      after: 'they were made',
      table: 'reconciliation_reports',
      where: 'at < now() - make_interval(days => $1)',
    }),
  ],
};
