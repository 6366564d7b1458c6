import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { firstId } from '#api/platform/input/globalId.ts';
import { SecretError } from '#api/platform/security/secrets.ts';
import { recordAudit } from '../audit/audit.ts';

/** Columns with encrypted values, and the name under which each value was encrypted. */
const places = [
  {
    table: Prisma.sql`site_settings`,
    column: Prisma.sql`value`,
    name: Prisma.sql`key`,
    where: Prisma.sql`is_encrypted`,
  },
  ...[Prisma.sql`secret`, Prisma.sql`previous_secret`].map((column) => ({
    table: Prisma.sql`webhook_endpoints`,
    column,
    name: Prisma.sql`'webhook.' || id`,
    where: Prisma.sql`${column} IS NOT NULL`,
  })),
  {
    table: Prisma.sql`refund_bank_details`,
    column: Prisma.sql`sealed`,
    name: Prisma.sql`'refund.' || id`,
    where: Prisma.sql`sealed IS NOT NULL`,
  },
  {
    table: Prisma.sql`listing_calendars`,
    column: Prisma.sql`address`,
    name: Prisma.sql`'calendar.' || id`,
    where: Prisma.sql`true`,
  },
];

type Place = (typeof places)[number];

const atOnce = 100;

/**
 * Re-encrypts every setting, webhook secret and calendar address that is not encrypted with the newest key. Can be
 * stopped and restarted at any time: each batch is one statement that skips rows changed since they
 * were read. A process with both keys can read every value throughout.
 * @param onBatch called after each batch with the number changed so far; if it throws, the
 *   rotation stops
 * @returns `problems`: a message for each value that could not be decrypted
 */
export async function rotateSecrets(
  { database, secrets }: Pick<Deps, 'database' | 'secrets'>,
  onBatch: (changed: number) => Promise<void> | void = () => undefined,
) {
  const { prisma } = database;
  const problems: string[] = [];
  let changed = 0;
  const rotate = async (place: Place): Promise<void> => {
    const { table, column, name, where } = place;
    let last = firstId;
    for (;;) {
      const rows = await prisma.$queryRaw<{ id: string; key: string; value: string }[]>`
        SELECT id, ${name} AS key, ${column} AS value FROM ${table}
        WHERE ${where} AND NOT starts_with(${column}, ${secrets.newestPrefix}) AND id > ${last}::uuid
        ORDER BY id LIMIT ${atOnce}`;
      const resealed = rows.flatMap(({ id, key, value }) => {
        try {
          const plain = secrets.open(key, value);
          return [{ id, value, sealed: secrets.seal(key, plain, secrets.destinationOf(value)) }];
        } catch (error) {
          if (!(error instanceof SecretError)) {
            throw error;
          }
          problems.push(error.message);
          return [];
        }
      });
      changed += await replace(prisma, place, resealed);
      const next = rows.at(-1);
      if (!next) {
        break;
      }
      last = next.id;
      await onBatch(changed);
    }
  };
  try {
    for (const place of places) {
      await rotate(place);
    }
  } finally {
    if (changed > 0) {
      await prisma.$transaction((transaction) =>
        recordAudit(transaction, 'secrets:rotate', 'setting.rotate', 'encrypted', {
          after: { changed, key: secrets.newestPrefix },
        }),
      );
    }
  }
  const counts = places.map(
    ({ table, where }) => Prisma.sql`(SELECT count(*) FROM ${table} WHERE ${where})`,
  );
  const [counted] = await prisma.$queryRaw<{ total: number }[]>`
    SELECT (${Prisma.join(counts, ' + ')})::integer AS total`;
  const total = counted?.total ?? 0;
  return { total, changed, problems };
}

/** Updates only rows that still hold the value that was read. @returns the number of rows */
function replace(
  prisma: Deps['database']['prisma'],
  { table, column: sealed }: Place,
  rows: { id: string; value: string; sealed: string }[],
): Promise<number> {
  const column = (name: 'id' | 'value' | 'sealed') => rows.map((row) => row[name]);
  return prisma.$executeRaw(Prisma.sql`
    UPDATE ${table} SET ${sealed} = made.sealed
    FROM unnest(${column('id')}::uuid[], ${column('value')}::text[], ${column('sealed')}::text[])
           AS made (id, value, sealed)
    WHERE ${table}.id = made.id AND ${table}.${sealed} = made.value`);
}
