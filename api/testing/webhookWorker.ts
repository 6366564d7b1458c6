import { startDeliveries } from '../modules/partners/webhooks/deliver.ts';
import { openSiteSettings } from '../modules/site/siteSettings.ts';
import { openCatalogueCache } from '../platform/cache/catalogueCache.ts';
import { openDatabase } from '../platform/database/database.ts';
import { createLog } from '../platform/process/log.ts';
import { createOutgoingPosts } from '../platform/outgoing/outgoingPosts.ts';
import { createSecrets } from '../platform/security/secrets.ts';
import { patientLimits } from './patientLimits.ts';

// Sends webhooks, in a process of its own that tests can kill. Argument: the database URL. All times
// are a hundredth of the usual ones or less. Prints a line when it is ready.
const [databaseUrl = ''] = process.argv.slice(2);
const log = createLog('silent');
const database = openDatabase(databaseUrl, { limits: patientLimits });
startDeliveries(
  {
    database,
    log,
    sandbox: undefined,
    clock: () => new Date(),
    publicUrl: 'http://tideweek.test',
    secrets: createSecrets([Buffer.alloc(32, 7)]),
    siteSettings: await openSiteSettings(
      database.prisma,
      await openCatalogueCache(database, log),
      log,
    ),
    webhookPosts: createOutgoingPosts({ allowed: ['127.0.0.0/8'], timeout: 300 }),
  },
  {
    lookEvery: 20,
    lease: 1_500,
    slowAfter: 10,
    backOff: (attempts) => Math.min(20 * attempts, 200),
    giveUpAfter: Infinity,
  },
);
process.stdout.write('at work\n');
