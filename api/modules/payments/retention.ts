import { rowsKeptFor, type DatabaseRetention } from '#api/platform/housekeeping.ts';

export const paymentRetention: DatabaseRetention[] = [
  rowsKeptFor(400, {
    what: 'The record of events of the payment provider',
    after: 'they were received',
    table: 'payment_events',
    where: 'received_at < now() - make_interval(days => $1)',
  }),
];
