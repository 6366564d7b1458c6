import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Deps } from '../context/context.ts';
import { crontab, jobs } from '../jobs.ts';
import { runInventory } from '../modules/inventory/runs/runSync.ts';
import { createSources } from '../modules/inventory/sources/sources.ts';
import { openSiteSettings } from '../modules/site/siteSettings.ts';
import { openCatalogueCache } from '../platform/cache/catalogueCache.ts';
import { openDatabase } from '../platform/database/database.ts';
import { createDevices } from '../platform/sessions/devices.ts';
import { openAnnouncements } from '../platform/database/announcements.ts';
import { startJobs } from '../platform/jobs/jobs.ts';
import { createLog } from '../platform/process/log.ts';
import { createMailer } from '../platform/outgoing/mailer.ts';
import { createOutgoingPosts } from '../platform/outgoing/outgoingPosts.ts';
import { createPasswords } from '../platform/security/passwords.ts';
import { noRateLimits } from '../platform/limits/rateLimits.ts';
import { noReadBudget } from '../platform/limits/readBudget.ts';
import { noSearchQueue } from '../platform/limits/searchQueue.ts';
import { createSecrets } from '../platform/security/secrets.ts';
import { createApiBudgets } from '../platform/limits/apiBudgets.ts';
import { createApiTokens } from '../platform/sessions/apiTokens.ts';
import { noSessionMemory } from '../platform/sessions/sessionMemory.ts';
import { createSessions } from '../platform/sessions/sessions.ts';
import { createSignedLinks } from '../platform/security/signedLinks.ts';
import { openDiskStorage } from '../platform/storage/diskStorage.ts';
import { noVirusScanner } from '../platform/files/virusScanner.ts';
import { leaving } from '../modules/areas.ts';
import { openSandboxes } from '../sandboxes.ts';
import { patientLimits } from './patientLimits.ts';

// Runs the product's jobs, in a process of its own that tests can kill. Arguments: the database
// URL and how many rows of a feed a transaction writes. Prints a line when it is ready.
const [databaseUrl = '', batchSize = '1000'] = process.argv.slice(2);
const log = createLog('silent');
const database = openDatabase(databaseUrl, { limits: patientLimits });
const catalogue = await openCatalogueCache(database, log);
const deps: Deps = {
  database,
  catalogue,
  log,
  publicUrl: 'http://tideweek.test',
  tileServer: undefined,
  passwords: createPasswords(),
  apiTokens: createApiTokens(database, noSessionMemory),
  apiBudgets: createApiBudgets(database, log),
  sessions: createSessions(database, noSessionMemory, { secure: false }),
  devices: createDevices([Buffer.alloc(32, 7)], { secure: false }),
  rateLimits: noRateLimits,
  readBudget: noReadBudget,
  searches: noSearchQueue,
  siteSettings: await openSiteSettings(database.prisma, catalogue, log),
  leaving,
  secrets: createSecrets([Buffer.alloc(32, 7)]),
  mailer: createMailer({ longestSilence: patientLimits.longestWait }),
  escrow: undefined,
  payments: undefined,
  paymentSandbox: undefined,
  sandboxes: openSandboxes(() => deps),
  sandbox: undefined,
  clock: () => new Date(),
  sources: createSources({
    allowed: ['127.0.0.0/8'],
    allowedToOwners: ['127.0.0.0/8'],
    sandbox: undefined,
  }),
  webhookPosts: createOutgoingPosts({ allowed: ['127.0.0.0/8'] }),
  inventoryRuns: await openAnnouncements(databaseUrl, 'inventory_run', log),
  messageThreads: await openAnnouncements(databaseUrl, 'message_thread', log),
  subjectChanges: await openAnnouncements(databaseUrl, 'subject', log),
  signedLinks: createSignedLinks([Buffer.alloc(32, 7)]),
  storage: await openDiskStorage(await mkdtemp(join(tmpdir(), 'tideweek-worker-'))),
  virusScanner: noVirusScanner,
};
await startJobs({
  connectionString: databaseUrl,
  jobs: {
    ...jobs,
    inventory_run: (payload, deps: Deps, attempt) =>
      runInventory(payload, deps, attempt, { batchSize: Number(batchSize) }),
  },
  deps,
  log,
  crontab,
  atStart: [],
  lookEvery: 300,
});
process.stdout.write('at work\n');
