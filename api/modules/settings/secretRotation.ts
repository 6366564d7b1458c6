import type { Deps } from '../../context/context.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { SecretError } from '../../platform/secrets.ts';
import { recordAudit } from '../audit/audit.ts';

/** How far a change of keys has come. */
export interface RotationOutcome {
  /** Encrypted settings that there are. */
  total: number;
  /** Those that were encrypted anew now. */
  changed: number;
  /** What could not be read, and so stays as it is; each message names its setting. */
  problems: string[];
}

interface SealedRow {
  id: string;
  key: string;
  value: string;
}

/** Settings that are encrypted anew in one statement. */
const atOnce = 100;

/**
 * Encrypts every setting anew that the newest key has not encrypted. It can be stopped at any moment
 * and begun again: each batch is one statement, which leaves alone what someone else changes
 * meanwhile. Whoever holds both keys can read everything at every moment.
 * @param onBatch hears of each batch; when it throws, the rest stays as it is
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

/** In place of the value that was read only. @returns how many */
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
