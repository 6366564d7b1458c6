import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import {
  Prisma,
  type InventoryPreviewRow,
  type InventoryRowChange,
} from '#api/generated/prisma/client.ts';
import {
  decodeCursor,
  encodeCursor,
  pageOf,
  type CursorValue,
  type Page,
  type PageRequest,
} from '#api/platform/database/cursors.ts';
import { capped, countCap, type CappedCount } from '#api/platform/database/cappedCount.ts';
import type { WeekChange } from '../weeks/bringIn.ts';
import type { Week } from '../weeks/weekInput.ts';

/** The most rows stored per preview, from the start of the feed. */
export const mostPreviewRows = 10_000;

export type RowDifference = {
  /** Name of the field, such as `pricePerNightCents`; also `resort` and `isActive`. */
  field: string;
  /** As text; null if empty. */
  before: string | null;
  after: string | null;
};

export type PreviewRow = Omit<InventoryPreviewRow, 'runId' | 'differences'> & {
  /** Empty unless updated. */
  differences: RowDifference[];
};

export async function keepPreviewRows(
  transaction: Pick<Prisma.TransactionClient, '$queryRaw' | 'inventoryPreviewRow'>,
  runId: string,
  changes: WeekChange[],
): Promise<void> {
  if (changes.length === 0) {
    return;
  }
  const resortIds = [...new Set(changes.map(({ resortId }) => resortId))];
  const resorts = await transaction.$queryRaw<{ id: string; name: string }[]>`
    SELECT id, name FROM resorts WHERE id = ANY (${resortIds}::uuid[])`;
  const names = new Map(resorts.map(({ id, name }) => [id, name]));
  await transaction.inventoryPreviewRow.createMany({
    data: changes.map(({ number, resortId, week, change, before }) => {
      const resortName = names.get(resortId) ?? '';
      return {
        runId,
        number,
        change,
        resortName,
        listingId: week.externalId,
        title: week.title,
        differences: before
          ? differencesOf(before, { ...week, resort: resortName, isActive: true })
          : [],
      };
    }),
  });
}

type Compared = Omit<Week, 'externalId'> & { resort: string; isActive: boolean };

function differencesOf(before: Record<string, unknown>, after: Compared): RowDifference[] {
  return Object.entries(after).flatMap(([field, value]) => {
    const [old, now] = [asText(before[field]), asText(value)];
    return field in before && old !== now ? [{ field, before: old, after: now }] : [];
  });
}

const asText = (value: unknown): string | null =>
  value === null || value === undefined
    ? null
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

const rowOrder = 'INVENTORY_PREVIEW_ROWS';

const rowCheck: z.ZodType<CursorValue[]> = z.tuple([
  z
    .number()
    .int()
    .min(0)
    .max(2 ** 31 - 1),
]);

/**
 * A page of the rows of a preview, by row number.
 * @param change only rows with this change
 * @throws {InvalidInputError} naming after or before
 */
export async function listPreviewRows(
  { database }: Pick<Deps, 'database'>,
  runId: string,
  change: InventoryRowChange | null | undefined,
  page: PageRequest,
): Promise<Page<PreviewRow> & { count: CappedCount }> {
  const forward = page.direction === 'forward';
  const fits = Prisma.sql`
    run_id = ${runId}::uuid
    ${change ? Prisma.sql`AND change = ${change}::"InventoryRowChange"` : Prisma.empty}`;
  let beyond = Prisma.empty;
  if (page.from !== undefined) {
    const [number] = decodeCursor(rowOrder, page.from, forward ? 'after' : 'before', rowCheck);
    beyond = Prisma.sql`AND number ${Prisma.raw(forward ? '>' : '<')} ${Number(number)}::int`;
  }
  const direction = Prisma.raw(forward ? 'ASC' : 'DESC');
  const [found] = await database.read<{ rows: PreviewRow[]; count: number }>(Prisma.sql`
    SELECT
      (SELECT coalesce(json_agg(preview ORDER BY number ${direction}), '[]')
       FROM (SELECT number, listing_id AS "listingId", title, resort_name AS "resortName", change,
                    differences
             FROM inventory_preview_rows WHERE ${fits} ${beyond}
             ORDER BY number ${direction} LIMIT ${page.size + 1}) AS preview) AS rows,
      (SELECT count(*)::int FROM (SELECT FROM inventory_preview_rows WHERE ${fits}
                                  LIMIT ${countCap + 1}) AS counted) AS count`);
  return {
    ...pageOf(page, found?.rows ?? [], ({ number }) => encodeCursor(rowOrder, [number])),
    count: capped(found?.count ?? 0),
  };
}
