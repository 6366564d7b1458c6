import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { loadSampleData, openSampleAccounts } from './seed/seed.ts';
import { samplePasswords } from './seed/sampleData.ts';
import type { Deps } from './context/context.ts';
import {
  EnvError,
  readEnv,
  requirePublicUrl,
  requireSettingsKeys,
  type Env,
} from './platform/process/env.ts';
import { loadPersistedDocuments, noPersistedDocuments } from './graphql/persistedDocuments.ts';
import { crontab, jobs, jobsAtStart } from './jobs.ts';
import { startSandbox } from './modules/inventory/sandbox/sandbox.ts';
import { createSources } from './modules/inventory/sources/sources.ts';
import { continueEvents } from './modules/partners/events/changes.ts';
import { startDeliveries } from './modules/partners/webhooks/deliver.ts';
import { openSiteSettings } from './modules/site/siteSettings.ts';
import { openCatalogueCache } from './platform/cache/catalogueCache.ts';
import { openDatabase, type Database } from './platform/database/database.ts';
import {
  createHttpPartner,
  createSandboxPartner,
  type Escrow,
} from './modules/escrow/partner/escrowPartner.ts';
import { openPayments, ownOrigin } from './platform/payments/openPayments.ts';
import { createDevices } from './platform/sessions/devices.ts';
import { openAnnouncements } from './platform/database/announcements.ts';
import { startJobs } from './platform/jobs/jobs.ts';
import { createLog, type Log } from './platform/process/log.ts';
import { createMailer } from './platform/outgoing/mailer.ts';
import { migrate } from './platform/database/migrations.ts';
import { createOutgoingPosts } from './platform/outgoing/outgoingPosts.ts';
import { createPasswords, type Passwords } from './platform/security/passwords.ts';
import { startEmbeddedPostgres } from './platform/postgres/embedded.ts';
import { createRateLimits, noRateLimits } from './platform/limits/rateLimits.ts';
import { createReadBudget, noReadBudget } from './platform/limits/readBudget.ts';
import { createSearchQueue, noSearchQueue } from './platform/limits/searchQueue.ts';
import { createSecrets } from './platform/security/secrets.ts';
import { settingsKeys } from './platform/security/settingsKeys.ts';
import { startFailure } from './platform/process/startFailure.ts';
import { createSignedLinks } from './platform/security/signedLinks.ts';
import { createApiBudgets } from './platform/limits/apiBudgets.ts';
import { createApiTokens } from './platform/sessions/apiTokens.ts';
import { openSessionMemory } from './platform/sessions/sessionMemory.ts';
import { createSessions } from './platform/sessions/sessions.ts';
import { openStorage } from './platform/storage/openStorage.ts';
import { createClamdScanner, noVirusScanner } from './platform/files/virusScanner.ts';
import { openSandboxes } from './sandboxes.ts';
import { createServer } from './server.ts';
import { loadWebClient } from './web.ts';
import { leaving } from './modules/areas.ts';
import { utcToday } from '#common/days.ts';

const dist = 'dist';
const persistedDocuments = 'web/__generated__/persisted.json';

/** Milliseconds for open requests to finish at shutdown. */
const graceToAnswer = 3_000;

/** Milliseconds after which a slow start reports its current step. */
const patienceAtStart = 5_000;

/** Milliseconds until a stop gives up on what hangs; containers are killed after ten seconds. */
const longestStop = 8_000;

type Close = () => Promise<unknown>;

type StartStep = (name: string) => void;

// V8 learns from cached objects to allocate all objects of the same expression as long-lived. Dead
// objects among them keep everything they refer to, up to whole requests.
setFlagsFromString('--no-allocation-site-pretenuring');

async function main(env: Env): Promise<void> {
  const log = createLog(env.logLevel);
  const closing: Close[] = [];
  const { stop, isStopping } = createStop(closing, log);
  process.on('SIGINT', () => void stop(0));
  process.on('SIGTERM', () => void stop(0));

  const { step, end } = watchStart();

  try {
    step('the embedded database to start');
    const databaseUrl = env.databaseUrl || (await startPostgres(env, log, closing));
    const deps = await openDeps(env, databaseUrl, log, closing, step);
    step('the job queue');
    const runningJobs = await startJobs({
      connectionString: databaseUrl,
      jobs,
      deps,
      log,
      crontab,
      atStart: jobsAtStart,
    });
    closing.push(() => runningJobs.stop());
    const deliveries = startDeliveries(deps);
    closing.push(() => deliveries.stop());
    const app = await createServer({
      env,
      deps,
      documents: existsSync(persistedDocuments)
        ? loadPersistedDocuments(persistedDocuments)
        : noPersistedDocuments,
      webClient: await loadWebClient(dist),
    });
    closing.push(() => {
      // Browsers keep idle connections open, which would delay the shutdown.
      const timer = setTimeout(() => app.server.closeAllConnections(), graceToAnswer);
      return app.close().finally(() => clearTimeout(timer));
    });
    step(`port ${env.port}`);
    await app.listen({ port: env.port, host: env.host });
    if (isStopping()) {
      return;
    }
    announce(env, deps.siteSettings.current().holdsSampleData);
  } catch (error) {
    // A part that was started last may lack parts that are already closed.
    if (isStopping()) {
      return;
    }
    const problem = startFailure(error, env);
    if (problem !== undefined) {
      process.stderr.write(`${problem}\n`);
    } else {
      log.fatal({ err: error }, 'the server could not start');
    }
    await stop(1);
  } finally {
    end();
  }
}

function watchStart(): { step: StartStep; end: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => clearInterval(timer);
  return {
    step(name) {
      end();
      const say = (): void => void process.stderr.write(`waiting for ${name}\n`);
      timer = setInterval(say, patienceAtStart);
    },
    end,
  };
}

