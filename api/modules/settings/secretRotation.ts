import type { Deps } from '../../context/context.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { SecretError } from '../../platform/secrets.ts';
import { recordAudit } from '../audit/audit.ts';

/** The result of a key rotation. */
export interface RotationOutcome {
  /** Number of encrypted settings. */
  total: number;
  /** Settings re-encrypted by this run. */
  changed: number;
  /** One message, naming the setting, for each value that could not be decrypted. */
  problems: string[];
}

interface SealedRow {
  id: string;
  key: string;
  value: string;
}

/** Settings re-encrypted by one statement. */
const atOnce = 100;

/**
 * Re-encrypts every setting that is not encrypted with the newest key. It can be stopped and
 * restarted at any time: each batch is one statement that skips rows changed since they were read.
 * A process with both keys can read every value throughout.
 * @param onBatch called after each batch with the number changed so far; if it throws, the rotation
 *   stops
 */
export async function rotateSecrets(
  { database, secrets }: Pick<Deps, 'database' | 'secrets'>,
  onBatch: (changed: number) => Promise<void> | void = () => undefined,
): Promise<RotationOutcome> {
  const { prisma } = database;
  const problems: string[] = [];
  let changed = 0;
  try {
    let last = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const rows = await prisma.$queryRaw<SealedRow[]>`
        SELECT id, key, value FROM site_settings
        WHERE is_encrypted AND NOT starts_with(value, ${secrets.newestPrefix}) AND id > ${last}::uuid
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
      changed += await replace(prisma, resealed);
      const next = rows.at(-1);
      if (!next) {
        break;
      }
      last = next.id;
      await onBatch(changed);
    }
  } finally {
    if (changed > 0) {
      await prisma.$transaction((transaction) =>
        recordAudit(transaction, 'secrets:rotate', {
          action: 'setting.rotate',
          subjectType: 'SiteSetting',
          subjectId: 'encrypted',
          after: { changed, key: secrets.newestPrefix },
        }),
      );
    }
  }
  const total = await prisma.siteSetting.count({ where: { isEncrypted: true } });
  return { total, changed, problems };
}

/** Updates only rows that still hold the value that was read. @returns the number of rows */
function replace(
  prisma: Deps['database']['prisma'],
  rows: { id: string; value: string; sealed: string }[],
): Promise<number> {
  const column = (name: 'id' | 'value' | 'sealed') => rows.map((row) => row[name]);
  return prisma.$executeRaw(Prisma.sql`
    UPDATE site_settings SET value = made.sealed
    FROM unnest(${column('id')}::uuid[], ${column('value')}::text[], ${column('sealed')}::text[])
           AS made (id, value, sealed)
    WHERE site_settings.id = made.id AND site_settings.value = made.value`);
}
