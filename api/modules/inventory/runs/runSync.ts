import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { isDatabaseAway } from '#api/platform/database/database.ts';
import type { Attempt } from '#api/platform/jobs/jobs.ts';
import { syncTakenNights } from './blockedNights.ts';
import { WrongDestinationError } from '#api/platform/security/secrets.ts';
import { keyDestination, keySettingOf } from '../sources/providerKey.ts';
import {
  claimRun,
  endRun,
  LostRunError,
  noCounts,
  showProgress,
  StoppedError,
  type ClaimedRun,
  type Counts,
  type Ending,
} from './runState.ts';
import { ProviderError, type Mapping, type ProviderConfig } from '#api/context/sources.ts';
import { batchSize, syncWeeks } from './syncWeeks.ts';

type SyncDeps = Pick<Deps, 'database' | 'secrets' | 'log' | 'publicUrl' | 'sources'>;

export interface RunningSync {
  deps: SyncDeps;
  claimed: ClaimedRun;
  provider: ProviderConfig & { id: string };
  counts: Counts;
  signal: AbortSignal;
  batchSize: number;
}

/** Milliseconds between progress updates, which also check for cancellation. */
const showEvery = 1_000;

/**
 * The job `inventory_run`: imports a provider's feed. If the worker dies, another worker starts
 * over; imported weeks then count as unchanged.
 * @param payload `{ id }` of a run; a finished run stays as it is
 * @param sizes of the transactions; for tests
 * @throws errors that are not the provider's fault, unless this is the last attempt
 */
export async function runInventory(
  payload: unknown,
  deps: SyncDeps,
  attempt: Attempt,
  sizes = { batchSize },
): Promise<void> {
  const { id } = z.object({ id: z.uuid() }).parse(payload);
  const claimed = await claimRun(deps, id);
  if (!claimed) {
    return;
  }
  const counts = { ...noCounts };
  const stop = new AbortController();
  const ending = new AbortController();
  const showing = keepShowing(deps, claimed, counts, stop, ending.signal);
  try {
    const signal = AbortSignal.any([stop.signal, ...(attempt.signal ? [attempt.signal] : [])]);
    const provider = await readProvider(deps, claimed);
    const running: RunningSync = { deps, claimed, provider, counts, signal, ...sizes };
    const end = await (provider.kind === 'icalendar'
      ? syncTakenNights(running)
      : syncWeeks(running));
    ending.abort();
    await showing;
    await endRun(deps, claimed, counts, end);
  } catch (error) {
    ending.abort();
    await showing;
    const reason: unknown = stop.signal.aborted ? stop.signal.reason : error;
    if (reason instanceof LostRunError) {
      return;
    }
    const end = endingOf(reason);
    if (!end && !attempt.isLast) {
      throw error;
    }
    if (!end) {
      deps.log.error({ err: error, run: id }, 'an inventory run failed');
    }
    await endRun(deps, claimed, counts, end ?? wentWrong(error));
  }
}

function endingOf(reason: unknown): Ending | undefined {
  if (reason instanceof StoppedError) {
    return { status: 'cancelled', isComplete: false, message: reason.message };
  }
  if (reason instanceof ProviderError) {
    return { status: 'failed', isComplete: false, message: reason.message };
  }
  return undefined;
}

const wentWrong = (error: unknown): Ending => ({
  status: 'failed',
  isComplete: false,
  message: isDatabaseAway(error)
    ? 'Our database was out of reach; what was brought in until then stays'
    : 'Something went wrong on our side; what was brought in until then stays',
});

async function keepShowing(
  deps: SyncDeps,
  claimed: ClaimedRun,
  counts: Counts,
  stop: AbortController,
  ended: AbortSignal,
): Promise<void> {
  for (;;) {
    await sleep(showEvery, undefined, { signal: ended }).catch(() => undefined);
    if (ended.aborted) {
      return;
    }
    // An unreachable database also fails the next batch, which reports it.
    const state = await showProgress(deps, claimed, counts).catch(() => 'goes on');
    if (state === 'cancelled') {
      stop.abort(new StoppedError('Cancelled; what was brought in until then stays'));
    } else if (state === 'lost') {
      stop.abort(new LostRunError());
    }
  }
}

const knownZone = (zone: string): string | undefined => (zone === 'UTC' ? undefined : zone);

/** @throws {StoppedError} if the provider is gone; {ProviderError} if its key can't be read */
async function readProvider(
  { database, secrets }: SyncDeps,
  { run }: ClaimedRun,
): Promise<ProviderConfig & { id: string }> {
  const provider =
    run.providerId === null
      ? null
      : await database.prisma.inventoryProvider.findUnique({
          where: { id: run.providerId },
          include: {
            calendars: {
              select: {
                listingId: true,
                address: true,
                listing: { select: { resort: { select: { timezone: true } } } },
              },
            },
          },
        });
  if (!provider) {
    throw new StoppedError(`${run.provider} was deleted meanwhile`);
  }
  const setting = keySettingOf(provider.id);
  const stored = await database.prisma.siteSetting.findUnique({ where: { key: setting } });
  let key: string | undefined;
  try {
    key = stored
      ? secrets.openFor(setting, stored.value, keyDestination(provider.address))
      : undefined;
  } catch (error) {
    if (error instanceof WrongDestinationError) {
      throw new ProviderError(`Enter the key of ${provider.name} again, since the address changed`);
    }
    throw new ProviderError(`The key of ${provider.name} can't be decrypted: enter it again`);
  }
  return {
    id: provider.id,
    kind: provider.kind,
    name: provider.name,
    address: provider.address,
    key: key || undefined,
    mapping: provider.mapping as Mapping,
    calendars: provider.calendars.map(({ listingId, address, listing }) => ({
      listingId,
      address,
      timeZone: knownZone(listing.resort.timezone),
    })),
  };
}