function createStop(closing: Close[], log: Log) {
  let stopping = false;
  return {
    isStopping: () => stopping,
    async stop(code: number): Promise<void> {
      if (stopping) {
        return;
      }
      stopping = true;
      setTimeout(() => {
        log.error('something did not close in time');
        process.exit(1);
      }, longestStop).unref();
      // Parts that are still starting are added meanwhile.
      for (let close = closing.pop(); close; close = closing.pop()) {
        await close().catch((error: unknown) => {
          log.error({ err: error }, 'could not close cleanly');
          code = 1;
        });
      }
      process.exit(code);
    },
  };
}

async function startPostgres({ dataDir }: Env, log: Log, closing: Close[]): Promise<string> {
  mkdirSync(dataDir, { recursive: true });
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  closing.push(() => postgres.stop());
  return postgres.url;
}

async function openDeps(
  env: Env,
  databaseUrl: string,
  log: Log,
  closing: Close[],
  step: StartStep,
): Promise<Deps> {
  const opened = <Part extends { close(): unknown }>(part: Part): Part => {
    closing.push(async () => part.close());
    return part;
  };
  step('the database, or another process that migrates it');
  for (const name of await migrate(databaseUrl)) {
    log.info({ migration: name }, 'database migrated');
  }
  const database = opened(openDatabase(databaseUrl));
  step('the database');
  await continueEvents(database);
  const passwords = createPasswords();
  const storage = await openStorage(env);
  if (env.seed === 'demo') {
    step('the sample data');
    const hash = (password: string) => passwords.hash(password);
    if (await loadSampleData(database.prisma, storage, hash, utcToday(), !env.stripe)) {
      log.info('sample data loaded');
    }
  }
  step('the database');
  await refuseSampleAccounts(env, database, passwords);
  const catalogue = opened(await openCatalogueCache(database, log));
  const sessionMemory = opened(await openSessionMemory(database, log));
  const inventoryRuns = opened(await openAnnouncements(databaseUrl, 'inventory_run', log));
  const messageThreads = opened(await openAnnouncements(databaseUrl, 'message_thread', log));
  const subjectChanges = opened(await openAnnouncements(databaseUrl, 'subject', log));
  const mailer = opened(createMailer());
  const keys = settingsKeys(env.settingsKeys, env.dataDir);
  const sandbox = env.seed === 'demo' ? await startSandbox() : undefined;
  closing.push(() => sandbox?.close() ?? Promise.resolve());
  const secure = env.publicUrl.startsWith('https:');
  const clock = (): Date => new Date();
  const deps: Deps = {
    database,
    catalogue,
    passwords,
    log,
    publicUrl: env.publicUrl,
    tileServer: env.tileServer,
    sessions: createSessions(database, sessionMemory, { secure }),
    apiTokens: createApiTokens(database, sessionMemory),
    apiBudgets: createApiBudgets(database, log),
    devices: createDevices(keys, { secure }),
    rateLimits: env.rateLimits ? createRateLimits(database.pool) : noRateLimits,
    readBudget: env.rateLimits ? createReadBudget() : noReadBudget,
    searches: env.rateLimits ? createSearchQueue() : noSearchQueue,
    siteSettings: await openSiteSettings(database.prisma, catalogue, log),
    leaving,
    secrets: createSecrets(keys),
    signedLinks: createSignedLinks(keys),
    storage,
    virusScanner: env.clamd ? createClamdScanner(env.clamd) : noVirusScanner,
    mailer,
    escrow: escrowOf(env),
    ...(await openPayments(env, database, clock)),
    clock,
    inventoryRuns,
    messageThreads,
    subjectChanges,
    sources: createSources({
      allowed: env.inventoryAllow,
      allowedToOwners: env.calendarAllow,
      sandbox: sandbox?.origin,
    }),
    sandboxes: openSandboxes(() => deps),
    sandbox: undefined,
    webhookPosts: createOutgoingPosts({ allowed: env.webhookAllow }),
  };
  closing.push(() => deps.apiBudgets.flush());
  closing.push(() => deps.sandboxes.close());
  return deps;
}

/** @throws {EnvError} if sample accounts on a public server still have their printed passwords */
async function refuseSampleAccounts(
  { publicAs }: Env,
  { prisma }: Database,
  passwords: Passwords,
): Promise<void> {
  const open = publicAs ? await openSampleAccounts(prisma, passwords) : [];
  if (open.length > 0) {
    throw new EnvError(
      `The database holds sample accounts with printed passwords (${open.join(', ')}), which are only for this machine, and ${publicAs}; start with an empty database or change these passwords first`,
    );
  }
}

/** The configured partner; a sandbox with sample data; otherwise none. */
function escrowOf(env: Env): Escrow {
  if (env.escrow) {
    return { secret: env.escrow.secret, partner: createHttpPartner(env.escrow) };
  }
  if (env.seed !== 'demo') {
    return undefined;
  }
  const secret = randomBytes(32).toString('hex');
  const webhookUrl = `${ownOrigin(env)}/api/escrow/webhook`;
  return { secret, partner: createSandboxPartner({ secret, webhookUrl: () => webhookUrl }) };
}

function announce(env: Env, hasSamples: boolean): void {
  const lines = [`ready on ${env.publicUrl}`];
  if (hasSamples && env.seed === 'demo') {
    lines.push('sample accounts (username / password):');
    for (const [username, password] of Object.entries(samplePasswords)) {
      lines.push(`  ${username} / ${password}`);
    }
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

try {
  const env = readEnv();
  requireSettingsKeys(env);
  requirePublicUrl(env);
  await main(env);
} catch (error) {
  if (!(error instanceof EnvError)) {
    throw error;
  }
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
