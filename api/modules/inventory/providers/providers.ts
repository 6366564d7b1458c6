import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { InventoryProvider as Stored, Prisma } from '#api/generated/prisma/client.ts';
import {
  ConflictError,
  InvalidInputError,
  NotFoundError,
  type FieldError,
} from '#api/platform/errors.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { parseInput } from '#api/platform/input/input.ts';
import { addJob } from '#api/platform/jobs/jobs.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { onViolation } from '#api/platform/database/violations.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { recordAudit } from '#api/modules/audit/audit.ts';
import { createInput, given, target, updateInput, type ProviderFields } from './providerInput.ts';
import { hasKey, keyDestination, removeKey, storeKey } from '../sources/providerKey.ts';
import { pathsOf, readProviders, type InventoryProvider } from './providerList.ts';
import type { Mapping } from '#api/context/sources.ts';
import { plural } from '#common/numbers.ts';

type ProviderDeps = Pick<Deps, 'database' | 'secrets' | 'sources'>;

/**
 * Adds a provider. Fields its kind doesn't use are dropped, such as the paths of an iCalendar.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError}
 * @throws {ConflictError} if the name is taken
 */
export async function createProvider(
  deps: ProviderDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<InventoryProvider> {
  const admin = requireAdmin(viewer);
  const { key, ...wanted } = parseInput(createInput, given(input));
  const fields = ofItsKind(wanted);
  await checkAddresses(deps, fields);
  const { id } = await uniquely(
    fields.name,
    deps.database.prisma.$transaction(async (transaction) => {
      await requireListings(transaction, fields);
      const stored = await transaction.inventoryProvider.create({ data: columnsOf(fields) });
      await storeCalendars(transaction, stored.id, fields.calendars);
      if (key !== '') {
        await storeKey(deps, transaction, stored, key);
      }
      await recordAudit(transaction, admin, 'inventory.create', stored.id, {
        after: { ...audited(fields), hasKey: key !== '' },
      });
      return stored;
    }),
  );
  return providerOfId(deps, id);
}

/**
 * Changes a provider; omitted fields stay unchanged. Nights taken by removed calendars become free.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if someone else changed it meanwhile, or the name is taken
 */
export async function updateProvider(
  deps: ProviderDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<InventoryProvider> {
  const admin = requireAdmin(viewer);
  const { providerId, version } = parseInput(target, input);
  const { key, ...changes } = parseInput(updateInput, given(input));
  const before = fieldsOf(await providerOfId(deps, providerId));
  const fields = ofItsKind({ ...before, ...changes });
  await checkAddresses(deps, fields, before);
  await uniquely(
    fields.name,
    deps.database.prisma.$transaction(async (transaction) => {
      const stored = await lockProvider(transaction, providerId, version);
      await requireListings(transaction, fields);
      const calendarsDiffer = !same(before.calendars, fields.calendars);
      const keyDiffers =
        key !== undefined && (key !== '' || (await hasKey(transaction, stored.id)));
      if (
        key === undefined &&
        keyDestination(before.address) !== keyDestination(fields.address) &&
        (await hasKey(transaction, stored.id))
      ) {
        throw new InvalidInputError('key', 'Enter the key again, since the address changed');
      }
      if (same(before, fields) && !keyDiffers) {
        return;
      }
      await transaction.inventoryProvider.update({
        where: { id: stored.id },
        data: { ...columnsOf(fields), version: { increment: 1 } },
      });
      if (calendarsDiffer) {
        await storeCalendars(transaction, stored.id, fields.calendars);
      }
      if (keyDiffers) {
        await (key === ''
          ? removeKey(transaction, stored.id)
          : storeKey(deps, transaction, { ...stored, ...fields }, key));
      }
      await recordAudit(transaction, admin, 'inventory.update', stored.id, {
        ...differences(audited(before), audited(fields), {
          ...(keyDiffers && { keyChanged: true }),
          ...(!same(addressesOf(before), addressesOf(fields)) && { addressChanged: true }),
        }),
      });
    }),
  );
  return providerOfId(deps, providerId);
}

/**
 * Deletes a provider that has no listings, with its key, its calendars and the nights they took.
 * The history of its syncs stays.
 * @returns its plain id
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if it has listings, a run is under way, or someone else changed it
 *   meanwhile
 */
export async function deleteProvider(
  deps: Pick<Deps, 'database'>,
  viewer: Viewer | null,
  input: unknown,
): Promise<string> {
  const admin = requireAdmin(viewer);
  const { providerId, version } = parseInput(target, input);
  return deps.database.prisma.$transaction(async (transaction) => {
    const stored = await lockProvider(transaction, providerId, version);
    await requireQuiet(transaction, stored);
    const where = { providerId: stored.id };
    const listings = await transaction.listing.count({ where });
    if (listings > 0) {
      const shown = await transaction.listing.count({ where: { ...where, isActive: true } });
      throw new ConflictError('providerId', keptMessage(stored.name, listings, shown));
    }
    const calendars = await transaction.inventoryCalendar.findMany({ where });
    await removeKey(transaction, stored.id);
    await transaction.inventoryProvider.delete({ where: { id: stored.id } });
    await recordAudit(transaction, admin, 'inventory.delete', stored.id, {
      before: audited(fieldsOf({ ...stored, ...pathsOf(stored.mapping as Mapping), calendars })),
    });
    return stored.id;
  });
}

const atOnce = 2_000;

/** Transactions within the request; the job does the rest. */
const awaited = 5;

/**
 * Disables a provider and withdraws all its weeks. Bookings stay; nights taken by its calendars
 * become free. The request withdraws up to 10,000 weeks; the job `inventory_withdraw` does the
 * rest, even after a crash.
 * @returns the provider, and how many of its weeks were on the site
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if a run is under way, or someone else changed it meanwhile
 */
export async function withdrawProvider(
  deps: Pick<Deps, 'database'>,
  viewer: Viewer | null,
  input: unknown,
): Promise<{ provider: InventoryProvider; withdrawn: number }> {
  const admin = requireAdmin(viewer);
  const { providerId, version } = parseInput(target, input);
  // Disables first, so that no sync restores the weeks.
  const withdrawn = await deps.database.prisma.$transaction(async (transaction) => {
    const stored = await lockProvider(transaction, providerId, version);
    await requireQuiet(transaction, stored);
    const where = { providerId: stored.id };
    const listings = await transaction.listing.count({ where: { ...where, isActive: true } });
    await transaction.inventoryProvider.update({
      where: { id: stored.id },
      data: { isEnabled: false, version: { increment: 1 } },
    });
    await transaction.blockedNights.deleteMany({ where });
    const rest = { providerId: stored.id, actorId: admin.id };
    await addJob(transaction, 'inventory_withdraw', rest, `inventory_withdraw:${stored.id}`);
    await recordAudit(transaction, admin, 'inventory.withdraw', stored.id, {
      before: { name: stored.name, isEnabled: stored.isEnabled, listings },
      after: { isEnabled: false, listings: 0 },
    });
    return listings;
  });
  await withdrawAll(deps, { providerId, actorId: admin.id }, awaited);
  return { provider: await providerOfId(deps, providerId), withdrawn };
}

const restInput = z.object({ providerId: z.uuid(), actorId: z.uuid() });

/** The job `inventory_withdraw`: completes withdrawProvider, even if the request failed. */
export const withdrawRest = (payload: unknown, deps: Pick<Deps, 'database'>): Promise<void> =>
  withdrawAll(deps, restInput.parse(payload), Infinity);

async function withdrawAll(
  deps: Pick<Deps, 'database'>,
  rest: z.infer<typeof restInput>,
  transactions: number,
): Promise<void> {
  for (let done = 0; done < transactions && (await withdrawSome(deps, rest)) > 0; done++);
}

/** @returns how many listings were withdrawn */
const withdrawSome = (
  { database }: Pick<Deps, 'database'>,
  { providerId, actorId }: z.infer<typeof restInput>,
): Promise<number> => database.prisma.$executeRaw`
    WITH chosen AS (
      SELECT id FROM listings
      WHERE is_active AND provider_id = (
        SELECT id FROM inventory_providers WHERE id = ${providerId}::uuid AND NOT is_enabled)
      ORDER BY id LIMIT ${atOnce} FOR NO KEY UPDATE),
    taken AS (
      UPDATE listings SET is_active = FALSE, updated_at = now()
      FROM chosen WHERE listings.id = chosen.id RETURNING listings.id)
    INSERT INTO listing_events (id, listing_id, actor_id, kind)
    SELECT gen_random_uuid(), id, (SELECT id FROM users WHERE id = ${actorId}::uuid), 'withdrawn'
    FROM taken`;

type StoredFields = Pick<
  InventoryProvider,
  'name' | 'kind' | 'address' | 'rowsPath' | 'fieldPaths' | 'schedule' | 'isEnabled'
> & { calendars: { listingId: string; address: string }[] };

const fieldsOf = (provider: StoredFields): ProviderFields => ({
  name: provider.name,
  kind: provider.kind,
  address: provider.address,
  rowsPath: provider.rowsPath,
  fieldPaths: provider.fieldPaths as ProviderFields['fieldPaths'],
  schedule: provider.schedule,
  isEnabled: provider.isEnabled,
  calendars: provider.calendars.map(({ listingId, address }) => ({ listingId, address })),
});

/** Drops fields that the kind doesn't use, and sorts lists to make them comparable. */
function ofItsKind(fields: ProviderFields): ProviderFields {
  const { kind } = fields;
  const isFeed = kind === 'json_feed' || kind === 'csv_feed';
  return {
    ...fields,
    rowsPath: kind === 'json_feed' ? fields.rowsPath : '',
    fieldPaths: isFeed
      ? fields.fieldPaths.toSorted((one, other) => compare(one.field, other.field))
      : [],
    calendars:
      kind === 'icalendar'
        ? fields.calendars.toSorted((one, other) => compare(one.listingId, other.listingId))
        : [],
  };
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

const columnsOf = ({ rowsPath, fieldPaths, calendars: _, ...columns }: ProviderFields) => ({
  ...columns,
  mapping: {
    ...(rowsPath !== '' && { rows: rowsPath }),
    fields: Object.fromEntries(fieldPaths.map(({ field, path }) => [field, path])),
  },
});

/**
 * Checks that requests may go to every address.
 * @param before the stored fields; their addresses are not checked again
 * @throws {InvalidInputError} naming each refused address
 */
async function checkAddresses(
  { sources }: Pick<Deps, 'sources'>,
  { kind, address, calendars }: ProviderFields,
  before?: ProviderFields,
): Promise<void> {
  const isKnown = (wanted: string): boolean =>
    before?.kind === kind && addressesOf(before).includes(wanted);
  const problems: FieldError[] = [];
  const check = async (field: string, wanted: string) => {
    if (isKnown(wanted)) {
      return;
    }
    try {
      await sources.checkAddress(wanted, kind);
    } catch (error) {
      if (!(error instanceof InvalidInputError)) {
        throw error;
      }
      problems.push({ field, message: error.message });
    }
  };
  if (address !== '') {
    await check('address', address);
  } else if (kind !== 'icalendar') {
    problems.push({ field: 'address', message: 'Address is required' });
  }
  for (const [index, calendar] of calendars.entries()) {
    await check(`calendars.${index}.address`, calendar.address);
  }
  if (problems.length > 0) {
    throw new InvalidInputError(problems);
  }
}

/** @throws {InvalidInputError} naming each calendar whose listing does not exist */
async function requireListings(
  transaction: Prisma.TransactionClient,
  { calendars }: ProviderFields,
): Promise<void> {
  const found = await transaction.listing.findMany({
    where: { id: { in: calendars.map(({ listingId }) => listingId) } },
    select: { id: true },
  });
  const known = new Set(found.map(({ id }) => id));
  const problems = calendars.flatMap(({ listingId }, index) =>
    known.has(listingId)
      ? []
      : [{ field: `calendars.${index}.listingId`, message: 'There is no such listing' }],
  );
  if (problems.length > 0) {
    throw new InvalidInputError(problems);
  }
}

async function storeCalendars(
  transaction: Prisma.TransactionClient,
  providerId: string,
  calendars: ProviderFields['calendars'],
): Promise<void> {
  await transaction.inventoryCalendar.deleteMany({ where: { providerId } });
  await transaction.inventoryCalendar.createMany({
    data: calendars.map((calendar) => ({ ...calendar, providerId })),
  });
  await transaction.blockedNights.deleteMany({
    where: { providerId, listingId: { notIn: calendars.map(({ listingId }) => listingId) } },
  });
}

/** @throws {NotFoundError | ConflictError} */
async function lockProvider(
  transaction: Prisma.TransactionClient,
  id: string,
  version: number,
): Promise<Stored> {
  await transaction.$queryRaw`
    SELECT FROM inventory_providers WHERE id = ${idToFind(id)}::uuid FOR UPDATE`;
  const stored = await transaction.inventoryProvider.findUnique({ where: { id: idToFind(id) } });
  if (!stored) {
    throw missing();
  }
  if (stored.version !== version) {
    throw new ConflictError(
      'version',
      'This provider was changed by someone else meanwhile. Load it again',
    );
  }
  return stored;
}

async function requireQuiet(
  transaction: Prisma.TransactionClient,
  { id, name }: Stored,
): Promise<void> {
  const run = await transaction.inventorySync.findFirst({
    where: { providerId: id, status: { in: ['waiting', 'running'] } },
    select: { purpose: true },
  });
  if (run) {
    throw new ConflictError(
      'providerId',
      `A ${run.purpose} of ${name} is under way. Cancel it first`,
    );
  }
}

function keptMessage(name: string, listings: number, shown: number): string {
  const counted = plural(listings, 'listing');
  return shown > 0
    ? `${name} has ${counted}, so it can't be deleted. Take its weeks off the site instead`
    : `${name} has ${counted} that ${listings === 1 ? 'was' : 'were'} on the site, so it can't be deleted`;
}

const uniquely = <Result>(name: string, storing: Promise<Result>): Promise<Result> =>
  onViolation(storing, 'inventory_providers_name_key', () => {
    return new ConflictError('name', `There is a provider ${name} already`);
  });

async function providerOfId(deps: Pick<Deps, 'database'>, id: string): Promise<InventoryProvider> {
  const [provider] = await readProviders(deps, [id]);
  if (!provider) {
    throw missing();
  }
  return provider;
}

const missing = () => new NotFoundError('There is no such provider');

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * Provider fields as the audit log stores them. Addresses are cut after the host: the rest may be
 * secret.
 */
const audited = ({ address, calendars, ...fields }: ProviderFields) => ({
  ...fields,
  address: beginningOf(address),
  calendars: calendars.map((calendar) => ({
    listingId: calendar.listingId,
    address: beginningOf(calendar.address),
  })),
});

const addressesOf = ({ address, calendars }: ProviderFields): string[] => [
  address,
  ...calendars.map((calendar) => calendar.address),
];

const beginningOf = (address: string): string =>
  /^[a-z]+:\/\/[^/?#]*/i.exec(address)?.[0] ?? /^[^?#]*/.exec(address)?.[0] ?? '';

function differences(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  more: object,
): { before: object; after: object } {
  const changed = Object.keys(after).filter((name) => !same(before[name], after[name]));
  const pick = (from: Record<string, unknown>) =>
    Object.fromEntries(changed.map((name) => [name, from[name]]));
  return { before: pick(before), after: { ...pick(after), ...more } };
}
