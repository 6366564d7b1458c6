import type { Deps } from '#api/context/context.ts';
import {
  Prisma,
  type InventoryPreviewRow,
  type InventoryRowChange,
} from '#api/generated/prisma/client.ts';
import type { Page, PageRequest } from '#api/platform/database/cursors.ts';
import type { CappedCount } from '#api/platform/database/cappedCount.ts';
import { numberedPage } from './runHistory.ts';
import type { WeekChange } from '../weeks/bringIn.ts';
import type { Week } from '../weeks/weekInput.ts';

/** The most rows stored per preview, from the start of the feed. */
export const mostPreviewRows = 10_000;

export type RowDifference = {
  field: string;
  before: string | null;
  after: string | null;
};

export type PreviewRow = Omit<InventoryPreviewRow, 'runId' | 'differences'> & {
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

const differencesOf = (before: Record<string, unknown>, after: Compared): RowDifference[] =>
  Object.entries(after).flatMap(([field, value]) => {
    const [old, now] = [asText(before[field]), asText(value)];
    return field in before && old !== now ? [{ field, before: old, after: now }] : [];
  });

const asText = (value: unknown): string | null =>
  value === null || value === undefined
    ? null
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

/** @throws {InvalidInputError} naming after or before */
export const listPreviewRows = (
  deps: Pick<Deps, 'database'>,
  runId: string,
  change: InventoryRowChange | null | undefined,
  page: PageRequest,
): Promise<Page<PreviewRow> & { count: CappedCount }> =>
  numberedPage(deps, page, {
    order: 'INVENTORY_PREVIEW_ROWS',
    columns: Prisma.sql`
      number, listing_id AS "listingId", title, resort_name AS "resortName", change, differences`,
    table: Prisma.sql`inventory_preview_rows`,
    fits: Prisma.sql`
      run_id = ${runId}::uuid
      ${change ? Prisma.sql`AND change = ${change}::"InventoryRowChange"` : Prisma.empty}`,
  });
