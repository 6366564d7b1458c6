import { rowsKeptFor, type DatabaseRetention } from '#api/platform/housekeeping.ts';

export const reconciliationRetention: DatabaseRetention[] = [
  rowsKeptFor(400, {
    what: 'Reports on bookings, ledger and payments',
    after: 'they were made',
    table: 'reconciliation_reports',
    where: 'at < now() - make_interval(days => $1)',
  }),
];
