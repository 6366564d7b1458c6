import type { Deps } from '../context/context.ts';
import { keepDeadlines } from '../modules/bookings/deadlines.ts';
import { holdStay } from '../modules/bookings/holdStay.ts';
import { moveBooking } from '../modules/bookings/moveBooking.ts';
import { payBooking } from '../modules/bookings/payBooking.ts';
import { openSiteSettings } from '../modules/site/siteSettings.ts';
import { openCatalogueCache } from '../platform/catalogueCache.ts';
import { openDatabase } from '../platform/database.ts';
import { createLog } from '../platform/log.ts';
import { createSandboxPayments } from '../platform/payments/sandboxPayments.ts';
import { noRateLimits } from '../platform/rateLimits.ts';
import type { Viewer } from '../platform/sessions.ts';
import { openDiskStorage } from '../platform/storage/diskStorage.ts';
import { noVirusScanner } from '../platform/virusScanner.ts';

// Makes one step of a booking, in a process of its own that tests can kill. Arguments: the database
// URL, the folder of the storage, the time, and as JSON what to do, for whom and with which input.

/** What the process does. */
export interface BookingStep {
  do: 'holdStay' | 'payBooking' | 'moveBooking' | 'keepDeadlines';
  viewer?: Pick<Viewer, 'id' | 'username' | 'role'>;
  input?: object;
}

const [databaseUrl = '', folder = '', instant = '', json = ''] = process.argv.slice(2);
const step = JSON.parse(json) as BookingStep;
const log = createLog('silent');
const clock = (): Date => new Date(instant);
const database = openDatabase(databaseUrl);
const catalogue = await openCatalogueCache(database, log);
const payments = createSandboxPayments({
  database,
  secret: 'a secret of the tests',
  webhookUrl: () => 'http://127.0.0.1:1/',
  clock,
});
const deps: Pick<
  Deps,
  | 'database'
  | 'siteSettings'
  | 'publicUrl'
  | 'payments'
  | 'clock'
  | 'log'
  | 'rateLimits'
  | 'storage'
  | 'virusScanner'
> = {
  database,
  siteSettings: await openSiteSettings(database.prisma, catalogue, log),
  publicUrl: 'http://tideweek.test',
  payments,
  clock,
  log,
  rateLimits: noRateLimits,
  storage: await openDiskStorage(folder),
  virusScanner: noVirusScanner,
};
const viewer = (step.viewer ?? null) as Viewer | null;
await database.pool.query("SELECT 'begin'");
await {
  holdStay: () => holdStay(deps, viewer, step.input),
  payBooking: () => payBooking(deps, viewer, step.input),
  moveBooking: () => moveBooking(deps, viewer, step.input),
  keepDeadlines: () => keepDeadlines(deps),
}[step.do]();
await catalogue.close();
await database.close();
