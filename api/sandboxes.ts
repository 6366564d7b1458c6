import { randomBytes } from 'node:crypto';
import type { Deps } from './context/context.ts';
import type { Sandboxes } from './context/sandboxes.ts';
import { crontab, jobs } from './jobs.ts';
import { paymentHandlers } from './modules/bookings/paymentHandlers.ts';
import {
  createSandboxes,
  readAhead,
  type Opened,
  type SandboxOptions,
} from './modules/partners/sandboxes/sandboxes.ts';
import { startDeliveries } from './modules/partners/webhooks/deliver.ts';
import { takePaymentEvent } from './modules/payments/events.ts';
import { openSiteSettings } from './modules/site/siteSettings.ts';
import { openAnnouncements, type Announcements } from './platform/database/announcements.ts';
import { createPassingCache } from './platform/cache/catalogueCache.ts';
import { openDatabase } from './platform/database/database.ts';
import { runDueJobs, startJobs, type Jobs } from './platform/jobs/jobs.ts';
import type { Mailer } from './platform/outgoing/mailer.ts';
import { createSandboxPayments } from './platform/payments/sandboxPayments.ts';
import { storageUnder } from './platform/storage/storageUnder.ts';

/** Periodic jobs that concern only live data. */
const onlyLive = /check_stored_files|inventory_schedules|reconcile|warn_expiring_tokens/;

const sandboxCrontab = crontab
  .split('\n')
  .filter((line) => !onlyLive.test(line))
  .join('\n');

const due = ['turn_days', 'booking_deadlines', 'pay_out'] as const;

/** The sandboxes of a process. @param live returns the live services, once they are complete */
export const openSandboxes = (
  live: () => Deps,
  options: Pick<SandboxOptions, 'mostOpen' | 'quietFor'> = {},
): Sandboxes => createSandboxes(live, { ...options, openDeps, removeFiles });

const folderOf = (organizationId: string): string =>
  `sandboxes/${organizationId.replaceAll('-', '')}/`;

async function removeFiles({ storage }: Deps, organizationId: string): Promise<void> {
  for await (const { key } of storage.list(folderOf(organizationId))) {
    await storage.remove(key);
  }
}

const openDeps: SandboxOptions['openDeps'] = async (given): Promise<Opened> => {
  const closing: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const each of closing.splice(0).reverse()) {
      await each();
    }
  };
  try {
    return { deps: await assemble(given, closing), close };
  } catch (error) {
    await close();
    throw error;
  }
};

/**
 * Reaches no live rows or files and no other site, except the organization's webhook endpoints, and
 * mail to its members about a paused endpoint. Tokens, budgets and limits are those of live data.
 */
async function assemble(
  { live, organizationId, url, clock, setAhead, isUsed }: Parameters<SandboxOptions['openDeps']>[0],
  closing: (() => Promise<void>)[],
): Promise<Deps> {
  const database = openDatabase(url, { connections: 4, limits: live.database.limits });
  closing.push(() => database.close());
  const subjectChanges = await openAnnouncements(url, 'subject', live.log);
  closing.push(() => subjectChanges.close());
  const catalogue = createPassingCache();
  const paymentSandbox = createSandboxPayments({
    database,
    secret: randomBytes(32).toString('hex'),
    clock,
    async takeEvent(body, signature) {
      await takePaymentEvent(deps, { body, signature }, paymentHandlers(deps));
    },
  });
  const deps: Deps = {
    ...live,
    database,
    catalogue,
    storage: storageUnder(live.storage, folderOf(organizationId)),
    subjectChanges,
    inventoryRuns: neverAnnounced,
    messageThreads: neverAnnounced,
    siteSettings: await openSiteSettings(database.prisma, catalogue, live.log),
    mailer: acceptingMailer,
    escrow: undefined,
    payments: paymentSandbox,
    paymentSandbox,
    clock,
    sandbox: {
      organizationId,
      live,
      async clockMoved(ahead) {
        setAhead(ahead);
        for (const name of due) {
          await jobs[name]?.(null, deps, { isLast: true });
        }
        await runDueJobs(database.pool, jobs, deps, live.log);
      },
    },
  };
  const running = await startJobs({
    connectionString: url,
    jobs: inSandbox(isUsed, async () => setAhead(await readAhead(database))),
    deps,
    log: live.log,
    crontab: sandboxCrontab,
    atStart: [...due, 'queue_waiting_mails'],
    concurrency: 1,
  });
  closing.push(() => running.stop());
  const deliveries = startDeliveries(deps);
  closing.push(() => deliveries.stop());
  return deps;
}

/** @param readClock called before each job, as another process may have moved the clock */
const inSandbox = (isUsed: () => () => void, readClock: () => Promise<void>): Jobs<Deps> =>
  Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [
      name,
      async (...given: Parameters<typeof job>) => {
        const done = isUsed();
        try {
          await readClock();
          await job(...given);
        } finally {
          done();
        }
      },
    ]),
  );

/** No token can subscribe to these announcements. */
const neverAnnounced: Announcements = {
  onMove: () => () => undefined,
  close: () => Promise.resolve(),
};

const acceptingMailer: Mailer = {
  send: () => Promise.resolve(),
  sendNow: () => Promise.resolve(),
  close: () => undefined,
};
