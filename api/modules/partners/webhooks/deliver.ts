import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#api/context/context.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { PostError, type PostAnswer } from '#api/platform/outgoing/outgoingPosts.ts';
import { recipientOf } from '#api/modules/accounts/account.ts';
import { mailMembers, organizationLink } from '../organizations/organizations.ts';
import { bodyOf } from './body.ts';
import { claim, endpointsWithWork, type Claimed, type Worked } from './claim.ts';
import { realTime, openSecrets, signedHeaders } from './signature.ts';
import { webhookPaused } from '../mails.ts';

export type Delivering = Pick<
  Deps,
  | 'database'
  | 'clock'
  | 'sandbox'
  | 'secrets'
  | 'webhookPosts'
  | 'siteSettings'
  | 'publicUrl'
  | 'log'
>;

export interface DeliveryTimes {
  lookEvery: number;
  /** Milliseconds after which a process with an unfinished delivery counts as dead. */
  lease: number;
  /** Milliseconds after which a delivery is slow. */
  slowAfter: number;
  /** Milliseconds until the next attempt. @param attempts failed attempts so far, from 1 */
  backOff(attempts: number): number;
  /** Milliseconds of failures after which an endpoint is paused. */
  giveUpAfter: number;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

const delays = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
];

export const usualTimes: DeliveryTimes = {
  lookEvery: second,
  lease: 30 * second,
  slowAfter: second,
  backOff: (attempts) => delays[Math.min(attempts, delays.length) - 1] ?? 8 * hour,
  giveUpAfter: 72 * hour,
};

/**
 * Concurrent deliveries of one process. A slow one makes place for another, so that receivers that
 * hang delay no others.
 */
const atOnce = { quick: 40, all: 200, ofOrganization: 100, keptForHealthy: 40 };

/** Milliseconds at shutdown for receivers to respond to messages under way. */
const graceToAnswer = 3 * second;

export type RunningDeliveries = ReturnType<typeof startDeliveries>;

/**
 * Sends events to the endpoints of organizations until stopped: at least once, and in order per
 * object. Any number of processes share the work. All state is in the database, so a process may
 * die at any time.
 */
export function startDeliveries(deps: Delivering, times: DeliveryTimes = usualTimes) {
  const stopping = new AbortController();
  const closing = new AbortController();
  const running = new Map<Promise<void>, { organizationId: string; isSlow: boolean }>();
  let wake = (): void => undefined;

  const placesFor = ({ organizationId, isFailing }: Worked): number => {
    const calls = [...running.values()];
    const quick = calls.filter(({ isSlow }) => !isSlow).length;
    const own = calls.filter((call) => call.organizationId === organizationId).length;
    return Math.min(
      atOnce.quick - quick,
      atOnce.all - calls.length - (isFailing ? atOnce.keptForHealthy : 0),
      atOnce.ofOrganization - own,
    );
  };

  const begin = (claimed: Claimed, organizationId: string): void => {
    const call = { organizationId, isSlow: false };
    const slow = setTimeout(() => {
      call.isSlow = true;
      wake();
    }, times.slowAfter);
    const done = deliver(deps, times, claimed, closing.signal)
      // If no outcome was stored, the delivery is retried after its lease.
      .catch((error: unknown) => deps.log.warn({ err: error }, 'a webhook was not delivered'))
      .finally(() => {
        clearTimeout(slow);
        running.delete(done);
        wake();
      });
    running.set(done, call);
  };

  const look = async (): Promise<void> => {
    for (const endpoint of await endpointsWithWork(deps)) {
      if (stopping.signal.aborted) return;
      const free = placesFor(endpoint);
      if (free <= 0) continue;
      const claimed = await claim(deps, times, endpoint.id, free);
      claimed.forEach((each) => begin(each, endpoint.organizationId));
    }
  };

  const looking = (async () => {
    while (!stopping.signal.aborted) {
      const woken = new Promise<void>((resolve) => (wake = resolve));
      await look().catch((error: unknown) =>
        deps.log.warn({ err: error }, 'webhooks could not be looked for'),
      );
      const rested = new AbortController();
      await Promise.race([
        woken,
        sleep(times.lookEvery, undefined, { signal: rested.signal }).catch(() => undefined),
      ]);
      rested.abort();
    }
  })();

  return {
    async stop() {
      stopping.abort();
      wake();
      await looking;
      const timer = setTimeout(() => closing.abort(new Error('stopping')), graceToAnswer);
      await Promise.allSettled(running.keys());
      clearTimeout(timer);
    },
  };
}

