import { readEnv } from '../api/platform/process/env.ts';
import { readExpectedBalances } from '../api/modules/bookings/payment/expectedBalances.ts';
import { reconcile } from '../api/modules/reconciliation/reconcile.ts';
import { createLog } from '../api/platform/process/log.ts';
import { openPayments } from '../api/platform/payments/openPayments.ts';
import { onServer, withDatabase } from './lib/databases.ts';

/** Exits with 1 if bookings, ledger and the books of the payment provider do not agree. */
const env = readEnv();
await onServer(env, (url) =>
  withDatabase(
    url,
    async (database) => {
      const clock = (): Date => new Date();
      const { payments } = await openPayments(env, database, clock);
      const found = await reconcile(
        { database, clock, payments, log: createLog('silent') },
        readExpectedBalances,
        new Date(0),
      );
      for (const { kind, words, bookingId, reference } of found.differences) {
        console.log([kind, bookingId, reference, words].filter(Boolean).join('  '));
      }
      const outcome =
        found.differences.length === 0 ? 'all agree' : `${found.differences.length} differences`;
      console.log(`${found.bookings} bookings and ${found.payments} payments compared: ${outcome}`);
      if (found.notRead.length > 0) {
        console.log(`Not read: ${found.notRead.join('; ')}`);
      }
      process.exitCode = found.differences.length === 0 ? 0 : 1;
    },
    2,
  ),
);
