import { readEnv } from '../api/platform/env.ts';
import { migrate } from '../api/platform/migrations.ts';
import { startEmbeddedPostgres } from '../api/platform/postgres/embedded.ts';

async function main(): Promise<void> {
  const { databaseUrl, dataDir } = readEnv();
  if (databaseUrl !== undefined) return report(await migrate(databaseUrl));
  const quiet = () => undefined;
  const server = await startEmbeddedPostgres({
    dataDir,
    log: { info: quiet, warn: console.error, error: console.error },
  });
  try {
    report(await migrate(server.url));
  } finally {
    await server.stop();
  }
}

function report(applied: string[]): void {
  for (const name of applied) console.log(`applied ${name}`);
  if (applied.length === 0) console.log('the database is up to date');
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