async function deliver(
  deps: Delivering,
  times: DeliveryTimes,
  claimed: Claimed,
  signal: AbortSignal,
): Promise<void> {
  const body = bodyOf(claimed, deps);
  const headers = signedHeaders(openSecrets(deps, claimed), claimed.id, realTime(deps), body);
  const outcome = await post(deps, { address: claimed.address, headers, body, signal });
  if (outcome.answerStatus !== null && outcome.answerStatus >= 200 && outcome.answerStatus < 300) {
    await storeSuccess(deps, claimed, outcome);
  } else {
    await storeFailure(deps, times, claimed, outcome);
  }
}

interface Outcome {
  answerStatus: number | null;
  answer: string | null;
  problem: string | null;
}

async function post(
  { webhookPosts }: Delivering,
  message: Parameters<Delivering['webhookPosts']['post']>[0],
): Promise<Outcome> {
  try {
    const { status, text }: PostAnswer = await webhookPosts.post(message);
    return { answerStatus: status, answer: text, problem: null };
  } catch (error) {
    if (!(error instanceof PostError)) {
      throw error;
    }
    return { answerStatus: null, answer: null, problem: error.message };
  }
}

// Locks endpoints before deliveries, as claim.ts does.

async function storeSuccess(
  deps: Delivering,
  { endpointId, deliveryId }: Claimed,
  outcome: Outcome,
): Promise<void> {
  const { prisma } = deps.database;
  await prisma.$transaction([
    prisma.webhookEndpoint.updateMany({
      where: { id: endpointId, failures: { gt: 0 } },
      data: { failures: 0 },
    }),
    prisma.webhookDelivery.updateMany({
      where: { id: deliveryId },
      data: { ...outcome, deliveredAt: realTime(deps), lockedUntil: null },
    }),
  ]);
}

async function storeFailure(
  deps: Delivering,
  times: DeliveryTimes,
  { endpointId, deliveryId, attempts, firstTriedAt, lockedUntil }: Claimed,
  outcome: Outcome,
): Promise<void> {
  const now = realTime(deps);
  const end = firstTriedAt.getTime() + times.giveUpAfter;
  await deps.database.prisma.$transaction(async (transaction) => {
    const [endpoint] = await transaction.webhookEndpoint.updateManyAndReturn({
      where: { id: endpointId },
      data: { failures: { increment: 1 } },
      include: { organization: true },
    });
    // Matches nothing if another process has retried the delivery or a member has resent it.
    const { count } = await transaction.webhookDelivery.updateMany({
      where: { id: deliveryId, lockedUntil, deliveredAt: null },
      data: {
        ...outcome,
        dueAt: new Date(Math.min(now.getTime() + times.backOff(attempts), end)),
        lockedUntil: null,
      },
    });
    if (!endpoint || endpoint.pausedAt || count === 0 || now.getTime() < end) {
      return;
    }
    await transaction.webhookEndpoint.update({
      where: { id: endpointId },
      data: { pausedAt: now, gaveUp: true, version: { increment: 1 } },
    });
    const { organization } = endpoint;
    const { sandbox } = deps;
    const tellMembers = (ofMembers: Prisma.TransactionClient): Promise<void> =>
      mailMembers(ofMembers, organization.id, ['owner', 'developer'], (person) =>
        webhookPaused({ ...deps, ...sandbox?.live }, recipientOf(person), {
          organization: organization.name,
          isTest: sandbox !== undefined,
          host: new URL(endpoint.address).host,
          problem: outcome.problem ?? `The receiver answered ${outcome.answerStatus}`,
          link: organizationLink(deps.publicUrl, organization.id),
        }),
      );
    // A sandbox has no members, and its mail is not delivered.
    await (sandbox
      ? sandbox.live.database.prisma.$transaction(tellMembers)
      : tellMembers(transaction));
  });
}
