import { rowsKeptFor, type DatabaseRetention } from '#api/platform/housekeeping.ts';

export const savedSearchRetention: DatabaseRetention[] = [
  rowsKeptFor(365, {
    what: 'Links that turn the alerts of a saved search off',
    after: 'their mail was written',
    table: 'unsubscribe_links',
    where: 'created_at < now() - make_interval(days => $1)',
  }),
];
