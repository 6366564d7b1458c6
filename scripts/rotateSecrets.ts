import { readEnv, requireSettingsKeys, type Env } from '../api/platform/process/env.ts';
import { rotateSecrets } from '../api/modules/settings/secretRotation.ts';
import { createSandboxDatabases } from '../api/modules/partners/sandboxes/sandboxDatabases.ts';
import { createLog } from '../api/platform/process/log.ts';
import { migrate } from '../api/platform/database/migrations.ts';
import { createSecrets } from '../api/platform/security/secrets.ts';
import { beginKeyChange, endKeyChange } from '../api/platform/security/settingsKeys.ts';
import { onServer, withDatabase } from './lib/databases.ts';

/**
 * Re-encrypts every encrypted setting and every secret of a webhook with the newest key: the first of SETTINGS_KEYS, or a new key
 * that it creates beside the embedded database. If it is stopped, the next run completes the work.
 */
async function main(env: Env): Promise<void> {
  requireSettingsKeys(env);
  await onServer(env, async (url) => {
    await migrate(url);
    // After the database has started, no other process reads the key file.
    const keys = env.settingsKeys ?? beginKeyChange(env.dataDir);
    const sandboxes = createSandboxDatabases(url, createLog('error'));
    let isComplete = await rotate(url, keys);
    for (const id of await sandboxes.list()) {
      console.log(`The sandbox of organization ${id}:`);
      const sandbox = await sandboxes.provide(id, () => Promise.resolve());
      isComplete = (await rotate(sandbox, keys)) && isComplete;
    }
    if (isComplete && !env.settingsKeys) {
      endKeyChange(env.dataDir);
    }
  });
}

/** @returns whether only the newest key is still needed */
function rotate(url: string, keys: Buffer[]): Promise<boolean> {
  let isStopped = false;
  process.once('SIGINT', () => (isStopped = true));
  process.once('SIGTERM', () => (isStopped = true));
  return withDatabase(url, async (database) => {
    const { total, changed, problems } = await rotateSecrets(
      { database, secrets: createSecrets(keys) },
      (done) => {
        console.log(`${done} encrypted anew`);
        if (isStopped) {
          throw new Error('Stopped. Run it again to go on');
        }
      },
    );
    console.log(`${changed} of ${total} encrypted settings were encrypted anew`);
    for (const problem of problems) {
      console.error(problem);
    }
    if (problems.length > 0) {
      console.error('Give these settings their values anew, and run it again. Keep the old keys.');
      process.exitCode = 1;
    }
    return problems.length === 0;
  });
}

try {
  await main(readEnv());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
