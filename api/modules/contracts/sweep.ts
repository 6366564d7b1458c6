import type { Deps } from '#api/context/context.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { removeStrays } from '#api/platform/storage/strays.ts';
import { removeFiles } from './uploads/acceptance.ts';
import {
  documentKey,
  documentPrefix,
  idInKey,
  quarantineKey,
  quarantinePrefix,
} from './uploads/keys.ts';
import { daysToAttach, hoursToUpload } from './uploads/limits.ts';

type SweepDeps = Pick<Deps, 'database' | 'storage' | 'log'>;

const hour = 3_600_000;

const batch = 200;

/**
 * Removes unfinished uploads after a day, documents that no listing uses after a week, replaced
 * documents, and files no database row refers to after a day.
 */
export async function sweepContracts({ database, storage, log }: SweepDeps): Promise<void> {
  const now = Date.now();
  const uploadedBefore = new Date(now - hoursToUpload * hour);
  const removed = { rows: 0, files: 0 };
  const over: Prisma.ContractDocumentWhereInput = {
    OR: [
      { status: 'discarded' },
      { status: { in: ['uploading', 'checking'] }, updatedAt: { lt: uploadedBefore } },
      { status: 'accepted', updatedAt: { lt: new Date(now - daysToAttach * 24 * hour) } },
    ],
  };
  for (;;) {
    const rows = await database.prisma.contractDocument.findMany({ where: over, take: batch });
    if (rows.length === 0) {
      break;
    }
    for (const row of rows) {
      // Deletes the row first: a file without a row is removed below, but a row without a file
      // would stay.
      const gone = await database.prisma.contractDocument.deleteMany({
        where: { AND: [{ id: row.id }, over] },
      });
      if (gone.count === 1) {
        await removeFiles(storage, row);
        removed.rows += 1;
      }
    }
  }
  await storage.tidy(quarantinePrefix, uploadedBefore);
  for (const prefix of [quarantinePrefix, documentPrefix]) {
    removed.files += await removeStrays(storage, prefix, uploadedBefore, (keys) =>
      unknownKeys({ database }, keys),
    );
  }
  if (removed.rows + removed.files > 0) {
    log.info(removed, 'uploads that nobody used were removed');
  }
}

async function unknownKeys(
  { database }: Pick<Deps, 'database'>,
  keys: string[],
): Promise<string[]> {
  const ids = keys.map(idInKey).filter((id) => id !== undefined);
  const rows = await database.prisma.contractDocument.findMany({
    where: { id: { in: ids } },
    select: { id: true, ownerId: true, status: true },
  });
  const known = new Set(
    rows.flatMap((row) =>
      row.status === 'uploading' || row.status === 'checking'
        ? [quarantineKey(row), documentKey(row)]
        : [documentKey(row)],
    ),
  );
  return keys.filter((key) => !known.has(key));
}
