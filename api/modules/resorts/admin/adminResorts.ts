import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { type Prisma, type Resort } from '#api/generated/prisma/client.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '#api/platform/errors.ts';
import { earlierResult, keepResult } from '#api/platform/database/keyedCalls.ts';
import { idempotencyKey, parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { violates } from '#api/platform/database/violations.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { recordAudit } from '#api/modules/audit/audit.ts';
import {
  isStep,
  newResortInput,
  problemsBetween,
  resortChanges,
  slugOf,
  type NewResort,
  type ResortChanges,
} from './resortInput.ts';
import { seasonText, type Season } from './seasons.ts';
import { freeSlugs } from './slugs.ts';
import { timeZonesOf } from './timeZones.ts';
import { plural } from '#common/numbers.ts';

type ResortDeps = Pick<Deps, 'database'>;

const target = z.object({
  resortId: z.string({ error: 'The resort is required' }),
  version: z
    .number({ error: 'Version must be a whole number' })
    .int('Version must be a whole number')
    .nullish(),
});

const keyInput = z.object({ idempotencyKey });

/**
 * Adds a resort. A repeated call with the same idempotency key returns the first call's resort.
 * @throws {SignInRequiredError | ForbiddenError}
 * @throws {InvalidInputError} for each invalid field
 */
export async function createResort(
  deps: ResortDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Resort> {
  const admin = requireAdmin(viewer);
  const { prisma } = deps.database;
  const wanted = parseInput(newResortInput, input);
  const { idempotencyKey: key } = parseInput(keyInput, input);
  const ownKey = key ? `${admin.id} ${key}` : undefined;
  const earlier = ownKey && (await madeBefore(prisma, ownKey));
  if (earlier) {
    return earlier;
  }
  try {
    return await prisma.$transaction(async (transaction) => {
      const resort = await addResort(transaction, admin, wanted);
      await keepResult(transaction, 'createResort', ownKey, resort.id);
      return resort;
    });
  } catch (error) {
    // The same call was sent concurrently.
    const made =
      violates(error, 'idempotency_keys_pkey') && ownKey && (await madeBefore(prisma, ownKey));
    if (made) {
      return made;
    }
    throw error;
  }
}

/**
 * Changes a resort; omitted fields stay unchanged. Later reviews average from a changed rating.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if someone else changed it meanwhile
 */
export async function updateResort(
  deps: ResortDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Resort> {
  const admin = requireAdmin(viewer);
  const { resortId, version } = parseInput(target, input);
  const wanted = parseInput(resortChanges, input);
  return deps.database.prisma.$transaction(async (transaction) => {
    const { resort, before } = await lockResort(transaction, resortId);
    requireVersion(resort, version);
    const [timezone] = await timeZonesOf(transaction, [{ ...before, ...wanted }]);
    const changes = changesOf(before, { ...wanted, timezone });
    const fields = Object.keys(changes) as (keyof ResortChanges)[];
    if (fields.length === 0) {
      return resort;
    }
    refuse([
      ...problemsBetween({ ...before, ...changes }),
      ...(changes.rating === undefined || isStep(changes.rating)
        ? []
        : [{ field: 'rating', message: 'Rating must be 0 to 5 in steps of 0.1' }]),
    ]);
    const { seasons, brandAliases, rating, ...columns } = changes;
    const changed = await transaction.resort.update({
      where: { id: resort.id },
      data: {
        ...columns,
        ...(rating !== undefined && {
          rating,
          // Later reviews average from this rating.
          ratingSum: Math.round(rating * resort.reviewCount),
        }),
        version: resort.version + 1,
      },
    });
    if (seasons) {
      await transaction.resortSeason.deleteMany({ where: { resortId: resort.id } });
      await storeSeasons(transaction, resort.id, seasons);
    }
    if (brandAliases) {
      await storeAliases(transaction, changed.brand, brandAliases);
    }
    const pick = (from: object) =>
      Object.fromEntries(Object.entries(from).filter(([name]) => name in changes));
    await recordAudit(transaction, admin, 'resort.update', resort.id, {
      before: pick(audited(before)),
      after: pick(audited(changes)),
    });
    return changed;
  });
}

/**
 * Deletes a resort with its reviews, unless it has listings or bookings.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if listings or bookings refer to it, or if someone else changed it
 *   meanwhile
 */
export async function deleteResort(
  deps: ResortDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<void> {
  const admin = requireAdmin(viewer);
  const { resortId, version } = parseInput(target, input);
  await deps.database.prisma.$transaction(async (transaction) => {
    // Concurrent inserts of listings and bookings wait for the lock, and then fail.
    const { resort, before } = await lockResort(transaction, resortId);
    requireVersion(resort, version);
    const [listings, bookings] = [
      await transaction.listing.count({ where: { resortId: resort.id } }),
      await transaction.booking.count({ where: { resortId: resort.id } }),
    ];
    if (listings + bookings > 0) {
      throw new ConflictError('resortId', keptMessage(listings, bookings));
    }
    await transaction.resort.delete({ where: { id: resort.id } });
    await recordAudit(transaction, admin, 'resort.delete', resort.id, {
      before: { ...audited(before), slug: resort.slug, reviews: resort.reviewCount },
    });
  });
}

/** Adds a resort and an audit entry in a transaction. The caller checks the permission. */
export async function addResort(
  transaction: Prisma.TransactionClient,
  admin: Viewer,
  wanted: NewResort,
): Promise<Resort> {
  const [slug = ''] = await freeSlugs(transaction, [slugOf(wanted.name)]);
  const [timezone = wanted.timezone] = await timeZonesOf(transaction, [wanted]);
  const placed = { ...wanted, timezone };
  const resort = await insertResort(transaction, placed, slug);
  await recordAudit(transaction, admin, 'resort.create', resort.id, {
    after: audited(placed),
  });
  return resort;
}

async function insertResort(
  transaction: Prisma.TransactionClient,
  { seasons, brandAliases, ...columns }: NewResort,
  slug: string,
): Promise<Resort> {
  const resort = await transaction.resort.create({ data: { ...columns, slug } });
  await storeSeasons(transaction, resort.id, seasons);
  if (brandAliases) {
    await storeAliases(transaction, resort.brand, brandAliases);
  }
  return resort;
}

function keptMessage(listings: number, bookings: number): string {
  const parts = [
    listings > 0 && plural(listings, 'listing'),
    bookings > 0 && plural(bookings, 'booking'),
  ].filter(Boolean);
  return `This resort has ${parts.join(' and ')}, so it cannot be deleted`;
}

function refuse(problems: { field: string; message: string }[]): void {
  if (problems.length > 0) {
    throw new InvalidInputError(problems);
  }
}

async function madeBefore(
  prisma: Pick<Prisma.TransactionClient, 'idempotencyKey' | 'resort'>,
  key: string,
): Promise<Resort | null> {
  const id = await earlierResult(prisma, 'createResort', key);
  return id ? prisma.resort.findUnique({ where: { id } }) : null;
}

type Written = Omit<Required<ResortChanges>, 'latitude' | 'longitude'> & {
  latitude: number | null;
  longitude: number | null;
};

async function lockResort(
  transaction: Prisma.TransactionClient,
  resortId: string,
): Promise<{ resort: Resort; before: Written }> {
  if (z.uuid().safeParse(resortId).success) {
    await transaction.$queryRaw`SELECT FROM resorts WHERE id = ${resortId}::uuid FOR UPDATE`;
    const resort = await transaction.resort.findUnique({ where: { id: resortId } });
    if (resort) {
      const seasons = await transaction.resortSeason.findMany({
        where: { resortId: resort.id },
        orderBy: { firstWeek: 'asc' },
        select: { name: true, firstWeek: true, lastWeek: true },
      });
      const aliases = await transaction.brandAlias.findMany({
        where: { brand: resort.brand },
        orderBy: { alias: 'asc' },
      });
      return {
        resort,
        before: {
          ...resort,
          rating: resort.rating.toNumber(),
          seasons,
          brandAliases: aliases.map(({ alias }) => alias),
        },
      };
    }
  }
  throw new NotFoundError('Resort not found');
}

function requireVersion(resort: Resort, version: number | null | undefined): void {
  if (version != null && version !== resort.version) {
    throw new ConflictError(
      'version',
      'This resort has changed since you opened the list. Load it again',
    );
  }
}

function changesOf(before: Written, wanted: ResortChanges): ResortChanges {
  const same = (one: unknown, other: unknown): boolean =>
    JSON.stringify(one) === JSON.stringify(other);
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => value !== undefined && !same(value, before[name as keyof Written]),
    ),
  );
}

const audited = (resort: Partial<Written> | ResortChanges): object => {
  const { name, location, destination, description, imageUrl, amenities, rating } = resort;
  const { availableRentals, priceMin, priceMax, isNewAvailability, brand, brandAliases } = resort;
  const { city, region, country, latitude, longitude, timezone, weekRule, seasons } = resort;
  const { certificateEmail, certificateLeadDays } = resort;
  return {
    name,
    location,
    destination,
    description,
    imageUrl,
    amenities,
    rating,
    availableRentals,
    priceMin,
    priceMax,
    isNewAvailability,
    brand,
    brandAliases,
    city,
    region,
    country,
    latitude,
    longitude,
    timezone,
    certificateEmail,
    certificateLeadDays,
    weekRule,
    seasons: seasons && seasonText(seasons),
  };
};

async function storeSeasons(
  transaction: Prisma.TransactionClient,
  resortId: string,
  seasons: readonly Season[],
): Promise<void> {
  if (seasons.length > 0) {
    await transaction.resortSeason.createMany({
      data: seasons.map((season) => ({ ...season, resortId })),
    });
  }
}

/**
 * Replaces the aliases of a brand.
 * @throws {ConflictError} if another brand has one of the aliases
 */
async function storeAliases(
  transaction: Prisma.TransactionClient,
  brand: string,
  aliases: readonly string[],
): Promise<void> {
  const wanted = [...aliases];
  const [elsewhere] = await transaction.brandAlias.findMany({
    where: { alias: { in: wanted }, NOT: { brand } },
  });
  if (elsewhere) {
    throw new ConflictError(
      'brandAliases',
      `'${elsewhere.alias}' stands for ${elsewhere.brand} already`,
    );
  }
  await transaction.brandAlias.deleteMany({ where: { brand, alias: { notIn: wanted } } });
  await transaction.brandAlias.createMany({
    data: wanted.map((alias) => ({ alias, brand })),
    skipDuplicates: true,
  });
}
