import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Deps } from '../context/context.ts';
import { parseEnv } from '../platform/process/env.ts';
import {
  loadPersistedDocuments,
  noPersistedDocuments,
  type PersistedDocuments,
} from '../graphql/persistedDocuments.ts';
import { jobs } from '../jobs.ts';
import type { Sources } from '../context/sources.ts';
import { turnDays } from '../modules/listings/turnDays.ts';
import { createSources } from '../modules/inventory/sources/sources.ts';
import { openSiteSettings } from '../modules/site/siteSettings.ts';
import { openCatalogueCache } from '../platform/cache/catalogueCache.ts';
import { openDatabase, type Database } from '../platform/database/database.ts';
import { createDevices } from '../platform/sessions/devices.ts';
import { openAnnouncements } from '../platform/database/announcements.ts';
import { runDueJobs } from '../platform/jobs/jobs.ts';
import { usualHeartbeat, type Heartbeat } from '../platform/database/listener.ts';
import type { PaymentProvider } from '../platform/payments/paymentProvider.ts';
import { createSandboxPayments, postedTo } from '../platform/payments/sandboxPayments.ts';
import {
  createHttpPartner,
  createSandboxPartner,
} from '../modules/escrow/partner/escrowPartner.ts';
import { createLog, type Log } from '../platform/process/log.ts';
import { createMailer } from '../platform/outgoing/mailer.ts';
import { createOutgoingPosts } from '../platform/outgoing/outgoingPosts.ts';
import { createPasswords, type Passwords } from '../platform/security/passwords.ts';
import { createRateLimits, noRateLimits } from '../platform/limits/rateLimits.ts';
import { createReadBudget, noReadBudget } from '../platform/limits/readBudget.ts';
import { noSearchQueue, type SearchQueue } from '../platform/limits/searchQueue.ts';
import { createSecrets } from '../platform/security/secrets.ts';
import { createApiBudgets } from '../platform/limits/apiBudgets.ts';
import { createApiTokens } from '../platform/sessions/apiTokens.ts';
import { openSessionMemory } from '../platform/sessions/sessionMemory.ts';
import { createSessions } from '../platform/sessions/sessions.ts';
import { createSignedLinks } from '../platform/security/signedLinks.ts';
import { openDiskStorage } from '../platform/storage/diskStorage.ts';
import type { ObjectStorage } from '../platform/storage/objectStorage.ts';
import { noVirusScanner, type VirusScanner } from '../platform/files/virusScanner.ts';
import { createServer } from '../server.ts';
import type { WebClient } from '../web.ts';
import { createClient, type Client } from './client.ts';
import { smtpCertificate } from './smtpCertificate.ts';
import { patientLimits } from './patientLimits.ts';
import { quickHash } from './quickHash.ts';
import { sandboxSecret } from './sandboxSecret.ts';
import { createTestDatabase } from './testDatabase.ts';
import { leaving } from '../modules/areas.ts';
import { openSandboxes } from '../sandboxes.ts';

export const persistedDocumentsFile = 'web/__generated__/persisted.json';

/** Read once for all servers of a worker, which never change them. */
const documentsOfClient = existsSync(persistedDocumentsFile)
  ? loadPersistedDocuments(persistedDocumentsFile)
  : noPersistedDocuments;

export interface TestServerOptions {
  /** Initial contents of its database, or the URL of an existing one. */
  database?: 'empty' | 'sample' | { url: string };
  /** Defaults to no rate limits. */
  rateLimits?: boolean;
  /** Defaults to none: each search runs at once. */
  searches?: SearchQueue;
  /** Replaces the delay of throttled callers. */
  delay?: (milliseconds: number) => Promise<unknown>;
  publicUrl?: string;
  /** The environment variables MAP_TILES_*. */
  mapTiles?: { url: string; attribution?: string };
  trustProxy?: string;
  passwords?: Passwords;
  /** Defaults to a temporary folder on the disk. */
  storage?: ObjectStorage;
  virusScanner?: VirusScanner;
  /** Defaults to sources that may read from this machine. */
  sources?: Sources;
  /** Defaults to the sandbox. */
  payments?: PaymentProvider;
  /** The URL of the escrow partner. Defaults to the sandbox. */
  escrowUrl?: string;
  /** Whether payments in the sandbox cost a fee. Defaults to false. */
  fees?: boolean;
  /** Defaults to the clock of this machine. */
  clock?: () => Date;
  /** Milliseconds that an operation may take. Defaults to minutes, as limits of the database do. */
  longestOperation?: number;
  /** Milliseconds that a test mail may take. Defaults to minutes. */
  nowMeans?: number;
  /** Receives the log. Defaults to no log. */
  log?: Log;
  /** Defaults to those of the client. */
  documents?: PersistedDocuments;
  /** Defaults to serving only REST and GraphQL. */
  webClient?: WebClient;
  /** How many sandboxes are open at once, and how long. */
  sandboxes?: Parameters<typeof openSandboxes>[1];
  /** Keys of encrypted settings, newest first. */
  settingsKeys?: Buffer[];
  /**
   * The URL on which to listen for changes of the catalogue and of sessions. Defaults to the URL of
   * the database.
   */
  announcedAt?: (databaseUrl: string) => Promise<string>;
  /** Defaults to that of production with `announcedAt`, and to a patient one without. */
  heartbeat?: Heartbeat;
}

