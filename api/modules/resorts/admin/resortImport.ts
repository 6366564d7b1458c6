import { z } from 'zod';
import type { Readable } from 'node:stream';
import type { Deps } from '#api/context/context.ts';
import type { Prisma, ResortImport } from '#api/generated/prisma/client.ts';
import { InvalidInputError, NotFoundError, requireFound } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { recordAudit } from '#api/modules/audit/audit.ts';
import {
  readResortCsv,
  resortCsvTemplate,
  writeResortCsv,
  type CsvProblem,
  type CsvResort,
} from './resortCsv.ts';
import { readResortsAfter } from './resortDirectory.ts';
import { slugOf } from './resortInput.ts';
import { freeSlugs } from './slugs.ts';
import { timeZonesOf } from './timeZones.ts';

type ImportDeps = Pick<Deps, 'database'>;

export interface ImportProgress {
  id: string;
  total: number;
  /** Processed lines; of these, the new and the existing resorts. */
  done: number;
  imported: number;
  known: number;
  problems: CsvProblem[];
}

/** Maximum size of a file, in bytes. */
const maxBytes = 10 * 1024 * 1024;

const stepSize = 250;

/**
 * Reads a CSV file of resorts and returns the lines that can't be imported. Imports nothing yet.
 * @throws {SignInRequiredError | ForbiddenError}
 * @throws {InvalidInputError} naming file, if the file as a whole is invalid
 */
export async function startResortImport(
  { database }: ImportDeps,
  viewer: Viewer | null,
  file: Readable,
): Promise<ImportProgress> {
  const admin = requireAdmin(viewer);
  const text = textOf(await readAll(file, maxBytes, tooLarge));
  const { resorts, problems } = await readResortCsv(text);
  const made = await database.prisma.resortImport.create({
    data: {
      actorId: admin.id,
      rows: resorts as unknown as Prisma.InputJsonArray,
      problems: problems as unknown as Prisma.InputJsonArray,
      total: resorts.length,
    },
  });
  return progressOf(made);
}

export async function readResortImports(
  { database }: ImportDeps,
  ids: readonly string[],
): Promise<(ImportProgress | null)[]> {
  const found = await database.prisma.resortImport.findMany({
    where: { id: { in: ids.filter((id) => z.uuid().safeParse(id).success) } },
    omit: { rows: true },
  });
  return ids.map((id) => {
    const row = found.find((each) => each.id === id.toLowerCase());
    return row ? progressOf(row) : null;
  });
}

/**
 * Imports the next lines of a file that was read. Existing resorts, by slug or by name and
 * location, stay unchanged, so repeating a step or the whole file imports nothing twice.
 * @throws {SignInRequiredError | ForbiddenError | NotFoundError}
 */
export async function continueResortImport(
  { database }: ImportDeps,
  viewer: Viewer | null,
  importId: string,
): Promise<ImportProgress> {
  const admin = requireAdmin(viewer);
  if (!z.uuid().safeParse(importId).success) {
    throw new NotFoundError('There is no such import');
  }
  return database.prisma.$transaction(async (transaction) => {
    // Lock: one step at a time of all imports, since two files may contain the same resort.
    await transaction.$queryRaw`SELECT pg_advisory_xact_lock(5, 1)::text`;
    const [next] = await transaction.$queryRaw<{ rows: CsvResort[] | null; done: number }[]>`
      SELECT done, (SELECT jsonb_agg(line ORDER BY number)
                    FROM jsonb_array_elements(rows) WITH ORDINALITY AS t(line, number)
                    WHERE number > done AND number <= done + ${stepSize}) AS rows
      FROM resort_imports WHERE id = ${importId}::uuid`;
    requireFound(next, 'There is no such import');
    const lines = next.rows ?? [];
    const fresh = await unknownOf(transaction, lines);
    const added = await addAll(transaction, fresh);
    const after = await transaction.resortImport.update({
      where: { id: importId },
      data: {
        done: { increment: lines.length },
        imported: { increment: added.length },
        known: { increment: lines.length - added.length },
      },
    });
    if (added.length > 0) {
      await recordAudit(transaction, admin, 'resort.import', importId, {
        after: { resorts: added, from: next.done + 1, to: next.done + lines.length },
      });
    }
    return progressOf(after);
  });
}

export function importTemplate(viewer: Viewer | null): string {
  requireAdmin(viewer);
  return resortCsvTemplate();
}

/**
 * All resorts as a CSV file that can be imported, in chunks.
 * @throws {SignInRequiredError | ForbiddenError}
 */
export function exportResorts(
  deps: ImportDeps,
  viewer: Viewer | null,
): AsyncGenerator<string, void> {
  requireAdmin(viewer);
  return pieces(deps);
}

async function* pieces(deps: ImportDeps): AsyncGenerator<string, void> {
  const size = 500;
  let afterId: string | null = null;
  for (let isFirst = true; isFirst || afterId !== null; isFirst = false) {
    const resorts = await readResortsAfter(deps, afterId, size);
    yield writeResortCsv(resorts, isFirst);
    afterId = resorts.length === size ? (resorts.at(-1)?.id ?? null) : null;
  }
}

function progressOf({
  id,
  total,
  done,
  imported,
  known,
  problems,
}: Omit<ResortImport, 'rows'>): ImportProgress {
  return { id, total, done, imported, known, problems: problems as unknown as CsvProblem[] };
}

const tooLarge = (): InvalidInputError =>
  new InvalidInputError('file', 'A file may have at most 10 MB');

function textOf(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\u0000')) {
      return text;
    }
  } catch {
    // Invalid UTF-8: reported below.
  }
  throw new InvalidInputError('file', 'The file must be text in UTF-8');
}

async function unknownOf(
  transaction: Prisma.TransactionClient,
  lines: readonly CsvResort[],
): Promise<CsvResort[]> {
  const present = await transaction.resort.findMany({
    where: {
      OR: [
        { name: { in: lines.map(({ name }) => name) } },
        { slug: { in: lines.flatMap(({ slug }) => slug ?? []) } },
      ],
    },
    select: { name: true, location: true, slug: true },
  });
  const identity = (resort: { name: string; location: string }): string =>
    JSON.stringify([resort.name, resort.location]);
  const identities = new Set(present.map(identity));
  const slugs = new Set(present.map(({ slug }) => slug));
  return lines.filter(
    (line) => !identities.has(identity(line)) && !(line.slug !== null && slugs.has(line.slug)),
  );
}

async function addAll(
  transaction: Prisma.TransactionClient,
  lines: readonly CsvResort[],
): Promise<string[]> {
  if (lines.length === 0) {
    return [];
  }
  const slugs = await freeSlugs(
    transaction,
    lines.map(({ slug, name }) => slug ?? slugOf(name)),
  );
  const zones = await timeZonesOf(transaction, lines);
  const made = await transaction.resort.createManyAndReturn({
    data: lines.map(({ seasons: _, brandAliases: __, ...columns }, index) => ({
      ...columns,
      timezone: zones[index] ?? columns.timezone,
      slug: slugs[index] ?? '',
    })),
    select: { id: true, slug: true },
  });
  const ids = new Map(made.map(({ id, slug }) => [slug, id]));
  await transaction.resortSeason.createMany({
    data: lines.flatMap(({ seasons }, index) =>
      seasons.map((season) => ({ ...season, resortId: ids.get(slugs[index] ?? '') ?? '' })),
    ),
  });
  return slugs;
}

/**
 * Reads a whole stream.
 * @param refusal Makes the error to throw if there are more than `maxBytes`.
 */
async function readAll(stream: Readable, maxBytes: number, refusal: () => Error): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      throw refusal();
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
