import { verify } from '@node-rs/argon2';
import { openSiteSettings } from '../modules/site/siteSettings.ts';
import { openCatalogueCache } from '../platform/cache/catalogueCache.ts';
import { openDatabase } from '../platform/database/database.ts';
import { createLog } from '../platform/process/log.ts';
import { createSandboxPayments, postedTo } from '../platform/payments/sandboxPayments.ts';
import { noRateLimits } from '../platform/limits/rateLimits.ts';
import { openDiskStorage } from '../platform/storage/diskStorage.ts';
import { noVirusScanner } from '../platform/files/virusScanner.ts';
import { makeStep, type BookingStep, type StepDeps } from './makeStep.ts';
import { patientLimits } from './patientLimits.ts';
import { quickHash } from './quickHash.ts';
import { sandboxSecret } from './sandboxSecret.ts';

// Makes one step of a booking, in a process of its own that tests can kill. Arguments: the database
// URL, the folder of the storage, the time, and the step as JSON.
const [databaseUrl = '', folder = '', instant = '', json = ''] = process.argv.slice(2);
const step = JSON.parse(json) as BookingStep;
const log = createLog('silent');
const clock = (): Date => new Date(instant);
const database = openDatabase(databaseUrl, { limits: patientLimits });
const catalogue = await openCatalogueCache(database, log);
const payments = createSandboxPayments({
  database,
  secret: sandboxSecret,
  takeEvent: postedTo(() => 'http://127.0.0.1:1/'),
  clock,
  fees: false,
});
const deps: StepDeps = {
  database,
  siteSettings: await openSiteSettings(database.prisma, catalogue, log),
  publicUrl: 'http://tideweek.test',
  payments,
  clock,
  log,
  passwords: { hash: quickHash, verify: (hash = '', password) => verify(hash, password) },
  rateLimits: noRateLimits,
  sandbox: undefined,
  storage: await openDiskStorage(folder),
  virusScanner: noVirusScanner,
};
await database.pool.query("SELECT 'begin'");
await makeStep(deps, step);
await catalogue.close();
await database.close();
