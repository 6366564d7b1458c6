import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { Deps } from '../../context/context.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { addJob } from '../../platform/jobs.ts';
import { maskContacts } from '../../platform/maskContacts.ts';

/** Texts that strangers read. */
const publicTexts = [
  {
    table: 'listings',
    columns: ['title', 'description', 'season', 'unit_type', 'view', 'resale_restrictions'],
  },
  { table: 'reviews', columns: ['title', 'content', 'answer'] },
  { table: 'pictures', columns: ['alt'] },
  { table: 'resorts', columns: ['description'] },
];

const rowsAtOnce = 200;

const place = z.object({
  at: z.int().min(0).default(0),
  after: z.uuid().default('00000000-0000-0000-0000-000000000000'),
});

/**
 * The job `mask_stored_texts`: hides contact details in public texts that were written before
 * these were refused. Masks some rows, and adds a job for the next ones.
 * @param payload `{ at, after }`: the place in `publicTexts`, and the last id that is done
 */
export async function maskStoredTexts(
  payload: unknown,
  { database: { prisma } }: Pick<Deps, 'database'>,
): Promise<void> {
  const { at, after } = place.parse(payload);
  const texts = publicTexts[at];
  if (!texts) {
    return;
  }
  const table = Prisma.raw(texts.table);
  const rows = await prisma.$queryRaw<{ id: string; texts: Record<string, string | null> }[]>`
    SELECT id, jsonb_build_object(${Prisma.raw(texts.columns.map((name) => `'${name}', ${name}`).join(', '))}) AS texts
    FROM ${table} WHERE id > ${after}::uuid ORDER BY id LIMIT ${rowsAtOnce}`;
  for (const row of rows) {
    for (const [name, before] of Object.entries(row.texts)) {
      const { text, isMasked } = maskContacts(before ?? '');
      if (isMasked) {
        const column = Prisma.raw(name);
        await prisma.$executeRaw`
          UPDATE ${table} SET ${column} = ${text} WHERE id = ${row.id}::uuid AND ${column} = ${before}`;
      }
    }
    await nextTurn();
  }
  const last = rows.length === rowsAtOnce ? rows.at(-1) : undefined;
  const next = last ? { at, after: last.id } : { at: at + 1 };
  await addJob(prisma, 'mask_stored_texts', next);
}
