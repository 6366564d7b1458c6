import type { Deps } from '../context/context.ts';
import type { InventoryProvider, InventorySync, Prisma } from '../generated/prisma/client.ts';
import { addRun, askToStop, type RunRequest } from '../modules/inventory/runs/adminRuns.ts';
import type {
  OfferedRow,
  OfferedWeek,
  ProviderConfig,
  Sources,
  TakenRow,
} from '../context/sources.ts';
import { dayAhead } from './factories.ts';
import type { TestServer } from './testServer.ts';

type Read<Row> = (provider: ProviderConfig, signal: AbortSignal) => AsyncIterable<Row>;

/** In-process providers that return what a test sets, to cause faults at precise points. */
export interface FakeSources extends Sources {
  /** Sets the weeks of every provider. */
  has(weeks: OfferedWeek[]): void;
  /** Sets how rows are read. */
  reads(weeks: Read<OfferedRow>): void;
  readsTaken(taken: Read<TakenRow>): void;
}

export function createFakeSources(): FakeSources {
  let weeks: Read<OfferedRow> = () => rowsOf([]);
  let taken: Read<TakenRow> = () => rowsOf([]) as AsyncIterable<never>;
  return {
    has(offered) {
      weeks = () => rowsOf(offered);
    },
    reads(read) {
      weeks = read;
    },
    readsTaken(read) {
      taken = read;
    },
    weeks: (provider, signal) => weeks(provider, signal),
    takenNights: (provider, signal) => taken(provider, signal),
    calendar: () => Promise.resolve(undefined),
    checkCalendarAddress: () => Promise.resolve(),
    checkAddress: () => Promise.resolve(),
  };
}

/** Weeks as rows, numbered from 1. */
export async function* rowsOf(weeks: OfferedWeek[]): AsyncGenerator<OfferedRow> {
  for (const [index, week] of weeks.entries()) {
    await Promise.resolve();
    yield { number: index + 1, week };
  }
}

let made = 0;

export function createProvider(
  { prisma }: Pick<TestServer, 'prisma'>,
  given: Partial<Prisma.InventoryProviderUncheckedCreateInput> = {},
): Promise<InventoryProvider> {
  made += 1;
  return prisma.inventoryProvider.create({
    data: {
      name: `Provider ${made}`,
      kind: 'json_feed',
      address: 'https://provider.example/weeks.json',
      ...given,
    },
  });
}

/** A valid week of a provider, thirty days ahead, at the resort Harbour House. */
export const offeredWeek = (id: number | string, given: OfferedWeek = {}): OfferedWeek => ({
  externalId: `W-${id}`,
  resortName: 'Harbour House',
  title: `Week ${id} by the harbour`,
  description: 'Two rooms and a balcony.',
  pricePerNight: 150,
  currency: 'USD',
  availableFrom: dayAhead(30),
  availableTo: dayAhead(37),
  maxGuests: 4,
  bedrooms: 1,
  ...given,
});

export const offeredWeeks = (count: number, given: OfferedWeek = {}): OfferedWeek[] =>
  Array.from({ length: count }, (_, index) => offeredWeek(index + 1, given));

/** Adds a run, as administrators and schedules do. */
export const startRun = (
  deps: Pick<Deps, 'database'>,
  request: RunRequest,
): Promise<InventorySync> =>
  deps.database.prisma.$transaction((transaction) => addRun(transaction, request));

/** Asks a run to stop, as administrators do. */
export const requestCancel = (deps: Pick<Deps, 'database'>, id: string): Promise<InventorySync> =>
  deps.database.prisma.$transaction(async (transaction) => (await askToStop(transaction, id)).run);

/** Adds a run, executes it and returns the finished run. */
export async function runToEnd(
  server: TestServer,
  providerId: string,
  given: Partial<RunRequest> = {},
): Promise<InventorySync> {
  const { id } = await startRun(server.deps, {
    providerId,
    purpose: 'sync',
    filters: {},
    actor: null,
    ...given,
  });
  await server.runJobs();
  return server.prisma.inventorySync.findUniqueOrThrow({ where: { id } });
}

/** Errors of a run as `number listing id: error`. */
export async function errorsOf(server: TestServer, runId: string): Promise<string[]> {
  const errors = await server.prisma.inventorySyncError.findMany({
    where: { syncId: runId },
    orderBy: { number: 'asc' },
  });
  return errors.map(({ number, listingId, error }) => `${number} ${listingId}: ${error}`);
}
