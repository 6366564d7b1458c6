import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { backUp, restore, type BackupFacts } from '../api/backup.ts';
import { EnvError, readEnv, type Env } from '../api/platform/process/env.ts';
import { errorCode } from '../api/platform/outgoing/failureWords.ts';
import { findRunningPostgres } from '../api/platform/postgres/embedded.ts';
import { startFailure } from '../api/platform/process/startFailure.ts';
import { openStorage } from '../api/platform/storage/openStorage.ts';
import { onServer } from './lib/databases.ts';

const usage = 'npm run backup -- FOLDER    or    npm run restore -- FOLDER';

const keyFile = 'settings.key';

async function main(env: Env, command: string | undefined, folder: string): Promise<void> {
  const key = join(env.dataDir, keyFile);
  const ownKey = !env.databaseUrl && !env.settingsKeys;
  const keptKey = join(folder, keyFile);
  if (command === 'restore') {
    if (ownKey && existsSync(keptKey) && existsSync(key) && !sameFile(key, keptKey)) {
      throw new EnvError(`${key} is not the key of this backup. Restore into an empty DATA_DIR`);
    }
    report('Restored', await withPlace(env, (place) => restore(place, folder)));
    if (ownKey && existsSync(keptKey)) {
      copyFileSync(keptKey, key);
    } else {
      console.log(
        'Start with the SETTINGS_KEYS of the backed up site, or encrypted settings are lost',
      );
    }
    return;
  }
  report('Backed up', await withPlace(env, (place) => backUp(place, folder)));
  if (ownKey && existsSync(key)) {
    copyFileSync(key, keptKey);
    console.log(`${keptKey} opens encrypted settings: keep the backup as secret as the site`);
  } else {
    console.log('Keep SETTINGS_KEYS in another place: encrypted settings are lost without them');
  }
}

const sameFile = (one: string, other: string): boolean =>
  readFileSync(one).equals(readFileSync(other));

async function withPlace<Result>(
  env: Env,
  work: (place: Parameters<typeof backUp>[0]) => Promise<Result>,
): Promise<Result> {
  const databaseUrl = env.databaseUrl ?? (await findRunningPostgres(env.dataDir));
  mkdirSync(env.dataDir, { recursive: true });
  return onServer({ ...env, databaseUrl }, async (url) =>
    work({ databaseUrl: url, storage: await openStorage(env) }),
  );
}

function report(done: string, { tables, rows, files, missing }: BackupFacts): void {
  console.log(`${done} and verified: ${rows} rows of ${tables} tables, ${files} files`);
  if (missing.length > 0) {
    console.error(`${missing.length} files that the database names are missing in the storage:`);
    missing.slice(0, 20).forEach((name) => console.error(`  ${name}`));
    process.exitCode = 1;
  }
}

const env = readEnv();
const [command, folder] = process.argv.slice(2);
try {
  if (folder === undefined) {
    throw new EnvError(`Name the folder of the backup: ${usage}`);
  }
  await main(env, command, folder);
} catch (error) {
  console.error(
    ['ENOSPC', 'EDQUOT'].includes(errorCode(error))
      ? 'The disk is full. Free space or choose a folder on another disk, and run it again'
      : (startFailure(error, env) ?? error),
  );
  process.exitCode = 1;
}
