import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { DeedBack, Prisma, ResortFee } from '#api/generated/prisma/client.ts';
import { InvalidInputError, requireFound } from '#api/platform/errors.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { filledLine, optionalLine, optionalWords, parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { isoDay } from '#common/days.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { recordAudit } from '#api/modules/audit/audit.ts';

export type RecordedFee = Omit<ResortFee, 'resortId'>;
export type RecordedDeedBack = Omit<DeedBack, 'resortId'>;

/** What owning at a resort means, as the team recorded it. */
export interface ResortOwning {
  /** Latest year first, then fewest bedrooms. */
  fees: RecordedFee[];
  deedBack: RecordedDeedBack | null;
}

/** How many fees a resort can have: those of 13 sizes in 30 years. */
export const mostFees = 390;

/** @returns null if there is no such resort */
export const readOwning = (
  { resort }: Pick<Prisma.TransactionClient, 'resort'>,
  id: string,
): Promise<ResortOwning | null> =>
  resort.findUnique({
    where: { id: idToFind(id) },
    select: {
      fees: { orderBy: [{ year: 'desc' }, { bedrooms: 'asc' }], take: mostFees },
      deedBack: true,
    },
  });

const number = (name: string, least: number, greatest: number) => {
  const message = `${name} must be ${least} to ${greatest}`;
  return z.int({ error: message }).min(least, message).max(greatest, message);
};

const feeMessage = 'The fee must be more than $0, and at most $100,000';

const source = 'Say where you read it';

const feeInput = z.object({
  resortId: z.string(),
  bedrooms: number('Bedrooms', 0, 12),
  year: number('The year', 1970, 2200),
  fee: z
    .object({
      cents: z.int({ error: feeMessage }).min(1, feeMessage).max(10_000_000, feeMessage),
      source: filledLine('The source', 200, source),
    })
    .nullish(),
});

/**
 * Records what an owner of a size pays a resort for a year; without a fee, removes what was recorded.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 */
export async function setResortFee(
  deps: Pick<Deps, 'database' | 'clock'>,
  viewer: Viewer | null,
  input: unknown,
): Promise<ResortOwning> {
  const admin = requireAdmin(viewer);
  const { resortId, bedrooms, year, fee } = parseInput(feeInput, input);
  if (fee && year > deps.clock().getUTCFullYear() + 1) {
    throw new InvalidInputError('year', 'The year may be at most next year');
  }
  return change(deps, admin, resortId, async ({ resortFee }) => {
    const key = { resortId, bedrooms, year };
    const where = { resortId_bedrooms_year: key };
    const before = await resortFee.findUnique({ where });
    if (fee) {
      if (!before && (await resortFee.count({ where: { resortId } })) >= mostFees) {
        throw new InvalidInputError(
          'year',
          `A resort can have ${mostFees} fees; remove older ones`,
        );
      }
      await resortFee.upsert({ where, create: { ...key, ...fee }, update: fee });
    } else {
      await resortFee.deleteMany({ where: key });
    }
    return { before: before ?? {}, after: fee ? { ...key, ...fee } : {} };
  });
}

const deedBackInput = z.object({
  resortId: z.string(),
  terms: optionalWords('The terms', 1_000),
  source: optionalLine('The source', 200),
});

/**
 * Records by which programme a resort takes timeshares back, as of today; without terms, removes it.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 */
export async function setDeedBack(
  deps: Pick<Deps, 'database' | 'clock'>,
  viewer: Viewer | null,
  input: unknown,
): Promise<ResortOwning> {
  const admin = requireAdmin(viewer);
  const { resortId, terms, source: from } = parseInput(deedBackInput, input);
  if (terms && !from) throw new InvalidInputError('source', source);
  return change(deps, admin, resortId, async ({ deedBack }) => {
    const where = { resortId };
    const before = await deedBack.findUnique({ where });
    if (!terms || !from) {
      await deedBack.deleteMany({ where });
      return { before: before ?? {}, after: {} };
    }
    const after = { terms, source: from, recordedOn: new Date(isoDay(deps.clock())) };
    await deedBack.upsert({ where, create: { ...where, ...after }, update: after });
    return { before: before ?? {}, after };
  });
}

async function change(
  { database }: Pick<Deps, 'database'>,
  admin: Viewer,
  resortId: string,
  make: (transaction: Prisma.TransactionClient) => Promise<{ before: object; after: object }>,
): Promise<ResortOwning> {
  return database.prisma.$transaction(async (transaction) => {
    const [resort] = await transaction.$queryRaw<{ name: string }[]>`
      SELECT name FROM resorts WHERE id = ${idToFind(resortId)}::uuid FOR NO KEY UPDATE`;
    requireFound(resort, 'Resort not found');
    const { before, after } = await make(transaction);
    const owning = await readOwning(transaction, resortId);
    requireFound(owning, 'Resort not found');
    await recordAudit(transaction, admin, 'resort.setOwning', resortId, {
      before,
      after: { name: resort.name, ...after },
    });
    return owning;
  });
}