export interface TestServer extends Client {
  url: string;
  databaseUrl: string;
  deps: Deps;
  prisma: Database['prisma'];
  pool: Database['pool'];
  /** The folder of its disk storage. */
  folder: string;
  /** SQL statements of the request with this X-Request-Id, without the lookup of the session. */
  statementsOf(requestId: string): string[];
  /** The lookups of the session by the request with this X-Request-Id. */
  sessionStatementsOf(requestId: string): string[];
  /** Empties the caches, as a change of the catalogue and of every account does. */
  emptyCaches(): Promise<void>;
  /** Waits until all changes of sessions so far were announced, or the connection for it is lost. */
  hearSessionChanges(): Promise<void>;
  /** Runs due jobs until there are none. */
  runJobs(): Promise<void>;
  close(): Promise<void>;
}

/** For tests that rely on caches, which a busy machine would otherwise empty. */
export const patientHeartbeat: Heartbeat = { longestSilence: 600_000, heardFor: 600_000 };

/** Starts the real server and everything it uses, on a free port and with its own database. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const contents = options.database ?? 'empty';
  const own = typeof contents === 'string' ? await createTestDatabase(contents) : undefined;
  const databaseUrl = own?.url ?? (contents as { url: string }).url;
  const statements = new Map<string, string[]>();
  const database = openDatabase(databaseUrl, {
    connections: 8,
    limits: patientLimits,
    onStatement: (sql, requestId) => {
      if (requestId !== undefined) {
        statements.set(requestId, [...(statements.get(requestId) ?? []), sql]);
      }
    },
  });
  if (contents === 'empty' && quarterOf(Date.now()) !== quarterOf(inject('turnedAt'))) {
    // Midnight may have passed somewhere since the template was made.
    await turnDays({ database }, new Date());
  }
  const folder = await mkdtemp(join(tmpdir(), 'tideweek-test-'));
  const log = options.log ?? createLog('silent');
  const keys = options.settingsKeys ?? [testKey];
  const env = parseEnv({
    PORT: '0',
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: options.publicUrl ?? 'http://tideweek.test',
    TRUST_PROXY: options.trustProxy,
    MAP_TILES_URL: options.mapTiles?.url,
    MAP_TILES_ATTRIBUTION: options.mapTiles?.attribution,
  });
  const announcing = {
    ...database,
    connectionString: (await options.announcedAt?.(databaseUrl)) ?? databaseUrl,
  };
  const heartbeat = options.heartbeat ?? (options.announcedAt ? usualHeartbeat : patientHeartbeat);
  const catalogue = await openCatalogueCache(announcing, log, heartbeat);
  const sessionMemory = await openSessionMemory(announcing, log, heartbeat);
  const inventoryRuns = await openAnnouncements(databaseUrl, 'inventory_run', log);
  const messageThreads = await openAnnouncements(databaseUrl, 'message_thread', log);
  const subjectChanges = await openAnnouncements(databaseUrl, 'subject', log);
  const secure = env.publicUrl.startsWith('https:');
  const clock = options.clock ?? (() => new Date());
  const paymentSandbox = createSandboxPayments({
    database,
    secret: sandboxSecret,
    takeEvent: postedTo(() => `${url}/api/payments/webhook`),
    clock,
    fees: options.fees ?? false,
  });
  const deps: Deps = {
    database,
    catalogue,
    log,
    publicUrl: env.publicUrl,
    tileServer: env.tileServer,
    passwords: options.passwords ?? quickPasswords(),
    apiTokens: createApiTokens(database, sessionMemory),
    apiBudgets: createApiBudgets(database, log),
    sessions: createSessions(database, sessionMemory, { secure }),
    devices: createDevices(keys, { secure }),
    rateLimits: options.rateLimits ? createRateLimits(database.pool, options.delay) : noRateLimits,
    readBudget: options.rateLimits ? createReadBudget() : noReadBudget,
    searches: options.searches ?? noSearchQueue,
    siteSettings: await openSiteSettings(database.prisma, catalogue, log),
    leaving,
    secrets: createSecrets(keys),
    signedLinks: createSignedLinks(keys),
    storage: options.storage ?? (await openDiskStorage(folder)),
    virusScanner: options.virusScanner ?? noVirusScanner,
    sources:
      options.sources ??
      createSources({
        allowed: ['127.0.0.0/8'],
        allowedToOwners: ['127.0.0.0/8'],
        sandbox: undefined,
      }),
    webhookPosts: createOutgoingPosts({
      allowed: ['127.0.0.0/8'],
      timeout: patientLimits.longestWait,
    }),
    mailer: createMailer({
      trusted: smtpCertificate,
      longestSilence: patientLimits.longestWait,
      nowMeans: options.nowMeans ?? patientLimits.longestWait,
    }),
    inventoryRuns,
    messageThreads,
    subjectChanges,
    payments: options.payments ?? paymentSandbox,
    paymentSandbox,
    sandboxes: openSandboxes(() => deps, options.sandboxes),
    sandbox: undefined,
    clock,
    escrow: {
      secret: escrowSecret,
      partner:
        options.escrowUrl === undefined
          ? createSandboxPartner({
              secret: escrowSecret,
              webhookUrl: () => `${url}/api/escrow/webhook`,
            })
          : createHttpPartner({ url: options.escrowUrl, secret: escrowSecret }),
    },
  };
  let url = '';
  const app = await createServer({
    env,
    deps,
    documents: options.documents ?? documentsOfClient,
    webClient: options.webClient,
    longestOperation: options.longestOperation ?? patientLimits.longestStatement,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    ...createClient(url),
    url,
    databaseUrl,
    deps,
    prisma: database.prisma,
    pool: database.pool,
    folder,
    statementsOf: (requestId) =>
      (statements.get(requestId) ?? []).filter((sql) => !readsSession(sql)),
    sessionStatementsOf: (requestId) => (statements.get(requestId) ?? []).filter(readsSession),
    async emptyCaches() {
      // Notifications arrive in order, so earlier changes have been handled by then.
      const own = randomUUID();
      const heard = new Promise<void>((resolve) => {
        // A connection that was lost is back with everything forgotten, and may have missed it.
        catalogue.onChange((announcement) => {
          if (announcement === own || announcement === '') {
            resolve();
          }
        });
      });
      // The sending connection is notified, too, before its query returns.
      await database.pool.query("SELECT pg_notify('catalogue_changed', $1)", [own]);
      await database.pool.query("SELECT pg_notify('session_changed', '')");
      await heard;
    },
    async hearSessionChanges() {
      const own = `marks ${randomUUID()}`;
      const heard = new Promise<void>((resolve) => {
        sessionMemory.onChange((announcement) => {
          if (announcement === own || announcement === '') {
            resolve();
          }
        });
      });
      await database.pool.query("SELECT pg_notify('session_changed', $1)", [own]);
      await heard;
    },
    runJobs: () => runDueJobs(database.pool, jobs, deps, log),
    async close() {
      await app.close();
      await deps.sandboxes.close();
      await deps.apiBudgets.flush();
      deps.mailer.close();
      await catalogue.close();
      await sessionMemory.close();
      await inventoryRuns.close();
      await messageThreads.close();
      await subjectChanges.close();
      await database.close();
      await own?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Days begin at a quarter of an hour in every time zone. */
const quarterOf = (instant: number): number => Math.floor(instant / 900_000);

const readsSession = (sql: string): boolean => sql.includes('FROM sessions JOIN users');

/** The key of encrypted settings in tests; worker processes use it, too. */
const testKey = Buffer.alloc(32, 7);

/** The secret with which the escrow partner and the test server sign. */
export const escrowSecret = 'a secret of the tests';

/** Real hashing and verification, at a low cost. */
function quickPasswords(): Passwords {
  const real = createPasswords();
  return {
    hash: quickHash,
    verify: async (passwordHash, password) =>
      real.verify(passwordHash ?? (await nobody), password).then((fits) => fits && !!passwordHash),
  };
}

const nobody = quickHash('nobody has this password');
